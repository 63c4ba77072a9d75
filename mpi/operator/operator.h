/* Reduction operators (MPI 5.0, sections 6.9.2 to 6.9.5). */
#ifndef MPI_OPERATOR_H
#define MPI_OPERATOR_H

#include <stdbool.h>

#include "mpi.h"

/* An operator of the user's. */
struct MPI_ABI_Op {
    MPI_User_function *function;
    bool commutes;
    int references; /* the user's, and one an operation that uses it */
};

/* inout[i] = in[i] o inout[i], for `count` elements of one type, which lie in a row. */
typedef void operator_function(const void *in, void *inout, MPI_Count count);

/* A predefined operator for a predefined type, or null if it has no meaning for it. */
operator_function *operator_predefined(MPI_Op op, MPI_Datatype type);

/* The parts of it that are for pairs and for all other types, which have a number (basic.h). */
operator_function *operator_on_numbers(MPI_Op op, int basic);
operator_function *operator_on_pairs(MPI_Op op, int basic);

/* Whether an operator can be used on a type: MPI_SUCCESS, MPI_ERR_OP or MPI_ERR_TYPE. */
int operator_check(MPI_Op op, MPI_Datatype type);

/* inout = in o inout, element by element, for `count` elements of a type on which the operator can
 * be used. */
void operator_apply(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type);

/* Whether an operator commutes, as it has said or by its nature. */
bool operator_commutes(MPI_Op op);

/* Takes a reference to an operator, or gives one back, with which its memory may end. For
 * predefined operators these do nothing. */
void operator_keep(MPI_Op op);
void operator_release(MPI_Op op);

#endif
