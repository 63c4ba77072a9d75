/* Where in the program's source an address lies: by the name of a function, and by file and line
 * where cuberun knows them. */
#ifndef KERNEL_PLACE_H
#define KERNEL_PLACE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/place.h"

/* The longest text that place_text writes: what cuberun answers, and a zero. */
enum { PLACE_TEXT_BYTES = PLACE_BYTES + 1 };

/* From now on questions go to the pipe that the emulator has open as the descriptor `questions`,
 * and answers come from that of `replies`. Start-up calls this where these options are given. */
void place_start(uint32_t questions, uint32_t replies);

/* Writes where the instruction at `address` of the program is, zero-terminated: "main (ring.c:41)",
 * with a line for each function that this one has been inlined into (formats/place.h). Where
 * cuberun does not know, "main+0x28 (0x401080)", or "0x401080". `text` has room for
 * PLACE_TEXT_BYTES. Takes as long as the host does, so it is for reports alone. */
void place_text(uint64_t address, char *text);

#endif
