/* MPI_MINLOC and MPI_MAXLOC (MPI 5.0, section 6.9.4): of pairs of a value and an index the one with
 * the least or the greatest value; of equal values the least index. */
#include <stddef.h>
#include <stdint.h>

#include "mpi/datatype/basic.h"
#include "mpi/operator/operator.h"

#define PAIR_LOOP(name, value_type, index_type, better)                                            \
    static void name(const void *in, void *inout, MPI_Count count) {                               \
        typedef struct {                                                                           \
            value_type value;                                                                      \
            index_type index;                                                                      \
        } __attribute__((__may_alias__)) pair;                                                     \
        const pair *from = in;                                                                     \
        pair *to = inout;                                                                          \
        for (MPI_Count i = 0; i < count; i++)                                                      \
            if (from[i].value better to[i].value ||                                                \
                (from[i].value == to[i].value && from[i].index < to[i].index)) {                   \
                to[i].value = from[i].value;                                                       \
                to[i].index = from[i].index;                                                       \
            }                                                                                      \
    }

#define PAIR_LOOPS(name, value_type, index_type)                                                   \
    PAIR_LOOP(least_##name, value_type, index_type, <)                                             \
    PAIR_LOOP(most_##name, value_type, index_type, >)

PAIR_LOOPS(float_int, float, int)
PAIR_LOOPS(double_int, double, int)
PAIR_LOOPS(long_int, long, int)
PAIR_LOOPS(int_int, int, int)
PAIR_LOOPS(short_int, short, int)
PAIR_LOOPS(long_double_int, long double, int)
PAIR_LOOPS(float_float, float, float)
PAIR_LOOPS(double_double, double, double)

operator_function *operator_on_pairs(MPI_Op op, int basic) {
    if (op != MPI_MINLOC && op != MPI_MAXLOC)
        return NULL;
    bool least = op == MPI_MINLOC;
    switch ((uintptr_t)basic_types[basic].code) {
    case (uintptr_t)MPI_FLOAT_INT:
        return least ? least_float_int : most_float_int;
    case (uintptr_t)MPI_DOUBLE_INT:
        return least ? least_double_int : most_double_int;
    case (uintptr_t)MPI_LONG_INT:
        return least ? least_long_int : most_long_int;
    case (uintptr_t)MPI_2INT:
    case (uintptr_t)MPI_2INTEGER:
        return least ? least_int_int : most_int_int;
    case (uintptr_t)MPI_SHORT_INT:
        return least ? least_short_int : most_short_int;
    case (uintptr_t)MPI_LONG_DOUBLE_INT:
        return least ? least_long_double_int : most_long_double_int;
    case (uintptr_t)MPI_2REAL:
        return least ? least_float_float : most_float_float;
    case (uintptr_t)MPI_2DOUBLE_PRECISION:
        return least ? least_double_double : most_double_double;
    default:
        return NULL;
    }
}
