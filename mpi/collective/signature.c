#include "mpi/collective/signature.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mpi/message/matching.h"
#include "mpi/object/text_list.h"

/* The bits of a tag, from the lowest one on: the number, the operation, the root, and the operator.
 * A tag is not negative. */
enum {
    OPERATION_SHIFT = MATCH_NUMBER_BITS,
    OPERATION_BITS = 5,
    ROOT_SHIFT = OPERATION_SHIFT + OPERATION_BITS,
    ROOT_BITS = 6,
    OP_SHIFT = ROOT_SHIFT + ROOT_BITS,
    OP_BITS = 4
};
_Static_assert(OP_SHIFT + OP_BITS == 31, "a tag has 31 bits");

/* The names of the functions in the order of enum operation_number. They stand one behind the
 * other, so that no pointers to them are needed. */
static const char functions[] = "a function that makes communicators\0"
                                "MPI_Barrier\0"
                                "MPI_Bcast\0"
                                "MPI_Gather\0"
                                "MPI_Gatherv\0"
                                "MPI_Scatter\0"
                                "MPI_Scatterv\0"
                                "MPI_Allgather\0"
                                "MPI_Allgatherv\0"
                                "MPI_Alltoall\0"
                                "MPI_Alltoallv\0"
                                "MPI_Alltoallw\0"
                                "MPI_Reduce\0"
                                "MPI_Allreduce\0"
                                "MPI_Reduce_scatter\0"
                                "MPI_Reduce_scatter_block\0"
                                "MPI_Scan\0"
                                "MPI_Exscan\0"
                                "MPI_Neighbor_allgather\0"
                                "MPI_Neighbor_allgatherv\0"
                                "MPI_Neighbor_alltoall\0"
                                "MPI_Neighbor_alltoallv\0"
                                "MPI_Neighbor_alltoallw\0";

/* The names of the operators by their numbers; 0 stands for operators of users. */
static const char ops[] = "an own operator\0"
                          "MPI_SUM\0"
                          "MPI_MIN\0"
                          "MPI_MAX\0"
                          "MPI_PROD\0"
                          "MPI_BAND\0"
                          "MPI_BOR\0"
                          "MPI_BXOR\0"
                          "MPI_LAND\0"
                          "MPI_LOR\0"
                          "MPI_LXOR\0"
                          "MPI_MINLOC\0"
                          "MPI_MAXLOC\0";
enum { OPS = 13 };

/* The handles of operators, from 0x20 on, come in groups of up to eight (MPI 5.0, section 20.3).
 * This list has the number of the first handle of each group. MPI_SUM is the second handle of the
 * first group. */
static const uint8_t firsts[] = {0, 5, 8, 11};

static int op_number(MPI_Op op) {
    uintptr_t place = (uintptr_t)op - ((uintptr_t)MPI_SUM & ~(uintptr_t)7);
    return place / 8 < sizeof firsts ? firsts[place / 8] + (int)(place % 8) : 0;
}

/* On an intercommunicator, processes name the root in different ways, so it is left out. */
int signature_of(const struct collective_call *call) {
    int root = 0, op = 0;
    if (call->operation->root != ROOT_NONE && !comm_is_inter(call->comm))
        root = call->root & ((1 << ROOT_BITS) - 1);
    if (call->operation->combines)
        op = op_number(call->op);
    return (int)call->operation->number << OPERATION_SHIFT | root << ROOT_SHIFT | op << OP_SHIFT;
}

const char *signature_function(int operation) {
    bool is_known = operation >= 0 && operation <= OPERATION_NEIGHBOR_ALLTOALLW;
    return is_known ? text_in(functions, operation) : "another function";
}

bool signature_is_rooted(int operation) {
    return operation == OPERATION_BROADCAST || operation == OPERATION_REDUCE ||
           (operation >= OPERATION_GATHER && operation <= OPERATION_SCATTERV);
}

bool signature_combines(int operation) {
    return operation >= OPERATION_REDUCE && operation <= OPERATION_EXSCAN;
}

static const char *op_name(int number) {
    return number < OPS ? text_in(ops, number) : "another operator";
}

const char *signature_op(MPI_Op op) {
    return op_name(op_number(op));
}

void signature_tell(int signature, char *text, size_t bytes) {
    int operation = signature >> OPERATION_SHIFT & ((1 << OPERATION_BITS) - 1);
    int root = signature >> ROOT_SHIFT & ((1 << ROOT_BITS) - 1), op = signature >> OP_SHIFT;
    bool is_rooted = signature_is_rooted(operation), combines = signature_combines(operation);
    int length = snprintf(text, bytes, "%s", signature_function(operation));
    if (is_rooted)
        length += snprintf(text + length, bytes - (size_t)length, " with root %d", root);
    if (combines)
        snprintf(text + length, bytes - (size_t)length, "%s %s", is_rooted ? " and" : " with",
                 op_name(op));
}
