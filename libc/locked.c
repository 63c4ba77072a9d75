/* Locks of streams: a process has one thread, so that each stream is always its own. */
#include <stdio.h>

void flockfile(FILE *stream) {
    (void)stream;
}

int ftrylockfile(FILE *stream) {
    (void)stream;
    return 0;
}

void funlockfile(FILE *stream) {
    (void)stream;
}
