/* Selects the algorithm that takes the least time by the cost model, if a call leaves the choice
 * open.
 *
 * The costs are those that cuberun was given. If instructions have a cost, or if nothing has one,
 * the measured costs of the library's own work (tools/bench/fit.c) are added. All nodes have the
 * same costs, so all of them select the same algorithm. The selection is remembered: for this size
 * if links have a cost, otherwise for a class of sizes. Each power of two has four classes. */
#ifndef COLLECTIVES_CALL_SELECT_H
#define COLLECTIVES_CALL_SELECT_H

#include "collectives/run/executor.h"
#include "cube.h"

/* The meaning of a message's bytes. */
enum message_kind {
    MESSAGE_WHOLE,    /* the root's whole input: the more blocks, the smaller they are */
    MESSAGE_BLOCKS,   /* one block of the root's input */
    MESSAGE_AS_IT_IS, /* one block, or blocks of given sizes: no algorithm is selected for it */
};

struct call_message {
    enum message_kind kind;
    size_t bytes;
    size_t element; /* bytes of an element, which is never divided */
};

/* A message of `count` elements, or of no bytes if there is no type. */
static inline struct call_message message_of(size_t count, const struct cube_type *type) {
    size_t element = type ? type->bytes : 0;
    return (struct call_message){MESSAGE_WHOLE, count * element, element};
}

/* The bytes of each block. */
static inline struct call_message blocks_of(size_t bytes) {
    return (struct call_message){MESSAGE_BLOCKS, bytes, 1};
}

/* The time that an algorithm is predicted to take. */
struct prediction {
    const struct algorithm *algorithm;
    uint32_t packets;
    bool exact;   /* the nodes' clocks show exactly that time; false: they show no more than that */
    double clock; /* the time that the clocks show */
    double time;  /* with the wait for links, which the clocks leave out; the selection goes by this
                     one */
};

enum {
    CLASS_BITS = 2, /* bits of a size after its highest 1 that count for its class */
    SIZE_CLASSES = (32 - CLASS_BITS + 1) << CLASS_BITS,
};

/* Returns how many low bits of a size the sizes of its class may differ in. Sizes below 4 are not
 * allowed. */
static inline uint32_t class_shift(size_t bytes) {
    return 63 - CLASS_BITS - (uint32_t)__builtin_clzll(bytes);
}

/* Returns the class of a size. Each size below 8 is a class by itself, and the last class also has
 * all sizes of 4 GiB or more, which no call takes. */
static inline uint32_t size_class(size_t bytes) {
    if (bytes < 1u << CLASS_BITS)
        return (uint32_t)bytes;
    if (bytes > UINT32_MAX)
        bytes = UINT32_MAX;
    uint32_t shift = class_shift(bytes);
    return (shift << CLASS_BITS) + (uint32_t)(bytes >> shift);
}

/* Returns the least size of a class. */
static inline size_t size_of_class(uint32_t class) {
    if (class < 2u << CLASS_BITS)
        return class;
    uint32_t shift = (class >> CLASS_BITS) - 1;
    return ((size_t)1 << CLASS_BITS | (class & ((1u << CLASS_BITS) - 1))) << shift;
}

/* Gives the call this algorithm and number of packets, unless the choice has a number of packets.
 */
static inline void call_take(struct call *call, const struct cube_choice *choice,
                             const struct algorithm *algorithm, uint32_t packets) {
    call->algorithm = algorithm;
    call->shape.packets = packets;
    if (choice && choice->packets != 0 && (algorithm->varies & VARIES_PACKETS))
        call->shape.packets = choice->packets;
}

/* Selects the algorithm of a call whose shape is set, and which has some algorithm of its
 * operation. If the choice names neither algorithm nor ports, the call takes the cheapest algorithm
 * for that message. If this algorithm divides the message, the call also takes the best number of
 * packets, unless the choice says how many. If `ordered`, only algorithms that keep the order of
 * operands are looked at. */
void call_select(struct call *call, const struct cube_choice *choice, struct call_message message,
                 bool ordered);

/* Returns the number of low bits of a size that do not count: all sizes that differ from `bytes`
 * only in these bits get the same algorithm and number of packets. */
uint32_t select_ignores(size_t bytes);

/* Returns the number of blocks into which the algorithm divides a message in this shape: that of
 * the root's input, or of node 0's without a root. */
uint32_t select_parts(const struct algorithm *algorithm, const struct shape *shape);

/* Returns the time that the clocks show for this algorithm in this shape with blocks of `bytes`
 * bytes, by the costs of call_select. */
double select_estimate(const struct algorithm *algorithm, const struct shape *shape, size_t bytes);

/* Returns the best number of packets for the call's algorithm and message, by the costs of
 * call_select. */
uint32_t select_packets(const struct call *call, struct call_message message);

/* Returns the time of this algorithm in this shape for a message, by the costs of call_select, with
 * the best number of packets if it divides the message. shape->packets is not read. */
struct prediction select_predict(const struct algorithm *algorithm, const struct shape *shape,
                                 struct call_message message);

#endif
