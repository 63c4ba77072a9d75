/* Layouts of predefined types, and the common part of all layouts. layout_add.c adds derived types;
 * programs without such types are linked without it. */
#include "mpi/datatype/layout.h"

#include <stdlib.h>

#include "mpi/datatype/basic.h"

void layout_add_bytes(struct layout *layout, int basic, MPI_Aint displacement, MPI_Aint bytes,
                      MPI_Aint alignment) {
    enum { MOST = 2 };
    if (!layout->runs) {
        const size_t both = sizeof(struct runs) + MOST * sizeof(struct run);
        layout->runs = malloc(both + sizeof(struct signature) + MOST * sizeof(struct elements));
        if (!layout->runs) {
            layout->failed = true;
            return;
        }
        layout->signature = (struct signature *)((char *)layout->runs + both);
        layout->runs->count = layout->signature->count = 0;
    }
    struct runs *runs = layout->runs;
    struct signature *signature = layout->signature;
    if (runs->count > 0 && displacement == layout->true_upper)
        runs->run->bytes += bytes;
    else
        runs->run[runs->count++] = (struct run){displacement, bytes, 1, bytes, layout->size, NULL};
    if (signature->count > 0 && signature->elements->basic == basic)
        signature->elements->count++;
    else
        signature->elements[signature->count++] = (struct elements){basic, bytes, 1, NULL};
    layout->true_upper = displacement + bytes;
    layout->size += bytes;
    layout->alignment = alignment;
}

void layout_mark(struct layout *layout, MPI_Aint lower, MPI_Aint upper) {
    layout->marked_lower = layout->marked_upper = true;
    layout->lower = lower;
    layout->upper = upper;
}

bool layout_end(struct layout *layout) {
    if (!layout->marked_lower)
        layout->lower = layout->true_lower;
    if (!layout->marked_upper) {
        /* The extent is rounded up so that the next element is aligned: what is added is the
         * epsilon of section 5.1.6. */
        MPI_Aint alignment = layout->alignment > 0 ? layout->alignment : 1;
        MPI_Aint extent, rest;
        layout->too_large |= __builtin_sub_overflow(layout->true_upper, layout->lower, &extent);
        rest = extent % alignment;
        layout->too_large |= __builtin_add_overflow(
            layout->true_upper, rest > 0 ? alignment - rest : -rest, &layout->upper);
    }
    layout->contiguous = layout->size == 0;
    if (layout->size > 0) {
        const struct runs *runs = layout->runs;
        layout->is_piece = runs->count == 1 && runs->run->repeats == 1 && !runs->run->inner;
        layout->contiguous = layout->is_piece && layout->size == layout_extent(layout);
    }
    return !layout->failed && !layout->too_large;
}

void layout_free(const struct layout *layout) {
    if (layout->nested)
        layout->nested->free(layout->runs, layout->signature);
    else
        free(layout->runs); /* with the signature behind it */
}

bool signature_walk(const struct signature *signature, MPI_Count *bytes,
                    bool (*each)(void *context, int basic, MPI_Count count), void *context) {
    for (size_t s = 0; s<signature->count && * bytes> 0; s++) {
        const struct elements *elements = &signature->elements[s];
        MPI_Count count = *bytes / elements->bytes;
        if (count > elements->count && signature->count > 1)
            count = elements->count;
        if (!elements->inner) {
            if (!each(context, elements->basic, count))
                return false;
            *bytes -= count * elements->bytes;
            continue;
        }
        for (MPI_Count i = 0; i<elements->count && * bytes> 0; i++)
            if (!signature_walk(elements->inner, bytes, each, context))
                return false;
    }
    return true;
}

MPI_Count signature_elements(const struct signature *signature) {
    MPI_Count sum = 0;
    for (size_t s = 0; signature && s < signature->count; s++) {
        const struct elements *elements = &signature->elements[s];
        sum += elements->count * (elements->inner ? signature_elements(elements->inner) : 1);
    }
    return sum;
}

MPI_Count signature_external(const struct signature *signature) {
    MPI_Count sum = 0;
    for (size_t s = 0; signature && s < signature->count; s++) {
        const struct elements *elements = &signature->elements[s];
        sum += elements->count * (elements->inner ? signature_external(elements->inner)
                                                  : basic_types[elements->basic].external);
    }
    return sum;
}
