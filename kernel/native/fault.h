/* Faults and aborts of a node. */
#ifndef NATIVE_FAULT_H
#define NATIVE_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/native/trail.h"

/* The fault that has ended a node. */
struct fault {
    int signal;        /* 0: nothing has */
    int code;          /* si_code, where signals have one */
    uintptr_t address; /* that it read, wrote or executed */
    bool wrote, jumped;
    bool overflow;      /* it is near the end of the stack */
    struct trail trail; /* place of the fault, and its callers */
};

/* From now on a fault of this process, a node's, is noted in *fault, for the parent's report, and
 * `last` is called, before the process ends. The handlers have a stack of their own, for the
 * program's may be full. */
void fault_watch(struct fault *fault, void (*last)(void));

#endif
