/* Questions to cuberun, by a pair of pipes (formats/place.h). Each waits for the host, so they are
 * for reports and for the end alone. */
#ifndef KERNEL_QUESTIONS_H
#define KERNEL_QUESTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/place.h"

/* Sets the descriptors of the pipes: questions are written to `questions`, and answers read from
 * `replies`; 0: none. Start-up calls this once. */
void questions_start(uint32_t questions, uint32_t replies);

/* Asks where in the program's source an address lies. Writes the answer to `text`, which has room
 * for PLACE_BYTES, without a zero. Returns its bytes, 0 if cuberun does not know. */
size_t questions_place(uint64_t address, char *text);

/* Tells cuberun that the machine has ended. Returns whether the machine has to stand still instead
 * of ending itself, because cuberun reads its memory and then ends it. */
bool questions_stay(void);

/* Tells cuberun that the run has ended, and takes what it has for another one into the initrd of
 * `bytes` bytes. Returns whether there is another one. */
bool questions_again(uint8_t *initrd, uint64_t bytes);

#endif
