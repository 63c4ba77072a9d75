/* The streams that are open. fflush(NULL) and exit need this list, and picolibc keeps none. */
#ifndef LIBC_PICOLIBC_STREAMS_H
#define LIBC_PICOLIBC_STREAMS_H

#include <stdio.h>

enum { STREAMS_MOST = 64 };

/* The streams that fopen and fdopen have opened. A place is null where a stream was closed. */
extern FILE *streams_open[STREAMS_MOST];

#endif
