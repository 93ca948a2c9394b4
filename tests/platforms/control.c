/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For tests/platforms/windows.py: control PROGRAM WORD... starts the program with a standard input that does not end, waits
   until its half-written file is there, sends Ctrl-C, and writes the exit status into the file "status": 1, 2 or 3 if that did
   not work. No word has a space. */
#include <stdio.h>
#include <string.h>

#include <windows.h>

enum { MOST_WORDS = 4096, TRIES = 600, PAUSE = 50, PATIENCE = 30000 };

static int half_written_file(void) {
    WIN32_FIND_DATAA found;
    HANDLE search = FindFirstFileA(".hashlane-*", &found);
    if (search == INVALID_HANDLE_VALUE) return 0;
    FindClose(search);
    return 1;
}

static int wait_for_file(void) {
    int i;
    for (i = 0; i < TRIES && !half_written_file(); i++) Sleep(PAUSE);
    return half_written_file();
}

/* Starts the program; the end of the pipe that it reads from is for this program. */
static int start(char* words, PROCESS_INFORMATION* started, HANDLE* pipe) {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    STARTUPINFOA how = {0};
    how.cb = sizeof how;
    how.dwFlags = STARTF_USESTDHANDLES;
    how.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    how.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    if (!CreatePipe(&how.hStdInput, pipe, &inherited, 0)) return 0;
    SetHandleInformation(*pipe, HANDLE_FLAG_INHERIT, 0);
    return CreateProcessA(NULL, words, NULL, NULL, TRUE, 0, NULL, NULL, &how, started);
}

static DWORD interrupted(PROCESS_INFORMATION* started) {
    DWORD status = 0;
    if (!wait_for_file()) return 1;
    if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) return 2;
    if (WaitForSingleObject(started->hProcess, PATIENCE) != WAIT_OBJECT_0) return 3;
    GetExitCodeProcess(started->hProcess, &status);
    return status;
}

/* This program goes on. */
static BOOL WINAPI stay(DWORD event) {
    (void)event;
    return TRUE;
}

int main(int argc, char** argv) {
    char words[MOST_WORDS] = "";
    PROCESS_INFORMATION started;
    HANDLE pipe;
    FILE* told;
    DWORD status;
    int i;
    for (i = 1; i < argc; i++) {
        if (strlen(words) + strlen(argv[i]) + 2 > sizeof words) return 1;
        strcat(strcat(words, i == 1 ? "" : " "), argv[i]);
    }
    if (argc < 2 || !start(words, &started, &pipe)) return 1;
    SetConsoleCtrlHandler(stay, TRUE);
    status = interrupted(&started);
    TerminateProcess(started.hProcess, 1);
    told = fopen("status", "w");
    if (told == NULL) return 1;
    fprintf(told, "%08lx\n", status);
    return fclose(told) != 0;
}
