/* Symbols that stand for bytes: they say of which bytes of which nodes' inputs a value was made. */
#ifndef CHECK_SYMBOLS_H
#define CHECK_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The content of a byte: a byte of an input, or several that were combined. Symbols are combined by
 * their sum where the operator commutes, else as maps x -> a x + b, one after the other. So a
 * combination of the same bytes in the same order has the same symbol, whatever the steps. Other
 * symbols differ, except by an unlikely accident, because those of inputs are 64 random bits. 0:
 * nothing was written there. */
typedef uint64_t symbol;

/* Byte `offset`, less than 2^24, of input block `block` of the node of that rank, one of the first
 * 2^8, in the subcube whose least node is `base`. */
symbol symbol_of(uint32_t base, uint32_t rank, uint32_t block, size_t offset);

/* Returns the symbol of left op right. */
symbol symbol_combine(bool commutes, symbol left, symbol right);

#endif
