/* The stages of a machine when no node can go on. Each part of a cube does a stage for its own
 * nodes, and passes its results to the next part (kernel/parts/agree.h). */
#ifndef KERNEL_STAGE_H
#define KERNEL_STAGE_H

#include <stdint.h>

enum stage {
    STAGE_ASK,      /* ask `lines` processes for details of their waits (kernel/reports/deadlock.h)
                     */
    STAGE_COUNT,    /* print unfinished lines, and count the programs that have ended */
    STAGE_DIED,     /* programs that have died, which the run does not survive */
    STAGE_FAILED,   /* a report of a deadlock: programs that ended in failure, those among them */
    STAGE_WAITING,  /* nodes that wait */
    STAGE_HINT,     /* whether a node waits for a receive: `lines` of them */
    STAGE_LINKS,    /* a report of unreceived packets on links */
    STAGE_INBOXES,  /* messages in inboxes */
    STAGE_SURVIVED, /* failures that were survived */
    STAGE_CLOSE,    /* write the last record, and wait for the end of the cube, which part 0 brings.
                       The low byte of `failure` is the status */
};

/* A stage, and its results for some of the nodes. */
struct stage_state {
    uint32_t stage;   /* enum stage */
    uint32_t lines;   /* lines that there were to print, of which some were left out */
    uint32_t headed;  /* whether the report has its heading */
    uint32_t ended;   /* programs that have ended, with those of nodes that only forward */
    uint32_t ranks;   /* and without them */
    uint32_t died;    /* programs that have died, which the run does not survive */
    uint64_t again;   /* bytes that were sent again */
    uint64_t failure; /* when the first program ended in failure, by the cycle counter, and its
                         status in the low byte; 0 if none has */
};

/* Does a stage for all nodes of the cube, or for this machine's. */
typedef void stage_function(struct stage_state *state);

#endif
