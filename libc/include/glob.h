/* Declarations missing in <glob.h> of picolibc and newlib. */
#include_next <glob.h>

#ifndef GLOB_NOESCAPE
#define GLOB_NOESCAPE 0x2000 /* a backslash means itself */
#define GLOB_NOMATCH  (-3)
#define GLOB_ABORTED  GLOB_ABEND
#endif
