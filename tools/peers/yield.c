/* Put before the C library of a peer (LD_PRELOAD): gives the turn to the next core of the emulator,
 * where the library would ask the kernel for another process. There is one process a core, and on
 * one host thread this instruction ends the core's turn. */
int sched_yield(void);
int sched_yield(void) {
    __asm__ volatile("yield" ::: "memory");
    return 0;
}
