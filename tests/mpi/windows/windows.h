/* Random programs with one-sided communication. Each process keeps a model of all windows, applies
 * all actions to it, one after the other, and compares its own window and fetched data with the
 * model. In an epoch the operations touch bytes of their own, but for accumulates with one
 * operator, which may meet. */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "../drawn.h"

enum {
    RANKS_MOST = 16,
    ELEMENTS = 1200, /* of a window */
    SHARED = 40,     /* the last of these are for accumulates that may meet */
    PLACES_MOST = 400
};

/* The state of the program. */
struct program {
    MPI_Comm comm;
    MPI_Win win;
    MPI_Datatype type; /* of all elements: MPI_INT, MPI_LONG or MPI_DOUBLE */
    size_t bytes;      /* of an element */
    char *memory;      /* of the window */
    MPI_Aint base[RANKS_MOST];
    int unit;
    bool passive; /* operations may have requests */
    long model[RANKS_MOST][ELEMENTS];
};
extern _Thread_local struct program program;

/* Read and write element i of memory, whatever its type is. */
long element(const void *memory, int i);
void set_element(void *memory, int i, long value);

/* An operation. It reads or writes `count` elements at `places` of the target's window. */
struct work {
    enum { PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP, KINDS } kind;
    int origin, target;
    int count, places[PLACES_MOST];
    int lower; /* the first element of its part of the window; the displacement */
    MPI_Op op;
    bool meets;                                   /* others may combine the same elements */
    long values[PLACES_MOST], found[PLACES_MOST]; /* its operands, and the expected result */
    int shape, origin_shape;
    /* At its origin, until it is checked. */
    char *sent, *result;
    MPI_Request request;
};

/* Draws an operation on a part of a window, of `length` elements from `lower` on. */
void work_draw(struct work *work, int origin, int target, int lower, int length);

/* Does the operation to the model. */
void work_model(struct work *work);

/* Begins it, by its origin. */
void work_begin(struct work *work);

/* Checks its result, when it is complete, and frees its memory. */
void work_end(struct work *work);

/* Carries out each operation in each kind of epoch (ends.c). */
void ends_run(void);

#endif
