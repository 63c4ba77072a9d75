/* The kernel's command line: `heap=16M stack=8M ... -- words for the program`. The parser is pure,
 * and is fuzzed on the host. */
#ifndef KERNEL_OPTIONS_H
#define KERNEL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

enum {
    OPTIONS_LINE_BYTES = 2048, /* the longest command line that the boot protocol passes */
    OPTIONS_ARGUMENTS = 64,
};

struct options {
    uint64_t heap;    /* the most bytes of each process's heap */
    uint64_t stack;   /* the most bytes of each process's stack */
    uint64_t memory;  /* bytes that the user asked for if the machine has more; otherwise 0 */
    uint32_t direct;  /* bytes of a direct ring; 0: by the number of nodes */
    uint32_t routed;  /* bytes of a routed ring; 0: by the number of nodes */
    uint32_t ranks;   /* nodes that run the program; 0: all. The others only forward */
    uint32_t spins;   /* failed looks before a wait sleeps; 0: the kernel's default */
    uint32_t tick;    /* microseconds that a node computes between two looks for packets to forward
                       */
    uint32_t threads; /* of the host, which the nodes that are awake share */
    bool tag;         /* begin lines of the console with their node */
    bool stats;       /* record the meters at the end */
    bool explain;     /* print which algorithms are chosen, and why */
    bool samples;     /* record which functions the time of the clocks goes to */
    bool guards;      /* put allocations between guards */
    bool again;       /* run again after status 0 if cuberun says so */
    uint32_t terminals;      /* which standard streams are terminals: bit k for descriptor k */
    bool clock;              /* give each node a clock */
    bool one_port;           /* by the clock sends follow each other, and so do receives */
    bool profile;            /* record at the end where time went */
    bool record;             /* record at the end the packets that were sent */
    struct cube_costs costs; /* of packets and instructions, by the clock */
    uint32_t ending;         /* the emulator's descriptor for the proof of the end; 0: none */
    uint32_t errors;         /* its descriptor for standard error of programs; 0: the console */
    uint32_t results;        /* its descriptor for records; 0: none */
    uint32_t requests;       /* its descriptor for requests to a folder of the host; 0: none */
    uint32_t answers;        /* its descriptor for their answers */
    uint32_t questions;      /* its descriptor for questions about addresses; 0: none */
    uint32_t replies;        /* its descriptor for the answers to these questions */
    uint32_t parts;  /* machines that are the cube together (kernel/parts/part.h); 1: this one */
    uint32_t part;   /* which one this is, from 0 */
    uint64_t shared; /* bytes at the end of the memory that all parts share */
    uint32_t bells;  /* the emulator's descriptor of part 0's pipe; those of others follow */
    uint64_t secret; /* the seed of the nodes' secrets, if `secrets` */
    uint64_t limit;  /* instructions of all nodes after which the machine ends; 0: never */
    bool secrets;    /* give each node a number that only it knows (kernel/parsers/arguments.h) */
    uint32_t mapped; /* dimensions that `order` has; 0: no order is given */
    uint8_t order[CUBE_MAX_DIMENSION]; /* a permutation of 0 .. mapped - 1 (cube_abi.h) */
    int arguments; /* words after `--`, main's argv[1..]; at most OPTIONS_ARGUMENTS */
    const char *argument[OPTIONS_ARGUMENTS]; /* point into `words` */
    char words[OPTIONS_LINE_BYTES]; /* the command line, cut at spaces outside of quotes "..." */
    char message[416];              /* the error, with its word */
};

/* Parses the zero-terminated `line` into *options, with defaults for missing options. Sizes are
 * numbers that may end in K, M or G. Returns true, or false with options->message set. */
bool options_parse(const char *line, struct options *options);

#endif
