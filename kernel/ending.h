/* The end of the machine: one core decides it, says why, and passes an exit status out. */
#ifndef KERNEL_ENDING_H
#define KERNEL_ENDING_H

#include <stdint.h>

#include "formats/status.h"

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
