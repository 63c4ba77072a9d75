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

/* Saves x2 .. x30 in the frame at `base`. */
.macro save_general base
    stp x2, x3, [\base, #FRAME_X + 16]
    stp x4, x5, [\base, #FRAME_X + 32]
    stp x6, x7, [\base, #FRAME_X + 48]
    stp x8, x9, [\base, #FRAME_X + 64]
    stp x10, x11, [\base, #FRAME_X + 80]
    stp x12, x13, [\base, #FRAME_X + 96]
    stp x14, x15, [\base, #FRAME_X + 112]
    stp x16, x17, [\base, #FRAME_X + 128]
    stp x18, x19, [\base, #FRAME_X + 144]
    stp x20, x21, [\base, #FRAME_X + 160]
    stp x22, x23, [\base, #FRAME_X + 176]
    stp x24, x25, [\base, #FRAME_X + 192]
    stp x26, x27, [\base, #FRAME_X + 208]
    stp x28, x29, [\base, #FRAME_X + 224]
    str x30, [\base, #FRAME_X + 240]
.endm

/* `operation` stp or ldp: v0 .. v31 of the frame on the stack. */
.macro simd operation
    .irp pair, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
    simd_pair \operation, \pair, %(\pair + 1)
    .endr
.endm
    .altmacro
.macro simd_pair operation, first, second
    \operation q\first, q\second, [sp, #FRAME_V + 16 * \first]
.endm

process_trap:
    sub sp, sp, #FRAME_BYTES
    stp x0, x1, [sp, #FRAME_X]
    save_general sp
    mrs x0, sp_el0
    mrs x1, elr_el1
    stp x0, x1, [sp, #FRAME_SP]
    mrs x0, spsr_el1
    mrs x1, tpidr_el0
    stp x0, x1, [sp, #FRAME_STATE]
    mrs x0, fpcr
    mrs x1, fpsr
    stp x0, x1, [sp, #FRAME_CONTROL]
    simd stp

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
    simd ldp
    ldp x0, x1, [sp, #FRAME_CONTROL]
    msr fpcr, x0
    msr fpsr, x1
    ldp x0, x1, [sp, #FRAME_STATE]
    msr spsr_el1, x0
    msr tpidr_el0, x1
    ldp x0, x1, [sp, #FRAME_SP]
    msr sp_el0, x0
    msr elr_el1, x1
    ldp x2, x3, [sp, #FRAME_X + 16]
    ldp x4, x5, [sp, #FRAME_X + 32]
    ldp x6, x7, [sp, #FRAME_X + 48]
    ldp x8, x9, [sp, #FRAME_X + 64]
    ldp x10, x11, [sp, #FRAME_X + 80]
    ldp x12, x13, [sp, #FRAME_X + 96]
    ldp x14, x15, [sp, #FRAME_X + 112]
    ldp x16, x17, [sp, #FRAME_X + 128]
    ldp x18, x19, [sp, #FRAME_X + 144]
    ldp x20, x21, [sp, #FRAME_X + 160]
    ldp x22, x23, [sp, #FRAME_X + 176]
    ldp x24, x25, [sp, #FRAME_X + 192]
    ldp x26, x27, [sp, #FRAME_X + 208]
    ldp x28, x29, [sp, #FRAME_X + 224]
    ldr x30, [sp, #FRAME_X + 240]
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
    save_general x0
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
