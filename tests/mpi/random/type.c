/* Finds datatypes of one and two levels, with gaps, in other orders and with explicit bounds, that
 * are wrong. */
#include "random.h"

enum { MARK = 0xa5, GUARD = 64 };

static const struct basic {
    MPI_Datatype datatype;
    ptrdiff_t bytes;
} basics[] = {
    {MPI_INT, sizeof(int)},
    {MPI_CHAR, 1},
    {MPI_DOUBLE, sizeof(double)},
    {MPI_SHORT, sizeof(short)},
    {MPI_BYTE, 1},
    {MPI_LONG_LONG, sizeof(long long)},
    {MPI_FLOAT, sizeof(float)},
    {MPI_UNSIGNED, sizeof(unsigned)},
};
enum { BASICS = sizeof basics / sizeof *basics };

static void basic_draw(struct draw *generator, struct type *type) {
    const struct basic *basic = &basics[draw_below(generator, BASICS)];
    *type = (struct type){.datatype = basic->datatype, .elements = 1};
    type->extent = type->end = type->bytes[0] = basic->bytes;
}

/* Appends a copy of a child at a displacement. */
static void append(struct type *type, const struct type *child, ptrdiff_t at) {
    for (int i = 0; i < child->elements; i++) {
        type->bytes[type->elements] = child->bytes[i];
        type->at[type->elements++] = at + child->at[i];
    }
    ptrdiff_t upper = type->lower + type->extent;
    bool first = type->elements == child->elements;
    if (first || at + child->lower < type->lower)
        type->lower = at + child->lower;
    if (first || at + child->lower + child->extent > upper)
        upper = at + child->lower + child->extent;
    type->extent = upper - type->lower;
    if (first || at + child->first < type->first)
        type->first = at + child->first;
    if (first || at + child->end > type->end)
        type->end = at + child->end;
}

/* Pads the extent of a structure, which no other type needs: up to a multiple of its largest
 * element's size. */
static void pad(struct type *type) {
    ptrdiff_t alignment = 1;
    for (int i = 0; i < type->elements; i++)
        if (type->bytes[i] > alignment)
            alignment = type->bytes[i];
    type->extent = (type->extent + alignment - 1) / alignment * alignment;
}

static void derive(struct draw *generator, const struct type *child, struct type *type) {
    *type = (struct type){.derived = true, .marked = child->marked};
    ptrdiff_t extent = child->extent;
    int count = 1 + draw_below(generator, 3);
    /* If the bounds of a structure's member were set, it is not clear what the structure's own
     * bounds are. So there is no such structure. */
    switch (draw_below(generator, child->marked ? 6 : 7)) {
    case 0:
        MPI_Type_contiguous(count, child->datatype, &type->datatype);
        for (int i = 0; i < count; i++)
            append(type, child, i * extent);
        break;
    case 1: {
        int length = 1 + draw_below(generator, 2), stride = length + draw_below(generator, 3);
        if (draw_below(generator, 2) == 0)
            stride = -stride;
        MPI_Type_vector(count, length, stride, child->datatype, &type->datatype);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < length; j++)
                append(type, child, (i * stride + j) * extent);
        break;
    }
    case 2: {
        /* The blocks come from the last to the first. */
        int lengths[3], places[3];
        for (int i = 0; i < count; i++) {
            lengths[i] = 1 + draw_below(generator, 2);
            places[i] = (count - 1 - i) * 3 + draw_below(generator, 2);
        }
        MPI_Type_indexed(count, lengths, places, child->datatype, &type->datatype);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < lengths[i]; j++)
                append(type, child, (places[i] + j) * extent);
        break;
    }
    case 3: {
        /* The stride is a multiple of every type's alignment, for some libraries pad only
         * structures. */
        MPI_Aint stride = extent * count + (MPI_Aint)sizeof(double) * draw_below(generator, 3);
        MPI_Type_create_hvector(count, 1, -stride, child->datatype, &type->datatype);
        for (int i = 0; i < count; i++)
            append(type, child, -i * stride);
        break;
    }
    case 4: {
        ptrdiff_t lower = child->lower - draw_below(generator, 9);
        ptrdiff_t resized = child->lower + extent - lower + draw_below(generator, 9);
        MPI_Type_create_resized(child->datatype, lower, resized, &type->datatype);
        append(type, child, 0);
        type->lower = lower;
        type->extent = resized;
        type->marked = true;
        break;
    }
    case 5: {
        int lengths[3];
        MPI_Aint places[3];
        for (int i = 0; i < count; i++) {
            lengths[i] = 1 + draw_below(generator, 2);
            places[i] = (2 * (i - 1) + draw_below(generator, 2)) * extent;
        }
        MPI_Type_create_hindexed(count, lengths, places, child->datatype, &type->datatype);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < lengths[i]; j++)
                append(type, child, places[i] + j * extent);
        break;
    }
    default: {
        struct type other;
        basic_draw(generator, &other);
        MPI_Aint places[2] = {0, (child->end + 7) / 8 * 8};
        if (places[1] < child->lower + extent)
            places[1] = (child->lower + extent + 7) / 8 * 8;
        MPI_Datatype members[2] = {child->datatype, other.datatype};
        int lengths[2] = {1, 1};
        MPI_Type_create_struct(2, lengths, places, members, &type->datatype);
        append(type, child, 0);
        append(type, &other, places[1]);
        pad(type);
        break;
    }
    }
}

/* Whether no two elements share a byte when several of this type lie one behind the other. */
static bool disjoint(const struct type *type) {
    if (type->end - type->first > type->extent)
        return false;
    for (int i = 0; i < type->elements; i++)
        for (int j = 0; j < i; j++)
            if (type->at[i] < type->at[j] + type->bytes[j] &&
                type->at[j] < type->at[i] + type->bytes[i])
                return false;
    return true;
}

static void check_bounds(const struct type *type) {
    MPI_Aint lower, extent, first, true_extent;
    int size, expected = 0;
    MPI_Type_get_extent(type->datatype, &lower, &extent);
    MPI_Type_get_true_extent(type->datatype, &first, &true_extent);
    MPI_Type_size(type->datatype, &size);
    for (int i = 0; i < type->elements; i++)
        expected += (int)type->bytes[i];
    if (lower != type->lower || extent != type->extent)
        wrong("a type's bounds are %td and extent %td, not %td and %td", (ptrdiff_t)lower,
              (ptrdiff_t)extent, type->lower, type->extent);
    if (first != type->first || true_extent != type->end - type->first)
        wrong("a type's true bounds are %td and extent %td, not %td and %td", (ptrdiff_t)first,
              (ptrdiff_t)true_extent, type->first, type->end - type->first);
    if (size != expected)
        wrong("a type has %d bytes, not %d", size, expected);
}

void type_draw(struct draw *generator, struct type *type) {
    int levels = draw_below(generator, 4);
    for (;;) {
        basic_draw(generator, type);
        for (int level = 1; level < levels; level++) {
            struct type child = *type;
            derive(generator, &child, type);
            if (child.derived)
                MPI_Type_free(&child.datatype);
        }
        check_bounds(type);
        if (disjoint(type))
            break;
        type_free(type);
    }
    if (type->derived)
        MPI_Type_commit(&type->datatype);
}

void type_free(struct type *type) {
    if (type->derived)
        MPI_Type_free(&type->datatype);
}

void buffer_make(struct buffer *buffer, const struct type *type, int count) {
    ptrdiff_t bytes = count > 0 ? (count - 1) * type->extent + type->end - type->first : 0;
    buffer->type = type;
    buffer->count = count;
    buffer->bytes = (size_t)bytes + 2 * (size_t)GUARD;
    buffer->memory = malloc(buffer->bytes);
    buffer->checked = calloc(buffer->bytes, sizeof *buffer->checked);
    if (!buffer->memory || !buffer->checked)
        wrong("no memory for a buffer");
    memset(buffer->memory, MARK, buffer->bytes);
    /* Basic types are aligned as the compiler aligns them; others need no alignment here. */
    buffer->base = buffer->memory + GUARD - type->first;
}

void buffer_free(struct buffer *buffer) {
    free(buffer->memory);
    free(buffer->checked);
}

/* Element i of type number `number` of what a process sends in an action: its first eight bytes. */
static uint64_t value_of(uint64_t action, int sender, int number, int i) {
    return mix(job.seed ^ action << 20, (uint64_t)sender,
               (uint64_t)number * ELEMENTS_MOST + (uint64_t)i);
}

static unsigned char *place_of(const struct buffer *buffer, int number, int i) {
    const struct type *type = buffer->type;
    return (unsigned char *)buffer->base + number * type->extent + type->at[i];
}

void buffer_fill(struct buffer *buffer, int from, int to, uint64_t action, int sender, int number) {
    const struct type *type = buffer->type;
    for (int k = from; k < to; k++)
        for (int i = 0; i < type->elements; i++) {
            uint64_t value = value_of(action, sender, number + k - from, i);
            memcpy(place_of(buffer, k, i), &value, (size_t)type->bytes[i]);
        }
}

void buffer_check(struct buffer *buffer, int from, int to, uint64_t action, int sender, int number,
                  const char *call) {
    const struct type *type = buffer->type;
    for (int k = from; k < to; k++)
        for (int i = 0; i < type->elements; i++) {
            unsigned char *place = place_of(buffer, k, i);
            size_t bytes = (size_t)type->bytes[i];
            uint64_t expected = value_of(action, sender, number + k - from, i);
            if (memcmp(place, &expected, bytes) != 0)
                wrong("%s: element %d (%d of its type) from %d is wrong", call, k, i, sender);
            memset(buffer->checked + (place - buffer->memory), true, bytes);
        }
}

void buffer_check_rest(const struct buffer *buffer, const char *call) {
    for (size_t byte = 0; byte < buffer->bytes; byte++)
        if (!buffer->checked[byte] && buffer->memory[byte] != MARK)
            wrong("%s: byte %zu of a buffer was changed, which nobody has sent", call, byte);
}
