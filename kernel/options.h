/* The kernel command line: `heap=16M stack=64K ... -- words for the program`. Pure, fuzzed on the
 * host. */
#ifndef KERNEL_OPTIONS_H
#define KERNEL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

enum {
    OPTIONS_LINE_BYTES =
        2048, /* longest command line; QEMU and the arm64 boot protocol pass 2 KiB */
    OPTIONS_ARGUMENTS = 64,
};

struct options {
    uint64_t heap;   /* bytes, the limit of each process's heap */
    uint64_t stack;  /* bytes of each process's stack */
    uint64_t memory; /* bytes that the user asked for, less than the machine has; 0: no less */
    uint32_t direct; /* bytes of a direct ring; 0: by node count */
    uint32_t routed; /* bytes of a routed ring; 0: by node count */
    uint32_t spins;  /* failed looks before a wait sleeps; 0: the kernel's choice */
    bool tag;        /* prefix console lines with the node */
    bool stats;      /* record the meters at the end */
    bool explain;    /* print which algorithms are chosen, and why */
    bool out;        /* what programs write to files goes to the host */
    bool clock;      /* give each node a clock, with these costs */
    bool one_port;   /* on which sends follow each other, and receives do */
    bool profile;    /* record where time went at the end */
    bool record;     /* record the packets that were sent at the end */
    struct cube_costs costs;
    /* The emulator's descriptor that records go to; 0: nobody reads them. */
    uint32_t results;
    int arguments; /* words after `--`, main's argv[1..]; at most OPTIONS_ARGUMENTS */
    const char *argument[OPTIONS_ARGUMENTS]; /* point into `words` */
    char words[OPTIONS_LINE_BYTES]; /* the command line, cut at its spaces; quotes "..." keep spaces
                                       in a word */
    char message[256];              /* what is wrong, naming the word at fault */
};

/* Parses the zero-terminated `line` into *options (wholly overwritten, defaults included). Sizes
 * are numbers with an optional K, M or G. Returns true, or false with options->message set. */
bool options_parse(const char *line, struct options *options);

#endif
