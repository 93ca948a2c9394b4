/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Windows: FreeLibrary does not take the DLL away from under its threads. */
#include <string.h>

#include <windows.h>

#include "../support/check.h"

int main(void) {
    HMODULE library = LoadLibraryA("libhashlane.dll");
    const char* (*version)(void);
    FARPROC found;
    CHECK(library != NULL);
    if (library == NULL) return closing_line();
    found = GetProcAddress(library, "hashlane_version");
    CHECK(found != NULL);
    if (found == NULL) return closing_line();
    memcpy(&version, &found, sizeof version);
    CHECK(FreeLibrary(library));
    CHECK(FreeLibrary(library) && GetModuleHandleA("libhashlane.dll") == library);
    CHECK(version() != NULL);
    return closing_line();
}
