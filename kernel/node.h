/* What the kernel keeps for one node, which is a core and the process on it. */
#ifndef KERNEL_NODE_H
#define KERNEL_NODE_H

#include "board/registers.h"
#include "cube_abi.h"
#include "kernel/fault_hooks.h"
#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

enum {
    CONSOLE_LINE_BYTES = 2048, /* the longest line that is never torn, its end not counted */
    CONSOLE_TEXT_BYTES = 512,  /* the longest text that one console_print prints */
};

/* The beginning of a line: a process has written it, and the console has not yet printed it. */
struct console_line {
    uint32_t bytes;
    char text[CONSOLE_LINE_BYTES + sizeof "\n" - 1];
};

/* How a node sleeps (kernel/sleep.c). */
enum sleep_state {
    SLEEP_AWAKE,
    SLEEP_ASLEEP, /* whoever sets it to AWAKE also wakes the core */
    SLEEP_RUNG    /* awake, and the next sleep returns at once */
};

struct sleeper {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t state; /* enum sleep_state */
    struct cube_wait wait;   /* the node's last wait; while it sleeps, what it waits for */
    struct cube_rings rings; /* what the process had seen of its routed rings, if it has said so */
    const struct trap_frame *frame; /* the registers of its process in that wait */
    bool asked; /* whether the process has been asked what it waits for (kernel/reports/deadlock.h)
                 */
};

/* How a process that computes is made to forward (kernel/timer/detour.c). Times are values of
 * CNTVCT_EL0. */
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

/* How a node is looked at whose instructions move its clock (kernel/timer/sample.c). */
struct sampler {
    uint64_t offset, waited, hidden; /* where its process has these (CUBE_SYS_WATCH) */
    uint64_t next;                   /* how much work it will have done at the next look */
    uint64_t told;                   /* how much work has been recorded */
    uint64_t trap;                   /* instructions of an interrupt that the clock would count */
    uint64_t paused, place;          /* until that is known: what the last interrupt has found */
    uint32_t taken;                  /* looks that have been recorded */
    uint32_t random;
    enum { SAMPLER_OFF, SAMPLER_TRIES, SAMPLER_ON } state;
};

struct node {
    uint64_t stack_top; /* top of the kernel stack, which is empty while the process runs */
    uint64_t
        frame; /* address of its process's registers while that is in the kernel; 0: it has no
                  process yet. cuberun reads this of a stopped machine (tools/running/where.py) */
    struct trap_frame fatal; /* the registers at a trap that the kernel does not survive */
    uint32_t core;           /* the core's place in the device tree */
    uint32_t number;         /* 0 .. node_count - 1: the node's number in the cube */
    uint32_t cut;            /* the dimensions on which its link is dead or has failed */
    struct process process;
    struct sleeper sleeper;
    struct detour detour;
    struct sampler sampler;
    struct {
        bool waits;  /* it waits, and gets no turn before its wait can end */
        bool rung;   /* a doorbell has rung: its wait ends, or its next one if it does not wait */
        bool halted; /* its core has halted, and needs a signal when its turn comes */
    } turn;
    struct console_line line, error_line; /* of the output, and of the errors that go elsewhere */
    char text[CONSOLE_TEXT_BYTES];        /* where console_print formats */
};
static_assert(offsetof(struct node, stack_top) == NODE_STACK_TOP, "as the assembly has it");
static_assert(offsetof(struct node, frame) == NODE_FRAME, "as where.py has it");
static_assert(offsetof(struct node, fatal) == NODE_FATAL, "as the assembly has it");

/* The boot core is this node until it knows which one it is. */
extern struct node boot_node;

/* The number of nodes, and the cube's dimension. */
extern uint32_t node_count, node_dimension;

/* How many of the nodes run on this machine's cores, and the number of the first: all, and 0,
 * unless the machine is a part of its cube (kernel/parts/part.h). */
extern uint32_t node_cores, node_first;

/* The number of nodes that run the program, the first that live. The others only forward. */
extern uint32_t node_ranks;

/* Whether the program runs on a node. */
static inline bool node_runs(uint32_t number) {
    return fault_hooks ? fault_hooks->runs(number) : number < node_ranks;
}

/* The order of the dimensions (cube_abi.h): 0, 1, 2, ... until nodes_order has settled another. */
extern uint8_t node_order[CUBE_MAX_DIMENSION];
void nodes_order(const uint8_t order[]);

/* Returns the physical node on which a node is placed. */
uint32_t node_place(const struct node *node);

/* Return the node on core `core`, 0 .. node_cores - 1, and the node that runs this. Core
 * `node_cores` has no node: see kernel/parts/part.h. */
struct node *node_at(uint32_t core);

static inline struct node *node_self(void) {
    return (struct node *)read_tpidr_el1();
}

/* Settles that there are `count` nodes, a power of two, of which `ranks` run the program. Those
 * from number `first` on are on the `cores` cores of this machine. */
void nodes_count(uint32_t count, uint32_t ranks, uint32_t first, uint32_t cores);

/* The pages that are needed: nodes_record_pages in a row for all records, nodes_stack_pages in a
 * row for each kernel stack, and at most nodes_table_pages single pages for the tables that map so
 * many stacks. */
size_t nodes_record_pages(void);
size_t nodes_stack_pages(void);
size_t nodes_table_pages(uint32_t stacks);

/* Makes the records and the kernel stacks of all nodes. Returns false when memory is short. */
bool nodes_start(void);

/* Makes the kernel stack of *node, by its core. A page below it is not mapped. Returns false when
 * memory is short. */
bool node_map_stack(struct node *node);

/* Makes the calling core run as *node: node_self returns it. The core keeps its stack until it
 * enters its process. */
void node_become(struct node *node);

#endif
