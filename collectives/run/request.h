/* A program's request by one call of cube.h: the call's arguments. A plan is kept by its request.
 * Two requests that differ only in the addresses of their buffers share a plan (plan_cache.h), so
 * everything else that a call depends on must be in here. */
#ifndef COLLECTIVES_RUN_REQUEST_H
#define COLLECTIVES_RUN_REQUEST_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/schedule/step.h"
#include "collectives/schedule/subcube.h"
#include "cube.h"
#include "formats/operations.h"
#include "net/node.h"

enum { REQUEST_ARRAYS = 2 };

/* An array argument, such as the offsets of blocks. It belongs to the program, which may change it
 * after the call. */
struct request_array {
    const void *at;
    size_t bytes;
};

struct request {
    enum operation_tag operation; /* it and the form identify the call of cube.h */
    enum request_form { FORM_PLAIN, FORM_OFFSETS, FORM_CATALOGUE } form;
    uint32_t argument; /* the root, the source, how far to shift, ...; 0 if there is nothing of the
                          kind */
    uint32_t target;   /* the other node of an operation between two */
    size_t size;       /* elements, or bytes of a block */
    const struct cube_type *type;     /* null for an operation on bytes */
    const struct cube_op *op;         /* null for an operation that combines nothing */
    const struct cube_choice *choice; /* null: everything is left open */
    struct request_array array[REQUEST_ARRAYS];
    const void *input;
    void *output[SCHEDULE_OUTPUTS];
};

/* Returns how many nodes the cube has in which a call with this choice runs. */
static inline uint32_t request_nodes(const struct cube_choice *choice) {
    uint32_t all = (1u << node.dimension) - 1;
    uint32_t dimensions = choice ? choice->dimensions & all : 0;
    return dimensions == 0 ? all + 1 : 1u << __builtin_popcount(dimensions);
}

/* Returns this node's number in that cube. */
static inline uint32_t request_node(const struct cube_choice *choice) {
    bool whole = !choice || choice->dimensions == 0;
    return whole ? node.number : subcube_rank(node.number, choice->dimensions);
}

/* The offsets of each node's block, and that of the end. */
static inline struct request_array request_offsets(const struct cube_choice *choice,
                                                   const size_t offsets[]) {
    return (struct request_array){offsets, (request_nodes(choice) + 1) * sizeof offsets[0]};
}

/* A number for each node. */
static inline struct request_array request_numbers(const struct cube_choice *choice,
                                                   const int numbers[]) {
    return (struct request_array){numbers, request_nodes(choice) * sizeof numbers[0]};
}

/* A mesh: as many sides as it has axes. */
static inline struct request_array request_mesh(const struct cube_mesh *mesh) {
    size_t axes = mesh && mesh->axes <= CUBE_DIMENSIONS ? mesh->axes : 0;
    return (struct request_array){mesh, (1 + axes) * sizeof mesh->axes};
}

#endif
