#include "board/colours.h"

/* QEMU's table has 64 entries, or a larger power of two: pages of different colours modulo 64 also
 * differ in a larger table. */
const uint32_t board_colours = 64;
