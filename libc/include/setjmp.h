/* What <setjmp.h> of picolibc and newlib leaves out: no jump restores the signal mask. */
#include_next <setjmp.h>

#ifndef _setjmp
#define _setjmp(place)         setjmp(place)
#define _longjmp(place, value) longjmp(place, value)
#endif
