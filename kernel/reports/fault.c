#include "kernel/reports/fault.h"

#include "kernel/console.h"
#include "kernel/ending.h"
#include "kernel/image.h"
#include "kernel/node.h"
#include "kernel/reports/backtrace.h"
#include "kernel/reports/called.h"
#include "kernel/reports/region.h"
#include "kernel/reports/syndrome.h"

static _Noreturn void end(const struct node *node, const struct trap_frame *frame, uint8_t signal) {
    backtrace_print(&node->process, frame);
    ending_exit((uint8_t)(STATUS_SIGNAL + signal));
}

static void begin(struct node *node) {
    console_flush(node);
    ending_begin();
}

/* ---- Addresses ---- */

static bool overflowed_stack(const struct process *process, uint64_t address) {
    return address < process->stack_bottom &&
           address >= process->stack_bottom - PROCESS_STACK_GUARD;
}

static void report_data(struct node *node, uint64_t syndrome, uint64_t address) {
    const struct process *process = &node->process;
    const char *did = syndrome_is_write(syndrome) ? "wrote to" : "read";
    const char *what = "an unmapped address";
    if (syndrome_is_alignment(syndrome))
        what = "a misaligned address";
    else if (address >= PROCESS_END)
        what = "memory that is not the program's";
    else if (syndrome_is_permission(syndrome))
        what = "read-only memory";
    if (process_untouched(process, address))
        console_print("graycube: %s: not enough memory for %s, address 0x%lx (increase --memory)\n",
                      called(node->number).text, region_name(process, address),
                      (unsigned long)address);
    else if (overflowed_stack(process, address))
        console_print("graycube: %s: stack overflow: %s 0x%lx, below its stack of %lu KiB "
                      "(increase --memory stack=BYTES)\n",
                      called(node->number).text, did, (unsigned long)address,
                      (unsigned long)(PROCESS_STACK_TOP - process->stack_bottom) / 1024);
    else
        console_print("graycube: %s: %s %s (%s), address 0x%lx\n", called(node->number).text, did,
                      what, region_name(process, address), (unsigned long)address);
    if (process->heap_needs && address < PROCESS_PROGRAM_LOWEST)
        console_print("graycube:   its heap of %lu KiB was full when the program asked for memory "
                      "(increase %s)\n",
                      (unsigned long)(process->heap_end - program_image.elf.end) / 1024,
                      process->heap_needs);
}

static void report_fetch(struct node *node, uint64_t syndrome, uint64_t address) {
    const char *what = "jumped to an unmapped address";
    if (address >= PROCESS_END || syndrome_is_permission(syndrome))
        what = "executed memory that is not code";
    console_print("graycube: %s: %s (%s), address 0x%lx\n", called(node->number).text, what,
                  region_name(&node->process, address), (unsigned long)address);
}

/* ---- Instructions (Arm ARM, C4.1) ---- */

#ifdef __ARM_FEATURE_ATOMICS
#define LACKS_ATOMICS false
#else
#define LACKS_ATOMICS true
#endif

/* Whether it is one of Armv8.1 that reads and writes memory as one: an operation or an exchange, a
 * comparison and an exchange, or that of a pair. */
static bool is_atomic(uint32_t instruction) {
    return (instruction & 0x3f200c00) == 0x38200000 || (instruction & 0x3fa07c00) == 0x08a07c00 ||
           (instruction & 0xbfa07c00) == 0x08207c00;
}

static const char *instruction_kind(uint32_t instruction) {
    if ((instruction & 0xffe0001f) == 0xd4400000)
        return "executed HLT, a semihosting call, which programs may not make";
    if ((instruction & 0xffe0001c) == 0xd4000000)
        return "executed HVC or SMC, which programs may not";
    if ((instruction & 0xffc00000) == 0xd5000000)
        return "executed a privileged instruction";
    if (LACKS_ATOMICS && is_atomic(instruction))
        return "executed an atomic instruction of Armv8.1, which these cores lack (cubecc "
               "-mcpu=cortex-a53 compiles without)";
    return "executed an undefined instruction";
}

static void report_instruction(struct node *node, const struct trap_frame *frame) {
    uint32_t instruction = 0;
    process_read(&node->process, &instruction, frame->pc, sizeof instruction);
    console_print("graycube: %s: %s (0x%08x), address 0x%lx\n", called(node->number).text,
                  instruction_kind(instruction), (unsigned)instruction, (unsigned long)frame->pc);
}

/* ---- Everything ---- */

static void report_words(struct node *node, const char *words, uint64_t address) {
    console_print("graycube: %s: %s, address 0x%lx\n", called(node->number).text, words,
                  (unsigned long)address);
}

void fault_report(struct node *node, const struct trap_frame *frame, uint64_t syndrome,
                  uint64_t address) {
    begin(node);
    switch (syndrome_class(syndrome)) {
    case EXCEPTION_DATA:
        report_data(node, syndrome, address);
        end(node, frame, SIGNAL_ADDRESS);
    case EXCEPTION_FETCH:
        report_fetch(node, syndrome, address);
        end(node, frame, SIGNAL_ADDRESS);
    case EXCEPTION_PC_ALIGNMENT:
        report_words(node, "jumped to a misaligned address", frame->pc);
        end(node, frame, SIGNAL_ADDRESS);
    case EXCEPTION_SP_ALIGNMENT:
        report_words(node, "used a misaligned stack pointer", frame->sp);
        end(node, frame, SIGNAL_ADDRESS);
    case EXCEPTION_BREAKPOINT:
        report_words(node, "executed a breakpoint (BRK)", frame->pc);
        end(node, frame, SIGNAL_BREAKPOINT);
    case EXCEPTION_FLOATING_POINT:
        report_words(node, "trapped a floating-point exception", frame->pc);
        end(node, frame, SIGNAL_ARITHMETIC);
    default: /* an instruction that is undefined, privileged, or of an extension that is off */
        report_instruction(node, frame);
        end(node, frame, SIGNAL_UNDEFINED);
    }
}

void fault_report_abort(struct node *node, const struct trap_frame *frame, uint8_t signal) {
    begin(node);
    if (signal == SIGNAL_ABORT)
        console_print("graycube: %s: aborted\n", called(node->number).text);
    else
        console_print("graycube: %s: ended by its own signal %u\n", called(node->number).text,
                      (unsigned)signal);
    backtrace_print_outside(&node->process, frame);
    ending_exit((uint8_t)(STATUS_SIGNAL + signal));
}
