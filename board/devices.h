/* Which devices of a tree the board has, and where they are. These functions touch no hardware: the
 * reader of the tree, which calls them, is fuzzed on the host. */
#ifndef BOARD_DEVICES_H
#define BOARD_DEVICES_H

#include "board/device_tree.h"

/* Forgets an earlier tree. */
void devices_begin(void);

/* Takes in a child of the root, if it is a device of this board. Its name and its properties, by
 * enum fdt_property, point into the tree. Returns null or an error. */
const char *devices_note(const char *name, const struct fdt_value *property,
                         const struct fdt_node *root);

/* Chooses the console. To be called after the last node. `stdout_path` is that of /chosen, or null.
 */
void devices_end(const char *stdout_path);

#endif
