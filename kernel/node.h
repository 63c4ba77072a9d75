/* The kernel's record of a node, which is a core and the process on it. */
#ifndef KERNEL_NODE_H
#define KERNEL_NODE_H

#include "board/registers.h"
#include "cube_abi.h"
#include "kernel/fault_hooks.h"
#include "kernel/process_memory.h"
#include "kernel/timer/state.h"
#include "kernel/trap_frame.h"

enum {
    CONSOLE_LINE_BYTES = 2048, /* the longest line that is never torn, its end not counted */
    CONSOLE_TEXT_BYTES = 512,  /* the longest text that one console_print prints */
};

/* The beginning of a line that the console has not printed yet. */
struct console_line {
    uint32_t bytes;
    char text[CONSOLE_LINE_BYTES + sizeof "\n" - 1];
};

/* How a node sleeps (kernel/sleep.c). */
enum sleep_state {
    SLEEP_AWAKE,
    SLEEP_ASLEEP, /* a setter of AWAKE also wakes the core */
    SLEEP_RUNG    /* awake, and the next sleep returns at once */
};

struct sleeper {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t state; /* enum sleep_state */
    struct cube_wait wait;   /* the node's last wait; the present one while it sleeps */
    struct cube_rings rings; /* the process's last values of its routed rings, if it has set them */
    const struct trap_frame *frame; /* the registers of its process in that wait */
    bool asked;                     /* details of its wait, by kernel/reports/deadlock.h */
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

/* The number of nodes on this machine's cores, and the first of them: all, and 0, unless the
 * machine is a part of its cube (kernel/parts/part.h). */
extern uint32_t node_cores, node_first;

/* The number of nodes that run the program, the first that live. The others only forward. */
extern uint32_t node_ranks;

/* Whether the program runs on a node. */
static inline bool node_runs(uint32_t number) {
    return fault_hooks ? fault_hooks->runs(number) : number < node_ranks;
}

/* The order of the dimensions (cube_abi.h): 0, 1, 2, ... unless nodes_order sets another. */
extern uint8_t node_order[CUBE_MAX_DIMENSION];
void nodes_order(const uint8_t order[]);

/* Returns the physical node on which a node is placed. */
uint32_t node_place(const struct node *node);

/* Return the node on core `core`, 0 .. node_cores - 1, and the calling node. Core `node_cores` has
 * no node (kernel/parts/part.h). */
struct node *node_at(uint32_t core);

static inline struct node *node_self(void) {
    return (struct node *)read_tpidr_el1();
}

/* Sets the number of nodes, a power of two, and of those that run the program. Nodes from number
 * `first` on are on the `cores` cores of this machine. */
void nodes_count(uint32_t count, uint32_t ranks, uint32_t first, uint32_t cores);

/* The pages that nodes need: nodes_record_pages in a row for all records, nodes_stack_pages in a
 * row for each kernel stack, and at most nodes_table_pages single pages for the tables of `stacks`
 * stacks. */
size_t nodes_record_pages(void);
size_t nodes_stack_pages(void);
size_t nodes_table_pages(uint32_t stacks);

/* Makes the records and the kernel stacks of all nodes. Returns false when memory is short. */
bool nodes_start(void);

/* Makes the kernel stack of *node, below which a page is not mapped. Returns false when memory is
 * short. */
bool node_map_stack(struct node *node);

/* Makes the calling core run as *node. It keeps its stack until it enters its process. */
void node_become(struct node *node);

#endif
