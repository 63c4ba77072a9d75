/* The end of the machine: one core decides on it, says why, and passes an exit status out. */
#ifndef KERNEL_ENDING_H
#define KERNEL_ENDING_H

#include <stdint.h>

#include "formats/status.h"

/* From now on the end of the machine is proved (struct status_proof) in the file that the emulator
 * has open as `descriptor`, unless the host refuses, or there is no word in the file. Start-up
 * calls this where the option `ending` is given. */
void ending_open(uint32_t descriptor);

/* Makes the calling core begin to end the machine. From now on it alone prints, until it calls
 * ending_exit. On a core that comes second the function never returns. */
void ending_begin(void);

/* Does what ending_begin does, for a core that panics. Such a core may hold the console's lock, so
 * it prints without taking it, and it may have been ending the machine already. */
void ending_begin_panic(void);

/* Has ending_exit tell cuberun, behind the proof, what has failed in the run and was survived: a
 * text of less than STATUS_TEXT_BYTES bytes, which stays where it is. */
void ending_tell(const char *text);

/* Leaves the machine with an exit status, and with its proof if anybody reads that. To be called
 * after ending_begin. */
_Noreturn void ending_exit(uint8_t status);

/* Does all that comes before leaving, in a machine that another part ends. */
void ending_close(uint8_t status);

/* Prints "graycube: " and the message, whose arguments are those of printf, and ends the machine
 * with this exit status. */
_Noreturn void ending_fail(uint8_t status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
