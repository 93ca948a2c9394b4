// SPDX-License-Identifier: Apache-2.0 OR MIT
// One byte, then pieces of 4 GiB less one and more (CVE-2022-37454). The pieces are pages of zeros that nothing backs.
#include <sys/mman.h>

#include "algorithms.hpp"

using namespace properties;

namespace {

class zeros {
  public:
    explicit zeros(std::size_t n) : size_(n), data_(mmap(nullptr, n, PROT_READ, flags, -1, 0)) {}
    ~zeros() { munmap(data_, size_); }
    zeros(const zeros&) = delete;
    zeros& operator=(const zeros&) = delete;
    bool there() const { return data_ != MAP_FAILED; }
    std::span<const std::uint8_t> first(std::size_t n) const { return {static_cast<const std::uint8_t*>(data_), n}; }

  private:
    static constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    std::size_t size_;
    void* data_;
};

constexpr std::size_t four_gib = std::size_t{1} << 32;
constexpr std::size_t huge[] = {four_gib - 1, four_gib, four_gib + 1};

}  // namespace

TEST_CASE("small, then huge") {
    if (!hl_test::large()) return hl_test::skip(1, "pieces of 4 GiB: HASHLANE_LARGE=1");
    const zeros pages(four_gib + 4096);
    REQUIRE(pages.there());
    each_plain([&]<class H>() {
        // one of each construction; the others differ in constants
        static constexpr std::string_view tried[] = {"sha256", "sha512",        "sha3-256",     "shake128",
                                                     "kt128",  "turboshake128", "ascon-hash256"};
        if (std::ranges::find(tried, H::name) == std::end(tried)) return;
        kat::tally count("1 byte, then 4 GiB " + std::string(H::name));
        H pieces;
        as_hash<H>::feed(pieces, pages.first(1));
        std::size_t left = four_gib - 1;
        for (; left > 1u << 20; left -= 1u << 20) as_hash<H>::feed(pieces, pages.first(1u << 20));
        as_hash<H>::feed(pieces, pages.first(left));
        for (const std::size_t n : huge) {  // four_gib zeros are in; n - (four_gib - 1) more
            H once, more = pieces;
            as_hash<H>::feed(once, pages.first(1));
            as_hash<H>::feed(once, pages.first(n));
            as_hash<H>::feed(more, pages.first(n - (four_gib - 1)));
            count.vector();
            count.check(as_hash<H>::result(once) == as_hash<H>::result(more), std::to_string(n), "one piece");
        }
    });
}
