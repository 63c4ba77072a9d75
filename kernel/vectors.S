/* Exception entry and the return to the process. An exception of a process is a system call, a
 * fault, or an interrupt, if it has a detour (kernel/timer/detour.h). In the kernel interrupts are
 * always masked: an exception there ends the machine.
 *
 * A process owns every general and SIMD register, FPCR, FPSR and TPIDR_EL0. Each entry saves all of
 * them in a struct trap_frame on the node's kernel stack, which is empty while the process runs: the
 * kernel uses the general ones alone, but a detour uses all before the process goes on. */

#include "kernel/node_offsets.h"

/* Debuggers alone read where a frame has what. */
    .cfi_sections .debug_frame

/* C in the kernel is compiled without these registers, and clang's assembler then does not know them. */
    .arch_extension simd
    .text

/* One of sixteen entries, 128 bytes each. */
.macro vector target
    .balign 128
    b \target
.endm

    .balign 2048
    .global exception_vectors
exception_vectors:
    // EL1 on the process's stack pointer, which the kernel never uses
    vector fatal_wrong_stack
    vector fatal_wrong_stack
    vector fatal_wrong_stack
    vector fatal_wrong_stack
    // EL1
    vector fatal_synchronous
    vector fatal_interrupt
    vector fatal_interrupt
    vector fatal_error
    // EL0
    vector process_trap
    vector process_interrupt
    vector fatal_process_interrupt
    vector fatal_process_error
    // EL0 in 32 bits, in which no process runs
    vector fatal_32_bit
    vector fatal_32_bit
    vector fatal_32_bit
    vector fatal_32_bit

/* Stores a pair of registers in the frame at `base` or loads it from there: `operation` is stp or
 * ldp. */
    .altmacro
.macro general_pair operation, base, first, second
    \operation x\first, x\second, [\base, #FRAME_X + 8 * \first]
.endm
.macro simd_pair operation, base, first, second
    \operation q\first, q\second, [\base, #FRAME_V + 16 * \first]
.endm

/* Stores or loads x2 to x29 in this way. x0 and x1 are in use meanwhile. */
.macro general operation, base
    .irp first, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28
    general_pair \operation, \base, \first, %(\first + 1)
    .endr
.endm

/* Stores or loads v0 to v31 in this way. */
.macro simd operation, base
    .irp first, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
    simd_pair \operation, \base, \first, %(\first + 1)
    .endr
.endm

/* Tells debuggers that a register, by DWARF's number (AADWARF64), is in the frame at sp from `place` on. */
.macro saved number, place
    .cfi_offset \number, \place - FRAME_BYTES
.endm

/* Comes from the process into the kernel, and calls `handler` with the frame of its registers. What a
 * debugger is told holds up to the .cfi_endproc that follows: where the handler returns to is part of it. */
.macro enter_kernel handler
    sub sp, sp, #FRAME_BYTES
    stp x0, x1, [sp, #FRAME_X]
    general stp, sp
    str x30, [sp, #FRAME_X + 8 * 30]
    mrs x0, sp_el0
    mrs x1, elr_el1
    stp x0, x1, [sp, #FRAME_SP]
    mrs x0, spsr_el1
    mrs x1, tpidr_el0
    stp x0, x1, [sp, #FRAME_STATE]
    mrs x0, fpcr
    mrs x1, fpsr
    stp x0, x1, [sp, #FRAME_CONTROL]
    simd stp, sp

    .cfi_startproc
    .cfi_signal_frame                       // a debugger's goes on in the process
    .cfi_def_cfa sp, FRAME_BYTES
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
    saved \number, %(FRAME_X + 8 * \number)
    .endr
    saved 31, FRAME_SP
    saved 32, FRAME_PC
    mov x29, #0                             // a backtrace of the kernel ends here
    mov x30, #0
    mov x0, sp
    bl \handler
.endm

process_interrupt:
    enter_kernel trap_interrupt
    b process_resume
    .cfi_endproc

process_trap:
    enter_kernel trap_from_process

process_resume:
    simd ldp, sp
    .cfi_endproc
    ldp x0, x1, [sp, #FRAME_CONTROL]
    msr fpcr, x0
    msr fpsr, x1
    ldp x0, x1, [sp, #FRAME_STATE]
    msr spsr_el1, x0
    msr tpidr_el0, x1
    ldp x0, x1, [sp, #FRAME_SP]
    msr sp_el0, x0
    msr elr_el1, x1
    general ldp, sp
    ldr x30, [sp, #FRAME_X + 8 * 30]
    ldp x0, x1, [sp, #FRAME_X]
    add sp, sp, #FRAME_BYTES
    eret

/* void process_enter(struct trap_frame *frame): see kernel/trap_frame.h. */
    .global process_enter
process_enter:
    mov sp, x0
    b process_resume

/* The kernel does not survive these exceptions. Its stack may be what is broken, so the registers
 * are saved in struct node, and the report begins at the stack's top. x0 is kept in TPIDRRO_EL0 for
 * a moment: no process runs after this that could miss what was there. */
.macro fatal reason
    msr tpidrro_el0, x0
    mrs x0, tpidr_el1
    add x0, x0, #NODE_FATAL
    general stp, x0
    str x30, [x0, #FRAME_X + 8 * 30]
    mrs x2, tpidrro_el0
    stp x2, x1, [x0, #FRAME_X]
    mov x1, sp
    mrs x2, elr_el1
    stp x1, x2, [x0, #FRAME_SP]
    mrs x1, spsr_el1
    mrs x2, tpidr_el0
    stp x1, x2, [x0, #FRAME_STATE]
    mrs x1, tpidr_el1
    ldr x2, [x1, #NODE_STACK_TOP]
    mov sp, x2
    mov x1, #\reason
    b trap_in_kernel
.endm

fatal_wrong_stack:       fatal FATAL_EL1_WRONG_STACK
fatal_synchronous:       fatal FATAL_EL1_SYNCHRONOUS
fatal_interrupt:         fatal FATAL_EL1_INTERRUPT
fatal_error:             fatal FATAL_EL1_ERROR
fatal_process_interrupt: fatal FATAL_EL0_INTERRUPT
fatal_process_error:     fatal FATAL_EL0_ERROR
fatal_32_bit:            fatal FATAL_EL0_32_BIT
