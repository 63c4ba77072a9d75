#include "kernel/cores.h"

#include "board/firmware.h"
#include "board/interrupts.h"
#include "board/registers.h"
#include "kernel/ending.h"
#include "kernel/memory.h"

enum {
    COUNT_NEAR = 1000,         /* nanoseconds by which the counters of two cores may differ */
    COUNT_ATTEMPTS = 100,      /* attempts, after which the counters of a slow host may differ by
                                  more */
    COUNT_ENABLE = 1 << 0,     /* PMCR_EL0.E: the counters run */
    COUNT_LONG = 1 << 6,       /* PMCR_EL0.LC: the cycle counter has 64 bits */
    COUNT_CYCLES = 1u << 31,   /* PMCNTENSET_EL0.C: the cycle counter is one of those that run */
    EL0_READS_CYCLES = 1 << 2, /* PMUSERENR_EL0.CR: a process reads it, and cannot stop it */
    EL0_READS_TIME = 1 << 1,   /* CNTKCTL_EL1.EL0VCTEN: a process reads the virtual counter */
    FEATURE_PAN_SHIFT = 20,    /* ID_AA64MMFR1_EL1.PAN */
    NANOSECONDS = 1000000000,
};

uint64_t cores_ahead, cores_epoch;

static uint32_t root;     /* the boot core's node */
static const void *entry; /* where the firmware starts a core */

uint64_t cores_time(void) {
    uint64_t ticks = read_cntvct_el0(), frequency = read_cntfrq_el0();
    return ticks / frequency * NANOSECONDS + ticks % frequency * NANOSECONDS / frequency;
}

/* Sets the cycle counter to the time that all cores share, so that a program may compare cycles of
 * different nodes; the emulator's cycles are nanoseconds. If the host stops this core in between,
 * the difference shows it, and the counter is set again. */
static void start_cycle_counter(void) {
    write_pmccfiltr_el0(0);
    write_pmcntenset_el0(COUNT_CYCLES);
    write_pmcr_el0(COUNT_ENABLE | COUNT_LONG);
    write_pmuserenr_el0(EL0_READS_CYCLES);
    for (uint32_t attempt = 0; attempt < COUNT_ATTEMPTS; attempt++) {
        uint64_t before = cores_time();
        write_pmccntr_el0(before + cores_ahead);
        if (cores_time() - before < COUNT_NEAR)
            break;
    }
}

void cores_start_this(const struct node *node) {
    write_mdscr_el1(0);
    write_tpidrro_el0(0);
    write_cntkctl_el1(EL0_READS_TIME);
    start_cycle_counter();
    if (read_id_aa64mmfr1_el1() >> FEATURE_PAN_SHIFT & 0xf)
        deny_process_memory();
    interrupts_start_core(node->core);
}

struct node *cores_boot_node(const struct machine *machine, const void *enter_at) {
    entry = enter_at;
    uint64_t affinity = read_mpidr_el1() & MACHINE_AFFINITY;
    for (root = 0; root < node_cores; root++)
        if (machine->affinity[root] == affinity)
            return node_at(root);
    ending_fail(STATUS_PANIC, "device tree: the core that started is missing (0x%lx)",
                (unsigned long)affinity);
}

void cores_start_together(void) {
    static _Atomic uint32_t arrived;
    const struct node *self = node_self();
    /* This addition and the look at `arrived` below are sequentially consistent: a core whose look
     * misses the last arrival still gets the doorbell that follows it. */
    if (atomic_fetch_add(&arrived, 1) + 1 == node_cores) {
        for (uint32_t core = 0; core < node_cores; core++)
            if (core != self->core)
                interrupts_signal(core);
        return;
    }
    /* Each core waits at least once, even if all have arrived: its doorbell comes for certain, and
     * would otherwise end the first sleep of the process. */
    do {
        wait_for_interrupt();
        interrupts_acknowledge();
    } while (atomic_load(&arrived) < node_cores);
}

void cores_start(const struct machine *machine, uint32_t core, struct node *node) {
    int error =
        firmware_start_core(machine->affinity[core], memory_physical(entry), (uint64_t)node);
    if (error)
        ending_fail(STATUS_PANIC, "core %u: does not start (firmware error %d)", (unsigned)core,
                    error);
}

/* Places in the tree are counted from the root, place 0. Place r starts the places r + 2^d for all
 * 2^d > r, in ascending order of d: first the child that has the most cores to start. */
void cores_start_children(const struct machine *machine, const struct node *node) {
    uint32_t place = node->core ^ root;
    uint32_t first = place ? 32 - (uint32_t)__builtin_clz(place) : 0;
    for (uint32_t d = first; node_cores >> d > 1; d++) {
        uint32_t child = node->core ^ 1u << d;
        cores_start(machine, child, node_at(child));
    }
}
