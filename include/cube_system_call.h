/* The system call instruction. The calls and their meaning are in cube_abi.h. */
#ifndef CUBE_SYSTEM_CALL_H
#define CUBE_SYSTEM_CALL_H

#include <stdint.h>

#include "cube_abi.h"

#ifdef CUBE_HOST
/* A function of the process itself (kernel/native/system_call.c). */
intptr_t system_call(enum cube_system_call call, uintptr_t first, uintptr_t second,
                     uintptr_t third);

static inline intptr_t system_call_one(enum cube_system_call call, uintptr_t first) {
    return system_call(call, first, 0, 0);
}
#else
/* Makes system call `call`. Its number goes to x8, its arguments to x0, x1 and x2; a call that
 * takes fewer gets 0 for the others. The kernel changes no register but x0. Returns the result,
 * which is at least 0, or a negative errno. */
static inline intptr_t system_call(enum cube_system_call call, uintptr_t first, uintptr_t second,
                                   uintptr_t third) {
    register uintptr_t x8 __asm__("x8") = call;
    register uintptr_t x0 __asm__("x0") = first;
    register uintptr_t x1 __asm__("x1") = second;
    register uintptr_t x2 __asm__("x2") = third;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
    return (intptr_t)x0;
}

/* The same for a frequent call with one argument: x1 and x2 are left as they are. */
static inline intptr_t system_call_one(enum cube_system_call call, uintptr_t first) {
    register uintptr_t x8 __asm__("x8") = call;
    register uintptr_t x0 __asm__("x0") = first;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8) : "memory");
    return (intptr_t)x0;
}
#endif

#endif
