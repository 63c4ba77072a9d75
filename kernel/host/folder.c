#include "kernel/host/folder.h"

#include <errno.h>
#include <stdio.h>

#include "board/host.h"
#include "formats/folder.h"
#include "kernel/console.h"
#include "kernel/host/pipe.h"
#include "kernel/lock.h"
#include "kernel/node.h"
#include "kernel/reports/called.h"

enum { NO_HANDLE = -1 };

static struct lock lock; /* on all that follows: one request at a time is under way */
static int64_t requests = NO_HANDLE, answers = NO_HANDLE;
static bool is_broken; /* the next bytes could be the rest of an answer */
/* The request, and then the answer. */
static struct {
    union {
        struct folder_request head;
        struct {
            uint8_t unused[sizeof(struct folder_request) - sizeof(struct folder_answer)];
            struct folder_answer answer; /* right before its data, as they come */
        };
    };
    uint8_t data[CUBE_REQUEST_BYTES];
} message;

/* The first path that could not be opened, because there is no folder, or one that is only read. */
static struct {
    _Atomic bool complete;
    uint32_t node;
    char path[FOLDER_NAME_BYTES]; /* as much of it as a report shows */
} refused;

bool folder_start(uint32_t requests_descriptor, uint32_t answers_descriptor) {
    requests = host_open(requests_descriptor);
    answers = host_open_input(answers_descriptor);
    return requests >= 0 && answers >= 0;
}

/* Whether there is a folder, perhaps only to read. */
static bool is_there(void) {
    return requests != NO_HANDLE;
}

/* `message` has the path. */
static void note_refused(const struct node *node, uint64_t bytes) {
    if (refused.complete)
        return;
    refused.node = node->number;
    snprintf(refused.path, sizeof refused.path, "%.*s", (int)bytes, (const char *)message.data);
    refused.complete = true;
}

void folder_report(void) {
    if (refused.complete)
        console_print("graycube: %s could not write the file %s: %s\n", called(refused.node).text,
                      refused.path,
                      is_there() ? "the folder that cuberun --dir names can only be read"
                                 : "cuberun --dir PATH gives programs a folder to write in");
}

/* Sends the request and receives the answer, which may have `room` bytes of data. */
static bool exchange(size_t room) {
    const size_t head = sizeof message.answer;
    size_t got = pipe_ask(requests, &message, sizeof message.head + message.head.bytes, answers,
                          &message.answer, head, head + room);
    return got && message.answer.bytes <= room && got - head <= message.answer.bytes &&
           pipe_read(answers, message.data + got - head, head + message.answer.bytes - got);
}

static int64_t ask(struct node *node, const struct cube_request *request) {
    struct process *process = &node->process;
    if (!process_read(process, message.data, request->send, request->send_bytes))
        return -EFAULT;
    if (!is_there())
        return -EROFS;
    message.head = (struct folder_request){
        .node = node->number,
        .operation = request->operation,
        .descriptor = request->descriptor,
        .argument = {request->argument[0], request->argument[1]},
        .bytes = (uint32_t)request->send_bytes,
        .room = (uint32_t)request->room_bytes,
    };
    is_broken = is_broken || !exchange(request->room_bytes);
    if (is_broken)
        return -EIO;
    if (!process_write(process, request->room, message.data, message.answer.bytes))
        return -EFAULT;
    return message.answer.result;
}

int64_t folder_ask(struct node *node, uint64_t address) {
    struct cube_request request;
    if (!process_read(&node->process, &request, address, sizeof request))
        return -EFAULT;
    if (request.send_bytes > CUBE_REQUEST_BYTES || request.room_bytes > CUBE_REQUEST_BYTES)
        return -EINVAL;
    lock_take(&lock);
    int64_t result = ask(node, &request);
    if (result == -EROFS && request.operation == FOLDER_OPEN)
        note_refused(node, request.send_bytes); /* to this answer no bytes have come */
    lock_release(&lock);
    return result;
}
