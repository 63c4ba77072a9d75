/* The cube on the host once more, for attacks: a thread a node, of which one runs at a time, from
 * one wait to the next, in an order that a seed draws. So a repeated run is the same, and a change
 * of a node's links between two of its instructions is no race. One node, the victim, reads its
 * neighbours' windows at other addresses: a second mapping of the same memory, which can be
 * unmapped (access.h). */
#ifndef TESTS_HOSTILE_TURNS_H
#define TESTS_HOSTILE_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"
#include "net/node.h"

struct turns_settings {
    uint32_t dimension;
    uint32_t direct; /* bytes of a direct ring */
    uint32_t routed; /* bytes of a routed ring */
    uint32_t flags;  /* of the node page: enum cube_page_flags */
    struct cube_costs costs;
    uint32_t seed; /* not 0 */
    uint32_t victim;
    uint32_t ranks;  /* of the node page; 0: all nodes. All run the function */
    uint32_t silent; /* set of nodes that do not end the machine when they abort: from then on they
                        take and ignore all packets */
    uint8_t order[CUBE_MAX_DIMENSION]; /* of the dimensions, as in the node page */
};

/* All windows, in the order of nodes and then of dimensions. */
struct turns_windows {
    uint8_t *memory;
    const uint8_t *seen; /* where the victim sees the same */
    size_t window_bytes; /* from one window to the next */
    size_t bytes;        /* of all of them */
};

enum turns_end {
    TURNS_RIGHT,   /* every node's function returned 0 */
    TURNS_ERROR,   /* one returned something else, or has ended the machine */
    TURNS_WAITING, /* all sleep, and not all have finished */
    TURNS_ABORTED, /* a node aborted, which ends the machine */
};

struct turns_outcome {
    enum turns_end end;
    uint32_t node;   /* the node that aborted, or has ended the machine */
    bool malformed;  /* a silent node was sent a piece that no node sends */
    char said[2048]; /* standard error of it, or of nodes before it */
};

/* Returns the state of a node of the run under way, which does not run now; null before its start
 * and for those that there are not. */
struct node *turns_node(uint32_t number);

/* Runs `function` on every node; `begin`, with all windows, before that. Does not return before
 * every thread has ended. */
struct turns_outcome turns_run(const struct turns_settings *settings,
                               void (*begin)(const struct turns_windows *windows),
                               int (*function)(void));

#endif
