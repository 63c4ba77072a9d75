/* Instructions that are carried out with a test's own values in all registers of a process. */
#ifndef TESTS_REGISTERS_H
#define TESTS_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

struct registers {
    uint64_t v[32][2];
    uint64_t x[31];
    uint64_t thread, control, status, flags;
};

/* FPCR: rounding towards zero, flushing to zero, default NaNs. FPSR: all cumulative flags. */
#define STRANGE_CONTROL UINT64_C(0x03c00000)
#define STRANGE_STATUS  UINT64_C(0x0800009f)
#define STRANGE_FLAGS   UINT64_C(0xf0000000)

_Static_assert(offsetof(struct registers, x) == 512, "as the assembly has it");
_Static_assert(offsetof(struct registers, thread) == 760, "as the assembly has it");
_Static_assert(offsetof(struct registers, flags) == 784, "as the assembly has it");

/* The numbers of x0 to x28, and with three more those of v0 to v31. */
#define TO_28                                                                                      \
    "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, "   \
    "25, 26, 27, 28"

/* Defines name(before, after): loads all registers from *before, carries out the instructions, and
 * stores all to *after. Thread pointer, FPCR and the callee's registers are the caller's again on
 * return. */
#define WITH_REGISTERS(name, instructions)                                                         \
    void name(const struct registers *before, struct registers *after);                            \
    __asm__(".text\n.type " #name ", %function\n" #name ":\n"                                      \
            "sub sp, sp, #208\n"                                                                   \
            "stp x19, x20, [sp]\n stp x21, x22, [sp, #16]\n stp x23, x24, [sp, #32]\n"             \
            "stp x25, x26, [sp, #48]\n stp x27, x28, [sp, #64]\n stp x29, x30, [sp, #80]\n"        \
            "stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"                                   \
            "stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"                                \
            "mrs x2, tpidr_el0\n mrs x3, fpcr\n stp x2, x3, [sp, #160]\n"                          \
            "str x1, [sp, #176]\n mov x29, x0\n"                                                   \
            "add x4, x29, #760\n ldp x0, x1, [x4]\n ldp x2, x3, [x4, #16]\n"                       \
            "msr tpidr_el0, x0\n msr fpcr, x1\n msr fpsr, x2\n msr nzcv, x3\n"                     \
            ".irp n, " TO_28 ", 29, 30, 31\n ldr q\\n, [x29, #16 * \\n]\n .endr\n"                 \
            ".irp n, " TO_28 "\n ldr x\\n, [x29, #512 + 8 * \\n]\n .endr\n"                        \
            "ldr x30, [x29, #752]\n ldr x29, [x29, #744]\n" instructions "\n"                      \
            "stp x29, x30, [sp, #184]\n ldr x29, [sp, #176]\n"                                     \
            ".irp n, " TO_28 ", 29, 30, 31\n str q\\n, [x29, #16 * \\n]\n .endr\n"                 \
            ".irp n, " TO_28 "\n str x\\n, [x29, #512 + 8 * \\n]\n .endr\n"                        \
            "ldp x0, x1, [sp, #184]\n str x0, [x29, #744]\n str x1, [x29, #752]\n"                 \
            "mrs x0, tpidr_el0\n mrs x1, fpcr\n mrs x2, fpsr\n mrs x3, nzcv\n"                     \
            "add x4, x29, #760\n stp x0, x1, [x4]\n stp x2, x3, [x4, #16]\n"                       \
            "ldp x2, x3, [sp, #160]\n msr tpidr_el0, x2\n msr fpcr, x3\n"                          \
            "ldp x19, x20, [sp]\n ldp x21, x22, [sp, #16]\n ldp x23, x24, [sp, #32]\n"             \
            "ldp x25, x26, [sp, #48]\n ldp x27, x28, [sp, #64]\n ldp x29, x30, [sp, #80]\n"        \
            "ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n"                                   \
            "ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"                                \
            "add sp, sp, #208\n ret\n"                                                             \
            ".size " #name ", . - " #name "\n")

#endif
