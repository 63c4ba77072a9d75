/* Finds a view, drawn at random and made in several ways, that shows other bytes of the file. */
#include "files.h"

static const struct { int size, placed; } sizes[] = {{1, 1}, {4, 4}, {8, 8}, {8, 4}, {2, 2}};

static MPI_Datatype etype_of(int which) {
    const MPI_Datatype types[] = {MPI_BYTE, MPI_INT, MPI_LONG_LONG, MPI_LONG, MPI_SHORT};
    return types[which];
}

void views_draw(struct view views[], bool alike) {
    int which = draw(5), parts = alike ? 1 : job.size, blocks = 1 + draw(BLOCKS_MOST);
    bool external = draw(4) == 0, whole = draw(4) == 0, irregular = draw(2);
    MPI_Offset start = draw(3) == 0 ? draw(100) : 0;
    int most = draw(3) == 0 ? 200 : 6, place = 0, shift = draw(parts);
    struct view drawn[RANKS_MOST] = {{0}};
    if (whole)
        blocks = 1;
    /* The tile has room for a block of each process, again and again. */
    int length = 1 + draw(most), gap = whole && alike ? 0 : draw(3);
    for (int b = 0; b < blocks; b++)
        for (int p = 0; p < parts; p++) {
            struct view *view = &drawn[(p + shift) % parts];
            if (irregular)
                length = 1 + draw(most);
            view->begin[b] = place;
            view->length[b] = length;
            place += length + gap;
        }
    for (int rank = 0; rank < job.size; rank++) {
        views[rank] = drawn[alike ? 0 : rank];
        views[rank].etype = etype_of(which);
        views[rank].external = external;
        views[rank].size = sizes[which].size;
        views[rank].placed = external ? sizes[which].placed : sizes[which].size;
        views[rank].start = start;
        views[rank].blocks = blocks;
        views[rank].extent = place;
    }
}

/* Makes a type of all blocks by their places. */
static MPI_Datatype by_places(const struct view *view) {
    MPI_Datatype blocks, type;
    MPI_Type_indexed(view->blocks, view->length, view->begin, view->etype, &blocks);
    MPI_Type_create_resized(blocks, 0, (MPI_Aint)view->extent * view->placed, &type);
    MPI_Type_free(&blocks);
    return type;
}

/* The same by an array of which one block is chosen. */
static MPI_Datatype by_subarray(const struct view *view) {
    MPI_Datatype type;
    MPI_Type_create_subarray(1, &view->extent, view->length, view->begin, MPI_ORDER_C, view->etype,
                             &type);
    return type;
}

void view_set(struct view *view) {
    const char *name = view->external ? "external32" : draw(2) ? "native" : "internal";
    bool subarray = draw(2) && view->blocks == 1;
    MPI_Datatype type = subarray ? by_subarray(view) : by_places(view), etype, filetype;
    char found[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_Aint extent;
    MPI_Type_commit(&type);
    if (MPI_File_set_view(program.file, view->start, view->etype, type, name, MPI_INFO_NULL) !=
        MPI_SUCCESS)
        wrong("the view is refused");
    MPI_Type_free(&type);
    MPI_File_get_view(program.file, &displacement, &etype, &filetype, found);
    if (displacement != view->start || etype != view->etype || strcmp(found, name) != 0)
        wrong("the view is another one");
    MPI_File_get_type_extent(program.file, etype, &extent);
    if (extent != view->placed)
        wrong("an etype has %d bytes, not %d", (int)extent, view->placed);
    MPI_Type_free(&filetype);
}

MPI_Offset view_at(const struct view *view, MPI_Offset k) {
    MPI_Offset tile = view->length[0], within;
    for (int b = 1; b < view->blocks; b++)
        tile += view->length[b];
    within = k % tile;
    int block = 0;
    while (within >= view->length[block])
        within -= view->length[block++];
    return view->start + (k / tile * view->extent + view->begin[block] + within) * view->placed;
}

int view_there(const struct view *view, MPI_Offset first, int count) {
    int there = 0;
    while (there < count && view_at(view, first + there) + view->placed <= program.bytes)
        there++;
    return there;
}

int64_t model_get(const struct view *view, MPI_Offset k) {
    const unsigned char *from = &program.model[view_at(view, k)];
    uint64_t value = 0;
    for (int i = 0; i < view->placed; i++)
        value |= (uint64_t)from[view->external ? view->placed - 1 - i : i] << 8 * i;
    int unused = 64 - 8 * view->placed;
    return (int64_t)(value << unused) >> unused;
}

void model_set(const struct view *view, MPI_Offset k, int64_t value) {
    MPI_Offset place = view_at(view, k);
    for (int i = 0; i < view->placed; i++)
        program.model[place + (view->external ? view->placed - 1 - i : i)] =
            (unsigned char)((uint64_t)value >> 8 * i);
    if (place + view->placed > program.bytes)
        program.bytes = place + view->placed;
}

int64_t memory_get(const struct view *view, const char *memory) {
    int64_t value = 0;
    memcpy(&value, memory, (size_t)view->size);
    int unused = 64 - 8 * view->size;
    return (int64_t)((uint64_t)value << unused) >> unused;
}

void memory_set(const struct view *view, char *memory, int64_t value) {
    memcpy(memory, &value, (size_t)view->size);
}
