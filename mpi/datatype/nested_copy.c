/* Copies between the pieces of a buffer and packed bytes: loops over runs, and in the innermost one
 * words. A word takes four instructions at most, and a run of an indexed type about ten, beside the
 * word. */
#include <stdint.h>
#include <string.h>

#include "compiler.h"
#include "mpi/datatype/pieces.h"

/* Calls copy(..., bytes, packs), where both are constants for what is common: words, and points of
 * two or three coordinates. */
#define EACH_WIDTH(copy, bytes, packs, ...)                                                        \
    switch (bytes) {                                                                               \
    case 1:                                                                                        \
        return (packs) ? copy(__VA_ARGS__, 1, true) : copy(__VA_ARGS__, 1, false);                 \
    case 2:                                                                                        \
        return (packs) ? copy(__VA_ARGS__, 2, true) : copy(__VA_ARGS__, 2, false);                 \
    case 4:                                                                                        \
        return (packs) ? copy(__VA_ARGS__, 4, true) : copy(__VA_ARGS__, 4, false);                 \
    case 8:                                                                                        \
        return (packs) ? copy(__VA_ARGS__, 8, true) : copy(__VA_ARGS__, 8, false);                 \
    case 12:                                                                                       \
        return (packs) ? copy(__VA_ARGS__, 12, true) : copy(__VA_ARGS__, 12, false);               \
    case 16:                                                                                       \
        return (packs) ? copy(__VA_ARGS__, 16, true) : copy(__VA_ARGS__, 16, false);               \
    case 24:                                                                                       \
        return (packs) ? copy(__VA_ARGS__, 24, true) : copy(__VA_ARGS__, 24, false);               \
    default:                                                                                       \
        return copy(__VA_ARGS__, (size_t)(bytes), packs);                                          \
    }

/* Bytes that are copied by the compiler's own instructions: two pairs of the largest registers. */
enum { LINE = 64 };

/* Loops over words are unrolled up to this size, where the loop itself costs as much as the word.
 */
enum { WORD_MOST = 16 };

/* Copies any number of bytes. A line at a time takes half the instructions of a call of memcpy: the
 * last line may begin within the one before. */
ALWAYS_INLINE void copy_bytes(char *to, const char *from, size_t bytes) {
    if (bytes < LINE) {
        memcpy(to, from, bytes);
        return;
    }
    for (size_t i = 0; i < bytes - LINE; i += LINE)
        memcpy(to + i, from + i, LINE);
    memcpy(to + bytes - LINE, from + bytes - LINE, LINE);
}

ALWAYS_INLINE void move(uintptr_t place, char *packed, size_t bytes, bool packs) {
    if (packs)
        copy_bytes(packed, (const char *)place, bytes);
    else
        copy_bytes((char *)place, packed, bytes);
}

/* Copies `rows` rows, `pitch` bytes apart, of `count` blocks each, `stride` bytes apart. Returns
 * the end of what is packed, as all these functions do. */
ALWAYS_INLINE char *rows_of(uintptr_t at, MPI_Count rows, MPI_Aint pitch, MPI_Count count,
                            MPI_Aint stride, char *packed, size_t bytes, bool packs) {
    enum { UNROLLED = 8 };
    uintptr_t step = (uintptr_t)stride;
    for (; rows > 0; rows--, at += (uintptr_t)pitch) {
        uintptr_t place = at;
        MPI_Count left = count;
        if (bytes <= WORD_MOST)
            for (; left >= UNROLLED; left -= UNROLLED, packed += UNROLLED * bytes)
#pragma GCC unroll 8
                for (size_t i = 0; i < UNROLLED; i++, place += step)
                    move(place, packed + i * bytes, bytes, packs);
        for (; left > 0; left--, place += step, packed += bytes)
            move(place, packed, bytes, packs);
    }
    return packed;
}

static char *copy_rows(uintptr_t at, MPI_Count rows, MPI_Aint pitch, MPI_Count count,
                       MPI_Aint stride, char *packed, MPI_Aint bytes, bool packs){
    EACH_WIDTH(rows_of, bytes, packs, at, rows, pitch, count, stride, packed)}

/* Copies the runs of a list that are all of N bytes. */
ALWAYS_INLINE
    char *alike_of(const struct runs *runs, uintptr_t at, char *packed, size_t bytes, bool packs) {
    for (const struct run *run = runs->run, *last = run + runs->count; run < last; run++) {
        uintptr_t place = at + (uintptr_t)run->displacement, step = (uintptr_t)run->stride;
        const char *end = packed + (size_t)run->repeats * bytes;
        do {
            move(place, packed, bytes, packs);
            place += step;
            packed += bytes;
        } while (packed != end);
    }
    return packed;
}

static char *copy_alike(const struct runs *runs, uintptr_t at, char *packed,
                        bool packs){EACH_WIDTH(alike_of, runs->alike, packs, runs, at, packed)}

ALWAYS_INLINE char *block_of(uintptr_t at, char *packed, size_t bytes, bool packs) {
    move(at, packed, bytes, packs);
    return packed + bytes;
}

static char *copy_block(uintptr_t at, char *packed, MPI_Aint bytes, bool packs) {
    EACH_WIDTH(block_of, bytes, packs, at, packed)
}

static char *copy_list(const struct runs *runs, uintptr_t at, char *packed, bool packs);

/* Copies `count` repetitions of a run, of which the first one lies at the address `at`. */
static char *copy_repetitions(const struct run *run, uintptr_t at, MPI_Count count, char *packed,
                              bool packs) {
    const struct runs *inner = run->inner;
    if (!inner)
        return copy_rows(at, 1, 0, count, run->stride, packed, run->bytes, packs);
    const struct run *first = inner->run;
    if (inner->count == 1 && !first->inner) {
        at += (uintptr_t)first->displacement;
        return first->repeats == 1
                   ? copy_rows(at, 1, 0, count, run->stride, packed, first->bytes, packs)
                   : copy_rows(at, count, run->stride, first->repeats, first->stride, packed,
                               first->bytes, packs);
    }
    for (; count > 0; count--, at += (uintptr_t)run->stride)
        packed = copy_list(inner, at, packed, packs);
    return packed;
}

static char *copy_list(const struct runs *runs, uintptr_t at, char *packed, bool packs) {
    if (runs->alike > 0)
        return copy_alike(runs, at, packed, packs);
    for (const struct run *run = runs->run, *end = run + runs->count; run < end; run++) {
        uintptr_t place = at + (uintptr_t)run->displacement;
        packed = !run->inner && run->repeats == 1
                     ? copy_block(place, packed, run->bytes, packs)
                     : copy_repetitions(run, place, run->repeats, packed, packs);
    }
    return packed;
}

/* ---- From any byte on ---- */

static char *copy_part(const struct runs *runs, uintptr_t at, MPI_Count first, MPI_Count bytes,
                       char *packed, bool packs);

/* Copies a part of one repetition: `bytes` packed bytes from packed byte `first` on. */
static char *copy_broken(const struct run *run, uintptr_t at, MPI_Count first, MPI_Count bytes,
                         char *packed, bool packs) {
    if (bytes == 0)
        return packed;
    return run->inner ? copy_part(run->inner, at, first, bytes, packed, packs)
                      : copy_block(at + (uintptr_t)first, packed, bytes, packs);
}

/* Copies a part of all repetitions: the rest of one, whole ones, and the beginning of one. */
static char *copy_run(const struct run *run, uintptr_t at, MPI_Count first, MPI_Count bytes,
                      char *packed, bool packs) {
    MPI_Count within = first % run->bytes;
    at += (uintptr_t)(first / run->bytes * run->stride);
    if (within > 0) {
        MPI_Count rest = run->bytes - within < bytes ? run->bytes - within : bytes;
        packed = copy_broken(run, at, within, rest, packed, packs);
        at += (uintptr_t)run->stride;
        bytes -= rest;
    }
    MPI_Count whole = bytes / run->bytes;
    packed = copy_repetitions(run, at, whole, packed, packs);
    return copy_broken(run, at + (uintptr_t)(whole * run->stride), 0, bytes % run->bytes, packed,
                       packs);
}

static char *copy_part(const struct runs *runs, uintptr_t at, MPI_Count first, MPI_Count bytes,
                       char *packed, bool packs) {
    for (const struct run *run = &runs->run[nested_run(runs, first)]; bytes > 0; run++) {
        MPI_Count skipped = first - run->before, all = run->bytes * run->repeats - skipped;
        MPI_Count part = all < bytes ? all : bytes;
        packed = copy_run(run, at + (uintptr_t)run->displacement, skipped, part, packed, packs);
        first += part;
        bytes -= part;
    }
    return packed;
}

/* All elements of a buffer are repetitions of one. */
void nested_copy(const struct pieces *pieces, void *packed, bool packs) {
    const struct layout *layout = pieces->layout;
    const struct run elements = {
        .bytes = layout->size, .stride = layout_extent(layout), .inner = layout->runs};
    copy_run(&elements, (uintptr_t)pieces->element, pieces->byte, pieces->left, packed, packs);
}
