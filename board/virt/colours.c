#include "board/colours.h"

/* QEMU's table has a power of two of entries, and 64 of them or more: with that many colours pages
 * differ in a larger one, too. */
const uint32_t board_colours = 64;
