/* The algorithm that takes the least time by the cost model, where a call leaves the choice open.
 *
 * Costs are those that cuberun was given and, where instructions count or nothing else does, those
 * of the library's own work, which are measured (programs/fit.c). All nodes have the same, so all
 * choose the same. A choice is remembered: where links cost, for each size of message, else for
 * sizes in classes a quarter of a power of two wide.
 */
#ifndef COLLECTIVES_CALL_SELECT_H
#define COLLECTIVES_CALL_SELECT_H

#include "collectives/run/executor.h"
#include "collectives/schedule/catalogue.h"
#include "cube.h"
#include "net/node.h"

/* What the bytes of a call are. */
enum message_kind {
    MESSAGE_WHOLE,  /* all of the root's input: the more blocks it has, the smaller they are */
    MESSAGE_BLOCKS, /* one block of it */
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
    CLASS_BITS = 2, /* of a size after its highest one: with that they are its class */
    SIZE_CLASSES = (32 - CLASS_BITS + 1) << CLASS_BITS,
};

/* What one call of cube.h has found cheapest so far. Begins as zeros. */
struct selection {
    const struct algorithm
        *algorithm; /* for the last call, with so many packets; null: there was none */
    uint32_t packets;
    size_t bytes; /* of that call */
    uint64_t key; /* of what it depends on besides the size */
    struct {
        uint16_t algorithm; /* 1 + its place in the catalogue; 0: not found yet */
        uint16_t packets;
        uint32_t bytes; /* the size that it is cheapest for */
    } of_size[SIZE_CLASSES];
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

/* The rare part of call_select: makes *selection that of this call, and tells if --explain asks.
 */
void select_find(struct selection *selection, const struct call *call,
                 const struct message *message, bool ordered, uint64_t key);

/* Whether the choice leaves it to the operation. */
static inline bool is_open(const struct cube_choice *choice) {
    return choice == NULL || (choice->algorithm == NULL && choice->ports == CUBE_ANY_PORTS);
}

/* The call takes this algorithm and, if the choice does not say, so many packets. */
static inline void call_take(struct call *call, const struct cube_choice *choice,
                             const struct algorithm *algorithm, uint32_t packets) {
    call->algorithm = algorithm;
    call->shape.packets = packets;
    if (choice != NULL && choice->packets != 0 && (algorithm->varies & VARIES_PACKETS))
        call->shape.packets = choice->packets;
}

/* After call_begin, and with the shape set: where the choice names neither algorithm nor ports,
 * takes the cheapest algorithm for that message and, where that divides it and the choice does not
 * say, the number of packets. `ordered`: of those that keep the order of operands. `key`, less than
 * 2^16: what else the cost depends on besides the size of the cube. */
static inline void call_select(struct call *call, const struct cube_choice *choice,
                               struct selection *selection, struct message message, bool ordered,
                               uint32_t key) {
    if (!is_open(choice))
        return;
    uint64_t all = message.element << 20 | key << 4 | (call->shape.dimension + 1);
    if (unlikely(selection->bytes != message.bytes || selection->key != all))
        select_find(selection, call, &message, ordered, all);
    call_take(call, choice, selection->algorithm, selection->packets);
}

/* After call_begin: with an operator that does not commute, takes `ordered` where the choice names
 * no algorithm, and what its port model has does not keep the order. `ordered` needs no more ports
 * than the strictest model of its operation has, so it is right for all of them. */
static inline void call_keep_order(struct call *call, const struct cube_choice *choice,
                                   const struct cube_op *op, const struct algorithm *ordered) {
    if (likely(op == NULL || op->commutative || call->algorithm->ordered) ||
        (choice != NULL && choice->algorithm != NULL))
        return;
    call_take(call, choice, ordered, 1);
}

/* call_select on a ring or mesh, after mesh_call_begin. */
void call_select_on_mesh(struct call *call, const struct cube_choice *choice,
                         struct message message, bool ordered);

/* The time of this algorithm in this shape with blocks of `bytes` bytes, by the same costs. */
double select_estimate(const struct algorithm *algorithm, const struct shape *shape, size_t bytes);

/* What this algorithm takes in this shape for a message, by the same costs, with the number of
 * packets that is best for it where it divides the message; shape->packets means nothing. */
struct prediction select_predict(const struct algorithm *algorithm, const struct shape *shape,
                                 struct message message);

#endif
