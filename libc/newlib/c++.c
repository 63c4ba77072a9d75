/* Functions that the C++ library needs and newlib has under other names, or not at all. */
#include <stdio.h>

/* Shared libraries would be told apart by this. */
void *__dso_handle;

/* The streams are variables to the C++ library, and macros to newlib's headers. */
FILE *standard_input __asm__("stdin");
FILE *standard_output __asm__("stdout");
FILE *standard_error __asm__("stderr");

static void set(void) {
    standard_input = stdin;
    standard_output = stdout;
    standard_error = stderr;
}

/* Constructors of programs use them, so they are set before all of these. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = set;
