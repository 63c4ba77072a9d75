#include "kernel/folder.h"

#include <errno.h>

#include "board/host.h"
#include "formats/folder.h"
#include "kernel/lock.h"
#include "kernel/node.h"
#include "kernel/pipe.h"

enum { NO_HANDLE = -1 };

static struct lock lock; /* on all that follows: one request at a time is under way */
static int64_t requests = NO_HANDLE, answers = NO_HANDLE;
static bool is_broken; /* what comes next could be the rest of an answer */
static struct {
    struct folder_request head;
    uint8_t data[CUBE_REQUEST_BYTES]; /* of the request, and then of its answer */
} message;

bool folder_start(uint32_t requests_descriptor, uint32_t answers_descriptor) {
    requests = host_open(requests_descriptor);
    answers = host_open_input(answers_descriptor);
    return requests >= 0 && answers >= 0;
}

bool folder_is_there(void) {
    return requests != NO_HANDLE;
}

/* Sends `message` and receives the answer, whose bytes take the place of those sent. */
static bool exchange(struct folder_answer *answer) {
    size_t bytes = sizeof message.head + message.head.bytes;
    return host_write(requests, &message, bytes) == bytes &&
           pipe_read(answers, answer, sizeof *answer) && answer->bytes <= message.head.room &&
           pipe_read(answers, message.data, answer->bytes);
}

static int64_t ask(struct node *node, const struct cube_request *request) {
    struct process *process = &node->process;
    struct folder_answer answer;
    if (!process_read(process, message.data, request->send, request->send_bytes))
        return -EFAULT;
    message.head = (struct folder_request){
        .node = node->number,
        .operation = request->operation,
        .descriptor = request->descriptor,
        .argument = {request->argument[0], request->argument[1]},
        .bytes = (uint32_t)request->send_bytes,
        .room = (uint32_t)request->room_bytes,
    };
    is_broken = is_broken || !exchange(&answer);
    if (is_broken)
        return -EIO;
    if (!process_write(process, request->room, message.data, answer.bytes))
        return -EFAULT;
    return answer.result;
}

int64_t folder_ask(struct node *node, uint64_t address) {
    struct cube_request request;
    if (!process_read(&node->process, &request, address, sizeof request))
        return -EFAULT;
    if (request.send_bytes > CUBE_REQUEST_BYTES || request.room_bytes > CUBE_REQUEST_BYTES)
        return -EINVAL;
    lock_take(&lock);
    int64_t result = folder_is_there() ? ask(node, &request) : -EROFS;
    lock_release(&lock);
    return result;
}
