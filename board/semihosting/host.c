/* The kernel makes these five semihosting calls and no others. It reads cuberun's answers to its
 * requests and questions (kernel/host/folder.c, kernel/reports/place.c). */
#include "board/host.h"

#include <stdio.h>
#include <string.h>

#include "board/firmware.h"
#include "board/semihosting/call.h"

enum {
    STOPPED_APPLICATION_EXIT = 0x20026,
    MODE_RB = 1, /* what "rb" is to fopen */
    MODE_WB = 5, /* "wb" */
};

extern const char semihosting_instruction[];

int64_t semihosting(enum operation operation, const uint64_t *arguments) {
    register uint64_t x0 __asm__("x0") = operation;
    register const uint64_t *x1 __asm__("x1") = arguments;
    __asm__ volatile(".global semihosting_instruction\n"
                     "semihosting_instruction: hlt #0xf000"
                     : "+r"(x0)
                     : "r"(x1)
                     : "memory");
    return (int64_t)x0;
}

void host_exit(uint8_t status) {
    semihosting(SYS_EXIT_EXTENDED, (const uint64_t[]){STOPPED_APPLICATION_EXIT, status});
    firmware_power_off();
}

bool host_trapped(uint64_t pc) {
    return pc == (uint64_t)semihosting_instruction;
}

/* Not inlined either, so that each call to the host has its operation in plain sight. */
__attribute__((noinline)) static int64_t open_descriptor(uint32_t descriptor, uint64_t mode) {
    char name[sizeof "/proc/self/fd/4294967295"]; /* Linux's name of the open file */
    snprintf(name, sizeof name, "/proc/self/fd/%u", (unsigned)descriptor);
    return semihosting(SYS_OPEN, (const uint64_t[]){(uint64_t)name, mode, strlen(name)});
}

int64_t host_open(uint32_t descriptor) {
    return open_descriptor(descriptor, MODE_WB);
}

int64_t host_open_input(uint32_t descriptor) {
    return open_descriptor(descriptor, MODE_RB);
}

/* Returns how many bytes of a transfer the host has done. The host answers how many are left to
 * do. */
static size_t bytes_done(int64_t left, size_t bytes) {
    return left >= 0 && (uint64_t)left <= bytes ? bytes - (size_t)left : 0;
}

size_t host_read(int64_t handle, void *data, size_t bytes) {
    const uint64_t arguments[] = {(uint64_t)handle, (uint64_t)data, bytes};
    return bytes_done(semihosting(SYS_READ, arguments), bytes);
}

size_t host_write(int64_t handle, const void *data, size_t bytes) {
    const uint64_t arguments[] = {(uint64_t)handle, (uint64_t)data, bytes};
    return bytes_done(semihosting(SYS_WRITE, arguments), bytes);
}

size_t host_ask(int64_t to, const void *data, size_t bytes, int64_t from, void *answer,
                size_t room) {
    return host_write(to, data, bytes) == bytes ? host_read(from, answer, room) : 0;
}

void host_close(int64_t handle) {
    semihosting(SYS_CLOSE, (const uint64_t[]){(uint64_t)handle});
}
