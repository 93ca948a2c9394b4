// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "docs.hpp"

#include <cstdio>

namespace hashlane_python {

namespace {

class writer {
  public:
    explicit writer(std::span<char> room) : out(room) {}
    template <class... Args>
    writer& operator()(const char* format, Args... args) {
        const int n = std::snprintf(out.data(), out.size(), format, args...);
        out = out.subspan(std::min(static_cast<std::size_t>(n), out.size() - 1));
        return *this;
    }

  private:
    std::span<char> out;
};

struct keyword {
    unsigned parameter;
    const char *in_signature, *text;
};
constexpr keyword keywords[] = {
    {hl::parameter::key, ", key", "key: bytes-like, not empty.\n"},
    {hl::parameter::customization, ", customization=None", "customization: bytes-like.\n"},
    {hl::parameter::function_name, ", function_name=None",
     "function_name: bytes-like, the function name N of a standard.\n"},
    {hl::parameter::domain, ", domain=0x1f", "domain: the domain separation byte, 0x01..0x7f.\n"},
    {hl::parameter::parallel_block, ", parallel_block=8192", "parallel_block: bytes of a leaf, B of the standard.\n"},
};

void of_digesting(const entry& what, writer& out) {
    out("%s(data=b'', *", what.identifier.data());
    for (const keyword& k : keywords)
        if (what.takes(k.parameter)) out("%s", k.in_signature);
    out(", usedforsecurity=True)\n--\n\n%s, %s. A new object that has taken in `data`, a bytes-like object%s.\n\n",
        what.info.family.data(), what.info.standard.data(),
        what.takes(hl::parameter::elements) ? " (one element) or a list of elements" : "");
    for (const keyword& k : keywords)
        if (what.takes(k.parameter)) out("%s", k.text);
    out("%s%zu bytes, block_size %zu bytes, security strength %u bits.\n",
        what.info.any_length ? "digest_size: any, usually " : "digest_size ", what.info.digest_size,
        what.info.block_size, what.info.security_strength);
    out("%s",
        "TypeError for arguments of a wrong type, ValueError for a wrong value, BufferError for memory with gaps.");
}

void of_kdf(const entry& what, writer& out) {
    if (what.kdf->hkdf != nullptr)
        out("%s(key, length, *, salt=None, info=None)\n--\n\nHKDF, %s: `length` bytes; at most %zu.",
            what.identifier.data(), what.info.standard.data(), 255 * what.info.digest_size);
    else
        out("%s(password, salt, iterations, dklen=None)\n--\n\nPBKDF2, %s: `dklen` bytes; %zu if None.",
            what.identifier.data(), what.info.standard.data(), what.info.digest_size);
}

void of_aead(const entry& what, writer& out) {
    out("%s(key, *, tag_length=16)\n--\n\n%s, %s: encrypt(nonce, data, associated_data), which adds a tag, and "
        "decrypt, which raises InvalidTag.\n\n",
        what.identifier.data(), what.info.family.data(), what.info.standard.data());
    out("%s", "tag_length: bytes, 8..16. A nonce has 16 bytes and must never come twice with one key.\n"
              "ValueError for a key, nonce or tag of a wrong size. Objects may be used by several threads.");
}

void write_doc(const entry& what, std::span<char> room) {
    writer out(room);
    if (what.info.kind == hl::kind::aead)
        of_aead(what, out);
    else if (what.info.kind == hl::kind::kdf)
        of_kdf(what, out);
    else
        of_digesting(what, out);
}

}  // namespace

const char* doc_of(const entry& what) {
    static char docs[entry_count][1400];
    char(&doc)[1400] = docs[&what - entries.data()];
    if (doc[0] == '\0') write_doc(what, doc);
    return doc;
}

}  // namespace hashlane_python
