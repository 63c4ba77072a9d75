#include "kernel/system_call.h"
#include "kernel/fault_hooks.h"

#include <errno.h>

#include "kernel/clock/turn.h"
#include "kernel/console.h"
#include "kernel/ending.h"
#include "kernel/finish.h"
#include "kernel/host/folder.h"
#include "kernel/host/input.h"
#include "kernel/host/records.h"
#include "kernel/parts/bell.h"
#include "kernel/parts/part.h"
#include "kernel/reports/backtrace.h"
#include "kernel/reports/fault.h"
#include "kernel/reports/killed.h"
#include "kernel/sleep.h"
#include "kernel/timer/detour.h"
#include "kernel/timer/sample.h"

enum { STANDARD_INPUT = 0, STANDARD_OUTPUT = 1, STANDARD_ERROR = 2 };

static int64_t finish(struct node *node, const struct trap_frame *frame) {
    if (frame->x[0] > UINT8_MAX || node->process.finished)
        return -EINVAL;
    node->process.died = node->process.died && frame->x[0] == 0;
    node->process.instructions = turn_pause(node) - node->process.began;
    finish_program(node, (uint8_t)frame->x[0], frame->x[1], frame->x[2]);
    return 0;
}

static int64_t abort_program(struct node *node, const struct trap_frame *frame) {
    if (frame->x[0] < 1 || frame->x[0] > SIGNAL_LAST)
        return -EINVAL;
    if (frame->x[0] == SIGNAL_KILL && !node->process.finished)
        killed_end(node, frame, frame->x[1]);
    fault_report_abort(node, frame, (uint8_t)frame->x[0]);
}

/* The program ends by CUBE_SYS_FINISH, which it has not made yet. */
static int64_t died(struct node *node, const struct trap_frame *frame) {
    if (node->process.finished || node->process.died)
        return -EINVAL;
    node->process.died = true;
    node->process.died_at = frame->x[0];
    return 0;
}

static int64_t write(struct node *node, const struct trap_frame *frame) {
    uint64_t descriptor = frame->x[0], address = frame->x[1], bytes = frame->x[2];
    if (descriptor != STANDARD_OUTPUT && descriptor != STANDARD_ERROR)
        return -EBADF;
    void (*print)(struct node * node, const char *text, size_t bytes) =
        descriptor == STANDARD_OUTPUT ? console_write : console_write_error;
    if (bytes > INT64_MAX)
        return -EINVAL;
    uint64_t written = 0;
    while (written < bytes) {
        size_t run;
        const uint8_t *from = process_bytes(&node->process, address + written, &run);
        if (!from)
            return written ? (int64_t)written : -EFAULT;
        if (run > bytes - written)
            run = bytes - written;
        print(node, (const char *)from, run);
        written += run;
    }
    return (int64_t)written;
}

static int64_t read(struct node *node, const struct trap_frame *frame) {
    if (frame->x[0] != STANDARD_INPUT)
        return -EBADF;
    if (frame->x[2] > INT64_MAX)
        return -EINVAL;
    return input_read(node, frame->x[1], frame->x[2]);
}

static int64_t record(struct node *node, const struct trap_frame *frame) {
    return records_write(node, frame->x[0], frame->x[1]);
}

static int64_t folder(struct node *node, const struct trap_frame *frame) {
    return folder_ask(node, frame->x[0]);
}

static int64_t move_heap(struct node *node, const struct trap_frame *frame) {
    return heap_move(&node->process, (int64_t)frame->x[0]);
}

static int64_t wait(struct node *node, const struct trap_frame *frame) {
    struct cube_wait *wait = &node->sleeper.wait;
    if (!process_read(&node->process, wait, frame->x[0], sizeof *wait))
        return -EFAULT;
    if (cube_wait_dimensions(wait) >> node_dimension)
        return -EINVAL;
    int64_t error = fault_hooks ? fault_hooks->before_wait(node) : 0;
    if (error)
        return error;
    node->sleeper.frame = frame;
    bool asked = node->sleeper.asked;
    int64_t result = turn_enabled ? turn_wait(node) : sleep_wait(node);
    if (fault_hooks && fault_hooks->news(node, true))
        return -ESTALE;
    return node->sleeper.asked == asked ? result : -EDEADLK;
}

static uint32_t highest(uint64_t dimensions) {
    return 63 - (uint32_t)__builtin_clzll(dimensions);
}

static int64_t ring(struct node *node, const struct trap_frame *frame) {
    uint64_t dimensions = frame->x[0];
    if (dimensions >> node_dimension)
        return -EINVAL;
    if (turn_enabled)
        return 0; /* nobody says that it sleeps */
    dimensions &= ~(uint64_t)node->cut;
    for (; dimensions >> part_inside; dimensions &= ~(UINT64_C(1) << highest(dimensions)))
        bell_ring(node, highest(dimensions));
    for (; dimensions; dimensions &= dimensions - 1)
        sleep_ring(node_at(node->core ^ 1u << __builtin_ctzll(dimensions)));
    return 0;
}

static int64_t end(struct node *node, const struct trap_frame *frame) {
    if (frame->x[0] < 1 || frame->x[0] > UINT8_MAX)
        return -EINVAL;
    console_flush(node);
    ending_begin();
    ending_exit((uint8_t)frame->x[0]);
}

static int64_t callers(struct node *node, const struct trap_frame *frame) {
    char text[CUBE_CALLERS_BYTES];
    if (frame->x[1] > INT64_MAX)
        return -EINVAL;
    size_t room = frame->x[1] < sizeof text ? frame->x[1] : sizeof text;
    size_t bytes = room ? backtrace_callers(&node->process, frame, text, room) : 0;
    return process_write(&node->process, frame->x[0], text, bytes) ? (int64_t)bytes : -EFAULT;
}

static int64_t place(struct node *node, const struct trap_frame *frame) {
    char text[CUBE_CALLERS_BYTES];
    size_t room = frame->x[2] < sizeof text ? frame->x[2] : sizeof text;
    size_t bytes = room ? backtrace_place(frame->x[0], text, room) : 0;
    return process_write(&node->process, frame->x[1], text, bytes) ? (int64_t)bytes : -EFAULT;
}

static int64_t rings(struct node *node, const struct trap_frame *frame) {
    return fault_hooks ? fault_hooks->rings(node, frame->x[0]) : -EINVAL;
}

static int64_t failed(struct node *node, const struct trap_frame *frame) {
    return fault_hooks ? fault_hooks->failed(node, frame) : 0;
}

int64_t system_call(struct node *node, struct trap_frame *frame) {
    static int64_t (*const calls[CUBE_SYS_COUNT])(struct node *, const struct trap_frame *) = {
        [CUBE_SYS_FINISH] = finish,  [CUBE_SYS_ABORT] = abort_program, [CUBE_SYS_WRITE] = write,
        [CUBE_SYS_HEAP] = move_heap, [CUBE_SYS_WAIT] = wait,           [CUBE_SYS_RING] = ring,
        [CUBE_SYS_READ] = read,      [CUBE_SYS_RECORD] = record,       [CUBE_SYS_FOLDER] = folder,
        [CUBE_SYS_END] = end,        [CUBE_SYS_CALLERS] = callers,     [CUBE_SYS_RINGS] = rings,
        [CUBE_SYS_FAILED] = failed,  [CUBE_SYS_SAMPLE] = sample_told,  [CUBE_SYS_PLACE] = place,
        [CUBE_SYS_DIED] = died,
    };
    uint64_t number = frame->x[8];
    /* These replace the registers with which the process goes on. */
    if (number == CUBE_SYS_DETOUR)
        return detour_allow(node, frame);
    if (number == CUBE_SYS_RETURN)
        return detour_end(node, frame);
    if (number == CUBE_SYS_WATCH)
        return sample_watch(node, frame);
    return number < CUBE_SYS_COUNT ? calls[number](node, frame) : -ENOSYS;
}
