/* fault MISDEED [all | alone]: the last node does one thing that no process may do, while the
 * others wait for a message from it, or do it too, or end. Every function here is named after what
 * it does: the report must name it. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"
#include "net/system.h"

#define KERNEL_TEXT  UINT64_C(0xffffffc000000000) /* linker.ld */
#define KERNEL_STACK UINT64_C(0xffffff9000001000)
#define NO_ADDRESS   UINT64_C(0x0000800000000000) /* in neither half */
#define UNMAPPED     UINT64_C(0x0000002000000000)

/* Loads and stores by one instruction, of which the compiler knows nothing. */
static void read_word(uint64_t address) {
    __asm__ volatile("ldr wzr, [%0]" ::"r"(address) : "memory");
}

static void write_word(uint64_t address) {
    __asm__ volatile("str wzr, [%0]" ::"r"(address) : "memory");
}

/* ---- Data ---- */

static void read_null(void) {
    read_word(8);
}

static void read_unmapped(void) {
    read_word(UNMAPPED);
}

static void read_no_address(void) {
    read_word(NO_ADDRESS);
}

static void read_kernel(void) {
    read_word(KERNEL_TEXT);
}

/* The physical address of the console. */
static void write_device(void) {
    write_word(0x9000000);
}

static void write_kernel(void) {
    write_word(KERNEL_TEXT);
}

static void write_kernel_stack(void) {
    write_word(KERNEL_STACK);
}

static void write_text(void) {
    write_word((uint64_t)write_text);
}

static const char constant[64] = "constant";

static void write_constant(void) {
    write_word((uint64_t)constant);
}

static void write_node_page(void) {
    write_word(CUBE_NODE_PAGE_ADDRESS);
}

/* This one has to be run with a file. */
static void write_given_file(void) {
    write_word(system_node_page()->files);
}

static void write_incoming_control(void) {
    write_word(system_node_page()->incoming[0]);
}

static void write_incoming_slot(void) {
    write_word(system_node_page()->incoming[0] + CUBE_SLOTS_DISTANCE);
}

static void write_alias_of_incoming(void) {
    write_word(system_node_page()->incoming[0] + system_node_page()->alias);
}

static void read_before_window(void) {
    read_word(system_node_page()->outgoing[0] - 4);
}

static void read_behind_window(void) {
    const struct cube_node_page *page = system_node_page();
    uint64_t bytes = (uint64_t)page->direct_bytes + page->routed_bytes;
    bytes = (bytes + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES * CUBE_PAGE_BYTES;
    read_word(page->incoming[0] + CUBE_SLOTS_DISTANCE + bytes);
}

static void write_behind_heap(void) {
    write_word((uint64_t)sbrk(0) + (UINT64_C(12) << 20));
}

static void zero_text_line(void) {
    __asm__ volatile("dc zva, %0" ::"r"(write_text) : "memory");
}

static void misaligned_exclusive(void) {
    static uint32_t words[2];
    uint32_t value;
    __asm__ volatile("ldxr %w0, [%1]" : "=r"(value) : "r"((char *)words + 1) : "memory");
}

/* ---- The stack ---- */

static volatile int deepest = 1 << 30;

static int overflow_stack(int depth) {
    volatile char room[512];
    room[0] = (char)depth;
    return depth == deepest ? 0 : overflow_stack(depth + 1) + room[0];
}

static void overflow(void) {
    deepest = overflow_stack(0);
}

static void overflow_at_once(void) {
    volatile char room[128 << 20]; /* more than the stack, less than its guard */
    room[deepest % 2] = 1;
    deepest = room[1];
}

static void lose_stack_pointer(void) {
    __asm__ volatile("mov x0, #0\n mov sp, x0\n str x0, [sp, #-16]!" ::: "x0", "memory");
}

/* ---- Instructions ---- */

/* Volatile: a compiler that knows the address knows that this must not happen. */
static void execute_address(uint64_t address) {
    uint64_t volatile target = address;
    ((void (*)(void))target)();
}

static void execute_null(void) {
    execute_address(0);
}

static void execute_kernel(void) {
    execute_address(KERNEL_TEXT);
}

static void execute_odd_address(void) {
    execute_address((uint64_t)execute_odd_address + 2);
}

static const uint32_t return_instruction = 0xd65f03c0;

static void execute_stack(void) {
    uint32_t code[4];
    memcpy(code, &return_instruction, sizeof return_instruction);
    execute_address((uint64_t)code);
}

static void execute_data(void) {
    static volatile uint32_t code[4] = {0xd65f03c0};
    execute_address((uint64_t)code);
}

static void execute_heap(void) {
    uint32_t *code = calloc(4, sizeof *code);
    if (code)
        *code = return_instruction;
    execute_address((uint64_t)code);
}

static void execute_constant(void) {
    execute_address((uint64_t)&return_instruction);
}

static void execute_link(void) {
    execute_address(system_node_page()->outgoing[0]);
}

static void execute_undefined(void) {
    __asm__ volatile("udf #0");
}

static void execute_breakpoint(void) {
    __asm__ volatile("brk #1");
}

static void read_privileged_register(void) {
    __asm__ volatile("mrs x0, sctlr_el1" ::: "x0");
}

static void write_privileged_register(void) {
    __asm__ volatile("msr ttbr0_el1, x0");
}

static void set_timer(void) {
    __asm__ volatile("msr cntv_ctl_el0, x0");
}

/* ICC_SGI1R_EL1: a doorbell without the kernel. */
static void send_interrupt(void) {
    __asm__ volatile("msr s3_0_c12_c11_5, x0");
}

static void drop_translations(void) {
    __asm__ volatile("tlbi vmalle1");
}

static void drop_cache_line(void) {
    register uint64_t x0 __asm__("x0") = CUBE_NODE_PAGE_ADDRESS;
    __asm__ volatile("dc civac, %0" ::"r"(x0));
}

static void unmask_interrupts(void) {
    __asm__ volatile("msr daifclr, #15");
}

static void sleep_alone(void) {
    __asm__ volatile("wfi");
}

static void call_hypervisor(void) {
    __asm__ volatile("hvc #0");
}

/* PSCI's SYSTEM_OFF: would end the machine with status 0. */
static void call_firmware(void) {
    __asm__ volatile("mov w0, #0x84000000\n add w0, w0, #8\n smc #0" ::: "x0");
}

static void return_from_exception(void) {
    __asm__ volatile("eret");
}

/* Semihosting's SYS_EXIT_EXTENDED: would end the emulator with status 42. */
static void call_host(void) {
    static const uint64_t exit_reason[] = {0x20026, 42};
    register uint64_t operation __asm__("x0") = 0x20;
    register const uint64_t *argument __asm__("x1") = exit_reason;
    __asm__ volatile("hlt #0xf000" : "+r"(operation) : "r"(argument) : "memory");
}

/* ---- Faults with registers that the report has to distrust ---- */

/* Sets the frame pointer and the thread pointer, then executes an undefined instruction. */
static void fault_with(uint64_t frame, uint64_t thread) {
    __asm__ volatile("msr tpidr_el0, %1\n mov x29, %0\n udf #0" ::"r"(frame), "r"(thread)
                     : "memory");
}

static void circular_frames(void) {
    static uint64_t record[2];
    record[0] = (uint64_t)record;
    record[1] = (uint64_t)circular_frames;
    fault_with((uint64_t)record, 0);
}

static void descending_frames(void) {
    static uint64_t record[4] = {0, (uint64_t)1, 0, (uint64_t)1};
    record[2] = (uint64_t)record;
    fault_with((uint64_t)&record[2], 0);
}

static void frames_in_the_kernel(void) {
    fault_with(KERNEL_STACK, 0);
}

static void frames_in_no_half(void) {
    fault_with(NO_ADDRESS, 0);
}

static void frames_across_an_end(void) {
    fault_with(CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES - 8, 0);
}

/* The thread pointer is the process's own: what the kernel's library finds its variables by is
 * not this one. Where the pointer leads to an address that is not mapped, or is read-only, a
 * kernel that used it would panic. */
static void thread_in_kernel_text(void) {
    fault_with(0, KERNEL_TEXT);
}

static void thread_in_no_half(void) {
    fault_with(0, NO_ADDRESS);
}

static void thread_at_the_top(void) {
    fault_with(0, ~UINT64_C(0));
}

/* ---- Ends that are no exceptions ---- */

static void call_abort(void) {
    abort();
}

static void fail_assertion(void) {
    assert(cube_nodes() == 0);
}

static void return_three(void) {
    exit(3);
}

static const struct {
    const char *name;
    void (*commit)(void);
} misdeeds[] = {
#define MISDEED(name)                                                                              \
    { #name, name }
    MISDEED(read_null),
    MISDEED(read_unmapped),
    MISDEED(read_no_address),
    MISDEED(read_kernel),
    MISDEED(write_device),
    MISDEED(write_kernel),
    MISDEED(write_kernel_stack),
    MISDEED(write_text),
    MISDEED(write_constant),
    MISDEED(write_node_page),
    MISDEED(write_given_file),
    MISDEED(write_incoming_control),
    MISDEED(write_incoming_slot),
    MISDEED(write_alias_of_incoming),
    MISDEED(read_before_window),
    MISDEED(read_behind_window),
    MISDEED(write_behind_heap),
    MISDEED(zero_text_line),
    MISDEED(misaligned_exclusive),
    MISDEED(overflow),
    MISDEED(overflow_at_once),
    MISDEED(lose_stack_pointer),
    MISDEED(execute_null),
    MISDEED(execute_kernel),
    MISDEED(execute_odd_address),
    MISDEED(execute_stack),
    MISDEED(execute_data),
    MISDEED(execute_heap),
    MISDEED(execute_constant),
    MISDEED(execute_link),
    MISDEED(execute_undefined),
    MISDEED(execute_breakpoint),
    MISDEED(read_privileged_register),
    MISDEED(write_privileged_register),
    MISDEED(set_timer),
    MISDEED(send_interrupt),
    MISDEED(drop_translations),
    MISDEED(drop_cache_line),
    MISDEED(unmask_interrupts),
    MISDEED(sleep_alone),
    MISDEED(call_hypervisor),
    MISDEED(call_firmware),
    MISDEED(return_from_exception),
    MISDEED(call_host),
    MISDEED(circular_frames),
    MISDEED(descending_frames),
    MISDEED(frames_in_the_kernel),
    MISDEED(frames_in_no_half),
    MISDEED(frames_across_an_end),
    MISDEED(thread_in_kernel_text),
    MISDEED(thread_in_no_half),
    MISDEED(thread_at_the_top),
    MISDEED(call_abort),
    MISDEED(fail_assertion),
    MISDEED(return_three),
};

static int watch(const char *others) {
    char message;
    if (others && strcmp(others, "alone") == 0)
        return 0;
    return cube_recv(cube_nodes() - 1, &message, 1);
}

int main(int argc, char *argv[]) {
    const char *others = argc > 2 ? argv[2] : NULL;
    bool guilty = cube_node() == cube_nodes() - 1 || (others && strcmp(others, "all") == 0);
    for (size_t i = 0; i < sizeof misdeeds / sizeof misdeeds[0]; i++) {
        if (argc < 2 || strcmp(argv[1], misdeeds[i].name) != 0)
            continue;
        if (!guilty)
            return watch(others);
        misdeeds[i].commit();
        printf("nothing happened\n");
        return 99;
    }
    fprintf(stderr, "fault: no such misdeed\n");
    return 98;
}
