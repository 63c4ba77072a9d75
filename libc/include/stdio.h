/* What picolibc's <stdio.h> leaves out: newlib's has it. */
#include_next <stdio.h>

#ifndef FILENAME_MAX
#define FILENAME_MAX 1024
#endif
#ifndef FOPEN_MAX
#define FOPEN_MAX 20
#endif
