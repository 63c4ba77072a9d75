/* The options of the run in the environment. */
#ifndef NATIVE_WORDS_H
#define NATIVE_WORDS_H

#include <stdint.h>

struct words {
    uint32_t nodes;
    uint32_t seconds; /* after which the run is ended; 0: never */
};

/* Reads GRAYCUBE_HOST, which cuberun sets, or else CUBERUN, into *words and host_options. Ends the
 * process with STATUS_USAGE and an error if they are invalid. */
void words_read(struct words *words);

#endif
