/* Functions that always fail (libc/refused/): configure scripts look in <limits.h> for these words
 * of Linux's C library, and then take the functions for missing. */
#include_next <limits.h>

#ifndef __stub_fork
#define __stub_dlopen
#define __stub_dlsym
#define __stub_execl
#define __stub_execlp
#define __stub_execv
#define __stub_execve
#define __stub_execvp
#define __stub_fork
#define __stub_popen
#define __stub_shmget
#define __stub_vfork
#endif
