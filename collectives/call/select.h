/* The algorithm that takes the least time by the cost model, where a call leaves the choice open.
 *
 * The costs are those that cuberun was given and, where instructions count or nothing else does,
 * those of the library's own work, which are measured (programs/fit.c). All nodes have the same
 * costs, so all of them select the same algorithm. What has been selected is remembered. Where
 * links cost anything it holds for messages of this size alone, and else for a class of sizes,
 * which is a quarter of a power of two wide.
 */
#ifndef COLLECTIVES_CALL_SELECT_H
#define COLLECTIVES_CALL_SELECT_H

#include "collectives/run/executor.h"
#include "cube.h"

/* What the bytes of a message are. */
enum message_kind {
    MESSAGE_WHOLE,    /* all of the root's input: the more blocks that has, the smaller they are */
    MESSAGE_BLOCKS,   /* one block of the root's input */
    MESSAGE_AS_IT_IS, /* one block, or blocks of given sizes: no algorithm is selected for it */
};

struct message {
    enum message_kind kind;
    size_t bytes;
    size_t element; /* bytes of an element, which is never divided */
};

/* A message of `count` elements, or of no bytes if there is no type. */
static inline struct message message_of(size_t count, const struct cube_type *type) {
    size_t element = type == NULL ? 0 : type->bytes;
    return (struct message){MESSAGE_WHOLE, count * element, element};
}

/* Blocks of so many bytes each. */
static inline struct message blocks_of(size_t bytes) {
    return (struct message){MESSAGE_BLOCKS, bytes, 1};
}

/* The time that an algorithm is predicted to take. */
struct prediction {
    const struct algorithm *algorithm;
    uint32_t packets;
    bool exact;   /* the nodes' clocks show just that time; false: they show no more than that */
    double clock; /* the time that the clocks show */
    double time;  /* with the wait for links, which the clocks leave out: by this one is selected */
};

enum {
    CLASS_BITS = 2, /* bits of a size that follow its highest one: these make its class */
    SIZE_CLASSES = (32 - CLASS_BITS + 1) << CLASS_BITS,
};

/* The lowest bits of a size, so many, by which sizes of one class differ; not below 8. */
static inline uint32_t class_shift(size_t bytes) {
    return 63 - CLASS_BITS - (uint32_t)__builtin_clzll(bytes);
}

/* The class of a size. Each size below 8 is a class by itself, and the last class has all sizes of
 * 4 GiB or more, which no call takes. */
static inline uint32_t size_class(size_t bytes) {
    if (bytes < 1u << CLASS_BITS)
        return (uint32_t)bytes;
    if (bytes > UINT32_MAX)
        bytes = UINT32_MAX;
    uint32_t shift = class_shift(bytes);
    return (shift << CLASS_BITS) + (uint32_t)(bytes >> shift);
}

/* The least size of a class. */
static inline size_t size_of_class(uint32_t class) {
    if (class < 2u << CLASS_BITS)
        return class;
    uint32_t shift = (class >> CLASS_BITS) - 1;
    return ((size_t)1 << CLASS_BITS | (class & ((1u << CLASS_BITS) - 1))) << shift;
}

/* The call takes this algorithm and so many packets, unless the choice says how many. */
static inline void call_take(struct call *call, const struct cube_choice *choice,
                             const struct algorithm *algorithm, uint32_t packets) {
    call->algorithm = algorithm;
    call->shape.packets = packets;
    if (choice != NULL && choice->packets != 0 && (algorithm->varies & VARIES_PACKETS))
        call->shape.packets = choice->packets;
}

/* For a call whose shape is set, and which has some algorithm of its operation. If the choice names
 * neither algorithm nor ports, the call takes the cheapest algorithm for that message and, if that
 * one divides the message, as many packets as are best, unless the choice says how many. `ordered`:
 * only algorithms that keep the order of operands are looked at. */
void call_select(struct call *call, const struct cube_choice *choice, struct message message,
                 bool ordered);

/* For messages whose sizes differ from that of one of `bytes` bytes in so many low bits alone, the
 * same algorithm is selected as for that one, with as many packets. */
uint32_t select_ignores(size_t bytes);

/* Into how many blocks the algorithm divides a message in this shape: as many as the input of the
 * root has or, where there is no root, of node 0. */
uint32_t select_parts(const struct algorithm *algorithm, const struct shape *shape);

/* The time that the clocks show of this algorithm in this shape with blocks of `bytes` bytes, by
 * the costs of call_select. */
double select_estimate(const struct algorithm *algorithm, const struct shape *shape, size_t bytes);

/* What this algorithm takes in this shape for a message, by the costs of call_select, with the
 * number of packets that is best for it if it divides the message. shape->packets means nothing. */
struct prediction select_predict(const struct algorithm *algorithm, const struct shape *shape,
                                 struct message message);

#endif
