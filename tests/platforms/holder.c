/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For tests/platforms/windows.py: holder FILE opens FILE, lets nobody else open it, says so, and waits until standard input
   ends. */
#include <stdio.h>

#include <windows.h>

int main(int argc, char** argv) {
    HANDLE file =
        argc == 2 ? CreateFileA(argv[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE) return 1;
    puts("open");
    fflush(stdout);
    while (getchar() != EOF) {}
    CloseHandle(file);
    return 0;
}
