/* Where the windows of links lie in the memory of a process: at consecutive places, its own windows
 * by dimension, and then those of its neighbours. */
#ifndef KERNEL_WINDOWS_H
#define KERNEL_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"
#include "kernel/process_memory.h"

/* Returns the bytes from one window to the next. An unmapped page lies between them, and each
 * window has the next colour after the one before. */
uint64_t windows_stride(void);

/* Returns the bytes from a window's first mapping to its second, 0 if there are no page colours and
 * so no second mapping. All second mappings follow all first ones, with colours that differ by half
 * the number of colours. */
uint64_t windows_alias(void);

/* Returns the address of a place. */
uint64_t windows_place(uint32_t place);

/* Maps a window at a place, with the rights `permit` (kernel/table.h). Returns false when memory is
 * short. */
bool windows_map(struct process *process, uint32_t place, const struct cube_window *window,
                 uint64_t permit);

#endif
