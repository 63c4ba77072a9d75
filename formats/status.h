/* Exit statuses of a run, besides the program's own. Numbers of sysexits.h keep their meaning.
 * cuberun has further ones (tools/running/failure.py). */
#ifndef FORMATS_STATUS_H
#define FORMATS_STATUS_H

#include <stdint.h>

enum status {
    STATUS_USAGE = 64, /* options, number of nodes or memory that cannot be */
    STATUS_PANIC = 70, /* error of the kernel itself */
    STATUS_IMAGE = 71, /* no program, or one that cannot be run */
    STATUS_DEADLOCK = 75,
    STATUS_UNRECEIVED = 76,   /* all programs have ended well, but not received all that was sent */
    STATUS_INSTRUCTIONS = 78, /* a run has gone beyond its limit of instructions */
    STATUS_UNFINALIZED = 80,  /* a process has left MPI without MPI_Finalize, under --strict */
    STATUS_LEFT = 81,         /* messages or objects are left at the end, under --strict */
    STATUS_SIGNAL = 128,      /* plus the number of a signal */
};

/* The signals that end a program, by their numbers in POSIX. */
enum status_signal {
    SIGNAL_UNDEFINED = 4,
    SIGNAL_BREAKPOINT = 5,
    SIGNAL_ABORT = 6,
    SIGNAL_ARITHMETIC = 8,
    SIGNAL_KILL = 9,
    SIGNAL_ADDRESS = 11,
    SIGNAL_LAST = 127, /* so that the sum is a status */
};

/* The proof that the kernel has ended the machine, and its status: an emulator also exits with 0
 * when a signal of the host ends it. Before the start cuberun writes a word of random bytes into a
 * file. The kernel takes it out, keeps it where no process reads, and finally writes it back with
 * the status (kernel/ending.c, tools/running/ending.py), followed by a line for each failure that
 * the run has survived. */
struct status_proof {
    uint8_t word[16];
    uint8_t status;
};

enum { STATUS_TEXT_BYTES = 4096 }; /* the most that is written behind it */

#endif
