/* Layouts of derived types. The time of a call does not depend on the number of repetitions. */
#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/layout.h"
#include "mpi/datatype/pieces.h"

/* A child's list of at most N items is copied into that of its parent, if it is there once.
 * So structures of structures are flat, and neighbours can be joined. */
enum { COPIED_MOST = 8 };

/* Makes room for one more item in a list of `count` with room for *room, behind `header` bytes, by
 * doubling the list if it is full. Returns the list, or null without memory. */
static void *grow(void *list, size_t count, size_t room, size_t *wanted, size_t header,
                  size_t bytes) {
    *wanted = room;
    if (list && count < room)
        return list;
    *wanted = list ? 2 * room : 1;
    return realloc(list, header + *wanted * bytes);
}

/* ---- The signature ---- */

static void append_elements(struct layout *layout, struct elements elements) {
    struct signature *list = layout->signature;
    struct elements *last = list ? &list->elements[list->count - 1] : NULL;
    if (last && last->basic == elements.basic && last->inner == elements.inner) {
        last->count += elements.count;
        return;
    }
    size_t count = list ? list->count : 0, room;
    list = grow(list, count, list ? list->room : 0, &room, sizeof *list, sizeof *last);
    if (!list) {
        layout->failed = true;
        return;
    }
    list->references = 1;
    list->room = room;
    list->count = count + 1;
    list->elements[count] = elements;
    if (elements.inner)
        elements.inner->references++;
    layout->signature = list;
}

/* Returns a list that may be kept by others: that of a predefined type is copied, for it counts no
 * references. The caller gives back a reference. Returns null without memory. */
static struct signature *signature_shared(const struct layout *layout) {
    struct signature *own = layout->signature;
    if (layout->nested) {
        own->references++;
        return own;
    }
    size_t bytes = sizeof *own + own->count * sizeof *own->elements;
    struct signature *copy = malloc(bytes);
    if (copy) {
        memcpy(copy, own, bytes);
        copy->references = 1;
    }
    return copy;
}

static void add_signature(struct layout *layout, const struct layout *child, MPI_Count count) {
    const struct signature *list = child->signature;
    if (list->count == 1 || (count == 1 && list->count <= COPIED_MOST)) {
        for (size_t s = 0; s < list->count; s++) {
            struct elements elements = list->elements[s];
            elements.count *= count;
            append_elements(layout, elements);
        }
        return;
    }
    struct signature *shared = signature_shared(child);
    if (!shared) {
        layout->failed = true;
        return;
    }
    append_elements(layout, (struct elements){-1, child->size, count, shared});
    nested_free(NULL, shared);
}

/* ---- The runs ---- */

/* Adds a run to the last one, as bytes that follow it or as its next repetition, and returns true.
 * Returns false if this is not possible. */
static bool joined(struct run *last, const struct run *run) {
    if (!last->inner && !run->inner && last->repeats == 1 && run->repeats == 1 &&
        last->displacement + last->bytes == run->displacement) {
        last->bytes += run->bytes;
        return true;
    }
    MPI_Aint stride = last->stride, next;
    if (last->repeats == 1 &&
        __builtin_sub_overflow(run->displacement, last->displacement, &stride))
        return false;
    if (last->bytes != run->bytes || (run->repeats > 1 && run->stride != stride) ||
        last->inner != run->inner || __builtin_mul_overflow(last->repeats, stride, &next) ||
        __builtin_add_overflow(last->displacement, next, &next) || run->displacement != next)
        return false;
    last->stride = stride;
    last->repeats += run->repeats;
    return true;
}

static void append_run(struct layout *layout, struct run run) {
    struct runs *list = layout->runs;
    if (run.repeats > 1 && run.stride == run.bytes && !run.inner) {
        run.bytes *= run.repeats;
        run.repeats = 1;
    }
    if (list && joined(&list->run[list->count - 1], &run)) {
        const struct run *last = &list->run[list->count - 1];
        if (list->alike != last->bytes)
            list->alike = list->count == 1 && !last->inner ? last->bytes : 0;
        return;
    }
    size_t count = list ? list->count : 0, room;
    list = grow(list, count, list ? list->room : 0, &room, sizeof *list, sizeof run);
    if (!list) {
        layout->failed = true;
        return;
    }
    list->references = 1;
    list->room = room;
    list->count = count + 1;
    const struct run *last = count > 0 ? &list->run[count - 1] : NULL;
    run.before = last ? last->before + last->bytes * last->repeats : 0;
    list->run[count] = run;
    if (!last)
        list->alike = run.inner ? 0 : run.bytes;
    else if (list->alike != run.bytes || run.inner)
        list->alike = 0;
    if (run.inner)
        run.inner->references++;
    layout->runs = list;
}

/* As signature_shared. */
static struct runs *runs_shared(const struct layout *layout) {
    struct runs *own = layout->runs;
    if (layout->nested) {
        own->references++;
        return own;
    }
    size_t bytes = sizeof *own + own->count * sizeof *own->run;
    struct runs *copy = malloc(bytes);
    if (copy) {
        memcpy(copy, own, bytes);
        copy->references = 1;
        copy->alike = 0;
    }
    return copy;
}

static void add_runs(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                     MPI_Aint stride, MPI_Count count) {
    const struct runs *list = child->runs;
    if (list->count == 1 && list->run->repeats == 1) {
        struct run run = *list->run;
        run.displacement += displacement;
        run.repeats = count;
        run.stride = stride;
        append_run(layout, run);
        return;
    }
    /* A regular child that goes on regularly is longer. */
    MPI_Aint length;
    bool goes_on = list->count == 1 &&
                   !__builtin_mul_overflow(list->run->repeats, list->run->stride, &length) &&
                   length == stride;
    if (goes_on || (count == 1 && list->count <= COPIED_MOST)) {
        for (size_t r = 0; r < list->count; r++) {
            struct run run = list->run[r];
            run.displacement += displacement;
            run.repeats *= count;
            append_run(layout, run);
        }
        return;
    }
    struct runs *shared = runs_shared(child);
    if (!shared) {
        layout->failed = true;
        return;
    }
    append_run(layout, (struct run){displacement, child->size, count, stride, 0, shared});
    nested_free(shared, NULL);
}

/* ---- Bounds ---- */

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

static void add_true_bounds(struct layout *layout, const struct layout *child,
                            MPI_Aint displacement, MPI_Aint stride, MPI_Count count) {
    MPI_Aint last = displacement + (count - 1) * stride;
    MPI_Aint low = child->true_lower + (stride < 0 ? last : displacement);
    MPI_Aint high = child->true_upper + (stride < 0 ? displacement : last);
    if (layout->size == 0 || low < layout->true_lower)
        layout->true_lower = low;
    if (layout->size == 0 || high > layout->true_upper)
        layout->true_upper = high;
}

/* Whether a copy of a child that is displaced by N bytes has bounds that an MPI_Aint cannot
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

/* ---- The calls ---- */

static const struct layout_nested nested = {nested_next, nested_copy, signature_walk, nested_free};

static void add_copies(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                       MPI_Aint stride, MPI_Count count) {
    layout->nested = &nested;
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
    if (child->size == 0 || layout->failed)
        return;
    add_true_bounds(layout, child, displacement, stride, count);
    add_runs(layout, child, displacement, stride, count);
    add_signature(layout, child, count);
    if (!layout->failed)
        layout->size += count * child->size;
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

MPI_Aint layout_product(struct layout *layout, MPI_Aint one, MPI_Aint other) {
    MPI_Aint product;
    if (!__builtin_mul_overflow(one, other, &product))
        return product;
    layout->too_large = true;
    return 0;
}
