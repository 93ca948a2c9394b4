// SPDX-License-Identifier: Apache-2.0 OR MIT
// Calls that end in a signal: a page that may not be touched, a broken contract.
#pragma once

#include <csetjmp>
#include <csignal>

namespace hl_test {

inline sigjmp_buf before_the_call;

// Does f end in that signal? The program goes on, which is a thousand times quicker than a child for each call.
template <class F>
bool raises(int signal, F&& f) {
    struct sigaction leap{}, old;
    leap.sa_handler = [](int) { siglongjmp(before_the_call, 1); };
    sigaction(signal, &leap, &old);
    volatile bool raised = true;
    if (sigsetjmp(before_the_call, 1) == 0) {
        f();
        raised = false;
    }
    sigaction(signal, &old, nullptr);
    return raised;
}

}  // namespace hl_test
