#include "mpi/file/view.h"

bool view_start(struct view *view) {
    MPI_Datatype byte = type_object(MPI_BYTE);
    if (!byte)
        return false;
    *view = (struct view){.etype = MPI_BYTE,
                          .filetype = MPI_BYTE,
                          .layout = &byte->layout,
                          .etype_bytes = 1,
                          .representation = "native",
                          .is_ascending = true};
    return true;
}

void view_end(struct view *view) {
    type_release(view->etype);
    type_release(view->filetype);
    if (view->placed)
        type_release(view->placed);
}

MPI_Offset view_place(const struct view *view, MPI_Count byte) {
    struct pieces pieces;
    void *place;
    size_t bytes;
    if (view->layout->size == 0)
        return view->displacement;
    view_pieces(view, byte, 1, &pieces);
    pieces_next(&pieces, &place, &bytes);
    return (MPI_Offset)(intptr_t)place;
}

bool view_reaches(const struct view *view, MPI_Count first, MPI_Count bytes) {
    const struct layout *layout = view->layout;
    MPI_Count end, place;
    if (bytes == 0)
        return true;
    return layout->size > 0 && !__builtin_add_overflow(first, bytes, &end) &&
           !__builtin_mul_overflow((end - 1) / layout->size, layout_extent(layout), &place) &&
           !__builtin_add_overflow(place, view->displacement, &place) &&
           !__builtin_add_overflow(place, layout->true_upper, &place);
}

/* Returns how many bytes of an element lie before a displacement. */
static MPI_Count before_in_element(const struct view *view, MPI_Aint end) {
    const struct layout *layout = view->layout;
    MPI_Count low = 0, high = layout->size;
    if (view->is_ascending) {
        while (low < high) {
            MPI_Count middle = low + (high - low) / 2;
            if (nested_displacement(layout->runs, middle) < end)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
    struct pieces pieces;
    void *place;
    size_t bytes;
    pieces_begin(&pieces, layout, NULL, 0, layout->size);
    while (pieces_next(&pieces, &place, &bytes)) {
        MPI_Count before = end - (MPI_Aint)(intptr_t)place, most = (MPI_Count)bytes;
        low += before <= 0 ? 0 : before < most ? before : most;
    }
    return low;
}

MPI_Count view_bytes_before(const struct view *view, MPI_Offset place) {
    const struct layout *layout = view->layout;
    MPI_Aint end = place - view->displacement, extent = layout_extent(layout);
    if (layout->size == 0 || end <= layout->true_lower)
        return 0;
    MPI_Aint whole = extent > 0 ? (end - layout->true_lower) / extent : 0;
    return whole * layout->size + before_in_element(view, end - whole * extent);
}

static MPI_Count count_pieces(const struct runs *runs) {
    MPI_Count pieces = 0;
    for (size_t r = 0; r < runs->count; r++) {
        const struct run *run = &runs->run[r];
        pieces += run->repeats * (run->inner ? count_pieces(run->inner) : 1);
    }
    return pieces;
}

MPI_Count view_count_pieces(const struct view *view, MPI_Count bytes) {
    const struct layout *layout = view->layout;
    if (layout->contiguous || layout->size == 0)
        return bytes > 0;
    MPI_Count pieces = count_pieces(layout->runs);
    MPI_Count all = bytes / layout->size * pieces, rest = bytes % layout->size;
    return all + (rest * pieces + layout->size - 1) / layout->size;
}
