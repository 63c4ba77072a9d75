/* The registers of a process, as kernel/vectors.S saves them when it enters the kernel. */
#ifndef KERNEL_TRAP_FRAME_H
#define KERNEL_TRAP_FRAME_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/node_offsets.h"

struct trap_frame {
    uint64_t x[31];
    uint64_t sp;
    uint64_t pc;
    uint64_t state;  /* SPSR_EL1: flags, mode, interrupt masks */
    uint64_t thread; /* TPIDR_EL0 */
    uint64_t floating_point_control;
    uint64_t floating_point_status;
    uint64_t unused;
    uint64_t v[32][2];
};
static_assert(offsetof(struct trap_frame, x) == FRAME_X, "as the assembly has it");
static_assert(offsetof(struct trap_frame, sp) == FRAME_SP, "as the assembly has it");
static_assert(offsetof(struct trap_frame, pc) == FRAME_PC, "as the assembly has it");
static_assert(offsetof(struct trap_frame, state) == FRAME_STATE, "as the assembly has it");
static_assert(offsetof(struct trap_frame, thread) == FRAME_THREAD, "as the assembly has it");
static_assert(offsetof(struct trap_frame, floating_point_control) == FRAME_CONTROL,
              "as the assembly has it");
static_assert(offsetof(struct trap_frame, floating_point_status) == FRAME_STATUS,
              "as the assembly has it");
static_assert(offsetof(struct trap_frame, v) == FRAME_V, "as the assembly has it");
static_assert(sizeof(struct trap_frame) == FRAME_BYTES, "as the assembly has it");

/* Enters the process with the registers in *frame, which lies at the top of the kernel stack of the
 * node. Defined in kernel/vectors.S. */
_Noreturn void process_enter(struct trap_frame *frame);

#endif
