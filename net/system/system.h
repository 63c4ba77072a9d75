/* The system calls of net. A process makes them (net/system/system.c); tests/host does the same
 * where each node is a thread of the host. */
#ifndef NET_SYSTEM_H
#define NET_SYSTEM_H

#include "compiler.h"
#include "cube_abi.h"

/* Returns the read-only node page of the calling node, which is never null and lives as long as the
 * node. */
const struct cube_node_page *system_node_page(void);

/* Sleeps until a watched word differs from its `seen` value, a doorbell rings, or the deadline. May
 * return early: the caller looks again. Returns 0 or a negative errno. */
int system_wait(const struct cube_wait *wait);

/* Wakes the neighbours on a set of dimensions. Returns 0 or a negative errno. */
int system_ring(uint32_t dimensions);

/* Makes each wait watch *rings, which lives as long as the node, instead of words about the routed
 * channel. Returns 0 or a negative errno. */
int system_rings(const struct cube_rings *rings);

/* Hands a record of this node over, of at most CUBE_RECORD_BYTES, if cuberun reads records
 * (net/record/record.h). */
void system_record(const char *text, size_t bytes);

/* Tells the kernel the node's clock. Returns the set of links that have failed, as CUBE_SYS_FAILED
 * does. */
int system_failed(uint64_t clock);

/* Makes the kernel look now and then where this node is: `offset`, `waited` and `hidden` are the
 * arguments of CUBE_SYS_WATCH, and live as long as the node. */
void system_watch(const uint64_t *offset, const uint64_t *waited, const uint32_t *hidden);

/* Records the callers of this, the clock, and the time spent. */
void system_sample(enum cube_sample kind, uint64_t time, uint64_t weight);

/* Writes which functions have called the library, for reports of errors: "exchange (ring.c:12),
 * main (ring.c:40)" and a zero; empty if unknown. */
void system_callers(char text[CUBE_CALLERS_BYTES]);

/* Returns the address in the program to which the current call of the library returns, behind the
 * instruction that called; 0 if unknown, as among nodes of the host. */
uint64_t system_back(void);

/* A function of a layer above net, or null. It is called when the program ends with this status,
 * after the last reading of its clock. Returns the status with which it ends then. */
extern NODE_LOCAL int (*system_at_exit)(int status);

/* The arguments of main, which a layer above net may replace before main is called. They do not
 * exist where the host's C library calls it. */
extern struct system_arguments {
    int count;
    char **words; /* behind them is a null pointer */
} system_arguments;

/* Called when the program kills itself (SIGKILL), instead of ending the machine; or null. Does not
 * return. */
extern NODE_LOCAL void (*system_at_kill)(void);

/* Says that this node's program has died at `clock`, 0 without a clock, and that the others survive
 * it. The program then ends with status 0. */
void system_died(uint64_t clock);

/* Ends the machine, with the programs of all nodes. The exit status is 1 to 255. */
_Noreturn void system_end(uint8_t status);

/* Ends the machine, because this node cannot go on: prints a line of at most 511 characters with
 * the arguments of printf, and calls system_at_abort. */
COLD _Noreturn void system_abort(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a text of at most 511 characters with the arguments of printf, past the C library's
 * stdout, whose buffer stays as it is. */
COLD void system_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The abort of the C library, which sets this: a program may have a handler for it. If it is null,
 * or returns, the kernel ends the machine. */
extern void (*system_at_abort)(void);

/* Passes the turn, so that the emulator runs another core. */
static inline void system_yield(void);

/* Orders this node's writes before its later reads, also in memory of another emulator
 * (kernel/parts/part.h, part_fence). */
static inline void system_fence(void);

/* Returns the calling core's cycle counter, which counts nanoseconds. */
static inline uint64_t system_cycles(void);

/* Returns the counter in whose units the deadline of a wait is given. */
static inline uint64_t system_ticks(void);

#if defined(__aarch64__) && !defined(CUBE_HOST)
static inline void system_yield(void) {
    __asm__ volatile("yield" ::: "memory");
}

static inline uint64_t system_cycles(void) {
    uint64_t cycles;
    __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(cycles)::"memory");
    return cycles;
}

static inline uint64_t system_ticks(void) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
}

static inline void system_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
    system_ticks();
}
#else
#include <sched.h>
#include <time.h>

static inline void system_yield(void) {
    sched_yield();
}

static inline uint64_t system_cycles(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t system_ticks(void) {
    return system_cycles();
}

static inline void system_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
}
#endif

#endif
