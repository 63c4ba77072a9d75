/* Types that list where their elements lie (MPI 5.0, section 5.1.2), and types with bounds of the
 * user's (5.1.7). type_create_large.c defines the types of counts and of displacements in bytes,
 * and the functions that append them to a type's contents (type.h), and includes this file. */
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"

#ifndef COUNT
#define COUNT          int
#define PLACE          MPI_Aint
#define MADE_OF_COUNTS type_made_of_integers
#define MADE_OF_PLACES type_made_of_addresses
#endif

#define RETURN_IF_NEGATIVE(count)                                                                  \
    if ((count) < 0)                                                                               \
    return FAIL(MPI_ERR_COUNT, #count " is %lld (expected: 0 or more)", (long long)(count))

#define RETURN_UNLESS_BLOCKS(count, lengths)                                                       \
    RETURN_IF_NEGATIVE(count);                                                                     \
    RETURN_IF_NULL_ARRAY(count, lengths);                                                          \
    for (COUNT i = 0; i < (count); i++)                                                            \
        if ((lengths)[i] < 0)                                                                      \
    return FAIL(MPI_ERR_COUNT, "the length of block %lld is %lld (expected: 0 or more)",           \
                (long long)i, (long long)(lengths)[i])

int MPI_Type_contiguous(COUNT count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    RETURN_IF_NEGATIVE(count);
    TYPE_OR_RETURN(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_CONTIGUOUS);
    if (type) {
        layout_add(&type->layout, &old->layout, 0, count);
        MADE_OF_COUNTS(type, 1, &count);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

int MPI_Type_vector(COUNT count, COUNT blocklength, COUNT stride, MPI_Datatype oldtype,
                    MPI_Datatype *newtype) {
    RETURN_IF_NEGATIVE(count);
    RETURN_IF_NEGATIVE(blocklength);
    TYPE_OR_RETURN(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_VECTOR);
    if (type) {
        layout_add_blocks(&type->layout, &old->layout, 0, blocklength,
                          layout_product(&type->layout, stride, layout_extent(&old->layout)),
                          count);
        MADE_OF_COUNTS(type, 3, (COUNT[]){count, blocklength, stride});
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

int MPI_Type_create_hvector(COUNT count, COUNT blocklength, PLACE stride, MPI_Datatype oldtype,
                            MPI_Datatype *newtype) {
    RETURN_IF_NEGATIVE(count);
    RETURN_IF_NEGATIVE(blocklength);
    TYPE_OR_RETURN(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_HVECTOR);
    if (type) {
        layout_add_blocks(&type->layout, &old->layout, 0, blocklength, stride, count);
        MADE_OF_COUNTS(type, 2, (COUNT[]){count, blocklength});
        MADE_OF_PLACES(type, 1, &stride);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

/* Makes a type of blocks of `length` elements, or of the lengths in a list, which lie at numbers of
 * extents, or of bytes. */
static int make_of_blocks(const char *call, int combiner, COUNT count, COUNT length,
                          const COUNT lengths[], const COUNT extents[], const PLACE bytes[],
                          MPI_Datatype oldtype, MPI_Datatype *newtype) {
    TYPE_ARGUMENT_OR_RETURN(old, MPI_COMM_SELF, call, oldtype, false);
    MPI_Datatype type = type_begin(combiner);
    if (type) {
        MPI_Aint extent = layout_extent(&old->layout);
        for (COUNT i = 0; i < count; i++)
            layout_add(&type->layout, &old->layout,
                       extents ? layout_product(&type->layout, extents[i], extent) : bytes[i],
                       lengths ? lengths[i] : length);
        MADE_OF_COUNTS(type, 1, &count);
        MADE_OF_COUNTS(type, lengths ? count : 1, lengths ? lengths : &length);
        if (extents)
            MADE_OF_COUNTS(type, count, extents);
        else
            MADE_OF_PLACES(type, count, bytes);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(call, type, newtype);
}

int MPI_Type_indexed(COUNT count, const COUNT blocklengths[], const COUNT displacements[],
                     MPI_Datatype oldtype, MPI_Datatype *newtype) {
    RETURN_UNLESS_BLOCKS(count, blocklengths);
    RETURN_IF_NULL_ARRAY(count, displacements);
    return make_of_blocks(__func__, MPI_COMBINER_INDEXED, count, 0, blocklengths, displacements,
                          NULL, oldtype, newtype);
}

int MPI_Type_create_hindexed(COUNT count, const COUNT blocklengths[], const PLACE displacements[],
                             MPI_Datatype oldtype, MPI_Datatype *newtype) {
    RETURN_UNLESS_BLOCKS(count, blocklengths);
    RETURN_IF_NULL_ARRAY(count, displacements);
    return make_of_blocks(__func__, MPI_COMBINER_HINDEXED, count, 0, blocklengths, NULL,
                          displacements, oldtype, newtype);
}

int MPI_Type_create_indexed_block(COUNT count, COUNT blocklength, const COUNT displacements[],
                                  MPI_Datatype oldtype, MPI_Datatype *newtype) {
    RETURN_IF_NEGATIVE(count);
    RETURN_IF_NEGATIVE(blocklength);
    RETURN_IF_NULL_ARRAY(count, displacements);
    return make_of_blocks(__func__, MPI_COMBINER_INDEXED_BLOCK, count, blocklength, NULL,
                          displacements, NULL, oldtype, newtype);
}

int MPI_Type_create_hindexed_block(COUNT count, COUNT blocklength, const PLACE displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype) {
    RETURN_IF_NEGATIVE(count);
    RETURN_IF_NEGATIVE(blocklength);
    RETURN_IF_NULL_ARRAY(count, displacements);
    return make_of_blocks(__func__, MPI_COMBINER_HINDEXED_BLOCK, count, blocklength, NULL, NULL,
                          displacements, oldtype, newtype);
}

int MPI_Type_create_struct(COUNT count, const COUNT blocklengths[], const PLACE displacements[],
                           const MPI_Datatype types[], MPI_Datatype *newtype) {
    RETURN_UNLESS_BLOCKS(count, blocklengths);
    RETURN_IF_NULL_ARRAY(count, displacements, types);
    for (COUNT i = 0; i < count; i++)
        if (!type_object(types[i]))
            return FAIL(MPI_ERR_TYPE, "the datatype of block %lld is invalid", (long long)i);
    MPI_Datatype type = type_begin(MPI_COMBINER_STRUCT);
    if (type) {
        for (COUNT i = 0; i < count; i++)
            layout_add(&type->layout, &type_object(types[i])->layout, displacements[i],
                       blocklengths[i]);
        MADE_OF_COUNTS(type, 1, &count);
        MADE_OF_COUNTS(type, count, blocklengths);
        MADE_OF_PLACES(type, count, displacements);
        type_made_of_types(type, (int)count, types);
    }
    return type_end(__func__, type, newtype);
}

int MPI_Type_create_resized(MPI_Datatype oldtype, PLACE lb, PLACE extent, MPI_Datatype *newtype) {
    TYPE_OR_RETURN(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_RESIZED);
    if (type) {
        layout_add(&type->layout, &old->layout, 0, 1);
        MPI_Aint upper;
        if (__builtin_add_overflow(lb, extent, &upper))
            type->layout.too_large = true;
        else
            layout_mark(&type->layout, lb, upper);
        MADE_OF_PLACES(type, 2, (PLACE[]){lb, extent});
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}
