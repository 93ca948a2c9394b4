// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane.dll stays loaded until the process ends, whatever FreeLibrary is told: its threads stay, asleep, in its code.

#include <windows.h>

namespace {

[[gnu::constructor]] void stay_loaded() {
    static const char here = 0;
    HMODULE self = nullptr;
    GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN, &here, &self);
}

}  // namespace
