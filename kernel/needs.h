/* How much memory start-up needs: it is added up first, and compared with what there is. */
#ifndef KERNEL_NEEDS_H
#define KERNEL_NEEDS_H

#include <stddef.h>
#include <stdint.h>

#include "board/machine.h"

/* Adds what start-up will ask for: `runs` times `pages` pages that follow each other. */
void needs_pages(size_t runs, size_t pages);

/* Ends the machine with a message when it has less memory than start-up needs. If `asked` is not 0,
 * it is the number of bytes that the user asked for, and the emulator was given more only because
 * it cannot load anything into so few. Then the machine also ends when `asked` bytes would not be
 * enough. */
void needs_check(const struct machine *machine, uint64_t asked);

/* Ends the machine with a message because memory has run short during start-up. To be called after
 * needs_check. */
_Noreturn void needs_unmet(void);

#endif
