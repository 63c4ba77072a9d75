/* Where the windows of a process's links lie in its memory. They have places one after the other:
 * those of its own windows by their dimension, and behind them those of its neighbours'. */
#ifndef KERNEL_WINDOWS_H
#define KERNEL_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"
#include "kernel/process_memory.h"

/* Returns the bytes from one window to the next. Between two windows lies a page that is not
 * mapped, and the colour of each is one more than that of the window before. */
uint64_t windows_stride(void);

/* Returns the bytes from a window's first mapping to its second. The second mappings lie behind all
 * the first ones, and their colours differ from those of the first by half the number of
 * colours. Returns 0 where there are no colours, and so no second mapping. */
uint64_t windows_alias(void);

/* Returns the address of a place. */
uint64_t windows_place(uint32_t place);

/* Maps a window at a place, with the rights `permit` (kernel/table.h). Returns false when memory is
 * short. */
bool windows_map(struct process *process, uint32_t place, const struct cube_window *window,
                 uint64_t permit);

#endif
