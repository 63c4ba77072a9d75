/* What the C++ library needs and newlib has by other names, or not at all. */
#include <reent.h>
#include <stdio.h>

#undef stdin
#undef stdout
#undef stderr

/* What a shared library would be told apart by. */
void *__dso_handle;

/* newlib's are macros. */
FILE *stdin, *stdout, *stderr;

static void set(void) {
    stdin = _REENT->_stdin;
    stdout = _REENT->_stdout;
    stderr = _REENT->_stderr;
}

/* Constructors of programs use them, so they are set before all of these. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = set;
