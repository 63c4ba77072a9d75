/* Picolibc's streams. It keeps no list of those that are open, which fflush(NULL) and exit need. */
#ifndef LIBC_STREAMS_H
#define LIBC_STREAMS_H

#include <stdio.h>

enum { STREAMS_MOST = 64 };

/* The streams that fopen has opened; null where one was closed. */
extern FILE *streams_open[STREAMS_MOST];

#endif
