/* Libraries that are loaded while a program runs: a program of the cube is one file. */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#include "libc/refused/refused.h"
#include "libc/returns.h"

static const char *error;

static void *refuse(void) {
    error = "loading a library is not supported";
    errno = ENOSYS;
    return NULL;
}

REFUSED(dlopen, "loading a library is not supported: this always fails with ENOSYS")
RETURNS(void *dlopen(const char *file, int mode), refuse())

REFUSED(dlsym, "loading a library is not supported: this always fails with ENOSYS")
RETURNS(void *dlsym(void *library, const char *name), refuse())

int dlclose(void *library) {
    (void)library;
    refuse();
    return -1;
}

char *dlerror(void) {
    const char *told = error;
    error = NULL;
    return (char *)told;
}
