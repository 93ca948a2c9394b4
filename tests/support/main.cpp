// SPDX-License-Identifier: Apache-2.0 OR MIT
// main() of every test program: runs doctest, then prints the closing line that tests/run.py adds up.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

#include "hl_test.hpp"

namespace {

std::atomic<std::uint64_t> passed{0}, failed{0}, skipped{0};
std::mutex reasons_lock;
std::set<std::string> reasons;

// doctest 2.4.9 keeps the number of cases to itself: only a listener is told.
struct case_counter : doctest::IReporter {
    explicit case_counter(const doctest::ContextOptions&) {}
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& run) override {
        passed += run.numTestCasesPassingFilters - run.numTestCasesFailed;
        failed += run.numTestCasesFailed;
    }
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};

}  // namespace

REGISTER_LISTENER("case_counter", 1, case_counter);

namespace hl_test {

void count(std::uint64_t p, std::uint64_t f) {
    passed += p;
    failed += f;
}

void skip(std::uint64_t n, std::string_view reason) {
    skipped += n;
    const std::lock_guard hold{reasons_lock};
    if (reasons.emplace(reason).second) std::printf("skipped: %.*s\n", static_cast<int>(reason.size()), reason.data());
}

bool large() {
    const char* wish = std::getenv("HASHLANE_LARGE");
    return wish != nullptr && *wish == '1';
}

}  // namespace hl_test

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int rc = context.run();
    if (context.shouldExit() && passed + failed == 0) return rc;  // --help, --list-test-cases
    std::fflush(stdout);
    std::printf("%" PRIu64 " passed, %" PRIu64 " failed", passed.load(), failed.load());
    if (skipped != 0) std::printf(", %" PRIu64 " skipped", skipped.load());
    std::puts("");
    return rc != 0 || failed != 0 || passed == 0 ? 1 : 0;
}
