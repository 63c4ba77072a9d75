/* Where the core goes on an exception, and back to the process. Interrupts are never unmasked: an
 * exception of a process is a system call or a fault, and one of the kernel is its end.
 *
 * A process owns every general and SIMD register, FPCR, FPSR and TPIDR_EL0; the kernel's C library
 * uses them all. Each entry saves them in a struct trap_frame on the node's kernel stack, which is
 * empty while the process runs, and gives the library its own.
 */

#include "kernel/node_offsets.h"

    .text

/* One of sixteen entries, 128 bytes each. */
.macro vector target
    .balign 128
    b \target
.endm

    .balign 2048
    .global exception_vectors
exception_vectors:
    // EL1 on the process's stack pointer: never so
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
    vector fatal_process_interrupt
    vector fatal_process_interrupt
    vector fatal_process_error
    // EL0 in 32 bits: never so
    vector fatal_32_bit
    vector fatal_32_bit
    vector fatal_32_bit
    vector fatal_32_bit

/* Both of a pair of registers to or from the frame at `base`: `operation` is stp or ldp. */
    .altmacro
.macro general_pair operation, base, first, second
    \operation x\first, x\second, [\base, #FRAME_X + 8 * \first]
.endm
.macro simd_pair operation, base, first, second
    \operation q\first, q\second, [\base, #FRAME_V + 16 * \first]
.endm

/* x2 .. x29; x0 and x1 are in use while the others go. */
.macro general operation, base
    .irp first, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28
    general_pair \operation, \base, \first, %(\first + 1)
    .endr
.endm

/* v0 .. v31. */
.macro simd operation, base
    .irp first, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
    simd_pair \operation, \base, \first, %(\first + 1)
    .endr
.endm

process_trap:
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

    mrs x0, tpidr_el1
    ldr x0, [x0, #NODE_THREAD_POINTER]
    msr tpidr_el0, x0
    msr fpcr, xzr
    msr fpsr, xzr
    mov x29, #0                             // a backtrace of the kernel ends here
    mov x30, #0
    mov x0, sp
    bl trap_from_process

process_resume:
    simd ldp, sp
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

/* void process_enter(struct trap_frame *frame): leaves the kernel for the process whose registers
 * are in the frame, which ends where the kernel stack does. */
    .global process_enter
process_enter:
    mov sp, x0
    b process_resume

/* The kernel does not survive these. The stack may be what is broken: the registers are saved in
 * struct node, and the report runs on the stack from its top. TPIDRRO_EL0 serves as a place for x0;
 * no process runs after this that could miss it. */
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
    ldr x2, [x1, #NODE_THREAD_POINTER]
    msr tpidr_el0, x2
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
