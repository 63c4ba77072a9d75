/* The host that the machine runs on: by Arm semihosting 2.0 (board/semihosting) or over a serial
 * line (board/line). It takes the exit status and records, and carries requests and questions to
 * cuberun, and their answers. */
#ifndef BOARD_HOST_H
#define BOARD_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the machine with an exit status. Where nobody does semihosting that call is an undefined
 * instruction, by which kernel/trap.c knows that it has to switch the machine off without a status.
 */
_Noreturn void host_exit(uint8_t status);

/* Returns the seconds since 1970 (UTC) that the host's clock shows, or 0 where the host does not
 * tell. A board with a clock of its own need not have this. */
uint64_t host_seconds(void);

/* Whether the undefined instruction at `pc` is the call to the host. */
bool host_trapped(uint64_t pc);

/* Empties the file that the emulator has open as `descriptor`, and opens it for writing. Returns a
 * handle, or a negative number when the host refuses. */
int64_t host_open(uint32_t descriptor);

/* Opens what the emulator has open as `descriptor` for reading. Returns a handle, or a negative
 * number when the host refuses. */
int64_t host_open_input(uint32_t descriptor);

/* Reads at most `bytes` bytes from an open file. From a pipe it waits for some. Returns how many
 * the host gave: 0 at the end. */
size_t host_read(int64_t handle, void *data, size_t bytes);

/* Writes `bytes` bytes to an open file. Returns how many the host took. */
size_t host_write(int64_t handle, const void *data, size_t bytes);

/* Closes an open file. */
void host_close(int64_t handle);

#endif
