/* Other processes: a node has one. All fail with ENOSYS, and the linker warns of each. */
#include <errno.h>
#include <stdio.h>
#include <sys/shm.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libc/refused/refused.h"
#include "libc/result.h"
#include "libc/returns.h"

#define ONE_PROCESS "a node has only one process: this always fails with ENOSYS"

REFUSED(fork, ONE_PROCESS)
RETURNS(pid_t fork(void), fail(ENOSYS))

REFUSED(vfork, ONE_PROCESS)
RETURNS(pid_t vfork(void), fail(ENOSYS))

REFUSED(execve, ONE_PROCESS)
RETURNS(int execve(const char *path, char *const arguments[], char *const environment[]),
        fail(ENOSYS))

REFUSED(execv, ONE_PROCESS)
RETURNS(int execv(const char *path, char *const arguments[]), fail(ENOSYS))

REFUSED(execvp, ONE_PROCESS)
RETURNS(int execvp(const char *name, char *const arguments[]), fail(ENOSYS))

REFUSED(execl, ONE_PROCESS)
RETURNS(int execl(const char *path, const char *first, ...), fail(ENOSYS))

REFUSED(execlp, ONE_PROCESS)
RETURNS(int execlp(const char *name, const char *first, ...), fail(ENOSYS))

REFUSED(shmget, ONE_PROCESS)
RETURNS(int shmget(key_t key, size_t bytes, int flags), fail(ENOSYS))
RETURNS(void *shmat(int memory, const void *address, int flags), (errno = ENOSYS, (void *)-1))
RETURNS(int shmdt(const void *address), fail(ENOSYS))
RETURNS(int shmctl(int memory, int command, struct shmid_ds *description), fail(ENOSYS))

REFUSED(popen, ONE_PROCESS)
RETURNS(FILE *popen(const char *command, const char *mode), (errno = ENOSYS, NULL))
RETURNS(int pclose(FILE *stream), fail(ECHILD))
RETURNS(pid_t waitpid(pid_t process, int *status, int options), fail(ECHILD))
RETURNS(pid_t wait(int *status), waitpid(-1, status, 0))
