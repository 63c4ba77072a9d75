/* Forwarding while the program computes. */
#ifndef NET_DETOUR_H
#define NET_DETOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "net/allocate.h"

enum { DETOUR_STACK_BYTES = 4096 };

/* The stack of detours. */
extern uint8_t detour_stack[DETOUR_STACK_BYTES];

extern char library_text_start[], library_text_end[]; /* libc/program.ld */

/* Whether the state of the library is at rest in a process that was at address `at`, with `caller`
 * in x30 (detour.c says why). */
static inline bool detour_is_resting(uintptr_t at, uintptr_t caller) {
    uintptr_t start = (uintptr_t)library_text_start, end = (uintptr_t)library_text_end;
    return !(at >= start && at < end) && !(caller >= start && caller < end) && !net_is_allocating();
}

/* Lets the kernel interrupt the program so that it forwards. Called once, when net has been
 * started. */
void detour_allow(void);

/* Does the same where fault_hooks is set. */
void detour_allow_faults(void);

#endif
