/* Intercepting every access to a region of memory, by any code: the region has no permissions, so
 * each access faults; then it may be accessed for one instruction. For x86-64 hosts, whose trap
 * flag ends that one instruction; on others accesses are not intercepted. */
#ifndef TESTS_HOSTILE_ACCESS_H
#define TESTS_HOSTILE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this host can. */
bool access_can(void);

/* Calls step_in(offset) before every instruction that accesses the byte at `offset` of the region,
 * whole pages. Other faults are as usual. */
void access_watch(const uint8_t *region, size_t bytes, void (*step_in)(size_t offset));

#endif
