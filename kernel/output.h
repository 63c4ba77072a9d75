/* Files that programs write. What is written leaves the machine at once, for a folder of the host
 * that cuberun has made. A file belongs to the node that has created it. */
#ifndef KERNEL_OUTPUT_H
#define KERNEL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node;

/* Returns how many pages output_start takes. */
size_t output_pages(void);

/* From now on files can be created. Start-up calls this where the option `out` is given. Returns
 * false when memory is short. */
bool output_start(void);

/* Does the system call CUBE_SYS_CREATE of *node. The name has `bytes` bytes at `address` of the
 * process, and `how` is a set of enum cube_create. Returns a descriptor, or a negative errno: those
 * of cube_abi.h; -EMFILE when the node has created as many files as it can; -EIO when the host
 * refuses; -ENFILE when nothing more can be appended, because the host had no descriptor left to
 * keep the file open. */
int64_t output_create(struct node *node, uint64_t address, uint64_t bytes, uint64_t how);

/* Prints which file could not be created without the option `out`, if there was one. To be called
 * at the end of a machine that has failed, after console_claim. */
void output_report(void);

/* Prints which file has lost what was written, because the host did not take it, if there is one.
 * Returns whether there is. To be called at the end of a machine, by the core that ends it. */
bool output_lost_report(void);

/* Whether `descriptor` is an open file of *node. */
bool output_is_open(const struct node *node, uint64_t descriptor);

/* Writes to the node's open file `descriptor`. Returns how many bytes the host took. */
size_t output_write(const struct node *node, uint64_t descriptor, const void *data, size_t bytes);

/* Closes the node's file `descriptor`. Returns 0, or -EBADF when it is not open. */
int64_t output_close(struct node *node, uint64_t descriptor);

#endif
