/* The algorithm that takes the least time by the cost model, where a call leaves the choice open.
 *
 * Costs are those that cuberun was given and, where instructions count or nothing else does, those
 * of the library's own work, which are measured (programs/fit.c). All nodes have the same, so all
 * choose the same. The last choices are remembered: where links cost, each for its size of message,
 * else for a class of sizes, a quarter of a power of two wide.
 */
#ifndef COLLECTIVES_CALL_SELECT_H
#define COLLECTIVES_CALL_SELECT_H

#include "collectives/run/executor.h"
#include "cube.h"

/* What the bytes of a call are. */
enum message_kind {
    MESSAGE_WHOLE,    /* all of the root's input: the more blocks it has, the smaller they are */
    MESSAGE_BLOCKS,   /* one block of it */
    MESSAGE_AS_IT_IS, /* one block, or blocks of given sizes: no algorithm is selected for it */
};

struct message {
    enum message_kind kind;
    size_t bytes;
    size_t element; /* bytes of what is not divided */
};

/* A message of `count` elements; of no bytes, where there is no type. */
static inline struct message message_of(size_t count, const struct cube_type *type) {
    size_t element = type == NULL ? 0 : type->bytes;
    return (struct message){MESSAGE_WHOLE, count * element, element};
}

/* Blocks of so many bytes each. */
static inline struct message blocks_of(size_t bytes) {
    return (struct message){MESSAGE_BLOCKS, bytes, 1};
}

/* What an algorithm is predicted to take. */
struct prediction {
    const struct algorithm *algorithm;
    uint32_t packets;
    bool exact;   /* the clocks show just that time, else no more */
    double clock; /* the time that they show */
    double time;  /* with the wait for links that they leave out: what decides */
};

enum {
    CLASS_BITS = 2, /* bits of a size that follow its highest one: these make its class */
    SIZE_CLASSES = (32 - CLASS_BITS + 1) << CLASS_BITS,
};

/* The class of a size: classes of sizes below 8 have one size each, and the last has all those of 4
 * GiB or more, which no call takes. */
static inline uint32_t size_class(size_t bytes) {
    if (bytes < 1u << CLASS_BITS)
        return (uint32_t)bytes;
    if (bytes > UINT32_MAX)
        bytes = UINT32_MAX;
    uint32_t shift = 63 - CLASS_BITS - (uint32_t)__builtin_clzll(bytes);
    return (shift << CLASS_BITS) + (uint32_t)(bytes >> shift);
}

/* The least size of a class. */
static inline size_t size_of_class(uint32_t class) {
    if (class < 2u << CLASS_BITS)
        return class;
    uint32_t shift = (class >> CLASS_BITS) - 1;
    return ((size_t)1 << CLASS_BITS | (class & ((1u << CLASS_BITS) - 1))) << shift;
}

/* The call takes this algorithm and, if the choice does not say, so many packets. */
static inline void call_take(struct call *call, const struct cube_choice *choice,
                             const struct algorithm *algorithm, uint32_t packets) {
    call->algorithm = algorithm;
    call->shape.packets = packets;
    if (choice != NULL && choice->packets != 0 && (algorithm->varies & VARIES_PACKETS))
        call->shape.packets = choice->packets;
}

/* With the shape set, and an algorithm of the operation: where the choice names neither algorithm
 * nor ports, takes the cheapest algorithm for that message and, where it divides the message and
 * the choice does not say, the number of packets. `ordered`: of those that keep the order of
 * operands. */
void call_select(struct call *call, const struct cube_choice *choice, struct message message,
                 bool ordered);

/* Into how many blocks the algorithm divides a message in this shape: as many as the input of the
 * root has or, where there is no root, of node 0. */
uint32_t select_parts(const struct algorithm *algorithm, const struct shape *shape);

/* The time of this algorithm in this shape with blocks of `bytes` bytes, by the same costs. */
double select_estimate(const struct algorithm *algorithm, const struct shape *shape, size_t bytes);

/* What this algorithm takes in this shape for a message, by the same costs, with the number of
 * packets that is best for it where it divides the message; shape->packets means nothing. */
struct prediction select_predict(const struct algorithm *algorithm, const struct shape *shape,
                                 struct message message);

#endif
