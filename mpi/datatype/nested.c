#include "mpi/datatype/pieces.h"

#include <stdint.h>
#include <stdlib.h>

size_t nested_run(const struct runs *runs, MPI_Count byte) {
    size_t low = 0, high = runs->count - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (runs->run[middle].before <= byte)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct nested_place nested_place(const struct runs *runs, MPI_Count byte) {
    MPI_Aint displacement = 0;
    for (;;) {
        const struct run *run = &runs->run[nested_run(runs, byte)];
        byte -= run->before;
        MPI_Aint repeat = byte / run->bytes;
        byte %= run->bytes;
        displacement += run->displacement + repeat * run->stride;
        if (!run->inner)
            return (struct nested_place){run, displacement, repeat, byte};
        runs = run->inner;
    }
}

MPI_Aint nested_displacement(const struct runs *runs, MPI_Count byte) {
    struct nested_place place = nested_place(runs, byte);
    return place.displacement + place.within;
}

bool nested_next(struct pieces *pieces, void **address, size_t *bytes) {
    const struct layout *layout = pieces->layout;
    if (pieces->repeats == 0) {
        struct nested_place place = nested_place(layout->runs, pieces->byte);
        pieces->run = place.run;
        pieces->at = (uintptr_t)pieces->element + (uintptr_t)place.displacement;
        pieces->repeats = place.run->repeats - place.repeat;
        pieces->within = place.within;
    }
    MPI_Count piece = pieces->run->bytes - pieces->within;
    if (piece > pieces->left)
        piece = pieces->left;
    *address = (void *)(pieces->at + (uintptr_t)pieces->within);
    *bytes = (size_t)piece;
    pieces->at += (uintptr_t)pieces->run->stride;
    pieces->within = 0;
    pieces->repeats--;
    pieces->left -= piece;
    pieces->byte += piece;
    if (pieces->byte == layout->size) {
        pieces->byte = 0;
        pieces->element = (char *)((uintptr_t)pieces->element + (uintptr_t)layout_extent(layout));
    }
    return true;
}

void nested_free(struct runs *runs, struct signature *signature) {
    if (runs && --runs->references == 0) {
        for (size_t r = 0; r < runs->count; r++)
            nested_free(runs->run[r].inner, NULL);
        free(runs);
    }
    if (signature && --signature->references == 0) {
        for (size_t s = 0; s < signature->count; s++)
            nested_free(NULL, signature->elements[s].inner);
        free(signature);
    }
}
