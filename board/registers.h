/* System registers and instructions that C has no name for. Logic elsewhere holds no assembly. */
#ifndef BOARD_REGISTERS_H
#define BOARD_REGISTERS_H

#include <stdint.h>

#define READABLE(name)                                                                             \
    static inline uint64_t read_##name(void) {                                                     \
        uint64_t value;                                                                            \
        __asm__ volatile("mrs %0, " #name : "=r"(value)::"memory");                                \
        return value;                                                                              \
    }
#define WRITABLE(name)                                                                             \
    static inline void write_##name(uint64_t value) {                                              \
        __asm__ volatile("msr " #name ", %0" ::"r"(value) : "memory");                             \
    }

READABLE(mpidr_el1)        /* this core's affinity */
READABLE(tpidr_el1)        /* this node's struct node */
READABLE(esr_el1)          /* what the last exception was */
READABLE(far_el1)          /* the address that caused it */
READABLE(cntvct_el0)       /* the virtual counter, */
READABLE(cntfrq_el0)       /* its ticks in a second */
READABLE(ctr_el0)          /* sizes of cache lines */
READABLE(id_aa64mmfr1_el1) /* features of the memory system */
READABLE(id_aa64isar0_el1) /* features of the instruction set */
READABLE(icc_iar1_el1)     /* acknowledges an interrupt */
READABLE(icc_sre_el1)
WRITABLE(tpidr_el1)
WRITABLE(tpidr_el0)   /* the thread pointer of the C library */
WRITABLE(tpidrro_el0) /* readable by a process */
WRITABLE(ttbr0_el1)   /* the page tables of the process */
WRITABLE(cntkctl_el1) /* which counters a process reads */
WRITABLE(cntv_cval_el0)
WRITABLE(cntv_ctl_el0) /* the virtual timer */
WRITABLE(mdscr_el1)    /* debug */
WRITABLE(pmcr_el0)
WRITABLE(pmccntr_el0) /* the cycle counter */
WRITABLE(pmccfiltr_el0)
WRITABLE(pmcntenset_el0)
WRITABLE(pmuserenr_el0)
WRITABLE(icc_sre_el1)
WRITABLE(icc_pmr_el1)
WRITABLE(icc_igrpen1_el1)
WRITABLE(icc_eoir1_el1)
WRITABLE(icc_sgi1r_el1)

#undef READABLE
#undef WRITABLE

/* Passes the turn: the emulator runs another core. Every wait loop contains it. */
static inline void yield_turn(void) {
    __asm__ volatile("yield" ::: "memory");
}

/* Sleeps until an interrupt is pending, masked or not. The barrier before it completes what this
 * core has written to memory and devices. */
static inline void wait_for_interrupt(void) {
    __asm__ volatile("dsb sy\n\twfi" ::: "memory");
}

/* The virtual timer: pending from when the virtual counter is at `deadline`, until it is stopped.
 */
static inline void timer_start(uint64_t deadline) {
    enum { TIMER_ON = 1 };
    write_cntv_cval_el0(deadline);
    write_cntv_ctl_el0(TIMER_ON);
    __asm__ volatile("isb" ::: "memory"); /* it runs before the core sleeps */
}

static inline void timer_stop(void) {
    write_cntv_ctl_el0(0);
}

/* System registers written before take effect on the instructions after. */
static inline void instruction_barrier(void) {
    __asm__ volatile("isb" ::: "memory");
}

/* Entries written to page tables are seen by this core's and the others' table walks, and by this
 * core's next instructions. Enough where an entry was invalid before: no core holds such a one. */
static inline void tables_changed(void) {
    __asm__ volatile("dsb ishst\n\tisb" ::: "memory");
}

/* Drops all of this core's translations, and no other core's. */
static inline void drop_translations(void) {
    __asm__ volatile("tlbi vmalle1\n\tdsb nsh\n\tisb" ::: "memory");
}

/* Writes the data cache's line of `address` back to where instructions are fetched from. */
static inline void clean_line(const void *address) {
    __asm__ volatile("dc cvau, %0" ::"r"(address) : "memory");
}

/* After clean_line of each line of new instructions: every core fetches them anew. */
static inline void instructions_changed(void) {
    __asm__ volatile("dsb ish\n\tic ialluis\n\tdsb ish\n\tisb" ::: "memory");
}

/* Memory and device writes before it complete before those after. Partner: whatever reads the
 * device's state, or the core that an interrupt wakes. */
static inline void complete_writes(void) {
    __asm__ volatile("dsb sy" ::: "memory");
}

/* From here on the kernel's access to an address of the process is a fault. Only on a core that has
 * the feature. */
static inline void deny_process_memory(void) {
    __asm__ volatile(".arch_extension pan\n\tmsr pan, #1" ::: "memory");
}

#endif
