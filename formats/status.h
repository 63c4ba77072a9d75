/* What a run's exit status means, besides what its program means by it. Numbers that sysexits.h
 * has mean what they do there. cuberun has more of its own (tools/running/failure.py). */
#ifndef FORMATS_STATUS_H
#define FORMATS_STATUS_H

#include <stdint.h>

enum status {
    STATUS_USAGE = 64, /* options, number of nodes or memory that cannot be */
    STATUS_PANIC = 70, /* the kernel has found a fault of its own */
    STATUS_IMAGE = 71, /* no program, or one that cannot be run */
    STATUS_DEADLOCK = 75,
    STATUS_UNRECEIVED = 76,   /* all programs have ended well, but not received all that was sent */
    STATUS_INSTRUCTIONS = 78, /* a run has gone beyond its limit of instructions */
    STATUS_UNFINALIZED = 80,  /* a process has left MPI without MPI_Finalize, under --strict */
    STATUS_SIGNAL = 128,      /* plus the number of a signal */
};

/* The signals that end a program which has done what they stand for, by their numbers in POSIX. */
enum status_signal {
    SIGNAL_UNDEFINED = 4,
    SIGNAL_BREAKPOINT = 5,
    SIGNAL_ABORT = 6,
    SIGNAL_ARITHMETIC = 8,
    SIGNAL_KILL = 9,
    SIGNAL_ADDRESS = 11,
    SIGNAL_LAST = 127, /* so that the sum is a status */
};

/* By these bytes cuberun knows that the kernel has ended the machine, and how: an emulator that a
 * signal of the host ends exits with 0, too. Before the start cuberun writes a word of random bytes
 * into a file. The kernel takes it out, keeps it where no process reads, and puts it back with the
 * status as the last that it does (kernel/ending.c, tools/running/ending.py). Behind it the kernel
 * writes what has failed in the run and was survived, a line each, if anything has. */
struct status_proof {
    uint8_t word[16];
    uint8_t status;
};

enum { STATUS_TEXT_BYTES = 4096 }; /* the most that is written behind it */

#endif
