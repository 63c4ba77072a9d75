/* Reduction operators (MPI 5.0, sections 6.9.2 to 6.9.5). */
#ifndef MPI_OPERATOR_H
#define MPI_OPERATOR_H

#include <stdbool.h>

#include "mpi.h"

/* An operator that the user has made. */
struct MPI_ABI_Op {
    MPI_User_function *function;
    int state;      /* OPERATOR_MADE, or this and 1 if it commutes; without OPERATOR_MADE, the user
                     * has freed it */
    int references; /* the user's, and one for each operation that uses it */
};

/* Freed memory does not have this number, so handles of freed operators are detected. */
enum { OPERATOR_MADE = 0x3c5a69d2 };

struct basic;

/* Returns the enum basic_kind as which operators treat a basic type. */
int operator_kind(const struct basic *basic);

/* Apply a predefined operator to `count` elements of a basic type, for which the operator has a
 * meaning: inout[i] = in[i] o inout[i]. The elements lie in a row. operator_on_pairs is for pairs,
 * and operator_on_numbers for all other types. */
void operator_on_numbers(MPI_Op op, const struct basic *basic, const void *in, void *inout,
                         MPI_Count count);
void operator_on_pairs(MPI_Op op, const struct basic *pair, const void *in, void *inout,
                       MPI_Count count);

/* operator_is tells whether a handle is an operator that was not freed. operator_check returns
 * MPI_SUCCESS if an operator can be used on a type, otherwise MPI_ERR_OP or
 * MPI_ERR_TYPE. */
bool operator_is(MPI_Op op);
int operator_check(MPI_Op op, MPI_Datatype type);

/* inout = in o inout, element by element, for `count` elements of a type on which the operator can
 * be used. */
void operator_apply(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type);

/* Whether an operator commutes: all predefined ones do, and others if the user has said so. */
bool operator_commutes(MPI_Op op);

/* Take a reference to an operator, or give one back. With the last reference, its memory is freed.
 * For predefined operators these do nothing. */
void operator_keep(MPI_Op op);
void operator_release(MPI_Op op);

#endif
