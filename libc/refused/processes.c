/* Other processes: a node has one. All fail with ENOSYS, and the linker warns of each. */
#include <errno.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libc/refused/refused.h"
#include "libc/result.h"

#define ONE_PROCESS "a node has only one process: this always fails with ENOSYS"

REFUSED(fork, ONE_PROCESS)
pid_t fork(void) {
    return fail(ENOSYS);
}

REFUSED(vfork, ONE_PROCESS)
pid_t vfork(void) {
    return fail(ENOSYS);
}

REFUSED(execve, ONE_PROCESS)
int execve(const char *path, char *const arguments[], char *const environment[]) {
    (void)path;
    (void)arguments;
    (void)environment;
    return fail(ENOSYS);
}

REFUSED(execv, ONE_PROCESS)
int execv(const char *path, char *const arguments[]) {
    (void)path;
    (void)arguments;
    return fail(ENOSYS);
}

REFUSED(execvp, ONE_PROCESS)
int execvp(const char *name, char *const arguments[]) {
    (void)name;
    (void)arguments;
    return fail(ENOSYS);
}

REFUSED(execl, ONE_PROCESS)
int execl(const char *path, const char *first, ...) {
    (void)path;
    (void)first;
    return fail(ENOSYS);
}

REFUSED(execlp, ONE_PROCESS)
int execlp(const char *name, const char *first, ...) {
    (void)name;
    (void)first;
    return fail(ENOSYS);
}

REFUSED(pipe, ONE_PROCESS)
int pipe(int descriptors[2]) {
    (void)descriptors;
    return fail(ENOSYS);
}

REFUSED(popen, ONE_PROCESS)
FILE *popen(const char *command, const char *mode) {
    (void)command;
    (void)mode;
    return errno = ENOSYS, NULL;
}

int pclose(FILE *stream) {
    (void)stream;
    return fail(ECHILD);
}

pid_t waitpid(pid_t process, int *status, int options) {
    (void)process;
    (void)status;
    (void)options;
    return fail(ECHILD);
}

pid_t wait(int *status) {
    return waitpid(-1, status, 0);
}
