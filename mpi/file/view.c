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

/* Returns how many bytes of a run lie before a displacement. */
static MPI_Count before_in_run(const struct run *run, MPI_Aint end) {
    if (end <= run->displacement)
        return 0;
    if (run->repeats == 1)
        return end - run->displacement < run->bytes ? end - run->displacement : run->bytes;
    MPI_Aint whole = (end - run->displacement) / run->stride;
    MPI_Aint rest = (end - run->displacement) % run->stride;
    if (whole >= run->repeats)
        return run->repeats * run->bytes;
    return whole * run->bytes + (rest < run->bytes ? rest : run->bytes);
}

MPI_Count view_bytes_before(const struct view *view, MPI_Offset place) {
    const struct layout *layout = view->layout;
    MPI_Aint end = place - view->displacement, extent = layout_extent(layout);
    if (layout->size == 0 || end <= layout->true_lower)
        return 0;
    MPI_Aint whole = extent > 0 ? (end - layout->true_lower) / extent : 0;
    MPI_Count bytes = whole * layout->size;
    for (size_t r = 0; r < layout->run_count; r++)
        bytes += before_in_run(&layout->runs[r], end - whole * extent);
    return bytes;
}

MPI_Count view_count_pieces(const struct view *view, MPI_Count bytes) {
    const struct layout *layout = view->layout;
    if (layout->contiguous || layout->size == 0)
        return bytes > 0;
    MPI_Count pieces = 0;
    for (size_t r = 0; r < layout->run_count; r++)
        pieces += layout->runs[r].repeats;
    MPI_Count all = bytes / layout->size * pieces, rest = bytes % layout->size;
    return all + (rest * pieces + layout->size - 1) / layout->size;
}
