/* Records for cuberun, apart from output (--stats, --profile, --trace). They go to a file of the
 * host that no program reaches, so no output can be taken for one. The kernel adds node and length
 * to each (formats/record.h), so no process can record anything for another node. */
#ifndef KERNEL_RECORDS_H
#define KERNEL_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Writes records to the file that the emulator has open as `descriptor`. Start-up calls this for
 * the option `results`. Returns false if the host refuses. */
bool records_open(uint32_t descriptor);

/* Does the system call CUBE_SYS_RECORD of *node: the record has `bytes` bytes at `address` of the
 * process. Returns 0, or a negative errno: those of cube_abi.h, and -EIO if the host refuses. */
int64_t records_write(struct node *node, uint64_t address, uint64_t bytes);

/* Writes a record of the kernel, if records are read: about the node at that physical place, or
 * RECORD_KERNEL. The other arguments are those of printf. */
void records_print(uint32_t writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
