/* A node's state (kernel/node.h) for detours and samples. */
#ifndef KERNEL_TIMER_STATE_H
#define KERNEL_TIMER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"
#include "kernel/trap_frame.h"

/* Detours (kernel/timer/detour.h). Times are values of CNTVCT_EL0. */
struct detour {
    uint64_t next;  /* when the next look at the node's links is due */
    uint64_t place; /* where the last look found the process */
    uint64_t more;  /* added to the time until the next look: see look_after */
    uint64_t entry; /* the process's function; `stack` is the end of the stack that it runs on */
    uint64_t stack;
    bool allowed;                       /* the kernel looks for the process */
    bool away;                          /* the process is on its detour */
    struct trap_frame at;               /* the registers that the process had before its detour */
    uint32_t found[CUBE_MAX_DIMENSION]; /* the routed tails when the last detour began */
    uint32_t seen[CUBE_MAX_DIMENSION];  /* the routed tails up to which the process has dealt with
                                           all */
};

/* Samples (kernel/timer/sample.h). */
struct sampler {
    uint64_t offset, waited, hidden; /* where its process has these (CUBE_SYS_WATCH) */
    uint64_t next;                   /* how much work it will have done at the next look */
    uint64_t told;                   /* how much work has been recorded */
    uint64_t trap;                   /* instructions of an interrupt that the clock would count */
    uint64_t paused, place;          /* until that is known: the result of the last interrupt */
    uint32_t taken;                  /* looks that have been recorded */
    uint32_t random;
    enum { SAMPLER_OFF, SAMPLER_TRIES, SAMPLER_ON } state;
};

#endif
