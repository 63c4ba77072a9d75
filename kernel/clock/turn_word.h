/* The word that says whose turn it is: the address of the excess of the node that runs. */
#ifndef KERNEL_TURN_WORD_H
#define KERNEL_TURN_WORD_H

#include <stdatomic.h>
#include <stdint.h>

typedef _Atomic uint64_t *_Atomic turn_word;

/* Gives the turn to the node with this excess. Partner: the acquire in turn_take. */
static inline void turn_give(turn_word *running, _Atomic uint64_t *excess) {
    atomic_store_explicit(running, excess, memory_order_release);
}

/* Adds `look` to the excess: its instructions, their number, and the registers that they need. On
 * cores without the atomic instructions of Armv8.1, an attempt that another core has disturbed is
 * repeated, and is not counted. */
#ifdef __ARM_FEATURE_ATOMICS
enum { TURN_ADD_INSTRUCTIONS = 1 };
#define TURN_ADD "stadd %[look], [%[excess]]\n"
#define TURN_ADD_CHANGES
#else
enum { TURN_ADD_INSTRUCTIONS = 4 };
#define TURN_ADD                                                                                   \
    "3: ldxr x16, [%[excess]]\n"                                                                   \
    "add x16, x16, %[look]\n"                                                                      \
    "stxr w17, x16, [%[excess]]\n"                                                                 \
    "cbnz w17, 3b\n"
#define TURN_ADD_CHANGES , "x16", "x17"
#endif

/* Waits until it is the turn of the node with the excess `mine`. Each failed look adds the number
 * of its own instructions, from one yield to the next, to the excess of the node whose turn it is.
 * That number has to be known, so the loop is in assembly.
 *
 * From version 8.1 on QEMU gives all cores together the instructions up to its own next timer,
 * which comes every tenth of a second of virtual time. Just before it these are fewer for a core
 * than a look has, and a core may stop in the midst of one: until its next turn up to 4 of its
 * instructions are counted as the running node's, or one too few is. net/clock/time.c keeps clocks
 * from going back by that; docs/guide/measuring.md discusses the error. */
static inline void turn_take(turn_word *running, _Atomic uint64_t *mine) {
    enum { LOOK_INSTRUCTIONS = TURN_ADD_INSTRUCTIONS + 4 };
    uint64_t look = LOOK_INSTRUCTIONS, excess;
    __asm__ volatile("b 2f\n"
                     "1: " TURN_ADD "yield\n"
                     "2: ldar %[excess], [%[running]]\n"
                     "cmp %[excess], %[mine]\n"
                     "b.ne 1b"
                     : [excess] "=&r"(excess)
                     : [running] "r"(running), [mine] "r"(mine), [look] "r"(look)
                     : "cc", "memory" TURN_ADD_CHANGES);
}

#endif
