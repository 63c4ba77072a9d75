#include "kernel/again.h"

#include "board/firmware.h"
#include "board/host.h"
#include "board/registers.h"
#include "kernel/clock/turn.h"
#include "kernel/ending.h"
#include "kernel/host/questions.h"
#include "kernel/memory.h"
#include "kernel/node.h"

enum { HANDLES = 16 }; /* more than the kernel opens at the host, which numbers them from 1 */

static const struct machine *machine;
static uint64_t device_tree;
static const void *boot_entry;

/* Starts the boot core, core 0, which is off like all others. */
static void start_boot_core(void) {
    for (uint32_t core = 0; core + 1 < node_cores; core++)
        while (!firmware_is_off(machine->affinity[core]))
            yield_turn();
    firmware_hand_over(machine->affinity[0], memory_physical(boot_entry), device_tree);
}

static void run_again(void) {
    uint64_t bytes = machine->initrd_end - machine->initrd_start;
    if (!questions_again(memory_at(machine->initrd_start), bytes))
        return;
    for (int64_t handle = 1; handle <= HANDLES; handle++)
        host_close(handle);
    turn_end_all(node_self(), node_at(node_cores - 1), start_boot_core);
}

void again_enable(const struct machine *running, uint64_t tree, const void *entry) {
    machine = running;
    device_tree = tree;
    boot_entry = entry;
    ending_again = run_again;
}
