/* System registers and instructions that C has no name for (Arm ARM, D19). */
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
READABLE(esr_el1)          /* cause of the last exception */
READABLE(far_el1)          /* the address that caused it */
READABLE(cntvct_el0)       /* the virtual counter */
READABLE(cntfrq_el0)       /* its ticks in a second */
READABLE(pmccntr_el0)      /* the cycle counter */
READABLE(ctr_el0)          /* sizes of cache lines */
READABLE(id_aa64mmfr1_el1) /* features of the memory system */
READABLE(id_aa64isar0_el1) /* features of the instruction set */
READABLE(icc_iar1_el1)     /* the number of a pending interrupt, which reading acknowledges */
READABLE(icc_sre_el1)
WRITABLE(tpidr_el1)
WRITABLE(tpidrro_el0) /* readable by a process */
WRITABLE(ttbr0_el1)   /* the page tables of the process */
WRITABLE(cntkctl_el1) /* which counters a process reads */
WRITABLE(cntv_cval_el0)
WRITABLE(cntv_ctl_el0) /* the virtual timer */
WRITABLE(mdscr_el1)    /* debug */
WRITABLE(pmcr_el0)
WRITABLE(pmccntr_el0)
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

/* Lets the emulator run another core. Every loop that waits contains it. */
static inline void yield_turn(void) {
    __asm__ volatile("yield" ::: "memory");
}

/* Sleeps until an interrupt is pending, masked or not. The barrier completes what this core has
 * written to memory and devices before it sleeps. */
static inline void wait_for_interrupt(void) {
    __asm__ volatile("dsb sy\n\twfi" ::: "memory");
}

/* Starts the virtual timer: its interrupt is pending from the moment when the virtual counter
 * reaches `deadline` until the timer is stopped. */
static inline void timer_start(uint64_t deadline) {
    enum { TIMER_ON = 1 };
    write_cntv_cval_el0(deadline);
    write_cntv_ctl_el0(TIMER_ON);
    __asm__ volatile("isb" ::: "memory"); /* so that the timer runs before the core sleeps */
}

static inline void timer_stop(void) {
    write_cntv_ctl_el0(0);
}

/* System registers that were written before this take effect on the instructions after it. */
static inline void instruction_barrier(void) {
    __asm__ volatile("isb" ::: "memory");
}

/* Entries of page tables that were written before this are seen by the table walks of all cores and
 * by this core's next instructions. That is enough where the entries were invalid before, because
 * no core keeps an invalid one. */
static inline void tables_changed(void) {
    __asm__ volatile("dsb ishst\n\tisb" ::: "memory");
}

/* Drops all of this core's translations, and no other core's. */
static inline void drop_translations(void) {
    __asm__ volatile("tlbi vmalle1\n\tdsb nsh\n\tisb" ::: "memory");
}

/* Writes the data cache's line that holds `address` back to where instructions are fetched from. */
static inline void clean_line(const void *address) {
    __asm__ volatile("dc cvau, %0" ::"r"(address) : "memory");
}

/* Writes the data cache's line that holds `address` back to memory, where a core finds it whose
 * caches are off. */
static inline void clean_line_to_memory(const void *address) {
    __asm__ volatile("dc cvac, %0" ::"r"(address) : "memory");
}

/* Returns the physical address of a kernel address, or 0 if it is unmapped. */
static inline uint64_t physical_address(const void *address) {
    enum { FAILED = 1, PAGE_BITS = 12 };
    const uint64_t frame = 0xfffffffff000;
    uint64_t found;
    __asm__ volatile("at s1e1r, %1\n\tisb\n\tmrs %0, par_el1"
                     : "=r"(found)
                     : "r"(address)
                     : "memory");
    return found & FAILED ? 0 : (found & frame) | ((uint64_t)address & ((1 << PAGE_BITS) - 1));
}

/* Wakes the cores that wait for an event: those of a firmware that waits so. */
static inline void send_event(void) {
    __asm__ volatile("sev" ::: "memory");
}

/* Makes every core fetch new instructions anew. To be called after clean_line of each of their
 * lines. */
static inline void instructions_changed(void) {
    __asm__ volatile("dsb ish\n\tic ialluis\n\tdsb ish\n\tisb" ::: "memory");
}

/* Writes to memory and devices before this complete before writes after it. Its partner is the
 * reader of the device's state, or the core that an interrupt wakes. */
static inline void complete_writes(void) {
    __asm__ volatile("dsb sy" ::: "memory");
}

/* What was read of a device before this is read before all that follows. Its partner is
 * complete_writes on the core that had the device say so. */
static inline void complete_reads(void) {
    __asm__ volatile("dsb sy" ::: "memory");
}

/* From here on an access of the kernel by an address of the process is a fault. The core must have
 * this feature (FEAT_PAN). */
static inline void deny_process_memory(void) {
    __asm__ volatile(".arch_extension pan\n\tmsr pan, #1" ::: "memory");
}

#endif
