#include "board/firmware.h"

#include "board/registers.h"
#include "board/virt/devices.h"

/* Calls the firmware by the SMC calling convention: the function and its arguments go to x0 to x3,
 * the result comes in x0, and x4 to x17 are lost. */
#define FIRMWARE_CALL(instructions, x0, x1, x2, x3)                                                \
    __asm__ volatile(instructions                                                                  \
                     : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3)                                      \
                     :                                                                             \
                     : "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",      \
                       "x15", "x16", "x17", "memory")

/* Ids of PSCI 0.2, as devices.c has others. */
#define PSCI_CPU_OFF          0x84000002u
#define PSCI_AFFINITY_INFO_64 0xc4000004u

static int64_t call(uint64_t function, uint64_t first, uint64_t second, uint64_t third) {
    register uint64_t x0 __asm__("x0") = function;
    register uint64_t x1 __asm__("x1") = first;
    register uint64_t x2 __asm__("x2") = second;
    register uint64_t x3 __asm__("x3") = third;
    if (devices.psci == PSCI_HVC)
        FIRMWARE_CALL("hvc #0", x0, x1, x2, x3);
    else
        FIRMWARE_CALL("smc #0", x0, x1, x2, x3);
    return (int32_t)x0;
}

int firmware_start_core(uint64_t affinity, uint64_t entry, uint64_t context) {
    const int not_supported = -1; /* NOT_SUPPORTED in PSCI */
    if (devices.psci == PSCI_NONE)
        return not_supported;
    complete_writes(); /* to what the new core will find; its partner is that core's first reads */
    return (int)call(devices.psci_cpu_on, affinity, entry, context);
}

void firmware_stop_core(void) {
    for (;;)
        call(PSCI_CPU_OFF, 0, 0, 0);
}

bool firmware_is_off(uint64_t affinity) {
    const int64_t off = 1; /* OFF in PSCI */
    return call(PSCI_AFFINITY_INFO_64, affinity, 0, 0) == off;
}

#define CALL_TWICE(call) call "\n\tmov w0, #0x84000000\n\torr w0, w0, #2\n\t" call

void firmware_hand_over(uint64_t affinity, uint64_t entry, uint64_t context) {
    register uint64_t x0 __asm__("x0") = devices.psci_cpu_on;
    register uint64_t x1 __asm__("x1") = affinity;
    register uint64_t x2 __asm__("x2") = entry;
    register uint64_t x3 __asm__("x3") = context;
    complete_writes();
    if (devices.psci == PSCI_HVC)
        FIRMWARE_CALL(CALL_TWICE("hvc #0"), x0, x1, x2, x3);
    else
        FIRMWARE_CALL(CALL_TWICE("smc #0"), x0, x1, x2, x3);
    for (;;) /* the other core has not started */
        wait_for_interrupt();
}

void firmware_power_off(void) {
    if (devices.psci != PSCI_NONE)
        call(devices.psci_system_off, 0, 0, 0);
    for (;;) /* there is no firmware that could switch this machine off */
        wait_for_interrupt();
}
