/* The cube as processes of the host. The parent replaces the kernel: it starts a process for each
 * node, and handles output, errors and the end. Nodes sleep and wake each other by themselves, in
 * memory that all share. This is its content. */
#ifndef NATIVE_HOST_H
#define NATIVE_HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "kernel/native/fault.h"
#include "kernel/native/trail.h"
#include "kernel/node.h"
#include "kernel/parsers/options.h"

struct host_node {
    struct node node; /* of which the host uses the members that the reports of kernel/ read */
    pid_t id;
    struct trail callers; /* in its wait, after it was asked for details */
    struct fault fault;
    struct {
        _Atomic bool told; /* it has sent its last records, and stands still */
        struct trail trail;
    } last; /* its last place, if the run ends early (kernel/native/last.h) */
};

struct host {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t awake; /* as in kernel/awake.h */
    _Alignas(
        CUBE_SLOT_BYTES) _Atomic uint32_t failure; /* status of the first program that failed */
    _Atomic uint32_t ending; /* the status with which a program ends the machine, or 0 */
    _Atomic bool over;       /* all is done: a wait leaves by system_over */
    _Atomic bool reported;   /* a sanitizer is reporting: no other one may */
    struct host_node node[];
};

extern struct host *host;
extern struct options host_options;

/* Allocates the memory for N nodes, a power of two of at most CUBE_MAX_NODES, by host_options.
 * Returns false with errno set. */
bool host_make(uint32_t nodes);

/* Returns the node that is a process, or null: it is one that a node has started. Nodes that are
 * asked for in their order are found at once. */
struct host_node *host_find(pid_t id);

/* The node of this process, or null in the parent. */
extern struct host_node *host_self;

/* Makes this process node `number`: it reads and writes the memory of its links as on the machine,
 * and no other node's. */
void host_become(uint32_t number);

/* A descriptor by which the parent is told to look: of an eventfd. */
extern int host_bell;
void host_call_parent(void);

#endif
