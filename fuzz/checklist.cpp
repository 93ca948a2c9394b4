// SPDX-License-Identifier: Apache-2.0 OR MIT
// Lists of digests. A line that is understood, written anew in each layout, is understood alike.
#include "checklist.hpp"

#include "detect.hpp"
#include "fuzz.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "text.hpp"

using namespace fuzz;
namespace cli = hashlane::cli;

namespace {

bool same(const cli::parsed_line& line, const cli::entry& e) {
    return line.kind == cli::parsed_line::one && line.entry.algorithm == e.algorithm && line.entry.digest == e.digest &&
           line.entry.path == e.path && line.entry.bits == e.bits;
}

void comes_back(const cli::entry& e, const cli::list_context& context) {
    require(hl::find_algorithm(e.algorithm) != nullptr && !e.digest.empty() && !e.path.empty(), "an entry is whole");
    require(e.path.find('\0') == std::string::npos, "a name holds no NUL");
    for (const auto layout : {cli::layout::gnu, cli::layout::tag, cli::layout::json, cli::layout::sri}) {
        cli::line_style style{
            .layout = layout, .base64 = false, .binary = e.digest[0] % 2 == 0, .zero = context.zero, .bits = e.bits};
        if (style.zero && layout == cli::layout::json) continue;
        std::string line = cli::digest_line(style, e.algorithm, e.digest, e.path, 0);
        line.pop_back();
        cli::list_context again = context;
        again.algorithm = e.algorithm;
        again.bits = e.bits;
        require(same(cli::parse_line(line, again), e), "a line written anew is the same entry");
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    cli::list_context context;
    if (in.ConsumeBool()) context.algorithm = choose(in, digesting).name;
    context.zero = in.ConsumeProbability<float>() > 0.8f;
    context.only_this = in.ConsumeProbability<float>() > 0.8f;
    context.length = in.ConsumeProbability<float>() > 0.8f ? in.ConsumeIntegralInRange<std::size_t>(1, 70) : 0;
    const std::string text = in.ConsumeRemainingBytesAsString();
    (void)cli::algorithm_from_file_name(text);
    const std::string shown = cli::in_message(text) + cli::printable(text);
    require(cli::valid_utf8(shown) && std::ranges::none_of(shown, [](unsigned char c) { return c < 0x20; }),
            "a message shows no control character");
    try {
        for (const std::string_view line : cli::split_lines(text, context.zero)) {
            const cli::parsed_line parsed = cli::parse_line(line, context);
            if (parsed.kind == cli::parsed_line::one) comes_back(parsed.entry, context);
            require(parsed.kind != cli::parsed_line::malformed || !parsed.problem.empty(), "what is wrong is said");
        }
    } catch (const cli::failure&) {}
    return 0;
}
