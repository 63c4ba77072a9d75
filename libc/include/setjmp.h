/* Declarations missing in <setjmp.h> of picolibc and newlib: no jump restores the signal mask. */
#include_next <setjmp.h>

#ifndef _setjmp
#define _setjmp(place)         setjmp(place)
#define _longjmp(place, value) longjmp(place, value)
#endif
