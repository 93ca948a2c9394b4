// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane selftest: the checks of selftest.hpp, counted for each target of this machine.

#include <cstddef>
#include <string>
#include <string_view>

#include <hashlane/selftest.hpp>

#include "app.hpp"
#include "console.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

struct tally {
    std::size_t passed = 0, failed = 0;

    std::string text() const { return std::to_string(passed) + " passed, " + std::to_string(failed) + " failed"; }
    void add(const tally& other) {
        passed += other.passed;
        failed += other.failed;
    }
};

// Counts the answers of one target after the other.
class counter {
  public:
    void operator()(std::string_view target, std::string_view algorithm, bool right) {
        if (target != current) {
            end_target();
            current = target;
        }
        ++(right ? count.passed : count.failed);
        if (!right) console::complain(std::string(target) + ": " + std::string(algorithm) + ": the answer is wrong");
    }
    tally end() {
        end_target();
        console::write(all.text() + "\n");
        return all;
    }

  private:
    std::string_view current;
    tally count, all;

    void end_target() {
        if (!current.empty()) console::write(std::string(current) + ": " + count.text() + "\n");
        all.add(count);
        count = {};
    }
};

}  // namespace

int selftest_verb(const words& arguments) {
    command_line line("Compares known answers of third-party test vectors on every instruction set of this machine.",
                      "hashlane selftest");
    if (!line.read(arguments)) return good;
    line.refuse_operands();
    counter count;
    selftest(count);
    const tally all = count.end();
    return all.failed == 0 && all.passed != 0 ? good : bad;
}

}  // namespace hashlane::cli
