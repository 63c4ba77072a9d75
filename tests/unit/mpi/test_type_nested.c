/* Finds a type of several levels that packs or unpacks other bytes than a list of all of them has,
 * from any byte on. */
#include <stdlib.h>
#include <string.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "tests/unit/test.h"

enum { BYTES_MOST = 1 << 14, REACH = 1 << 16, MARGIN = 16, MARK = 0xa5 };

/* A type, and the displacement of each of its bytes, in order. */
struct listed {
    MPI_Datatype type;
    ptrdiff_t at[BYTES_MOST], lower, extent;
    int bytes;
};

static uint64_t seed;

static int draw(int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)(seed >> 33) % below;
}

static void append(struct listed *type, const struct listed *child, ptrdiff_t displacement) {
    for (int i = 0; i < child->bytes && type->bytes < BYTES_MOST; i++)
        type->at[type->bytes++] = displacement + child->at[i];
}

static void basic(struct listed *type) {
    static const struct {
        MPI_Datatype type;
        int bytes, gap, rest; /* of a pair: before its index, and behind it */
    } basics[] = {{MPI_CHAR, 1, 0, 0},      {MPI_SHORT, 2, 0, 0},
                  {MPI_INT, 4, 0, 0},       {MPI_DOUBLE, 8, 0, 0},
                  {MPI_SHORT_INT, 2, 2, 4}, {MPI_C_DOUBLE_COMPLEX, 16, 0, 0}};
    int number = draw(sizeof basics / sizeof *basics);
    *type = (struct listed){.type = basics[number].type};
    for (int i = 0; i < basics[number].bytes; i++)
        type->at[type->bytes++] = i;
    for (int i = 0; i < basics[number].rest; i++)
        type->at[type->bytes++] = basics[number].bytes + basics[number].gap + i;
    type->extent = type->at[type->bytes - 1] + 1;
}

/* Puts one of the calls that make types around a child, which is freed. */
static void derive(struct listed *child, struct listed *type) {
    *type = (struct listed){0};
    int count = 1 + draw(6), lengths[6], places[6];
    MPI_Aint far[6], lower;
    for (int i = 0; i < count; i++) {
        lengths[i] = draw(4);
        places[i] = draw(9) - 4;
        far[i] = places[i] * child->extent + draw(7);
    }
    int stride = draw(9) - 4, length = draw(4);
    switch (draw(5)) {
    case 0:
        MPI_Type_vector(count, length, stride, child->type, &type->type);
        for (int i = 0; i < count * length; i++)
            append(type, child, (i / length * stride + i % length) * child->extent);
        break;
    case 1:
        MPI_Type_create_hvector(count, length, stride * 5, child->type, &type->type);
        for (int i = 0; i < count * length; i++)
            append(type, child, i / length * stride * 5 + i % length * child->extent);
        break;
    case 2:
        MPI_Type_indexed(count, lengths, places, child->type, &type->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < lengths[i]; j++)
                append(type, child, (places[i] + j) * child->extent);
        break;
    case 3: {
        MPI_Datatype types[6] = {MPI_CHAR,    child->type, MPI_CHAR,
                                 child->type, child->type, MPI_CHAR};
        struct listed letter = {.bytes = 1, .extent = 1};
        MPI_Type_create_struct(count, lengths, far, types, &type->type);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < lengths[i]; j++) {
                const struct listed *member = types[i] == MPI_CHAR ? &letter : child;
                append(type, member, far[i] + j * member->extent);
            }
        break;
    }
    default:
        MPI_Type_create_resized(child->type, -3, child->extent + draw(20), &type->type);
        append(type, child, 0);
    }
    MPI_Type_get_extent(type->type, &lower, &type->extent);
    if ((uintptr_t)child->type >= HANDLE_END)
        MPI_Type_free(&child->type);
}

/* Both ways, for a part of two elements, and all the pieces. */
static void check_part(const struct listed *type, int first, int bytes) {
    static unsigned char memory[2 * REACH], image[2 * REACH];
    static unsigned char packed[2 * BYTES_MOST], expected[2 * BYTES_MOST];
    unsigned char *buffer = memory + REACH, *written = image + REACH;
    const struct layout *layout = &type_object(type->type)->layout;
#define PLACE(byte) ((byte) / type->bytes * type->extent + type->at[(byte) % type->bytes])
    ptrdiff_t low = PLACE(first), high = low; /* the reach of the part, with a margin */
    for (int i = 0; i < bytes; i++) {
        low = PLACE(first + i) < low ? PLACE(first + i) : low;
        high = PLACE(first + i) > high ? PLACE(first + i) : high;
    }
    size_t reach = (size_t)(high - low) + 2 * (size_t)MARGIN;
    low -= MARGIN;
    for (size_t i = 0; i < reach; i++)
        buffer[low + (ptrdiff_t)i] = (unsigned char)(i * 7 + i / 251);
    for (int i = 0; i < bytes; i++)
        expected[i] = buffer[PLACE(first + i)];
    memset(packed, MARK, (size_t)bytes + 1);
    pieces_pack(layout, buffer, first, packed, bytes);
    assert_memory_equal(packed, expected, (size_t)bytes);
    assert_int_equal(packed[bytes], MARK);

    struct pieces pieces;
    void *address;
    size_t piece;
    int seen = 0;
    for (pieces_begin(&pieces, layout, buffer, first, bytes);
         pieces_next(&pieces, &address, &piece);)
        for (size_t i = 0; i < piece; i++, seen++)
            assert_ptr_equal((unsigned char *)address + i, buffer + PLACE(first + seen));
    assert_int_equal(seen, bytes);

    /* Where two elements of the map are one place, the last one stays. */
    memset(buffer + low, MARK, reach);
    memset(written + low, MARK, reach);
    for (int i = 0; i < bytes; i++)
        written[PLACE(first + i)] = packed[i] = (unsigned char)(i * 11 + 1);
    pieces_unpack(layout, buffer, first, packed, bytes);
    assert_memory_equal(buffer + low, written + low, reach);
    if (layout->size > 0 && !layout->contiguous)
        assert_int_equal(nested_place(layout->runs, first % layout->size).displacement +
                             nested_place(layout->runs, first % layout->size).within,
                         type->at[first % type->bytes]);
#undef PLACE
}

TEST(test_parts) {
    static struct listed child, type;
    for (seed = 0; seed < 3000;) {
        uint64_t number = seed;
        basic(&type);
        for (int levels = draw(5); levels > 0 && type.bytes < 256; levels--) {
            child = type;
            derive(&child, &type);
        }
        MPI_Count size;
        MPI_Type_size_x(type.type, &size);
        assert_int_equal(size, type.bytes);
        MPI_Count elements = signature_elements(type_object(type.type)->layout.signature);
        assert_true((elements > 0) == (size > 0) && elements <= size);
        bool is_near = type.extent < REACH / 4 && type.extent > -REACH / 4;
        for (int i = 0; i < type.bytes; i++)
            is_near = is_near && type.at[i] < REACH / 4 && type.at[i] > -REACH / 4;
        for (int trial = 0; trial < 4 && type.bytes > 0 && is_near; trial++) {
            int first = trial == 0 ? 0 : draw(type.bytes);
            check_part(&type, first,
                       trial == 0 ? 2 * type.bytes : draw(2 * type.bytes - first) + 1);
        }
        if ((uintptr_t)type.type >= HANDLE_END)
            MPI_Type_free(&type.type);
        seed = number + 1;
    }
}

/* Blocks of all sizes around those that are copied a line at a time. */
TEST(test_blocks) {
    static struct listed type;
    for (int bytes = 1; bytes < 300; bytes += bytes < 70 ? 1 : 13) {
        type = (struct listed){.bytes = 3 * bytes, .extent = 3 * bytes + 2};
        MPI_Type_vector(3, bytes, bytes + 1, MPI_CHAR, &type.type);
        for (int i = 0; i < type.bytes; i++)
            type.at[i] = i / bytes * (bytes + 1) + i % bytes;
        check_part(&type, 0, 2 * type.bytes);
        check_part(&type, bytes / 2, type.bytes);
        MPI_Type_free(&type.type);
    }
}

/* Two lists of as many bytes, the second of which begins where the first one would go on. */
TEST(test_neighbours) {
    static struct listed type = {.extent = 60};
    MPI_Datatype types[2], others[2];
    MPI_Type_vector(2, 1, 2, MPI_INT, &types[0]);
    MPI_Type_vector(2, 1, 3, MPI_INT, &others[0]);
    MPI_Type_create_resized(others[0], 0, 12, &types[1]);
    MPI_Type_create_struct(2, (int[]){2, 2}, (MPI_Aint[]){0, 24}, types, &others[1]);
    MPI_Type_create_resized(others[1], 0, type.extent, &type.type);
    for (int i = 0; i < 2; i++) {
        MPI_Type_free(&types[i]);
        MPI_Type_free(&others[i]);
    }
    for (int word = 0; word < 8; word++)
        for (int i = 0; i < 4; i++)
            type.at[type.bytes++] = word / 2 * 12 + word % 2 * (word < 4 ? 8 : 12) + i;
    check_part(&type, 0, 2 * type.bytes);
    MPI_Type_free(&type.type);
}

/* Returns how many runs and elements a type has, with those of the lists in its lists. */
static size_t length_of(const struct runs *runs) {
    size_t length = 0;
    for (size_t r = 0; runs && r < runs->count; r++)
        length += 1 + length_of(runs->run[r].inner);
    return length;
}

static size_t elements_of(const struct signature *signature) {
    size_t length = 0;
    for (size_t s = 0; s < signature->count; s++)
        length +=
            1 + (signature->elements[s].inner ? elements_of(signature->elements[s].inner) : 0);
    return length;
}

/* A large count takes as much as a small one. */
TEST(test_length) {
    size_t lengths[2];
    for (int large = 0; large < 2; large++) {
        int count = large ? 16384 : 4;
        MPI_Datatype pair, inner, middle, type;
        MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                               (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &pair);
        MPI_Type_vector(3, 2, 5, pair, &inner);
        MPI_Type_vector(count, 1, 2, inner, &middle);
        MPI_Type_contiguous(count, middle, &type);
        const struct layout *layout = &type->layout;
        lengths[large] = length_of(layout->runs) + elements_of(layout->signature);
        assert_int_equal(layout->size, (MPI_Count)count * count * 6 * 12);
        assert_int_equal(signature_elements(layout->signature), (MPI_Count)count * count * 12);
        assert_int_equal(signature_external(layout->signature), (MPI_Count)count * count * 6 * 12);
        for (int i = 0; i < 4; i++)
            MPI_Type_free((MPI_Datatype *[]){&pair, &inner, &middle, &type}[i]);
    }
    assert_int_equal(lengths[0], lengths[1]);
    assert_true(lengths[0] < 20);
}
