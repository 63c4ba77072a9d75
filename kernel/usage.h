/* How much memory the machine needs, and what it has used. */
#ifndef KERNEL_USAGE_H
#define KERNEL_USAGE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/fdt.h"

/* Start-up will ask for `runs` runs of `pages` pages that follow each other. */
void usage_need(size_t runs, size_t pages);

/* Ends the machine with a message when all that usage_need was told of is more than it has. Where
 * `asked` is not 0, the user asked for a machine of so many bytes, which is less than the emulator
 * could load anything into: then it also ends when so little would not do. */
void usage_check(const struct machine *machine, uint64_t asked);

/* Ends the machine: memory has run short during start-up. After usage_check. */
_Noreturn void usage_short(void);

/* At the machine's end: records the use, as JSON. It is the last record: who reads it has them all.
 */
void usage_record(void);

#endif
