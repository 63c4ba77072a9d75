#include "mpi/file/portable.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/external.h"
#include "mpi/datatype/pieces.h"

MPI_Count portable_in_memory(MPI_Datatype type, MPI_Count bytes) {
    const struct layout *layout = &type->layout;
    MPI_Count each = external_size(&type->layout);
    if (each == 0)
        return 0;
    MPI_Count native = bytes / each * layout->size, left = bytes % each;
    for (size_t s = 0; s < layout->signature_count; s++) {
        const struct basic *basic = &basic_types[layout->signature[s].basic];
        MPI_Count whole = left / basic->external;
        if (whole < layout->signature[s].count)
            return native + whole * basic->size;
        native += layout->signature[s].count * basic->size;
        left -= layout->signature[s].count * basic->external;
    }
    return native;
}

/* ---- Types ---- */

/* Makes the type of a combiner from what one was made of, with other types in it. */
static int make(const struct contents *contents, MPI_Datatype types[], MPI_Datatype *made) {
    const int *numbers = contents->integers, *lists = numbers + 1;
    const MPI_Aint *places = contents->addresses;
    int count = contents->integer_count > 0 ? numbers[0] : 0;
    switch (contents->combiner) {
    case MPI_COMBINER_DUP:
        return PMPI_Type_dup(types[0], made);
    case MPI_COMBINER_CONTIGUOUS:
        return PMPI_Type_contiguous(count, types[0], made);
    case MPI_COMBINER_VECTOR:
        return PMPI_Type_vector(count, numbers[1], numbers[2], types[0], made);
    case MPI_COMBINER_HVECTOR:
        return PMPI_Type_create_hvector(count, numbers[1], places[0], types[0], made);
    case MPI_COMBINER_INDEXED:
        return PMPI_Type_indexed(count, lists, lists + count, types[0], made);
    case MPI_COMBINER_HINDEXED:
        return PMPI_Type_create_hindexed(count, lists, places, types[0], made);
    case MPI_COMBINER_INDEXED_BLOCK:
        return PMPI_Type_create_indexed_block(count, numbers[1], numbers + 2, types[0], made);
    case MPI_COMBINER_HINDEXED_BLOCK:
        return PMPI_Type_create_hindexed_block(count, numbers[1], places, types[0], made);
    case MPI_COMBINER_STRUCT:
        return PMPI_Type_create_struct(count, lists, places, types, made);
    case MPI_COMBINER_SUBARRAY:
        return PMPI_Type_create_subarray(count, lists, lists + count, lists + (ptrdiff_t)2 * count,
                                         lists[3 * count], types[0], made);
    case MPI_COMBINER_DARRAY:
        count = numbers[2];
        lists = numbers + 3;
        return PMPI_Type_create_darray(numbers[0], numbers[1], count, lists, lists + count,
                                       lists + (ptrdiff_t)2 * count, lists + (ptrdiff_t)3 * count,
                                       lists[4 * count], types[0], made);
    case MPI_COMBINER_RESIZED:
        return PMPI_Type_create_resized(types[0], places[0], places[1], made);
    default:
        return MPI_ERR_TYPE;
    }
}

/* Bytes stand for a basic type. */
static MPI_Datatype stand_in(MPI_Datatype type) {
    MPI_Datatype bytes;
    return PMPI_Type_contiguous((int)external_size(&type->layout), MPI_BYTE, &bytes) == MPI_SUCCESS
               ? bytes
               : NULL;
}

MPI_Datatype portable_type(MPI_Datatype type) {
    const struct contents *contents = &type->contents;
    if (contents->combiner == MPI_COMBINER_NAMED)
        return stand_in(type);
    MPI_Datatype *types = calloc((size_t)contents->type_count + 1, sizeof(MPI_Datatype));
    MPI_Datatype made = NULL;
    bool complete = types;
    for (int i = 0; complete && i < contents->type_count; i++) {
        MPI_Datatype part = contents->types[i]; /* the program may have freed it */
        types[i] = portable_type((uintptr_t)part < HANDLE_END ? type_object(part) : part);
        complete = types[i];
    }
    if (complete && make(contents, types, &made) != MPI_SUCCESS)
        made = NULL;
    for (int i = 0; types && i < contents->type_count; i++)
        if (types[i])
            type_release(types[i]);
    free(types);
    return made;
}

/* ---- Numbers ---- */

int portable_pack(char *external, const void *buffer, MPI_Count count, MPI_Datatype type) {
    const struct layout *layout = &type->layout;
    MPI_Count each = external_size(layout);
    unsigned char *packed = malloc((size_t)layout->size + 1);
    bool fits = true;
    if (!packed)
        return MPI_ERR_NO_MEM;
    for (MPI_Count i = 0; i < count; i++) {
        pieces_pack(layout, buffer, i * layout->size, packed, layout->size);
        fits &= external_convert(layout, packed, (unsigned char *)external + i * each, true);
    }
    free(packed);
    return fits ? MPI_SUCCESS : MPI_ERR_CONVERSION;
}

/* Of the last element a part may be there: it is filled with zeros, converted, and then cut again.
 */
int portable_unpack(const char *external, MPI_Count bytes, void *buffer, MPI_Datatype type) {
    const struct layout *layout = &type->layout;
    MPI_Count each = external_size(layout);
    unsigned char *packed = malloc((size_t)layout->size + 1), *part = malloc((size_t)each + 1);
    bool fits = true;
    for (MPI_Count i = 0; packed && part && i * each < bytes; i++) {
        MPI_Count come = bytes - i * each < each ? bytes - i * each : each;
        memset(part, 0, (size_t)each);
        memcpy(part, external + i * each, (size_t)come);
        fits &= external_convert(layout, packed, part, false);
        pieces_unpack(layout, buffer, i * layout->size, packed, portable_in_memory(type, come));
    }
    free(part);
    free(packed);
    if (!packed || !part)
        return MPI_ERR_NO_MEM;
    return fits ? MPI_SUCCESS : MPI_ERR_CONVERSION;
}
