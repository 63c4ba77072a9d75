/* The host that the machine runs on: by Arm semihosting 2.0 (board/semihosting) or over a serial
 * line (board/line). It takes the exit status and records, and carries requests and questions to
 * cuberun, and their answers. */
#ifndef BOARD_HOST_H
#define BOARD_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the machine with an exit status. Without semihosting that call is an undefined instruction,
 * and kernel/trap.c then switches the machine off without a status. */
_Noreturn void host_exit(uint8_t status);

/* Returns the seconds since 1970 (UTC) that the host's clock shows, or 0 if unknown. A board with
 * its own clock need not have this function. */
uint64_t host_seconds(void);

/* Whether the undefined instruction at `pc` is the call to the host. */
bool host_trapped(uint64_t pc);

/* Empties the file that the emulator has open as `descriptor`, and opens it for writing. Returns a
 * handle, or a negative number when the host refuses. */
int64_t host_open(uint32_t descriptor);

/* Opens what the emulator has open as `descriptor` for reading. Returns a handle, or a negative
 * number when the host refuses. */
int64_t host_open_input(uint32_t descriptor);

/* Reads at most `bytes` bytes from an open file. Waits for data of a pipe. Returns the number of
 * bytes read: 0 at the end. */
size_t host_read(int64_t handle, void *data, size_t bytes);

/* Writes `bytes` bytes to an open file. Returns the number written. */
size_t host_write(int64_t handle, const void *data, size_t bytes);

/* Writes `bytes` bytes to the open file `to`, and then reads from `from` as host_read does. Returns
 * the number of bytes read: 0 also where not all could be written. */
size_t host_ask(int64_t to, const void *data, size_t bytes, int64_t from, void *answer,
                size_t room);

/* Closes an open file. */
void host_close(int64_t handle);

#endif
