/* Parts of arrays (MPI 5.0, sections 5.1.3 and 5.1.4). Both types have the extent of the whole
 * array, so that arrays can follow each other. They are built from the fastest dimension to the
 * slowest: each dimension repeats the selection of the faster ones. type_array_large.c defines the
 * type of counts and the function that appends them to a type's contents (type.h), and includes
 * this file. */
#include <stdbool.h>

#include "mpi/datatype/type.h"
#include "mpi/object/error.h"

#ifndef COUNT
#define COUNT          int
#define MADE_OF_COUNTS type_made_of_integers
#endif

/* Returns the number of a dimension by its speed, which is 0 for the fastest one: the last
 * dimension in C, and the first one in Fortran. */
static int dimension_of(int order, int ndims, int speed) {
    return order == MPI_ORDER_C ? ndims - 1 - speed : speed;
}

/* Puts the next slower dimension around the one before. The elements of this dimension are `stride`
 * bytes apart, and `layout` is what is chosen in one of them. It is replaced by `blocks` blocks of
 * `length` copies of itself, and then `rest` copies. The first block begins at element `start`, and
 * what follows begins `step` elements after the block before. */
static void enclose(struct layout *layout, MPI_Aint stride, MPI_Aint start, MPI_Aint length,
                    MPI_Aint step, MPI_Aint blocks, MPI_Aint rest) {
    struct layout inner = *layout, element = inner, outer = {0};
    layout_mark(&element, 0, stride);
    layout_add_blocks(&outer, &element, start * stride, length, step * stride, blocks);
    layout_add(&outer, &element, (start + blocks * step) * stride, rest);
    layout_free(&inner);
    *layout = outer;
}

int MPI_Type_create_subarray(int ndims, const COUNT sizes[], const COUNT subsizes[],
                             const COUNT starts[], int order, MPI_Datatype oldtype,
                             MPI_Datatype *newtype) {
    TYPE_OR_RETURN(old, oldtype);
    if (ndims < 1)
        return FAIL(MPI_ERR_ARG, "ndims is %d (expected: 1 or more)", ndims);
    RETURN_IF_NULL_ARRAY(ndims, sizes, subsizes, starts);
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
        return FAIL(MPI_ERR_ARG, "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN");
    for (int i = 0; i < ndims; i++)
        if (sizes[i] < 1 || subsizes[i] < 1 || subsizes[i] > sizes[i] || starts[i] < 0 ||
            starts[i] > sizes[i] - subsizes[i])
            return FAIL(MPI_ERR_ARG,
                        "dimension %d has %lld elements: %lld from %lld on are out of range", i,
                        (long long)sizes[i], (long long)subsizes[i], (long long)starts[i]);
    MPI_Datatype type = type_begin(MPI_COMBINER_SUBARRAY);
    if (!type)
        return FAIL_MEMORY();
    MPI_Aint stride = layout_extent(&old->layout);
    layout_add(&type->layout, &old->layout, 0, 1);
    for (int speed = 0; speed < ndims; speed++) {
        int i = dimension_of(order, ndims, speed);
        MPI_Aint whole = layout_product(&type->layout, stride, sizes[i]);
        if (type->layout.too_large)
            break;
        enclose(&type->layout, stride, starts[i], subsizes[i], 0, 1, 0);
        stride = whole;
    }
    layout_mark(&type->layout, 0, stride); /* whatever the bounds of the elements are */
    type_made_of_integers(type, 1, &ndims);
    MADE_OF_COUNTS(type, ndims, sizes);
    MADE_OF_COUNTS(type, ndims, subsizes);
    MADE_OF_COUNTS(type, ndims, starts);
    type_made_of_integers(type, 1, &order);
    type_made_of_types(type, 1, &oldtype);
    return type_end(__func__, type, newtype);
}

/* Returns the size of the blocks in which a dimension is dealt out, or 0 if the argument is wrong.
 * A dimension that is not distributed is one block. */
static COUNT block_size(COUNT elements, int distribution, int argument, int processes) {
    bool given = argument != MPI_DISTRIBUTE_DFLT_DARG;
    switch (distribution) {
    case MPI_DISTRIBUTE_NONE:
        return processes == 1 ? elements : 0;
    case MPI_DISTRIBUTE_BLOCK:
        if (!given)
            return elements / processes + (elements % processes != 0);
        return argument > 0 && (MPI_Count)argument * processes >= elements ? argument : 0;
    case MPI_DISTRIBUTE_CYCLIC:
        return !given ? 1 : argument > 0 ? argument : 0;
    default:
        return 0;
    }
}

/* Puts the next slower dimension around the one before, with the share that the process at this
 * place has. */
static void enclose_share(struct layout *layout, MPI_Aint stride, MPI_Aint elements, MPI_Aint block,
                          MPI_Aint processes, MPI_Aint place) {
    MPI_Aint start = place * block, step = processes * block;
    MPI_Aint behind = elements > start ? elements - start : 0;
    MPI_Aint rest = behind % step < block ? behind % step : block;
    enclose(layout, stride, start, block, step, behind / step, rest);
}

int MPI_Type_create_darray(int size, int rank, int ndims, const COUNT gsizes[],
                           const int distribs[], const int dargs[], const int psizes[], int order,
                           MPI_Datatype oldtype, MPI_Datatype *newtype) {
    TYPE_OR_RETURN(old, oldtype);
    if (ndims < 1)
        return FAIL(MPI_ERR_ARG, "ndims is %d (expected: 1 or more)", ndims);
    RETURN_IF_NULL_ARRAY(ndims, gsizes, distribs, dargs, psizes);
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
        return FAIL(MPI_ERR_ARG, "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN");
    long processes = 1;
    for (int i = 0; i < ndims; i++) {
        if (gsizes[i] < 1 || psizes[i] < 1 ||
            block_size(gsizes[i], distribs[i], dargs[i], psizes[i]) == 0)
            return FAIL(MPI_ERR_ARG, "dimension %d: invalid distribution", i);
        processes *= psizes[i];
    }
    if (size < 1 || processes != size)
        return FAIL(MPI_ERR_ARG, "the grid has %ld processes, but size is %d", processes, size);
    if (rank < 0 || rank >= size)
        return FAIL(MPI_ERR_ARG, "rank %d is out of range (the grid has %d)", rank, size);
    MPI_Datatype type = type_begin(MPI_COMBINER_DARRAY);
    if (!type)
        return FAIL_MEMORY();
    MPI_Aint stride = layout_extent(&old->layout);
    layout_add(&type->layout, &old->layout, 0, 1);
    for (int speed = 0; speed < ndims; speed++) {
        int i = dimension_of(order, ndims, speed);
        MPI_Aint whole = layout_product(&type->layout, stride, gsizes[i]);
        COUNT block = block_size(gsizes[i], distribs[i], dargs[i], psizes[i]);
        layout_product(&type->layout, stride, layout_product(&type->layout, block, psizes[i]));
        if (type->layout.too_large)
            break;
        /* Processes are numbered in C's order, whatever the order of the array is. */
        int faster = 1;
        for (int j = i + 1; j < ndims; j++)
            faster *= psizes[j];
        enclose_share(&type->layout, stride, gsizes[i], block, psizes[i],
                      rank / faster % psizes[i]);
        stride = whole;
    }
    layout_mark(&type->layout, 0, stride); /* whatever the bounds of the elements are */
    type_made_of_integers(type, 3, (int[]){size, rank, ndims});
    MADE_OF_COUNTS(type, ndims, gsizes);
    type_made_of_integers(type, ndims, distribs);
    type_made_of_integers(type, ndims, dargs);
    type_made_of_integers(type, ndims, psizes);
    type_made_of_integers(type, 1, &order);
    type_made_of_types(type, 1, &oldtype);
    return type_end(__func__, type, newtype);
}
