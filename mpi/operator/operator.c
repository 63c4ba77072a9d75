#include "mpi/operator/operator.h"

#include <stdint.h>
#include <stdlib.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/object/error.h"

/* This is weak: see basic.h. */
#pragma weak basic_number_of_type

static bool is_predefined(MPI_Op op) {
    return !handle_is_address(op);
}

bool operator_is(MPI_Op op) {
    if (is_predefined(op))
        return (uintptr_t)op > (uintptr_t)MPI_OP_NULL && (uintptr_t)op <= (uintptr_t)MPI_NO_OP;
    return (op->state | 1) == (OPERATOR_MADE | 1);
}

/* The kinds for which a predefined operator has a meaning: the table of section 6.9.2. */
enum {
    INTEGER = 1 << BASIC_SIGNED | 1 << BASIC_UNSIGNED,
    ORDERED = INTEGER | 1 << BASIC_REAL,
    NUMBER = ORDERED | 1 << BASIC_COMPLEX,
    TRUTH = INTEGER | 1 << BASIC_LOGICAL,
    BITS = INTEGER | 1 << BASIC_BYTE,
    PAIR = 1 << BASIC_PAIR
};
#define OP(handle) [(uintptr_t)(handle) - (uintptr_t) MPI_SUM]
static const uint16_t kinds[] = {
    OP(MPI_SUM) = NUMBER, OP(MPI_PROD) = NUMBER, OP(MPI_MIN) = ORDERED, OP(MPI_MAX) = ORDERED,
    OP(MPI_BAND) = BITS,  OP(MPI_BOR) = BITS,    OP(MPI_BXOR) = BITS,   OP(MPI_LAND) = TRUTH,
    OP(MPI_LOR) = TRUTH,  OP(MPI_LXOR) = TRUTH,  OP(MPI_MINLOC) = PAIR, OP(MPI_MAXLOC) = PAIR,
};

static bool has_meaning(MPI_Op op, MPI_Datatype type) {
    uintptr_t place = (uintptr_t)op - (uintptr_t)MPI_SUM;
    int basic = basic_number_of_type(type);
    return place < sizeof kinds / sizeof kinds[0] && basic >= 0 &&
           (kinds[place] >> operator_kind(&basic_types[basic]) & 1) != 0;
}

/* MPI_REPLACE and MPI_NO_OP are for one-sided communication only (section 6.9.2). */
int operator_check(MPI_Op op, MPI_Datatype type) {
    if (!operator_is(op) || op == MPI_REPLACE || op == MPI_NO_OP)
        return MPI_ERR_OP;
    if (!type_object(type))
        return MPI_ERR_TYPE;
    return is_predefined(op) && !has_meaning(op, type) ? MPI_ERR_OP : MPI_SUCCESS;
}

/* Calls a function of the user's. It is given a handle of the type, also if the user has freed the
 * type since the operation has begun: that handle is valid as long as the function is called. */
static void apply_own(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type) {
    int state = 0, *place = !handle_is_address(type) ? &state : &type->state;
    state = *place;
    *place |= TYPE_MADE;
    /* A function of MPI_Op_create_c reads an MPI_Count here; this layout serves both because the
     * machine is little-endian. */
    _Alignas(MPI_Count) struct { int low, high; } length = {count, 0};
    op->function((void *)in, inout, &length.low, &type);
    *place = state;
}

void operator_apply(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type) {
    if (!is_predefined(op)) {
        apply_own(op, in, inout, count, type);
        return;
    }
    const struct basic *basic = &basic_types[basic_number_of_type(type)];
    if (basic->kind == BASIC_PAIR)
        operator_on_pairs(op, basic, in, inout, count);
    else
        operator_on_numbers(op, basic, in, inout, count);
}

bool operator_commutes(MPI_Op op) {
    return is_predefined(op) || (op->state & 1) != 0;
}

void operator_keep(MPI_Op op) {
    if (!is_predefined(op))
        op->references++;
}

void operator_release(MPI_Op op) {
    if (!is_predefined(op) && --op->references == 0)
        free(op);
}

static int create(const char *call, MPI_User_function *function, int commute, MPI_Op *op) {
    if (!op)
        return error_null(MPI_COMM_SELF, call, "op");
    if (!function)
        return error_null(MPI_COMM_SELF, call, "user_fn");
    MPI_Op made = malloc(sizeof *made);
    if (!made)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_NO_MEM, FULL_HEAP);
    *made = (struct MPI_ABI_Op){function, OPERATOR_MADE | (commute != 0), 1};
    *op = made;
    return MPI_SUCCESS;
}

int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op) {
    return create(__func__, user_fn, commute, op);
}

int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op) {
    return create(__func__, (MPI_User_function *)(void (*)(void))user_fn, commute, op);
}

int MPI_Op_free(MPI_Op *op) {
    RETURN_IF_NULL(op);
    if (is_predefined(*op) || !operator_is(*op))
        return FAIL(MPI_ERR_OP, "a predefined, null or freed operator cannot be freed");
    (*op)->state &= ~OPERATOR_MADE;
    operator_release(*op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

int MPI_Op_commutative(MPI_Op op, int *commute) {
    RETURN_IF_NULL(commute);
    if (!operator_is(op))
        return FAIL(MPI_ERR_OP, "the operator is MPI_OP_NULL or was freed");
    *commute = operator_commutes(op);
    return MPI_SUCCESS;
}

/* Whether `count` elements of a type can lie at an address. With MPI_BOTTOM, which is a null
 * pointer, the type's displacements may be their addresses. */
static bool is_buffer(const void *buffer, int count, MPI_Datatype type) {
    const struct layout *layout = &type_object(type)->layout;
    bool is_nothing = count * layout->size == 0 || layout->true_lower != 0;
    return buffer != MPI_IN_PLACE && (buffer || is_nothing);
}

/* Section 6.9.7. */
int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
                     MPI_Op op) {
    if (count < 0)
        return FAIL(MPI_ERR_COUNT, "count is %d (expected: 0 or more)", count);
    int error = operator_check(op, datatype);
    if (error != MPI_SUCCESS)
        return FAIL(error, "%s",
                    error == MPI_ERR_TYPE ? "invalid or freed datatype"
                    : operator_is(op)     ? "the operator does not support this datatype"
                                          : "invalid or freed operator");
    if (!is_buffer(inbuf, count, datatype) || !is_buffer(inoutbuf, count, datatype))
        return FAIL(MPI_ERR_BUFFER, "%s of %d elements is a null pointer or MPI_IN_PLACE",
                    is_buffer(inbuf, count, datatype) ? "inoutbuf" : "inbuf", count);
    if (count > 0 && inbuf == inoutbuf && inbuf != MPI_BOTTOM)
        return FAIL(MPI_ERR_BUFFER, "the buffers must not overlap");
    const struct layout *layout = &type_object(datatype)->layout;
    elements_used(BUFFER_READ, layout, inbuf, count);
    elements_used(BUFFER_READ, layout, inoutbuf, count);
    if (count > 0)
        operator_apply(op, inbuf, inoutbuf, count, datatype);
    return MPI_SUCCESS;
}
