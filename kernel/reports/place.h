/* Where in the program's source an address lies: by the name of a function, and by file and line
 * where cuberun knows them. */
#ifndef KERNEL_PLACE_H
#define KERNEL_PLACE_H

#include <stdint.h>

#include "formats/place.h"

/* The longest text that place_text writes, with its zero. */
enum { PLACE_TEXT_BYTES = PLACE_BYTES + 1 };

/* Writes where in the program the instruction at `address` is: "main (ring.c:41)", with a line for
 * each function that this one has been inlined into (formats/place.h), and a zero. If cuberun does
 * not know the line, the text is "main+0x28 (0x401080)", or "0x401080" without a function. `text`
 * has room for PLACE_TEXT_BYTES. The call waits for the host, so it is for reports alone. */
void place_text(uint64_t address, char *text);

#endif
