/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For tests/platforms/windows.py.
   holder hold FILE              opens FILE, lets nobody else open it, says so, and waits until standard input ends
   holder break FOLDER COMMAND   starts COMMAND, waits until FOLDER holds a file .hashlane-*, sends Ctrl-Break to the command,
                                 waits for its end and prints its exit status in hexadecimal */
#include <stdio.h>
#include <string.h>

#include <windows.h>

static int hold(const char* path) {
    HANDLE file = CreateFileA(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 1;
    puts("open");
    fflush(stdout);
    while (getchar() != EOF) {}
    CloseHandle(file);
    return 0;
}

/* Waits for 60 s at most. */
static int wait_for_file(const char* folder) {
    char pattern[MAX_PATH];
    snprintf(pattern, sizeof pattern, "%s/.hashlane-*", folder);
    for (int tries = 0; tries < 6000; ++tries) {
        WIN32_FIND_DATAA found;
        HANDLE search = FindFirstFileA(pattern, &found);
        if (search != INVALID_HANDLE_VALUE) {
            FindClose(search);
            return 1;
        }
        Sleep(10);
    }
    return 0;
}

static int interrupt(const char* folder, char* command) {
    STARTUPINFOA start = {0};
    PROCESS_INFORMATION child;
    DWORD status = 0;
    start.cb = sizeof start;
    if (GetConsoleWindow() == NULL) AllocConsole();
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL, &start, &child))
        return 1;
    if (!wait_for_file(folder)) return 2;
    if (!GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, child.dwProcessId)) return 3;
    if (WaitForSingleObject(child.hProcess, 60000) != WAIT_OBJECT_0) return 4;
    GetExitCodeProcess(child.hProcess, &status);
    printf("%08lx\n", (unsigned long)status);
    return 0;
}

int main(int argc, char** argv) {
    if (argc == 3 && strcmp(argv[1], "hold") == 0) return hold(argv[2]);
    if (argc == 4 && strcmp(argv[1], "break") == 0) return interrupt(argv[2], argv[3]);
    return 9;
}
