/* The end of the machine: one core decides on it, says why, and passes an exit status out. */
#ifndef KERNEL_ENDING_H
#define KERNEL_ENDING_H

#include <stdint.h>

#include "formats/status.h"

/* Proves the end of the machine (struct status_proof) in the file that the emulator has open as
 * `descriptor`, unless the host refuses or the file is empty. Called for the option `ending`. */
void ending_open(uint32_t descriptor);

/* Begins to end the machine: only the calling core prints, until it calls ending_exit. Never
 * returns on a core that comes second. */
void ending_begin(void);

/* The same for a core that panics. It may hold the lock of the console, so it prints without taking
 * it; and it may be ending the machine already. */
void ending_begin_panic(void);

/* Gives ending_exit a text for cuberun, the failures that the run survived: less than
 * STATUS_TEXT_BYTES bytes, which stay where they are. */
void ending_tell(const char *text);

/* Null, or what ending_exit calls last where the status is 0: if that returns, the machine ends. */
extern void (*ending_again)(void);

/* Ends the machine with an exit status and, if it is read, its proof. Called after ending_begin. */
_Noreturn void ending_exit(uint8_t status);

/* Does everything before the exit, in a machine that another part ends. */
void ending_close(uint8_t status);

/* Prints "graycube: " and a message with the arguments of printf, and ends the machine with
 * `status`. */
_Noreturn void ending_fail(uint8_t status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
