/* What the kernel keeps for one node: a core and the process on it. */
#ifndef KERNEL_NODE_H
#define KERNEL_NODE_H

#include "board/registers.h"
#include "cube_abi.h"
#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

/* Room for the C library's thread-local storage; linker.ld sees that it suffices. */
#define NODE_THREAD_BYTES 256

enum {
    CONSOLE_LINE_BYTES = 2048, /* the longest line that is never torn, without its end */
    CONSOLE_TEXT_BYTES = 512,  /* the longest text that console_print makes at once */
};

/* What a process has written and the console has not printed: of a line that is not complete. */
struct console_line {
    uint32_t bytes;
    char text[CONSOLE_LINE_BYTES + sizeof "\n" - 1];
};

enum sleep_state {
    SLEEP_AWAKE,
    SLEEP_ASLEEP, /* whoever makes it awake also wakes the core */
    SLEEP_RUNG    /* awake, and its next sleep returns at once */
};

struct sleeper {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t state; /* enum sleep_state */
    struct cube_wait wait;                            /* the last one; of a sleeping node, why */
};

struct node {
    uint64_t stack_top;      /* of the kernel stack, empty while the process runs */
    uint64_t thread_pointer; /* TPIDR_EL0 while the kernel runs */
    struct trap_frame fatal; /* registers at a trap in the kernel */
    uint32_t number;         /* 0 .. nodes - 1; the core's place in the device tree */
    struct process process;
    struct sleeper sleeper;
    struct {
        bool waits;  /* for its turn, until its wait can end */
        bool rung;   /* its wait ends, or its next one */
        bool halted; /* its core has halted, and is to be signalled when its turn comes */
    } turn;
    struct console_line line;
    char text[CONSOLE_TEXT_BYTES]; /* where console_print formats */
    _Alignas(16) uint8_t thread[NODE_THREAD_BYTES];
};
static_assert(offsetof(struct node, stack_top) == NODE_STACK_TOP, "as the assembly has it");
static_assert(offsetof(struct node, thread_pointer) == NODE_THREAD_POINTER,
              "as the assembly has it");
static_assert(offsetof(struct node, fatal) == NODE_FATAL, "as the assembly has it");

/* The node that the boot core is until it knows which one it is. */
extern struct node boot_node;

/* The number of nodes, and the cube's dimension. */
extern uint32_t node_count, node_dimension;

/* Node `number`, 0 .. node_count - 1, and the one that runs this. */
struct node *node_at(uint32_t number);

static inline struct node *node_self(void) {
    return (struct node *)read_tpidr_el1();
}

/* Settles that there are `count` nodes, a power of two. */
void nodes_count(uint32_t count);

/* Pages that nodes_start takes: in one run for all records, in one for each node's kernel stack,
 * and at most so many, one by one, for the tables that map the stacks. */
size_t nodes_record_pages(void);
size_t nodes_stack_pages(void);
size_t nodes_table_pages(void);

/* Makes the records and the kernel stacks of all nodes. Returns false when memory is short. */
bool nodes_start(void);

/* Makes the calling core run as *node: its record and the C library's thread-local storage. Its
 * stack is changed only when a process enters it. */
void node_become(struct node *node);

#endif
