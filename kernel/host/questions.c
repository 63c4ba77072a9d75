#include "kernel/host/questions.h"

#include <string.h>

#include "board/host.h"
#include "kernel/host/pipe.h"
#include "kernel/lock.h"

enum { CLOSED = -1 };

static struct lock lock; /* on all that follows: one question at a time is under way */
static uint32_t questions_descriptor, replies_descriptor; /* of the emulator; 0: none */
static int64_t questions = CLOSED, replies = CLOSED;

void questions_start(uint32_t questions_from_host, uint32_t replies_from_host) {
    questions_descriptor = questions_from_host;
    replies_descriptor = replies_from_host;
}

/* The pipes are opened for the first question: most machines never ask one. */
static bool can_ask(void) {
    if (questions_descriptor && questions == CLOSED) {
        questions = host_open(questions_descriptor);
        replies = host_open_input(replies_descriptor);
    }
    return questions >= 0 && replies >= 0;
}

/* Asks cuberun. Returns the number of bytes that it has answered, 0 if it does not know. */
static size_t ask(uint64_t address, char *text) {
    const struct place_question question = {address};
    struct place_answer answer;
    if (pipe_ask(questions, &question, sizeof question, replies, &answer, sizeof answer,
                 sizeof answer) &&
        answer.bytes <= PLACE_BYTES && pipe_read(replies, text, answer.bytes))
        return answer.bytes;
    /* After a broken answer the pipe may hold its rest, so no further question is asked. */
    questions_descriptor = 0;
    questions = CLOSED;
    return 0;
}

size_t questions_place(uint64_t address, char *text) {
    lock_take(&lock);
    size_t bytes = can_ask() ? ask(address, text) : 0;
    lock_release(&lock);
    return bytes;
}

bool questions_again(uint8_t *initrd, uint64_t bytes) {
    char text[PLACE_BYTES];
    struct place_again next;
    if (questions_place(PLACE_AGAIN, text) != sizeof next)
        return false;
    memcpy(&next, text, sizeof next);
    return next.offset <= bytes && next.bytes <= bytes - next.offset &&
           pipe_read(replies, initrd + next.offset, next.bytes);
}

bool questions_stay(void) {
    char text[PLACE_BYTES];
    return questions_place(PLACE_LAST_LOOK, text) == PLACE_STAY;
}
