/* Tricks by which compilers write fewer instructions for the shortest paths, and which change
 * nothing else. What each is worth, in instructions with gcc 12 (`make bench`):
 *
 *     without                 link, half a    cube_send and   calls of 8 bytes
 *                             round trip of   cube_recv of    a block,
 *                             8 bytes         8 bytes         8 nodes
 *     any of them             94.5            128.2           2 to 10 % more
 *     split_lifetime          90.5            124.1           0 to 3 % more
 *     start_of_page           82.5            125.2           2 to 3 % more
 *     keep_apart              81.5            120.2           0 to 3 % more
 *     in_register             80.5            120.2           as many; cube_send and cube_recv of
 *                                                             128 bytes take 1 % more
 *     the register of a jump  80.5            120.2           2 to 4 % more
 *     -fno-schedule-insns     81.5            120.2           0 to 2 % more
 *     with all of them        80.5            120.2
 *
 * The register of a jump is in collectives/run/go_on.h, and the option of the compiler in the
 * Makefile. Calls of 64 nodes differ by about as much. */
#ifndef NET_TRICKS_H
#define NET_TRICKS_H

#include <stdatomic.h>
#include <stdint.h>

/* Makes the compiler compute an address into one register, which all accesses then share. Otherwise
 * compilers spread the computation over the accesses and cannot pair them. */
static inline void *in_register(const void *address) {
    __asm__("" : "+r"(address));
    return (void *)(uintptr_t)address;
}

/* Begins a new lifetime of a variable: the compiler chooses its register anew and forgets its
 * value. Until then an argument stays in the register in which it was passed; otherwise the
 * compiler may move it at the start of the function. */
#define split_lifetime(variable) __asm__("" : "+r"(variable))

/* Keeps accesses to memory before this apart from those after it, so that the compiler can pair
 * accesses that follow each other. Orders nothing between nodes. */
static inline void keep_apart(void) {
    atomic_signal_fence(memory_order_seq_cst);
}

/* Sets a pointer to a variable that begins a page: its address takes one instruction. Other
 * addresses take two, because compilers do not know where in a page the linker will put them. */
#if defined(__aarch64__) && !defined(CUBE_HOST)
#define start_of_page(pointer, variable) __asm__("adrp %0, " #variable : "=r"(pointer))
#else
#define start_of_page(pointer, variable) ((pointer) = (void *)&(variable))
#endif

#endif
