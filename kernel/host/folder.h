/* The folder of the host that programs reach (cuberun --dir). The kernel passes requests to
 * cuberun, which does or refuses them, and waits for each answer. No instruction is executed
 * meanwhile, so counted time does not depend on the host. */
#ifndef KERNEL_FOLDER_H
#define KERNEL_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Sends requests to the pipe that the emulator has open as descriptor `requests`, and reads answers
 * from `answers`. Start-up calls this for these options. Returns false if the host refuses. */
bool folder_start(uint32_t requests, uint32_t answers);

/* Does the system call CUBE_SYS_FOLDER of *node, whose struct cube_request is at `address` of the
 * process. Returns the answer of cuberun, or a negative errno: those of cube_abi.h, and -EIO if
 * cuberun no longer answers. */
int64_t folder_ask(struct node *node, uint64_t address);

/* Prints which file could not be opened for writing because there was no writable folder, if there
 * was one. Called at the end of a machine that has failed, after console_claim. */
void folder_report(void);

#endif
