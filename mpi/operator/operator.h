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

struct basic;

/* What operators take a basic type for: an enum basic_kind. */
int operator_kind(const struct basic *basic);

/* A predefined operator on `count` elements of a basic type, which lie in a row, for which it has a
 * meaning: inout[i] = in[i] o inout[i]. The second one is for pairs, and the first one for all
 * other types. */
void operator_on_numbers(MPI_Op op, const struct basic *basic, const void *in, void *inout,
                         MPI_Count count);
void operator_on_pairs(MPI_Op op, const struct basic *pair, const void *in, void *inout,
                       MPI_Count count);

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
