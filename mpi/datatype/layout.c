#include "mpi/datatype/layout.h"

#include <stdlib.h>

/* Makes room for one more item in a list, by doubling the list if it is full. Returns the list, or
 * null without memory. */
static void *grow(void *items, size_t count, size_t *room, size_t bytes) {
    if (count < *room)
        return items;
    size_t more = *room == 0 ? 1 : 2 * *room;
    void *grown = realloc(items, more * bytes);
    if (grown)
        *room = more;
    return grown;
}

static void append_elements(struct layout *layout, int basic, MPI_Count count) {
    if (layout->signature_count > 0) {
        struct elements *last = &layout->signature[layout->signature_count - 1];
        if (last->basic == basic) {
            last->count += count;
            return;
        }
    }
    struct elements *grown = grow(layout->signature, layout->signature_count,
                                  &layout->signature_room, sizeof *layout->signature);
    if (!grown) {
        layout->failed = true;
        return;
    }
    layout->signature = grown;
    layout->signature[layout->signature_count++] = (struct elements){basic, count};
}

/* Adds a run to the last one, as bytes that follow it or as its next repetition, and returns true.
 * Returns false if this is not possible. */
static bool joined(struct run *last, const struct run *run) {
    if (last->repeats == 1 && run->repeats == 1 &&
        last->displacement + last->bytes == run->displacement) {
        last->bytes += run->bytes;
        return true;
    }
    MPI_Aint stride = last->stride, next;
    if (last->repeats == 1 &&
        __builtin_sub_overflow(run->displacement, last->displacement, &stride))
        return false;
    if (last->bytes != run->bytes || (run->repeats > 1 && run->stride != stride) ||
        __builtin_mul_overflow(last->repeats, stride, &next) ||
        __builtin_add_overflow(last->displacement, next, &next) || run->displacement != next)
        return false;
    last->stride = stride;
    last->repeats += run->repeats;
    return true;
}

static void append_run(struct layout *layout, struct run run) {
    MPI_Aint length = (run.repeats - 1) * run.stride;
    MPI_Aint low = run.displacement + (length < 0 ? length : 0);
    MPI_Aint high = run.displacement + (length > 0 ? length : 0) + run.bytes;
    if (layout->run_count == 0 || low < layout->true_lower)
        layout->true_lower = low;
    if (layout->run_count == 0 || high > layout->true_upper)
        layout->true_upper = high;
    if (run.repeats > 1 && run.stride == run.bytes) {
        run.bytes *= run.repeats;
        run.repeats = 1;
    }
    if (layout->run_count > 0 && joined(&layout->runs[layout->run_count - 1], &run))
        return;
    struct run *grown =
        grow(layout->runs, layout->run_count, &layout->run_room, sizeof *layout->runs);
    if (!grown) {
        layout->failed = true;
        return;
    }
    layout->runs = grown;
    layout->runs[layout->run_count++] = run;
}

/* A bound that was set in a part of a type holds for the whole type, unless another part has a
 * lower one (or, for upper bounds, a higher one). */
static void mark_lower(struct layout *layout, MPI_Aint lower) {
    if (!layout->marked_lower || lower < layout->lower)
        layout->lower = lower;
    layout->marked_lower = true;
}

static void mark_upper(struct layout *layout, MPI_Aint upper) {
    if (!layout->marked_upper || upper > layout->upper)
        layout->upper = upper;
    layout->marked_upper = true;
}

/* The bounds of `count` copies at multiples of the stride are those of the first and the last
 * copy. */
static void add_marks(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                      MPI_Aint stride, MPI_Count count) {
    MPI_Aint last = displacement + (count - 1) * stride;
    if (child->marked_lower)
        mark_lower(layout, child->lower + (stride < 0 ? last : displacement));
    if (child->marked_upper)
        mark_upper(layout, child->upper + (stride < 0 ? displacement : last));
}

/* Whether a copy of a child that is displaced by so many bytes has bounds that an MPI_Aint cannot
 * hold. */
static bool is_out_of_reach(const struct layout *child, MPI_Aint displacement) {
    MPI_Aint bound;
    return __builtin_add_overflow(displacement, child->lower, &bound) ||
           __builtin_add_overflow(displacement, child->upper, &bound) ||
           __builtin_add_overflow(displacement, child->true_lower, &bound) ||
           __builtin_add_overflow(displacement, child->true_upper, &bound);
}

/* Whether the copies have bytes at displacements that an MPI_Aint cannot hold, or more bytes than
 * an MPI_Count can hold. */
static bool is_too_large(const struct layout *layout, const struct layout *child,
                         MPI_Aint displacement, MPI_Aint stride, MPI_Count count) {
    MPI_Aint last;
    MPI_Count size;
    return __builtin_mul_overflow(count - 1, stride, &last) ||
           __builtin_add_overflow(last, displacement, &last) ||
           is_out_of_reach(child, displacement) || is_out_of_reach(child, last) ||
           __builtin_mul_overflow(count, child->size, &size) ||
           __builtin_add_overflow(size, layout->size, &size);
}

/* Appends copies of a child. If the child has one run, without repetitions, its copies are one run
 * again. */
static void add_copies(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                       MPI_Aint stride, MPI_Count count) {
    if (count <= 0)
        return;
    if (is_too_large(layout, child, displacement, stride, count)) {
        layout->too_large = true;
        return;
    }
    add_marks(layout, child, displacement, stride, count);
    if (child->alignment > layout->alignment)
        layout->alignment = child->alignment;
    layout->failed |= child->failed;
    layout->too_large |= child->too_large;
    if (child->size == 0)
        return;
    if (child->run_count == 1 && child->runs->repeats == 1) {
        append_run(layout, (struct run){child->runs->displacement + displacement,
                                        child->runs->bytes, count, stride, 0});
    } else {
        for (MPI_Count i = 0; i < count && !layout->failed; i++)
            for (size_t r = 0; r < child->run_count; r++) {
                struct run run = child->runs[r];
                run.displacement += displacement + i * stride;
                append_run(layout, run);
            }
    }
    layout->size += count * child->size;
    if (child->signature_count == 1)
        append_elements(layout, child->signature->basic, count * child->signature->count);
    else
        for (MPI_Count i = 0; i < count && !layout->failed; i++)
            for (size_t s = 0; s < child->signature_count; s++)
                append_elements(layout, child->signature[s].basic, child->signature[s].count);
}

void layout_add(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                MPI_Count count) {
    add_copies(layout, child, displacement, layout_extent(child), count);
}

void layout_add_blocks(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                       MPI_Count count, MPI_Aint stride, MPI_Count repeats) {
    struct layout block = {0};
    layout_add(&block, child, 0, count);
    add_copies(layout, &block, displacement, stride, repeats);
    layout_free(&block);
}

/* This function can do less than layout_add, and shares no code with it. So programs without
 * derived types are linked without layout_add. */
void layout_add_bytes(struct layout *layout, int basic, MPI_Aint displacement, MPI_Aint bytes,
                      MPI_Aint alignment) {
    enum { MOST = 2 };
    if (!layout->runs) {
        layout->runs = malloc(MOST * sizeof *layout->runs);
        layout->signature = malloc(MOST * sizeof *layout->signature);
        layout->run_room = layout->signature_room = MOST;
        layout->run_count = layout->signature_count = 0;
    }
    if (!layout->runs || !layout->signature) {
        layout->failed = true;
        return;
    }
    bool continues = layout->run_count > 0 && displacement == layout->true_upper;
    if (continues)
        layout->runs->bytes += bytes;
    else
        layout->runs[layout->run_count++] = (struct run){displacement, bytes, 1, bytes, 0};
    if (layout->signature_count > 0 && layout->signature->basic == basic)
        layout->signature->count++;
    else
        layout->signature[layout->signature_count++] = (struct elements){basic, 1};
    layout->true_upper = displacement + bytes;
    layout->size += bytes;
    layout->alignment = alignment;
}

MPI_Aint layout_product(struct layout *layout, MPI_Aint one, MPI_Aint other) {
    MPI_Aint product;
    if (!__builtin_mul_overflow(one, other, &product))
        return product;
    layout->too_large = true;
    return 0;
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
    MPI_Count before = 0;
    for (size_t r = 0; r < layout->run_count; r++) {
        layout->runs[r].before = before;
        before += layout->runs[r].bytes * layout->runs[r].repeats;
    }
    layout->contiguous =
        layout->size == 0 || (layout->run_count == 1 && layout->runs->repeats == 1 &&
                              layout->size == layout_extent(layout));
    return !layout->failed && !layout->too_large;
}

void layout_free(struct layout *layout) {
    free(layout->runs);
    free(layout->signature);
    *layout = (struct layout){0};
}
