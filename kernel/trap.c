#include "kernel/trap.h"

#include "board/firmware.h"
#include "board/host.h"
#include "kernel/clock/turn.h"
#include "kernel/console.h"
#include "kernel/ending.h"
#include "kernel/node.h"
#include "kernel/reports/fault.h"
#include "kernel/reports/syndrome.h"
#include "kernel/system_call.h"
#include "kernel/timer/detour.h"
#include "kernel/timer/sample.h"

void trap_from_process(struct trap_frame *frame) {
    struct node *node = node_self();
    uint64_t syndrome = read_esr_el1();
    uint64_t paused = turn_pause(node);
    sample_stop(node);
    if (syndrome_class(syndrome) == EXCEPTION_SVC)
        frame->x[0] = (uint64_t)system_call(node, frame);
    else if (syndrome_class(syndrome) != EXCEPTION_DATA ||
             !process_touch(&node->process, read_far_el1()))
        fault_report(node, frame, syndrome, read_far_el1());
    sample_go_on(node, paused);
    turn_go_on(node, paused);
}

void trap_interrupt(struct trap_frame *frame) {
    struct node *node = node_self();
    uint64_t paused = turn_pause(node);
    if (turn_enabled) {
        paused -= sample_interrupt(node, frame, paused);
        turn_check_limit();
    } else {
        detour_interrupt(node, frame);
    }
    turn_go_on(node, paused);
}

static const char *const reasons[] = {
    [FATAL_EL1_SYNCHRONOUS] = "a fault in the kernel",
    [FATAL_EL1_INTERRUPT] = "an interrupt in the kernel, although interrupts are masked",
    [FATAL_EL1_ERROR] = "a system error in the kernel",
    [FATAL_EL1_WRONG_STACK] = "an exception in the kernel on a process's stack pointer",
    [FATAL_EL0_INTERRUPT] = "an unexpected fast interrupt in a process",
    [FATAL_EL0_ERROR] = "a system error in a process",
    [FATAL_EL0_32_BIT] = "an exception in 32-bit code",
};

void trap_in_kernel(struct trap_frame *frame, uint32_t reason) {
    uint64_t syndrome = read_esr_el1(), address = read_far_el1();
    if (reason == FATAL_EL1_SYNCHRONOUS && host_trapped(frame->pc))
        firmware_power_off(); /* there is no host that takes an exit status */
    ending_begin_panic();
    console_print("graycube: panic on node %u: %s\n", (unsigned)node_self()->number,
                  reasons[reason]);
    console_print("graycube:   pc 0x%lx sp 0x%lx state 0x%lx syndrome 0x%lx address 0x%lx\n",
                  (unsigned long)frame->pc, (unsigned long)frame->sp, (unsigned long)frame->state,
                  (unsigned long)syndrome, (unsigned long)address);
    for (uint32_t i = 0; i < 30; i += 3)
        console_print("graycube:   x%-2u 0x%016lx  x%-2u 0x%016lx  x%-2u 0x%016lx\n", (unsigned)i,
                      (unsigned long)frame->x[i], (unsigned)i + 1, (unsigned long)frame->x[i + 1],
                      (unsigned)i + 2, (unsigned long)frame->x[i + 2]);
    console_print("graycube:   x30 0x%016lx\n", (unsigned long)frame->x[30]);
    ending_exit(STATUS_PANIC);
}
