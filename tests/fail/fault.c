/* fault MISDEED [all | alone]: the last node commits one fault, while the others wait for a message
 * from it, or do the same, or end. Every function here is named after its fault: the report must
 * name it. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"
#include "net/clock/time.h"
#include "net/system/system.h"

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

static void read_behind_window(void) {
    const struct cube_node_page *page = system_node_page();
    uint64_t bytes = (uint64_t)page->direct_bytes + page->routed_bytes;
    bytes = (bytes + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES * CUBE_PAGE_BYTES;
    read_word(page->incoming[0] + CUBE_SLOTS_DISTANCE + bytes);
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

static void overflow_at_once(void) {
    volatile char room[128 << 20]; /* more than the stack, less than its guard */
    room[deepest % 2] = 1;
    deepest = room[1];
}

/* ---- Instructions ---- */

/* Volatile: a compiler that knows the address knows that this must not happen. */
static void execute_address(uint64_t address) {
    uint64_t volatile target = address;
    ((void (*)(void))target)();
}

static const uint32_t return_instruction = 0xd65f03c0;

static void execute_heap(void) {
    uint32_t *code = calloc(4, sizeof *code);
    if (code)
        *code = return_instruction;
    execute_address((uint64_t)code);
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

/* The misdeeds that are one statement. */
#define STATEMENTS(X)                                                                              \
    /* ---- Data ---- */                                                                           \
    X(read_null, read_word(8))                                                                     \
    X(read_unmapped, read_word(UNMAPPED))                                                          \
    X(read_no_address, read_word(NO_ADDRESS))                                                      \
    /* The console: */                                                                             \
    X(write_device, write_word(0x9000000))                                                         \
    X(write_kernel, write_word(KERNEL_TEXT))                                                       \
    X(write_text, write_word((uint64_t)write_text))                                                \
    X(write_node_page, write_word(CUBE_NODE_PAGE_ADDRESS))                                         \
    /* This one has to be run with a file: */                                                      \
    X(write_given_file, write_word(system_node_page()->files))                                     \
    X(write_incoming_control, write_word(system_node_page()->incoming[0]))                         \
    X(write_alias_of_incoming,                                                                     \
      write_word(system_node_page()->incoming[0] + system_node_page()->alias))                     \
    X(write_behind_heap, write_word((uint64_t)sbrk(0) + (UINT64_C(12) << 20)))                     \
    X(zero_text_line, __asm__ volatile("dc zva, %0" ::"r"(write_text) : "memory"))                 \
    /* ---- The stack ---- */                                                                      \
    X(overflow, deepest = overflow_stack(0))                                                       \
    X(lose_stack_pointer, __asm__ volatile("mov x0, #0\n mov sp, x0\n str x0, [sp, #-16]!" ::      \
                                               : "x0", "memory"))                                  \
    /* ---- Instructions ---- */                                                                   \
    X(execute_null, execute_address(0))                                                            \
    X(execute_kernel, execute_address(KERNEL_TEXT))                                                \
    X(execute_odd_address, execute_address((uint64_t)execute_odd_address + 2))                     \
    X(execute_link, execute_address(system_node_page()->outgoing[0]))                              \
    X(execute_undefined, __asm__ volatile("udf #0"))                                               \
    X(execute_breakpoint, __asm__ volatile("brk #1"))                                              \
    X(read_privileged_register, __asm__ volatile("mrs x0, sctlr_el1" ::: "x0"))                    \
    X(set_timer, __asm__ volatile("msr cntv_ctl_el0, x0"))                                         \
    X(drop_translations, __asm__ volatile("tlbi vmalle1"))                                         \
    X(call_hypervisor, __asm__ volatile("hvc #0"))                                                 \
    X(return_from_exception, __asm__ volatile("eret"))                                             \
    /* ---- Registers that the report has to distrust ---- */                                      \
    X(frames_in_the_kernel, fault_with(KERNEL_STACK, 0))                                           \
    /* A kernel that used the thread pointer would panic here: */                                  \
    X(thread_in_kernel_text, fault_with(0, KERNEL_TEXT))                                           \
    /* ---- Ends that are no exceptions ---- */                                                    \
    X(call_abort, abort())                                                                         \
    X(pass_the_end_of_time, time_set(UINT64_C(3) << 62), cube_time())                              \
    X(fail_assertion, assert(cube_nodes() == 0))                                                   \
    X(return_three, exit(3))

#define DEFINE(name, ...)                                                                          \
    static void name(void) {                                                                       \
        __VA_ARGS__;                                                                               \
    }
STATEMENTS(DEFINE)

static const struct {
    const char *name;
    void (*commit)(void);
} misdeeds[] = {
#define ROW(name, ...) {#name, name},
    {"read_behind_window", read_behind_window},
    {"misaligned_exclusive", misaligned_exclusive},
    {"overflow_at_once", overflow_at_once},
    {"execute_heap", execute_heap},
    {"call_host", call_host},
    {"circular_frames", circular_frames},
    STATEMENTS(ROW)};

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
