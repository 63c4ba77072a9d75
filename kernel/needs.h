/* How much memory start-up needs: it is added up first, and compared with the memory of the
 * machine. */
#ifndef KERNEL_NEEDS_H
#define KERNEL_NEEDS_H

#include <stddef.h>
#include <stdint.h>

#include "board/machine.h"

/* Adds to the needs of start-up: `runs` times `pages` contiguous pages. */
void needs_pages(size_t runs, size_t pages);

/* Ends the machine with a message if it has less memory than start-up needs, or if `asked`, unless
 * 0, is too small: the bytes that the user asked for, if the emulator was given more because it
 * needs more to load anything. */
void needs_check(const struct machine *machine, uint64_t asked);

/* Ends the machine with a message because memory is short. Called after needs_check. */
_Noreturn void needs_unmet(void);

#endif
