/* How much memory start-up needs, so that it is there or the user is told. */
#ifndef KERNEL_NEEDS_H
#define KERNEL_NEEDS_H

#include <stddef.h>
#include <stdint.h>

#include "board/machine.h"

/* Start-up will ask for `runs` runs of `pages` pages that follow each other. */
void needs_pages(size_t runs, size_t pages);

/* Ends the machine with a message when all that needs_pages was told of is more than it has. Where
 * `asked` is not 0, the user asked for a machine of so many bytes, which is less than the emulator
 * could load anything into: then it also ends when so little would not do. */
void needs_check(const struct machine *machine, uint64_t asked);

/* Ends the machine: memory has run short during start-up. After needs_check. */
_Noreturn void needs_unmet(void);

#endif
