/* Records: what a run tells cuberun beside what it prints (--stats, --profile, --record). They
 * leave the machine on a channel of their own, a file of the host that no program reaches, each
 * with the node and the length that the kernel knows: nothing that a program prints is a record,
 * and what a process records is its own node's. */
#ifndef KERNEL_RECORDS_H
#define KERNEL_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Start-up, with the option `results`: from now on records go to what the emulator has open as
 * `descriptor`. Returns false when the host refuses. */
bool records_open(uint32_t descriptor);

/* The system call CUBE_SYS_RECORD of *node: a record of `bytes` bytes at `address` of the process.
 * Returns 0, or a negative errno: those of cube_abi.h, -EIO when the host refuses. */
int64_t records_write(struct node *node, uint64_t address, uint64_t bytes);

/* Writes one of the kernel's own, if there is somebody who reads it. Arguments as for printf. */
void records_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
