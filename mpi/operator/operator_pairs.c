/* MPI_MINLOC and MPI_MAXLOC (MPI 5.0, section 6.9.4): of two pairs of a value and an index, these
 * choose the one with the least or the greatest value and, if the values are equal, the one with
 * the least index. One loop serves all types of pairs. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/operator/operator.h"

#define ORDER(type)                                                                                \
    do {                                                                                           \
        type a, b;                                                                                 \
        memcpy(&a, one, sizeof a);                                                                 \
        memcpy(&b, other, sizeof b);                                                               \
        return (a > b) - (a < b);                                                                  \
    } while (0)

/* Returns a number that is less than 0, 0, or more than 0 if `one` is less than `other`, equal to
 * it, or greater. */
static int order(const struct basic *basic, const void *one, const void *other) {
    bool is_real = basic->kind == BASIC_REAL;
    switch (basic->size) {
    case sizeof(short):
        ORDER(short);
    case sizeof(int):
        if (is_real)
            ORDER(float);
        ORDER(int);
    case sizeof(long):
        if (is_real)
            ORDER(double);
        ORDER(long);
    default:
        ORDER(long double);
    }
}

static const struct basic *basic_of(unsigned short code) {
    return &basic_types[basic_number((MPI_Datatype)(uintptr_t)code)];
}

void operator_on_pairs(MPI_Op op, const struct basic *pair, const void *in, void *inout,
                       MPI_Count count) {
    const struct basic *value = basic_of(pair->value), *index = basic_of(pair->index);
    int place = pair->index_offset, wanted = op == MPI_MINLOC ? -1 : 1;
    int extent = (place + index->size + pair->alignment - 1) & -pair->alignment;
    const char *from = in;
    char *to = inout;
    for (; count > 0; count--, from += extent, to += extent) {
        int found = order(value, from, to);
        if (found == wanted || (found == 0 && order(index, from + place, to + place) < 0)) {
            memcpy(to, from, value->size);
            memcpy(to + place, from + place, index->size);
        }
    }
}
