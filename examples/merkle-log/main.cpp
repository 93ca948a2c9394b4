// SPDX-License-Identifier: Apache-2.0 OR MIT
// merkle_log append LOG TEXT...        one entry for each TEXT; prints the head: the size, and the root
//            head LOG
//            prove LOG INDEX PROOF     writes a proof that entry INDEX is in the log
//            verify SIZE ROOT TEXT PROOF
//            grow LOG SIZE PROOF       writes a proof that the log only grew since it had that size
//            grown SIZE ROOT NEWSIZE NEWROOT PROOF
//            audit LOG ENTRIES         do the nodes on disk follow from the lines of that file?
// A head is what one must get from someone to trust, and keep. Exit status: 0, or 1 with the reason.
#include <array>
#include <charconv>
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>

#include "log.hpp"

namespace {

using namespace merkle_log;
using arguments = std::vector<std::string>;

std::string to_hex(const digest& d) {
    std::string out;
    for (const std::uint8_t b : d)
        for (const int half : {b >> 4, b & 15}) out += "0123456789abcdef"[half];
    return out;
}

digest from_hex(const std::string& text) {
    digest d{};
    if (text.size() != 2 * d.size()) throw std::runtime_error("a digest of a wrong size");
    for (std::size_t i = 0; i < d.size(); ++i)
        if (std::from_chars(&text[2 * i], &text[2 * i] + 2, d[i], 16).ptr != &text[2 * i] + 2)
            throw std::runtime_error("a digest that is not of hexadecimal digits");
    return d;
}

std::uint64_t number(const std::string& text) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size()) throw std::runtime_error("not a number: " + text);
    return n;
}

// A proof is lines of hexadecimal digits; one of inclusion begins with the index of the entry.
void write_proof(const std::string& path, const std::string& first, const digests& proof) {
    std::ofstream out(path);
    out << first;
    for (const digest& d : proof) out << to_hex(d) << '\n';
    if (!out.flush()) throw std::runtime_error("the proof cannot be written");
}

arguments lines_of(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    arguments lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

digests digests_of(const arguments& lines, std::size_t from) {
    digests out;
    for (std::size_t i = from; i < lines.size(); ++i) out.push_back(from_hex(lines[i]));
    return out;
}

void print_head(const log& l) {
    std::printf("%llu %s\n", static_cast<unsigned long long>(l.size()), to_hex(l.root()).c_str());
}

void require(hl::merkle_result result) {
    if (result != hl::merkle_result::valid) throw std::runtime_error(std::string(hl::merkle_reason(result)));
    std::puts("good");
}

void append(const arguments& a) {
    log l(a[0]);
    for (std::size_t i = 1; i < a.size(); ++i) l.append(a[i]);
    print_head(l);
}

void verify(const arguments& a) {
    const arguments lines = lines_of(a[3]);
    if (lines.empty()) throw std::runtime_error("an empty proof");
    require(hl::merkle_verify<scheme>(a[2], number(lines[0]), number(a[0]), digests_of(lines, 1), from_hex(a[1])));
}

void grown(const arguments& a) {
    require(hl::merkle_verify_consistency<scheme>(number(a[0]), number(a[2]), from_hex(a[1]), from_hex(a[3]),
                                                  digests_of(lines_of(a[4]), 0)));
}

struct verb {
    std::size_t least, most;  // arguments
    std::function<void(const arguments&)> run;
};

const std::map<std::string, verb> verbs{
    {"append", {2, 1000000, append}},
    {"head", {1, 1, [](const arguments& a) { print_head(log(a[0])); }}},
    {"prove", {3, 3, [](const arguments& a) { write_proof(a[2], a[1] + '\n', log(a[0]).prove(number(a[1]))); }}},
    {"verify", {4, 4, verify}},
    {"grow", {3, 3, [](const arguments& a) { write_proof(a[2], "", log(a[0]).prove_growth(number(a[1]))); }}},
    {"grown", {5, 5, grown}},
    {"audit",
     {2, 2,
      [](const arguments& a) {
          log(a[0]).audit(lines_of(a[1]));
          std::puts("good");
      }}},
};

}  // namespace

int main(int argc, char** argv) {
    const arguments words(argv + 1, argv + argc);
    const auto found = words.empty() ? verbs.end() : verbs.find(words[0]);
    const std::size_t count = words.empty() ? 0 : words.size() - 1;
    if (found == verbs.end() || count < found->second.least || count > found->second.most) {
        std::fputs("usage: merkle_log append|head|prove|verify|grow|grown|audit ...\n", stderr);
        return 2;
    }
    try {
        found->second.run({words.begin() + 1, words.end()});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "merkle_log: refused: %s\n", error.what());
        return 1;
    }
}
