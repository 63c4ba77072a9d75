/* The system calls of include/cube_abi.h, as functions of the process that makes them. */
#include <errno.h>
#include <signal.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "formats/record.h"
#include "kernel/native/host.h"
#include "kernel/native/sleep.h"

static intptr_t finish(uint8_t status, uintptr_t unreceived, uintptr_t meters) {
    struct process *process = &host_self->node.process;
    uint32_t none = 0;
    if (status)
        atomic_compare_exchange_strong(&host->failure, &none, status);
    process->status = status;
    process->unreceived = unreceived;
    process->meters = meters;
    process->finished = true;
    return 0;
}

static _Noreturn void end_machine(uint8_t status) {
    uint32_t none = 0;
    atomic_compare_exchange_strong(&host->ending, &none, status);
    host_call_parent();
    for (;;)
        pause();
}

static _Noreturn void die(int number) {
    raise(number);
    signal(number, SIG_DFL);
    raise(number);
    __builtin_trap();
}

static intptr_t ring(uint32_t dimensions) {
    for (; dimensions; dimensions &= dimensions - 1)
        sleep_wake(node_at(host_self->node.number ^ (dimensions & -dimensions)));
    return 0;
}

static intptr_t record(void *text, size_t bytes) {
    struct record_head head = {
        cube_place(cube_node_page.order, cube_node_page.dimension, host_self->node.number),
        (uint32_t)bytes};
    struct iovec parts[] = {{&head, sizeof head}, {text, bytes}};
    if (bytes < 1 || bytes > CUBE_RECORD_BYTES)
        return -EINVAL;
    if (!host_options.results)
        return -EROFS;
    return writev((int)host_options.results, parts, 2) < 0 ? -EIO : 0;
}

static intptr_t callers(char *text, size_t room) {
    struct trail trail;
    trail_take(&trail, 0);
    return (intptr_t)trail_callers(&trail, text, room);
}

static intptr_t or_error(ssize_t result) {
    return result < 0 ? -errno : result;
}

intptr_t system_call(enum cube_system_call call, uintptr_t first, uintptr_t second,
                     uintptr_t third) {
    switch (call) {
    case CUBE_SYS_FINISH:
        return finish((uint8_t)first, second, third);
    case CUBE_SYS_ABORT:
        die((int)first);
    case CUBE_SYS_WRITE:
        return or_error(write((int)first, (const void *)second, third));
    case CUBE_SYS_READ:
        return or_error(read((int)first, (void *)second, third));
    case CUBE_SYS_WAIT:
        return sleep_wait_for((const struct cube_wait *)first);
    case CUBE_SYS_RING:
        return ring((uint32_t)first);
    case CUBE_SYS_RECORD:
        return record((void *)first, second);
    case CUBE_SYS_END:
        end_machine((uint8_t)first);
    case CUBE_SYS_CALLERS:
        return callers((char *)first, second);
    default: /* calls that the host needs no help for, or that exist only on a machine */
        return -ENOSYS;
    }
}
