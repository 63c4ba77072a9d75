/* Stepping in at every access of a region of memory, however small, and whoever's code makes it:
 * the region has no permissions, so each access faults; then it may be accessed for one
 * instruction.
 *
 * For x86-64 hosts, whose trap flag ends that one instruction; on others the region is accessed
 * freely, and nobody steps in. */
#ifndef TESTS_HOSTILE_ACCESS_H
#define TESTS_HOSTILE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this host can. */
bool access_can(void);

/* Calls step_in(offset) before every instruction that accesses the byte at `offset` of the region,
 * whole pages. What is no part of it faults as ever. */
void access_watch(const uint8_t *region, size_t bytes, void (*step_in)(size_t offset));

#endif
