#include "mpi/collective/record.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mpi/message/matching.h"

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

/* The names of the functions by enum operation_number. */
static const char *const functions[] = {
    [OPERATION_NONE] = "a function that makes communicators",
    [OPERATION_BARRIER] = "MPI_Barrier",
    [OPERATION_BROADCAST] = "MPI_Bcast",
    [OPERATION_GATHER] = "MPI_Gather",
    [OPERATION_GATHERV] = "MPI_Gatherv",
    [OPERATION_SCATTER] = "MPI_Scatter",
    [OPERATION_SCATTERV] = "MPI_Scatterv",
    [OPERATION_ALLGATHER] = "MPI_Allgather",
    [OPERATION_ALLGATHERV] = "MPI_Allgatherv",
    [OPERATION_ALLTOALL] = "MPI_Alltoall",
    [OPERATION_ALLTOALLV] = "MPI_Alltoallv",
    [OPERATION_ALLTOALLW] = "MPI_Alltoallw",
    [OPERATION_REDUCE] = "MPI_Reduce",
    [OPERATION_ALLREDUCE] = "MPI_Allreduce",
    [OPERATION_REDUCE_SCATTER] = "MPI_Reduce_scatter",
    [OPERATION_REDUCE_SCATTER_BLOCK] = "MPI_Reduce_scatter_block",
    [OPERATION_SCAN] = "MPI_Scan",
    [OPERATION_EXSCAN] = "MPI_Exscan",
    [OPERATION_NEIGHBOR_ALLGATHER] = "MPI_Neighbor_allgather",
    [OPERATION_NEIGHBOR_ALLGATHERV] = "MPI_Neighbor_allgatherv",
    [OPERATION_NEIGHBOR_ALLTOALL] = "MPI_Neighbor_alltoall",
    [OPERATION_NEIGHBOR_ALLTOALLV] = "MPI_Neighbor_alltoallv",
    [OPERATION_NEIGHBOR_ALLTOALLW] = "MPI_Neighbor_alltoallw",
};

/* The names of the operators by their numbers; 0 stands for operators of users. */
static const char *const ops[] = {
    "a user operator", "MPI_SUM",  "MPI_MIN", "MPI_MAX",  "MPI_PROD",   "MPI_BAND",  "MPI_BOR",
    "MPI_BXOR",        "MPI_LAND", "MPI_LOR", "MPI_LXOR", "MPI_MINLOC", "MPI_MAXLOC"};
enum { OPS = sizeof ops / sizeof *ops };

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
    return is_known ? functions[operation] : "another function";
}

bool signature_is_rooted(int operation) {
    return operation == OPERATION_BROADCAST || operation == OPERATION_REDUCE ||
           (operation >= OPERATION_GATHER && operation <= OPERATION_SCATTERV);
}

bool signature_combines(int operation) {
    return operation >= OPERATION_REDUCE && operation <= OPERATION_EXSCAN;
}

static const char *op_name(int number) {
    return number < OPS ? ops[number] : "another operator";
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
