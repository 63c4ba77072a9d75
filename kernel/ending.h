/* The end of the machine: one core decides it, says why, and passes an exit status out. */
#ifndef KERNEL_ENDING_H
#define KERNEL_ENDING_H

#include <stdint.h>

/* Exit statuses besides those of programs. */
enum ending_status {
    ENDING_OPTIONS = 64, /* options, number of nodes or memory that cannot be */
    ENDING_PANIC = 70,
    ENDING_IMAGE = 71, /* no program, or one that cannot be run */
    ENDING_DEADLOCK = 75,
    ENDING_UNRECEIVED = 76, /* all programs have ended well, but not received all that was sent */
    ENDING_SIGNAL = 128,    /* plus one of: */
    SIGNAL_UNDEFINED = 4,
    SIGNAL_BREAKPOINT = 5,
    SIGNAL_ABORT = 6,
    SIGNAL_ARITHMETIC = 8,
    SIGNAL_ADDRESS = 11,
    SIGNAL_LAST = 127, /* so that the sum is a status */
};

/* The calling core ends the machine: it alone prints from now on, until ending_exit. A core that
 * comes second never returns. */
void ending_begin(void);

/* The same for a core that may hold the console's lock, and that may be ending the machine already:
 * it must print without it. */
void ending_begin_panic(void);

/* Leaves the machine with an exit status. After ending_begin. */
_Noreturn void ending_exit(uint8_t status);

/* Prints "graycube: ", the message, and ends the machine. */
_Noreturn void ending_fail(uint8_t status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
