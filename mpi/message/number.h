/* Numbers by which another process names a transfer of this one. A process that is broken may
 * answer with any number, but not with an address. */
#ifndef MPI_NUMBER_H
#define MPI_NUMBER_H

#include <stdint.h>

struct transfer;

/* Gives a number to a transfer. Returns it, or 0 without memory. */
uint32_t number_give(struct transfer *transfer);

/* Returns the transfer of a number, or null if there is none. */
struct transfer *number_find(uint32_t number);

/* Frees a number, which names no transfer any more. Nothing happens if it is 0. */
void number_free(uint32_t number);

/* Lets a number name no transfer any more, and never gives it again. Nothing happens if it is 0. */
void number_retire(uint32_t number);

/* Returns a number that is not less than any that was given. */
uint32_t number_most(void);

/* Frees all memory, before the process ends. */
void number_end(void);

#endif
