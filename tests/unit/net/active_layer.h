/* A layer above active messages for tests, which numbers the messages of each pair of nodes and
 * verifies that they arrive whole and in order. */
#ifndef TESTS_NET_ACTIVE_LAYER_H
#define TESTS_NET_ACTIVE_LAYER_H

#include <stdlib.h>

#include "cube.h"
#include "net/messages/active.h"
#include "net/node.h"
#include "net/wait.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* The request to the receiver in word 1 of a header. The sender's number for the message is in word
 * 0, and its length in word 2. */
enum { KEEP, DISCARD, ANSWER };

/* A message that is arriving. */
struct arrival {
    uint32_t source;
    struct active_header header;
    size_t bytes;
    uint8_t data[];
};

/* One node's layer. */
static NODE_LOCAL struct layer {
    int begun[CUBE_MAX_NODES];   /* messages of each source */
    int arrived[CUBE_MAX_NODES]; /* complete messages */
    int all;                     /* the same of all sources */
    uint64_t stamp;              /* of the last that began */
    struct active_sending answer;
} layer;

static inline uint8_t pattern(uint32_t from, uint64_t number, size_t offset) {
    return (uint8_t)(from * 3 + number * 11 + offset * 7 + (offset >> 8));
}

static inline struct active_place begin(uint32_t source, const struct active_header *header,
                                        size_t bytes, uint64_t stamp) {
    struct arrival *arrival = malloc(sizeof *arrival + bytes);
    *arrival = (struct arrival){source, *header, bytes};
    host_check(header->word[0] == (uint64_t)layer.begun[source]++);
    host_check(header->word[2] == bytes);
    host_check(layer.begun[source] == layer.arrived[source] + 1);
    layer.stamp = stamp;
    return (struct active_place){header->word[1] == DISCARD ? NULL : arrival->data, arrival};
}

static inline void end(void *message) {
    struct arrival *arrival = message;
    bool right = true;
    for (size_t i = 0; arrival->header.word[1] != DISCARD && i < arrival->bytes; i++)
        right = right && arrival->data[i] == pattern(arrival->source, arrival->header.word[0], i);
    host_check(right);
    layer.arrived[arrival->source]++;
    layer.all++;
    if (arrival->header.word[1] == ANSWER) {
        layer.answer = (struct active_sending){.to = arrival->source};
        active_send_from(&layer.answer, layer.stamp);
    }
    free(arrival);
}

/* Every node's function begins with this. */
static inline void start(void) {
    static const struct active_handlers handlers = {.begin = begin, .end = end};
    layer = (struct layer){0};
    active_start(&handlers);
    host_check(cube_barrier() == 0);
}

/* Sends message `number` to a node. Its data lie behind the structure that this returns. */
static inline struct active_sending *send_pattern(int to, int number, uint64_t ask, size_t bytes) {
    struct active_sending *sending = malloc(sizeof *sending + bytes);
    uint8_t *data = (uint8_t *)(sending + 1);
    for (size_t i = 0; i < bytes; i++)
        data[i] = pattern((uint32_t)cube_node(), (uint64_t)number, i);
    *sending = (struct active_sending){.header = {{(uint64_t)number, ask, bytes}},
                                       .data = bytes ? data : NULL,
                                       .bytes = bytes,
                                       .to = (uint32_t)to};
    if (number % 2 == 0 && active_send_short((uint32_t)to, &sending->header, data, bytes))
        sending->staying = 0;
    else
        active_send(sending);
    return sending;
}

static inline void await_once(void) {
    struct waiting waiting = wait_begin("active arrival", CUBE_NOBODY, 0);
    active_wait(&waiting);
}

/* Waits until `messages` messages have arrived in all. */
static inline void await(int messages) {
    struct waiting waiting = wait_begin("active arrival", CUBE_NOBODY, 0);
    while (layer.all < messages)
        active_wait(&waiting);
}

/* Waits until the message has left, and frees it. */
static inline void finish(struct active_sending *sending) {
    struct waiting waiting = wait_begin("active room", sending->to, 0);
    while (!active_has_left(sending))
        active_wait(&waiting);
    free(sending);
}

static inline void run(uint32_t dimension, const struct host_options *options,
                       int (*function)(void *), void *argument) {
    assert_int_equal(host_run(dimension, options, function, argument), HOST_OK);
}

#endif
