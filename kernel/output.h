/* Files that programs write: they leave the machine at once, to the host's folder that cuberun has
 * made for them. Each belongs to the node that has created it. */
#ifndef KERNEL_OUTPUT_H
#define KERNEL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node;

/* Pages that output_start takes. */
size_t output_pages(void);

/* Start-up, with the option `out`: from now on files can be created. Returns false when memory is
 * short. */
bool output_start(void);

/* The system call CUBE_SYS_CREATE of *node: the name has `bytes` bytes at `address` of the process.
 * Returns a descriptor, or a negative errno: those of cube_abi.h, -EMFILE when the node has created
 * as many files as it can, -EIO when the host refuses, -ENFILE when nothing can be appended any
 * more because the host had no descriptor left to keep the file open. */
int64_t output_create(struct node *node, uint64_t address, uint64_t bytes, uint64_t how);

/* At the end of a machine that has failed: prints which file could not be created without the
 * option `out`, if there was one. After console_claim. */
void output_report(void);

/* Whether `descriptor` is an open file of *node. */
bool output_is_open(const struct node *node, uint64_t descriptor);

/* Writes to one that is open. Returns how many bytes the host took. */
size_t output_write(const struct node *node, uint64_t descriptor, const void *data, size_t bytes);

/* Closes one. Returns 0, or -EBADF when it is not open. */
int64_t output_close(struct node *node, uint64_t descriptor);

#endif
