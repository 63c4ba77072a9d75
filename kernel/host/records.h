/* Records: what a run tells cuberun beside what it prints (--stats, --profile, --record). They
 * leave the machine by a file of the host that no program reaches, so nothing that a program prints
 * can be taken for one. The kernel adds the node and the length to each (formats/record.h), so no
 * process can record anything in another node's name. */
#ifndef KERNEL_RECORDS_H
#define KERNEL_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* From now on records go to the file that the emulator has open as `descriptor`. Start-up calls
 * this where the option `results` is given. Returns false when the host refuses. */
bool records_open(uint32_t descriptor);

/* Does the system call CUBE_SYS_RECORD of *node: the record has `bytes` bytes at `address` of the
 * process. Returns 0, or a negative errno: those of cube_abi.h, and -EIO when the host refuses. */
int64_t records_write(struct node *node, uint64_t address, uint64_t bytes);

/* Writes a record of the kernel's, if anybody reads records: about the node at that physical place,
 * or RECORD_KERNEL. The other arguments are those of printf. */
void records_print(uint32_t writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
