/* The links that leave this host: carrying the changes of their windows. */
#ifndef BRIDGE_LINKS_H
#define BRIDGE_LINKS_H

#include <stdbool.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/notes.h"

/* Finds the links. No node has started. */
void links_open(const struct settings *settings);

/* The most bytes of a note's body for a link. */
size_t links_most_bytes(void);

/* Looks at all links, and keeps the changes. Returns whether there are any. */
bool links_look(void);

/* Writes notes of the changes found by links_look. */
void links_write(void);

/* Says in the copies of all far windows whether their nodes have to be rung for. */
void links_say_asleep(bool asleep);

/* Applies a note, and wakes the reader if it sleeps, or hands the note on if it is for another
 * host. Gives up if no bridge of `host` sends such a note. */
void links_apply(uint32_t host, const struct note *note);

#endif
