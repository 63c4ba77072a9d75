/* The folder of the host that programs reach (cuberun --dir). The kernel only carries requests to
 * cuberun, which does what they ask, or refuses. It waits for each answer, during which no
 * instruction is executed: so counted time is the same in every run, however long the host takes.
 */
#ifndef KERNEL_FOLDER_H
#define KERNEL_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* From now on requests go to the pipe that the emulator has open as the descriptor `requests`, and
 * answers come from that of `answers`. Start-up calls this where these options are given. Returns
 * false when the host refuses. */
bool folder_start(uint32_t requests, uint32_t answers);

/* Whether there is such a folder, be it only to read. */
bool folder_is_there(void);

/* Does the system call CUBE_SYS_FOLDER of *node, whose struct cube_request is at `address` of the
 * process. Returns what cuberun answers, or a negative errno: those of cube_abi.h, and -EIO when
 * cuberun no longer answers. */
int64_t folder_ask(struct node *node, uint64_t address);

/* Prints which file could not be opened to be written, for want of a folder that can be, if there
 * was one. To be called at the end of a machine that has failed, after console_claim. */
void folder_report(void);

#endif
