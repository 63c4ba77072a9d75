#include "mpi/file/view.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/layout.h"
#include "mpi/datatype/pieces.h"

/* As portable_in_memory, for bytes of one element. */
static MPI_Count in_memory(const struct signature *signature, MPI_Count left) {
    MPI_Count native = 0;
    for (size_t s = 0; s < signature->count; s++) {
        const struct elements *elements = &signature->elements[s];
        MPI_Count each = elements->inner ? signature_external(elements->inner)
                                         : basic_types[elements->basic].external;
        MPI_Count whole = left / each < elements->count ? left / each : elements->count;
        native += whole * elements->bytes;
        left -= whole * each;
        if (whole < elements->count)
            return native + (elements->inner ? in_memory(elements->inner, left) : 0);
    }
    return native;
}

MPI_Count portable_in_memory(MPI_Datatype type, MPI_Count bytes) {
    const struct layout *layout = &type->layout;
    MPI_Count each = external_size(layout);
    if (each == 0)
        return 0;
    return bytes / each * layout->size + in_memory(layout->signature, bytes % each);
}

/* ---- Types ---- */

/* Makes the type of a combiner from what one was made of, with other types in it. `numbers` are
 * all integers, and behind them all addresses or large counts: so most calls have the same list,
 * whether their counts are large or not. */
static int make(const struct contents *contents, const MPI_Count numbers[], MPI_Datatype types[],
                MPI_Datatype *made) {
    const MPI_Count *lists = numbers + 1;
    const int *integers = contents->integers;
    MPI_Count count = numbers[0];
    int last = contents->integer_count - 1, dimensions;
    switch (contents->combiner) {
    case MPI_COMBINER_DUP:
        return PMPI_Type_dup(types[0], made);
    case MPI_COMBINER_CONTIGUOUS:
        return PMPI_Type_contiguous_c(count, types[0], made);
    case MPI_COMBINER_VECTOR:
        return PMPI_Type_vector_c(count, numbers[1], numbers[2], types[0], made);
    case MPI_COMBINER_HVECTOR:
        return PMPI_Type_create_hvector_c(count, numbers[1], numbers[2], types[0], made);
    case MPI_COMBINER_INDEXED:
        return PMPI_Type_indexed_c(count, lists, lists + count, types[0], made);
    case MPI_COMBINER_HINDEXED:
        return PMPI_Type_create_hindexed_c(count, lists, lists + count, types[0], made);
    case MPI_COMBINER_INDEXED_BLOCK:
        return PMPI_Type_create_indexed_block_c(count, numbers[1], numbers + 2, types[0], made);
    case MPI_COMBINER_HINDEXED_BLOCK:
        return PMPI_Type_create_hindexed_block_c(count, numbers[1], numbers + 2, types[0], made);
    case MPI_COMBINER_STRUCT:
        return PMPI_Type_create_struct_c(count, lists, lists + count, types, made);
    case MPI_COMBINER_SUBARRAY:
        if (contents->is_large)
            lists++; /* the order is before them */
        return PMPI_Type_create_subarray_c((int)count, lists, lists + count, lists + 2 * count,
                                           integers[last], types[0], made);
    case MPI_COMBINER_DARRAY:
        dimensions = integers[2];
        lists = numbers + (contents->is_large ? contents->integer_count : 3);
        integers += contents->is_large ? 3 : 3 + dimensions;
        return PMPI_Type_create_darray_c(
            (int)numbers[0], (int)numbers[1], dimensions, lists, integers, integers + dimensions,
            integers + (ptrdiff_t)2 * dimensions, contents->integers[last], types[0], made);
    case MPI_COMBINER_RESIZED:
        return PMPI_Type_create_resized_c(types[0], numbers[0], numbers[1], made);
    default:
        return MPI_ERR_TYPE;
    }
}

/* Returns the list of numbers for the function above, which the caller frees, or null without
 * memory. */
static MPI_Count *numbers_of(const struct contents *contents) {
    size_t integers = (size_t)contents->integer_count, places = (size_t)contents->address_count;
    MPI_Count *numbers = calloc(integers + places + 1, sizeof *numbers);
    if (!numbers)
        return NULL;
    for (size_t i = 0; i < integers; i++)
        numbers[i] = contents->integers[i];
    for (size_t i = 0; i < places; i++)
        numbers[integers + i] = contents->addresses[i];
    return numbers;
}

/* Bytes stand for a basic type. */
static MPI_Datatype stand_in(MPI_Datatype type) {
    MPI_Datatype bytes;
    if (PMPI_Type_contiguous_c(external_size(&type->layout), MPI_BYTE, &bytes) != MPI_SUCCESS)
        return NULL;
    type_made--; /* the program has no handle of it */
    return bytes;
}

MPI_Datatype portable_type(MPI_Datatype type) {
    const struct contents *contents = &type->contents;
    if (contents->combiner == MPI_COMBINER_NAMED)
        return stand_in(type);
    MPI_Datatype *types = calloc((size_t)contents->type_count + 1, sizeof(MPI_Datatype));
    MPI_Count *numbers = numbers_of(contents);
    MPI_Datatype made = NULL;
    bool complete = types && numbers;
    for (int i = 0; complete && i < contents->type_count; i++) {
        MPI_Datatype part = contents->types[i]; /* the program may have freed it */
        types[i] = portable_type(!handle_is_address(part) ? type_object(part) : part);
        complete = types[i];
    }
    if (complete && make(contents, numbers, types, &made) != MPI_SUCCESS)
        made = NULL;
    if (made)
        type_made--;
    for (int i = 0; types && i < contents->type_count; i++)
        if (types[i])
            type_release(types[i]);
    free(types);
    free(numbers);
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
