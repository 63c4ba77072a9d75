#include "board/colours.h"

/* For the emulator's table, as on the virt machine (board/virt/colours.c). The board itself has no
 * such table, and takes the same image. */
const uint32_t board_colours = 64;
