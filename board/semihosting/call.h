/* The call to the host (Arm semihosting 2.0). */
#ifndef BOARD_SEMIHOSTING_CALL_H
#define BOARD_SEMIHOSTING_CALL_H

#include <stdint.h>

enum operation {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_TIME = 0x11,
    SYS_EXIT_EXTENDED = 0x20,
};
/* Calls the host; arguments and result are those of the operation. The function is not inlined, so
 * that the kernel has only one such instruction: a trap at its address is recognised by
 * host_trapped (board/host.h). */
__attribute__((noinline)) int64_t semihosting(enum operation operation, const uint64_t *arguments);

#endif
