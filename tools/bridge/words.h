/* The words between the kernels of parts that are carried to other hosts. */
#ifndef BRIDGE_WORDS_H
#define BRIDGE_WORDS_H

#include <stdint.h>

#include "tools/bridge/notes.h"

/* No part has started. */
void words_start(void);

/* Writes notes of changed words of near parts. To be called after links_look and before
 * links_write: so the receiver of a message knows the turns of all prints that precede it. */
void words_write(void);

/* Applies NOTE_WORDS, which it hands on to the other hosts, or NOTE_ORDER. Gives up if no
 * bridge of `host` sends such a note. */
void words_apply(uint32_t host, const struct note *note);

/* Applies NOTE_ASK_END or NOTE_GRANT_END, or hands it on. */
void words_apply_end(uint32_t host, const struct note *note);

#endif
