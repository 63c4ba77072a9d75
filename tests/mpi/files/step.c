/* Finds a kind of access that reads or writes other bytes than the same done in memory. */
#include "files.h"

/* How an access is made. */
enum kind { AT, HERE, AT_ALL, ALL, ISSUED_AT, ISSUED, ISSUED_AT_ALL, ISSUED_ALL, SPLIT_AT, SPLIT };
enum { KINDS = SPLIT + 1, COUNT_MOST = 600, GUARD = 0x5a };

/* What one process accesses, in memory with gaps: each etype is `spread` etypes behind the one
 * before. */
struct access {
    MPI_Offset first;
    int count, spread;
    char *memory;
    MPI_Datatype type;
    int number; /* of elements of this type */
};

static void access_make(const struct view *view, MPI_Offset first, int count,
                        struct access *access) {
    access->first = first;
    access->count = count;
    access->spread = 1 + draw(2) * draw(3);
    size_t bytes = ((size_t)count + 1) * (size_t)access->spread * (size_t)view->size;
    access->memory = malloc(bytes);
    memset(access->memory, GUARD, bytes);
    access->number = 1;
    if (draw(2)) {
        MPI_Type_vector(count, 1, access->spread, view->etype, &access->type);
    } else {
        MPI_Datatype element;
        MPI_Aint extent = (MPI_Aint)access->spread * view->size;
        MPI_Type_dup(view->etype, &element);
        MPI_Type_create_resized(element, 0, extent, &access->type);
        MPI_Type_free(&element);
        access->number = count;
    }
    MPI_Type_commit(&access->type);
}

static void access_free(struct access *access) {
    free(access->memory);
    MPI_Type_free(&access->type);
}

static char *element(const struct view *view, const struct access *access, int i) {
    return access->memory + (size_t)i * (size_t)access->spread * (size_t)view->size;
}

/* The value that a process writes at etype k: 16 bits, so that all types have it. */
static int64_t value_of(int rank, MPI_Offset k, int salt) {
    return (int16_t)(uint64_t)(31 * k + 1009 * rank + 7919 * salt);
}

/* Whether the model has room for the first `count` etypes of a view. */
static bool fits(const struct view *view, MPI_Offset count) {
    return view_at(view, count) + view->placed <= FILE_MOST;
}

/* Draws what each process accesses. */
static void draw_parts(const struct view views[], MPI_Offset first[], int count[]) {
    int most = draw(2) ? COUNT_MOST : 20;
    for (int rank = 0; rank < job.size; rank++) {
        first[rank] = draw(100);
        count[rank] = draw(most);
        if (!fits(&views[rank], first[rank]))
            first[rank] = 0;
        while (count[rank] > 0 && !fits(&views[rank], first[rank] + count[rank]))
            count[rank] /= 2;
    }
}

/* Returns how many etypes were moved. At the end of a file part of one may be, too. */
static int moved_of(const MPI_Status *status, const struct view *view) {
    int bytes;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    return bytes / view->size;
}

/* Writes or reads, as `writes` says, by a pair of functions that differ in this alone. */
#define MOVE(form, ...)                                                                            \
    (writes ? MPI_File_write##form(__VA_ARGS__) : MPI_File_read##form(__VA_ARGS__))
#define IMOVE(form, ...)                                                                           \
    (writes ? MPI_File_iwrite##form(__VA_ARGS__) : MPI_File_iread##form(__VA_ARGS__))

/* Makes an access of a kind. Returns how many etypes it has moved. */
static int perform(const struct view *view, bool writes, enum kind kind,
                   const struct access *access) {
    MPI_File file = program.file;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Offset first = access->first, position;
    void *memory = access->memory;
    int number = access->number, error = MPI_SUCCESS, moved;
    MPI_Datatype type = access->type;
    bool here =
        kind == HERE || kind == ALL || kind == ISSUED || kind == ISSUED_ALL || kind == SPLIT;
    if (here)
        MPI_File_seek(file, first, MPI_SEEK_SET);
    switch (kind) {
    case AT:
        error = MOVE(_at, file, first, memory, number, type, &status);
        break;
    case HERE:
        error = writes ? MPI_File_write_c(file, memory, number, type, &status)
                       : MPI_File_read(file, memory, number, type, &status);
        break;
    case AT_ALL:
        error = writes ? MPI_File_write_at_all(file, first, memory, number, type, &status)
                       : MPI_File_read_at_all_c(file, first, memory, number, type, &status);
        break;
    case ALL:
        error = MOVE(_all, file, memory, number, type, &status);
        break;
    case ISSUED_AT:
        error = IMOVE(_at, file, first, memory, number, type, &request);
        break;
    case ISSUED:
        error = IMOVE(, file, memory, number, type, &request);
        break;
    case ISSUED_AT_ALL:
        error = IMOVE(_at_all, file, first, memory, number, type, &request);
        break;
    case ISSUED_ALL:
        error = IMOVE(_all, file, memory, number, type, &request);
        break;
    case SPLIT_AT:
        error = MOVE(_at_all_begin, file, first, memory, number, type);
        if (error == MPI_SUCCESS)
            error = MOVE(_at_all_end, file, memory, &status);
        break;
    default:
        error = MOVE(_all_begin, file, memory, number, type);
        if (error == MPI_SUCCESS)
            error = MOVE(_all_end, file, memory, &status);
        break;
    }
    if (request != MPI_REQUEST_NULL)
        error = MPI_Wait(&request, &status);
    if (error != MPI_SUCCESS)
        wrong("an access of kind %d returns %d", kind, error);
    moved = moved_of(&status, view);
    MPI_File_get_position(file, &position);
    if (here && position != first + moved)
        wrong("the pointer is at %lld after %d from %lld on, by kind %d", (long long)position,
              moved, (long long)first, kind);
    return moved;
}

static void check_read(const struct view *view, const struct access *access, int moved) {
    int there = view_there(view, access->first, access->count);
    if (moved != there)
        wrong("%d etypes are read from %lld on, not %d", moved, (long long)access->first, there);
    for (int i = 0; i < access->count; i++) {
        int64_t found = memory_get(view, element(view, access, i)), wanted;
        char guard[8];
        memset(guard, GUARD, sizeof guard);
        wanted = i < there ? model_get(view, access->first + i) : memory_get(view, guard);
        bool is_cut = i == there && view_at(view, access->first + i) < program.bytes;
        if (found != wanted && !is_cut)
            wrong("etype %lld is %lld, not %lld", (long long)access->first + i, (long long)found,
                  (long long)wanted);
    }
}

/* By the shared pointer, in the order of ranks or in any. Those that come in any order access as
 * much each, so each finds one of the parts. */
static void by_shared(const struct view views[], bool writes) {
    bool ordered = draw(2), later = draw(2), split = draw(2);
    MPI_Offset start = draw(20), before = 0, after, all = 0;
    int counts[RANKS_MOST], salt = draw(1000), moved, error;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    const struct view *view = &views[job.rank];
    int most = 200;
    while (most > 1 && !fits(view, start + (MPI_Offset)job.size * most))
        most /= 2;
    for (int rank = 0; rank < job.size; rank++)
        counts[rank] = rank == 0 || ordered ? draw(most) : counts[0];
    for (int rank = 0; rank < job.size; rank++) {
        before += rank < job.rank ? counts[rank] : 0;
        all += counts[rank];
    }
    MPI_File_seek_shared(program.file, start, MPI_SEEK_SET);
    struct access access;
    access_make(view, start + before, counts[job.rank], &access);
    MPI_File file = program.file;
    for (int i = 0; writes && i < access.count; i++) /* in any order: all parts alike */
        memory_set(view, element(view, &access, i),
                   value_of(0, ordered ? access.first + i : i, salt));
    if (ordered && split) {
        error = MOVE(_ordered_begin, file, access.memory, access.number, access.type);
        if (error == MPI_SUCCESS)
            error = MOVE(_ordered_end, file, access.memory, &status);
    } else if (ordered) {
        error = MOVE(_ordered, file, access.memory, access.number, access.type, &status);
    } else if (later) {
        error = IMOVE(_shared, file, access.memory, access.number, access.type, &request);
        MPI_Wait(&request, &status);
    } else {
        error = MOVE(_shared, file, access.memory, access.number, access.type, &status);
    }
    moved = moved_of(&status, view);
    if (error != MPI_SUCCESS || (writes && moved != access.count))
        wrong("an access by the shared pointer returns %d, and moves %d", error, moved);
    MPI_Barrier(program.comm);
    MPI_File_get_position_shared(file, &after);
    if (after != start + (writes ? all : view_there(view, start, (int)all)))
        wrong("the shared pointer is at %lld, not %lld", (long long)after,
              (long long)start + (long long)all);
    if (!writes && ordered)
        check_read(view, &access, moved);
    MPI_Offset k = start;
    for (int rank = 0; writes && rank < job.size; rank++)
        for (int i = 0; i < counts[rank]; i++, k++)
            model_set(view, k, value_of(0, ordered ? k : i, salt));
    access_free(&access);
}

void step_write(const struct view views[], bool alike) {
    enum kind kind = (enum kind)draw(KINDS);
    int salt = draw(1000);
    if (alike) {
        by_shared(views, true);
        return;
    }
    MPI_Offset first[RANKS_MOST];
    int count[RANKS_MOST];
    draw_parts(views, first, count);
    const struct view *view = &views[job.rank];
    struct access access;
    access_make(view, first[job.rank], count[job.rank], &access);
    for (int i = 0; i < access.count; i++)
        memory_set(view, element(view, &access, i), value_of(job.rank, access.first + i, salt));
    int moved = perform(view, true, kind, &access);
    if (moved != access.count)
        wrong("%d etypes are written, not %d", moved, access.count);
    access_free(&access);
    for (int rank = 0; rank < job.size; rank++)
        for (int i = 0; i < count[rank]; i++)
            model_set(&views[rank], first[rank] + i, value_of(rank, first[rank] + i, salt));
}

void step_read(const struct view views[], bool alike) {
    enum kind kind = (enum kind)draw(KINDS);
    if (alike && draw(2)) {
        by_shared(views, false);
        return;
    }
    MPI_Offset first[RANKS_MOST];
    int count[RANKS_MOST];
    draw_parts(views, first, count);
    const struct view *view = &views[job.rank];
    struct access access;
    access_make(view, first[job.rank], count[job.rank], &access);
    check_read(view, &access, perform(view, false, kind, &access));
    access_free(&access);
}
