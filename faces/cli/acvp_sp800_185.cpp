// SPDX-License-Identifier: Apache-2.0 OR MIT
// Tests of cSHAKE, KMAC, TupleHash and ParallelHash: functions (AFT), verification (MVT), Monte Carlo (MCT).
//
// The formats and the Monte Carlo tests are those of draft-celi-acvp-sha3 and draft-celi-acvp-xof. The odd bits of
// messages and outputs are the high ones of the last byte. A key of KMAC that ends within a byte is taken as whole
// bytes, and only its encoded length counts bits.

#include <algorithm>
#include <array>
#include <utility>

#include <hashlane/sp800_185.hpp>

#include "acvp.hpp"

namespace hashlane::cli::acvp {
namespace {

constexpr int steps_of_result = 1000;

bytes customization_of(const group& g, const node& test) {
    const auto hexadecimal = g.object.find("hexCustomization");
    if (hexadecimal && hexadecimal->truth()) return test.at("customizationHex").hex();
    const auto text = test.find("customization");
    if (!text) return {};
    const std::string characters = text->text();
    return {characters.begin(), characters.end()};
}

bool is_xof(const group& g) { return g.object.at("xof").truth(); }

std::string name_of(const group& g, bool xof) {
    std::string name(g.algorithm.ours);
    if (xof) name.insert(name.size() - 3, "xof");
    return name;
}

// An output whose length is a part of the input, and may be any number of bits: for the fixed-length forms.
template <class Fixed>
bool fixed_digest(const any_hash& hash, bit_string& out, partial_byte last) {
    const Fixed* object = hash.get_if<Fixed>();
    if (object == nullptr) return false;
    if constexpr (requires { object->tag_bits_into(out.data, out.bits, last); })
        object->tag_bits_into(out.data, out.bits, last);
    else if constexpr (requires { object->digest_bits_into(out.data, out.bits, last); })
        object->digest_bits_into(out.data, out.bits, last);
    else
        object->digest_bits_into(out.data, out.bits);
    return true;
}

// The output of an object that has absorbed the whole bytes of its message.
bit_string output_of(const any_hash& hash, partial_byte last, std::size_t bits) {
    bit_string out{bytes(bytes_of(bits)), bits};
    if (fixed_digest<kmac128>(hash, out, last) || fixed_digest<kmac256>(hash, out, last) ||
        fixed_digest<tuplehash128>(hash, out, last) || fixed_digest<tuplehash256>(hash, out, last) ||
        fixed_digest<parallelhash128>(hash, out, last) || fixed_digest<parallelhash256>(hash, out, last))
        return out;
    if (!hash.digest(out.data, last)) throw failure("no such output");
    return cut_low(std::move(out));
}

bit_string output_of(any_hash hash, const bit_string& message, std::size_t bits) {
    hash.update(message.whole());
    return output_of(hash, partial(message), bits);
}

// ---- KMAC with a key that ends within a byte: s.4.3 over cSHAKE

// Bits put together, the first one lowest.
struct bit_writer {
    bit_string made;

    void put_bit(unsigned bit) {
        if (made.odd() == 0) made.data.push_back(0);
        made.data.back() = static_cast<std::uint8_t>(made.data.back() | bit << made.odd());
        ++made.bits;
    }
    void put(const bit_string& s) {
        for (std::size_t i = 0; i < s.bits; ++i) put_bit(s.data[i / 8] >> i % 8 & 1u);
    }
    void put_byte(std::size_t byte) { put({{static_cast<std::uint8_t>(byte)}, 8}); }
    // s.2.3.1, for numbers below 2^32.
    void encode(std::size_t number, bool left) {
        std::size_t size = 1;
        while (size < 4 && number >> 8 * size != 0) ++size;
        if (left) put_byte(size);
        for (std::size_t i = size; i-- > 0;) put_byte(number >> 8 * i & 0xff);
        if (!left) put_byte(size);
    }
};

bit_string kmac_over_cshake(const group& g, const bit_string& key, const bit_string& message, const bytes& custom,
                            std::size_t bits) {
    const bool strong = g.algorithm.ours == "kmac256";
    const std::size_t rate = strong ? 136 : 168;
    bit_writer input;
    input.encode(rate, true);
    input.encode(key.bits, true);
    input.put({key.data, 8 * key.data.size()});
    while (input.made.bits % (8 * rate) != 0) input.put_bit(0);
    input.put(message);
    input.encode(is_xof(g) ? 0 : bits, false);
    any_options options;
    options.function_name = octets("KMAC");
    options.customization = custom;
    return output_of(created(g, strong ? "cshake256" : "cshake128", options), input.made, bits);
}

bit_string kmac(const group& g, const node& test) {
    const bit_string key = bits_of(g, test, "key", "keyLen");
    const bit_string message = shifted_down(bits_of(g, test, "msg", "msgLen"));
    const bytes custom = customization_of(g, test);
    const std::size_t bits = output_bits(g, test, "macLen");
    if (key.odd() != 0) return shifted_up(kmac_over_cshake(g, key, message, custom, bits));
    any_options options;
    options.key = key.data;
    options.customization = custom;
    return shifted_up(output_of(created(g, name_of(g, is_xof(g)), options), message, bits));
}

// ---- tuples

std::vector<bytes> tuple_of(const node& test) {
    const std::vector<node> elements = test.at("tuple").list();
    const std::vector<node> sizes = test.at("len").list();
    if (elements.size() != sizes.size())
        test.at("len").refuse("there are " + std::to_string(elements.size()) + " elements and " +
                              std::to_string(sizes.size()) + " lengths");
    std::vector<bytes> tuple;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const bit_string element = elements[i].bits(sizes[i].number_within(0, 8 * most_prompt));
        if (element.odd() != 0) sizes[i].not_answered("elements of tuples are of whole bytes");
        tuple.push_back(element.data);
    }
    return tuple;
}

bit_string tuple_digest(const group& g, const std::vector<bytes>& tuple, const bytes& custom, std::size_t bits) {
    any_options options;
    options.customization = custom;
    any_hash hash = created(g, name_of(g, is_xof(g)), options);
    for (const bytes& element : tuple) hash.update(element);
    return output_of(hash, partial_byte{}, bits);
}

// ---- ParallelHash

// ACVP counts the blocks by whole bytes: odd bits that would be a block of their own are dropped.
bit_string as_acvp_reads_it(bit_string message, std::size_t block) {
    if (message.odd() == 0 || message.bits / 8 % block != 0) return message;
    message.data.pop_back();
    message.bits -= message.odd();
    return message;
}

bit_string parallel_digest(const group& g, const bit_string& message, std::size_t block, const bytes& custom,
                           std::size_t bits) {
    any_options options;
    options.customization = custom;
    options.parallel_block = block;
    return output_of(created(g, name_of(g, is_xof(g)), options), as_acvp_reads_it(message, block), bits);
}

// ---- Monte Carlo

// The last 16 bits of an output choose the length of the next one, and the next block of ParallelHash. The next
// customization string is made of letters, which come from what was hashed and from these bits.
class choosing_chain {
  public:
    explicit choosing_chain(const group& g)
        : least(g.object.at("minOutLen").number_within(16, most_seed)),
          most(g.object.at("maxOutLen").number_within(least, most_seed)),
          increment(g.object.at("outLenIncrement").number_within(1, most_seed)), bits(most) {
        const auto first = g.object.find("minBlockSize");
        if (first) {
            least_block = first->number_within(1, most_seed);
            blocks = g.object.at("maxBlockSize").number_within(least_block, most_seed) - least_block + 1;
        }
        block = least_block;
    }

    // compute(chain, beginning): the output for the first bytes of the last one, and in `hashed` what was hashed. The
    // outputs have their odd bits at the high end.
    template <class Compute>
    bit_string result(bit_string last, std::size_t beginning, Compute&& compute) {
        for (int i = 0; i < steps_of_result; ++i) {
            last.data.resize(beginning);
            hashed = last.data;
            last = shifted_up(compute(*this, last.data));
            choose_next(last);
        }
        return last;
    }

    std::uint64_t least, most, increment, bits;
    std::uint64_t least_block = 1, blocks = 1, block = 1;
    bytes custom, hashed;

  private:
    static std::size_t last_16(const bit_string& s) {
        std::uint32_t last = 0;
        const std::size_t size = s.data.size();
        for (std::size_t i = size - std::min<std::size_t>(size, 3); i < size; ++i) last = last << 8 | s.data[i];
        return (s.odd() != 0 ? last >> (8 - s.odd()) : last) & 0xffff;
    }
    void choose_next(const bit_string& output) {
        const std::size_t choice = last_16(output);
        bits = least + choice % (most - least + 1) / increment * increment;
        block = least_block + (choice & 0xff) % blocks;
        custom = hashed;
        custom.push_back(static_cast<std::uint8_t>(choice >> 8));
        custom.push_back(static_cast<std::uint8_t>(choice));
        for (auto& c : custom) c = static_cast<std::uint8_t>('A' + c % 26);
    }
};

template <class Compute>
void answer_chain(const group& g, bit_string last, std::size_t beginning, answer& out, Compute&& compute) {
    const auto hexadecimal = g.object.find("hexCustomization");
    if (hexadecimal && hexadecimal->truth())
        hexadecimal->not_answered("Monte Carlo tests with hexadecimal customization strings are not answered");
    choosing_chain chain(g);
    std::vector<answer> results(g.sample ? 3 : 100);
    for (answer& one : results) {
        last = chain.result(std::move(last), beginning, compute);
        one.hex("md", last.data).number("outLen", last.bits);
    }
    out.objects("resultsArray", results);
}

bit_string seed_of(const group& g, const node& test) {
    const std::uint64_t bits = g.member(test, "len").number_within(0, most_seed);
    return test.at("msg").bits(bits);
}

void answer_cshake_chain(const group& g, const node& test, answer& out) {
    answer_chain(g, seed_of(g, test), 16, out, [&](const choosing_chain& chain, const bytes& message) {
        any_options options;
        options.customization = chain.custom;
        return output_of(created(g, g.algorithm.ours, options), {message, 8 * message.size()}, chain.bits);
    });
}

void answer_parallel_chain(const group& g, const node& test, answer& out) {
    answer_chain(g, seed_of(g, test), 16, out, [&](const choosing_chain& chain, const bytes& message) {
        return parallel_digest(g, {message, 8 * message.size()}, chain.block, chain.custom, chain.bits);
    });
}

// 288 bits in one to four elements, as their first three bits say.
void answer_tuple_chain(const group& g, const node& test, answer& out) {
    const std::vector<bytes> tuple = tuple_of(test);
    if (tuple.empty()) test.at("tuple").refuse("a Monte Carlo test begins with one element");
    if (8 * tuple.front().size() > most_seed) test.at("tuple").refuse("the element is too long");
    answer_chain(g, {tuple.front(), 8 * tuple.front().size()}, 36, out, [&](choosing_chain& chain, const bytes& all) {
        const std::size_t size = all.size() / ((all[0] >> 5) % 4 + 1u);
        std::vector<bytes> elements;
        for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(size))
            elements.emplace_back(at, at + static_cast<std::ptrdiff_t>(size));
        chain.hashed = elements.front();
        return tuple_digest(g, elements, chain.custom, chain.bits);
    });
}

void put_output(answer& out, const bit_string& md) { out.hex("md", shifted_up(md).data).number("outLen", md.bits); }

}  // namespace

void answer_cshake(const group& g, const node& test, answer& out) {
    if (g.test_type == "MCT") return answer_cshake_chain(g, test, out);
    if (g.test_type != "AFT") g.refuse_type();
    const bit_string message = shifted_down(bits_of(g, test, "msg", "len"));
    const std::size_t bits = output_bits(g, test, "outLen");
    const bytes custom = customization_of(g, test);
    const auto name = test.find("functionName");
    const std::string function = name ? name->text() : "";
    any_options options;
    options.customization = custom;
    options.function_name = octets(function);
    put_output(out, output_of(created(g, g.algorithm.ours, options), message, bits));
}

void answer_kmac(const group& g, const node& test, answer& out) {
    if (g.test_type == "AFT") {
        out.hex("mac", kmac(g, test).data);
        return;
    }
    if (g.test_type != "MVT") g.refuse_type();
    const bit_string given = bits_of(g, test, "mac", "macLen");
    out.truth("testPassed", kmac(g, test).data == given.data);
}

void answer_tuplehash(const group& g, const node& test, answer& out) {
    if (g.test_type == "MCT") return answer_tuple_chain(g, test, out);
    if (g.test_type != "AFT") g.refuse_type();
    put_output(out, tuple_digest(g, tuple_of(test), customization_of(g, test), output_bits(g, test, "outLen")));
}

void answer_parallelhash(const group& g, const node& test, answer& out) {
    if (g.test_type == "MCT") return answer_parallel_chain(g, test, out);
    if (g.test_type != "AFT") g.refuse_type();
    const bit_string message = shifted_down(bits_of(g, test, "msg", "len"));
    const std::size_t block = test.at("blockSize").number_within(1, most_bits);
    put_output(out, parallel_digest(g, message, block, customization_of(g, test), output_bits(g, test, "outLen")));
}

}  // namespace hashlane::cli::acvp
