/* The system call instruction. */
#ifndef LIBC_SYSTEM_H
#define LIBC_SYSTEM_H

#include <stdint.h>

#include "cube_abi.h"

/* Makes system call `call`: its number in x8, its arguments in x0, x1, x2 (0 where it takes fewer).
 * The kernel changes no register but x0. Returns the result: >= 0, or a negative errno. */
static inline intptr_t system_call(enum cube_system_call call, uintptr_t first, uintptr_t second,
                                   uintptr_t third) {
    register uintptr_t x8 __asm__("x8") = call;
    register uintptr_t x0 __asm__("x0") = first;
    register uintptr_t x1 __asm__("x1") = second;
    register uintptr_t x2 __asm__("x2") = third;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
    return (intptr_t)x0;
}

/* Sets the register from which the compiler's code counts the addresses of thread-local variables.
 */
static inline void system_set_thread_pointer(const void *pointer) {
    __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
}

#endif
