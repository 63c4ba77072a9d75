/* Types that list where their elements lie (MPI 5.0, section 5.1.2), and types with bounds of the
 * user's (5.1.7). */
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

#define CHECK_COUNT(count)                                                                         \
    if ((count) < 0)                                                                               \
    return FAIL(MPI_ERR_COUNT, #count " is %d, and has to be 0 or more", count)

#define CHECK_BLOCKS(count, lengths)                                                               \
    CHECK_COUNT(count);                                                                            \
    CHECK_ARRAY(count, lengths);                                                                   \
    for (int i = 0; i < (count); i++)                                                              \
        if ((lengths)[i] < 0)                                                                      \
    return FAIL(MPI_ERR_COUNT, "the length of block %d is %d, and has to be 0 or more", i,         \
                (lengths)[i])

MPI_CALL(int, Type_contiguous, int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    CHECK_COUNT(count);
    TYPE_OBJECT(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_CONTIGUOUS);
    if (type) {
        layout_add(&type->layout, &old->layout, 0, count);
        type_made_of_integers(type, 1, &count);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_vector, int count, int blocklength, int stride, MPI_Datatype oldtype,
         MPI_Datatype *newtype) {
    CHECK_COUNT(count);
    CHECK_COUNT(blocklength);
    TYPE_OBJECT(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_VECTOR);
    if (type) {
        layout_add_blocks(&type->layout, &old->layout, 0, blocklength,
                          layout_product(&type->layout, stride, layout_extent(&old->layout)),
                          count);
        type_made_of_integers(type, 3, (int[]){count, blocklength, stride});
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_create_hvector, int count, int blocklength, MPI_Aint stride,
         MPI_Datatype oldtype, MPI_Datatype *newtype) {
    CHECK_COUNT(count);
    CHECK_COUNT(blocklength);
    TYPE_OBJECT(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_HVECTOR);
    if (type) {
        layout_add_blocks(&type->layout, &old->layout, 0, blocklength, stride, count);
        type_made_of_integers(type, 2, (int[]){count, blocklength});
        type_made_of_addresses(type, 1, &stride);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_indexed, int count, const int blocklengths[], const int displacements[],
         MPI_Datatype oldtype, MPI_Datatype *newtype) {
    CHECK_BLOCKS(count, blocklengths);
    CHECK_ARRAY(count, displacements);
    TYPE_OBJECT(old, oldtype);
    MPI_Aint extent = layout_extent(&old->layout);
    MPI_Datatype type = type_begin(MPI_COMBINER_INDEXED);
    if (type) {
        for (int i = 0; i < count; i++)
            layout_add(&type->layout, &old->layout,
                       layout_product(&type->layout, displacements[i], extent), blocklengths[i]);
        type_made_of_integers(type, 1, &count);
        type_made_of_integers(type, count, blocklengths);
        type_made_of_integers(type, count, displacements);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_create_hindexed, int count, const int blocklengths[],
         const MPI_Aint displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) {
    CHECK_BLOCKS(count, blocklengths);
    CHECK_ARRAY(count, displacements);
    TYPE_OBJECT(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_HINDEXED);
    if (type) {
        for (int i = 0; i < count; i++)
            layout_add(&type->layout, &old->layout, displacements[i], blocklengths[i]);
        type_made_of_integers(type, 1, &count);
        type_made_of_integers(type, count, blocklengths);
        type_made_of_addresses(type, count, displacements);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_create_indexed_block, int count, int blocklength, const int displacements[],
         MPI_Datatype oldtype, MPI_Datatype *newtype) {
    CHECK_COUNT(count);
    CHECK_COUNT(blocklength);
    CHECK_ARRAY(count, displacements);
    TYPE_OBJECT(old, oldtype);
    MPI_Aint extent = layout_extent(&old->layout);
    MPI_Datatype type = type_begin(MPI_COMBINER_INDEXED_BLOCK);
    if (type) {
        for (int i = 0; i < count; i++)
            layout_add(&type->layout, &old->layout,
                       layout_product(&type->layout, displacements[i], extent), blocklength);
        type_made_of_integers(type, 2, (int[]){count, blocklength});
        type_made_of_integers(type, count, displacements);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_create_hindexed_block, int count, int blocklength,
         const MPI_Aint displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) {
    CHECK_COUNT(count);
    CHECK_COUNT(blocklength);
    CHECK_ARRAY(count, displacements);
    TYPE_OBJECT(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_HINDEXED_BLOCK);
    if (type) {
        for (int i = 0; i < count; i++)
            layout_add(&type->layout, &old->layout, displacements[i], blocklength);
        type_made_of_integers(type, 2, (int[]){count, blocklength});
        type_made_of_addresses(type, count, displacements);
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_create_struct, int count, const int blocklengths[],
         const MPI_Aint displacements[], const MPI_Datatype types[], MPI_Datatype *newtype) {
    CHECK_BLOCKS(count, blocklengths);
    CHECK_ARRAY(count, displacements);
    CHECK_ARRAY(count, types);
    for (int i = 0; i < count; i++)
        if (!type_object(types[i]))
            return FAIL(MPI_ERR_TYPE, "the datatype of block %d is none", i);
    MPI_Datatype type = type_begin(MPI_COMBINER_STRUCT);
    if (type) {
        for (int i = 0; i < count; i++)
            layout_add(&type->layout, &type_object(types[i])->layout, displacements[i],
                       blocklengths[i]);
        type_made_of_integers(type, 1, &count);
        type_made_of_integers(type, count, blocklengths);
        type_made_of_addresses(type, count, displacements);
        type_made_of_types(type, count, types);
    }
    return type_end(__func__, type, newtype);
}

MPI_CALL(int, Type_create_resized, MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
         MPI_Datatype *newtype) {
    TYPE_OBJECT(old, oldtype);
    MPI_Datatype type = type_begin(MPI_COMBINER_RESIZED);
    if (type) {
        layout_add(&type->layout, &old->layout, 0, 1);
        MPI_Aint upper;
        if (__builtin_add_overflow(lb, extent, &upper))
            type->layout.too_large = true;
        else
            layout_mark(&type->layout, lb, upper);
        type_made_of_addresses(type, 2, (MPI_Aint[]){lb, extent});
        type_made_of_types(type, 1, &oldtype);
    }
    return type_end(__func__, type, newtype);
}
