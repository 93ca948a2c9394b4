// SPDX-License-Identifier: Apache-2.0 OR MIT
// Runs each subject under the tool of this build:
//   watch tainted TARGET [full]                    under valgrind memcheck, or built with MemorySanitizer: the secret is
//                                                  undefined, and what depends on it
//   watch traced TARGET ACCESSES SECRETS [full]    one instruction at a time, for several secrets; ACCESSES is the table
//                                                  of accesses.py
//   watch list                                     the names of all subjects, and nothing is run
// A line each: `clean NAME` or `leak NAME`; those of planted leaks begin with `planted`.

#include "tool.hpp"

#include <hashlane/hashlane.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "../proofs/random.hpp"
#include "subjects.hpp"
#include "trace.hpp"

namespace {

// Secrets 0 and 5 are equal; 3 and 4 differ from them early and late; 1 and 2 are constant; the rest is random.
void choose_secret(unsigned number) {
    for (std::size_t i = 0; i < secret_size; ++i) {
        const auto random = static_cast<std::uint8_t>(proofs::random_word(number < 6 ? 0 : number, i));
        secret[i] = number == 1 ? 0 : number == 2 ? 0xff : random;
    }
    if (number == 3) secret[0] ^= 0x81;
    if (number == 4) {
        secret[15] ^= 1;
        secret[secret_size - 1] ^= 0x80;
    }
}

void prepare(const subject& s, unsigned number) {
    choose_secret(number);
    if (s.prepare != nullptr) s.prepare();
}

// ---- Taint. A subject runs in a child: MemorySanitizer ends it at the first finding.

bool leaks_tainted(const subject& s) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        prepare(s, 6);
        mark_secret(secret, secret_size);
#if defined(WITH_MSAN)
        s.run();
        _exit(0);
#else
        const auto before = VALGRIND_COUNT_ERRORS;
        s.run();
        _exit(VALGRIND_COUNT_ERRORS == before ? 0 : 1);
#endif
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
}

void print_name(const subject& s) {
    std::printf("%.*s", static_cast<int>(s.name.size()), s.name.data());
    if (!s.way.empty()) std::printf(", %.*s", static_cast<int>(s.way.size()), s.way.data());
    std::printf("\n");
}

bool takes_part(const subject& s, bool traced, bool full) {
    if (s.run == nullptr) return false;
    if (s.takes_part == runs::all) return true;
    if (s.takes_part == runs::not_traced) return full || !traced;
    if (s.takes_part == runs::full) return full;
    return full && !traced;
}

template <class F>
void report(const char* what, std::span<const subject> list, bool traced, bool full, F&& leaks) {
    for (const subject& s : list) {
        if (!takes_part(s, traced, full)) continue;
        std::printf("%s%s ", what, leaks(s) ? "leak" : "clean");
        print_name(s);
        std::fflush(stdout);
    }
}

template <class F>
void report_all(bool traced, bool full, F&& leaks) {
    for (const auto library : {subjects(), keyed_subjects(), by_name_subjects()})
        report("", library, traced, full, leaks);
    for (const auto leaking : {planted(), planted_in_library()}) report("planted ", leaking, traced, full, leaks);
}

}  // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::strcmp(arguments[1], "list") == 0) {
        for (const auto library : {subjects(), keyed_subjects(), by_name_subjects()})
            for (const subject& s : library) print_name(s);
        return 0;
    }
    if (count < 3) return 2;
    if (!hashlane::use_target(arguments[2])) {
        std::printf("no target %s\n", arguments[2]);
        return 3;
    }
    const bool traced = std::strcmp(arguments[1], "traced") == 0;
    if (!traced) {
#if !defined(WITH_MSAN)
        if (!RUNNING_ON_VALGRIND) return 2;
#endif
        report_all(false, count > 3, leaks_tainted);
        return 0;
    }
    if (count < 5) return 2;
    const auto secrets = static_cast<unsigned>(std::atoi(arguments[4]));
    const trace::table accesses(arguments[3]);
    const auto leaks = [&](const subject& s) {
        for (unsigned number = 0; number < secrets; ++number) {
            prepare(s, number);
            if (number == 0) s.run();  // so that nothing is looked up for the first time
            if (trace::differs(accesses, s.run, number == 0)) return true;
        }
        return false;
    };
    report_all(true, count > 5, leaks);
}
