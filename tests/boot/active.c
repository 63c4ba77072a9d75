/* Active messages on the machine: all pairs, long and short, while the receivers wait in other
 * calls, and polled. Prints TAP at node 0; the others' failures are the program's status. With the
 * argument `clocks` each node then prints its clock. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/active.h"
#include "tests/tap.h"

enum { LONG = 50000, QUESTIONS = 20 };

/* Word 0 of a header: what the message is. */
enum { DATA, QUESTION, REPLY };

static uint8_t out[LONG];
static int arrived[3];
static bool right = true;
static struct active_sending replies[QUESTIONS];
static int replied;

struct arrival {
    struct active_header header;
    uint32_t source;
    size_t bytes;
    uint64_t stamp;
    uint8_t data[];
};

static uint8_t pattern(uint32_t node, size_t i) {
    return (uint8_t)(node * 31 + i * 7 + (i >> 8));
}

static struct active_place begin(uint32_t source, const struct active_header *header, size_t bytes,
                                 uint64_t stamp) {
    struct arrival *arrival = malloc(sizeof *arrival + bytes);
    if (!arrival)
        return (struct active_place){NULL, NULL};
    *arrival = (struct arrival){*header, source, bytes, stamp};
    return (struct active_place){arrival->data, arrival};
}

static void end(void *message) {
    struct arrival *arrival = message;
    right = right && arrival && arrival->header.word[1] == arrival->bytes;
    if (!arrival)
        return;
    for (size_t i = 0; i < arrival->bytes; i++)
        right = right && arrival->data[i] == pattern(arrival->source, i);
    if (arrival->header.word[0] == QUESTION && replied < QUESTIONS) {
        struct active_sending *reply = &replies[replied++];
        *reply = (struct active_sending){.header = {{REPLY}}, .to = arrival->source};
        active_send_from(reply, arrival->stamp);
    }
    arrived[arrival->header.word[0]]++;
    free(arrival);
}

static struct active_sending message(int kind, int to, size_t bytes) {
    return (struct active_sending){
        .header = {{(uint64_t)kind, bytes}}, .data = out, .bytes = bytes, .to = (uint32_t)to};
}

static void leave(struct active_sending *sending) {
    struct waiting waiting = wait_begin("active room", sending->to, 0);
    while (!active_has_left(sending))
        active_wait(&waiting);
}

static void await(int kind, int messages) {
    struct waiting waiting = wait_begin("active arrival", CUBE_NOBODY, 0);
    while (arrived[kind] < messages)
        active_wait(&waiting);
}

static void all_pairs(size_t bytes, int *before) {
    struct active_sending sending[64];
    for (int k = 1; k < cube_nodes(); k++) {
        sending[k] = message(DATA, cube_node() ^ k, bytes);
        active_send(&sending[k]);
    }
    await(DATA, *before += cube_nodes() - 1);
    for (int k = 1; k < cube_nodes(); k++)
        leave(&sending[k]);
}

/* Node 0 asks all others, which wait in a barrier that it comes to when all have answered. */
static void questions(void) {
    int last = cube_nodes() - 1;
    for (int to = 1; cube_node() == 0 && to <= last; to++) {
        struct active_sending question = message(QUESTION, to, 1000);
        active_send(&question);
        leave(&question);
        await(REPLY, to);
    }
    cube_barrier();
}

/* The same by polling alone. */
static void polled(void) {
    int last = cube_nodes() - 1, before = arrived[REPLY];
    struct active_sending question = message(QUESTION, last, 1000);
    if (cube_node() == 0) {
        active_send(&question);
        while (!active_has_left(&question) || arrived[REPLY] == before)
            active_poll();
    }
    if (cube_node() == last)
        while (arrived[QUESTION] < 2)
            active_poll();
    cube_barrier();
}

int main(int count, char **words) {
    static const struct active_handlers handlers = {begin, end};
    static const size_t sizes[] = {0, 1, 8, 32, 33, 96, 97, 1000, 4064, LONG};
    int expected = 0;
    for (size_t i = 0; i < LONG; i++)
        out[i] = pattern((uint32_t)cube_node(), i);
    active_start(&handlers);
    cube_barrier();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        all_pairs(sizes[s], &expected);
    ok(right, "messages of every size between all pairs");
    questions();
    ok(right && (cube_node() != 0 || arrived[REPLY] == cube_nodes() - 1),
       "questions are answered by nodes that wait in a barrier");
    polled();
    ok(right, "and between nodes that only poll");
    if (count == 2 && strcmp(words[1], "clocks") == 0)
        printf("# node %d at %" PRIu64 "\n", cube_node(), cube_time());
    return tap_end();
}
