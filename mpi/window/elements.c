#include "mpi/window/operation.h"

#include <stdlib.h>

#include "mpi/datatype/layout.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/window/apply.h"

int elements_basic(MPI_Datatype type) {
    if (!handle_is_address(type))
        return basic_number(type);
    const struct contents *contents = &type->contents;
    int basic = contents->type_count > 0 ? elements_basic(contents->types[0]) : -1;
    for (int i = 1; i < contents->type_count; i++)
        if (elements_basic(contents->types[i]) != basic)
            return -1;
    return basic;
}

bool elements_widen(struct elements_wide *wide, const struct layout *layout, int number,
                    const struct layout **used) {
    if (!layout)
        return true;
    const struct basic *basic = &basic_types[number];
    MPI_Count count = layout->size / basic->size;
    MPI_Aint extent = (MPI_Aint)apply_extent(basic);
    wide->runs = malloc(sizeof *wide->runs + (size_t)count * sizeof *wide->runs->run);
    if (!wide->runs)
        return false;
    *wide->runs = (struct runs){.references = 1, .count = (size_t)count};
    static char origin[1]; /* displacements are counted from it */
    for (MPI_Count i = 0; i < count; i++) {
        struct pieces pieces;
        void *address;
        size_t bytes;
        pieces_begin(&pieces, layout, origin, i * basic->size, basic->size);
        pieces_next(&pieces, &address, &bytes);
        wide->runs->run[i] = (struct run){.displacement = (char *)address - origin,
                                          .bytes = extent,
                                          .repeats = 1,
                                          .stride = extent,
                                          .before = i * extent};
    }
    static const struct layout_nested nested = {nested_next, nested_copy, signature_walk,
                                                nested_free};
    wide->layout = (struct layout){
        .size = count * extent,
        .lower = layout->lower,
        .upper = layout->upper,
        .true_lower = layout->true_lower,
        .contiguous = count == 1 && layout_extent(layout) == extent,
        .is_piece = count == 1,
        .runs = wide->runs,
        .nested = &nested,
    };
    *used = &wide->layout;
    return true;
}

void elements_free(struct elements_wide *wide) {
    free(wide->runs);
}
