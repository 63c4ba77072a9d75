/* Datatypes: random types, nested and with gaps, negative bounds and empty blocks, against an
 * oracle that keeps the whole type map, element by element (MPI 5.0, section 5.1). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi.h"
#include "mpi/datatype/basic.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/status.h"
#include "mpi/datatype/type.h"
#include "mpi/object/errhandler.h"
#include "tests/unit/test.h"
#include "wormhole/random.h"

/* The oracle: a type map, and the bounds that section 5.1.6 gives it. */
enum { MOST_ENTRIES = 3000, MOST_LEVELS = 3, CASES = 1500 };

struct map {
    int count;
    struct {
        int basic;
        MPI_Aint displacement;
    } entries[MOST_ENTRIES];
    MPI_Aint lower_mark, upper_mark; /* valid if there are any */
    bool has_lower, has_upper;
};

static int size_of(int basic) {
    return basic_types[basic].size;
}

static MPI_Aint lower_of(const struct map *map) {
    if (map->has_lower)
        return map->lower_mark;
    MPI_Aint lower = map->count == 0 ? 0 : map->entries[0].displacement;
    for (int i = 0; i < map->count; i++)
        if (map->entries[i].displacement < lower)
            lower = map->entries[i].displacement;
    return lower;
}

static MPI_Aint true_upper_of(const struct map *map) {
    MPI_Aint upper = 0;
    for (int i = 0; i < map->count; i++) {
        MPI_Aint end = map->entries[i].displacement + size_of(map->entries[i].basic);
        if (i == 0 || end > upper)
            upper = end;
    }
    return upper;
}

static MPI_Aint upper_of(const struct map *map) {
    if (map->has_upper)
        return map->upper_mark;
    MPI_Aint upper = true_upper_of(map), alignment = 1;
    for (int i = 0; i < map->count; i++)
        if (basic_types[map->entries[i].basic].alignment > alignment)
            alignment = basic_types[map->entries[i].basic].alignment;
    while ((upper - lower_of(map)) % alignment != 0)
        upper++;
    return upper;
}

static MPI_Aint extent_of(const struct map *map) {
    return upper_of(map) - lower_of(map);
}

static void add_copy(struct map *map, const struct map *child, MPI_Aint displacement) {
    for (int i = 0; i < child->count; i++) {
        assert_true(map->count < MOST_ENTRIES);
        map->entries[map->count].basic = child->entries[i].basic;
        map->entries[map->count++].displacement = child->entries[i].displacement + displacement;
    }
    if (child->has_lower &&
        (!map->has_lower || child->lower_mark + displacement < map->lower_mark)) {
        map->has_lower = true;
        map->lower_mark = child->lower_mark + displacement;
    }
    if (child->has_upper &&
        (!map->has_upper || child->upper_mark + displacement > map->upper_mark)) {
        map->has_upper = true;
        map->upper_mark = child->upper_mark + displacement;
    }
}

static void add_block(struct map *map, const struct map *child, MPI_Aint displacement, int count) {
    for (int i = 0; i < count; i++)
        add_copy(map, child, displacement + i * extent_of(child));
}

/* A random number of either sign. */
static int around(struct random *random, int limit) {
    return random_below(random, 2 * limit + 1) - limit;
}

static MPI_Datatype random_basic(struct random *random, struct map *map) {
    static const MPI_Datatype choices[] = {MPI_CHAR,   MPI_SHORT,           MPI_INT,
                                           MPI_DOUBLE, MPI_C_FLOAT_COMPLEX, MPI_LONG_DOUBLE};
    MPI_Datatype type = choices[random_below(random, 6)];
    *map = (struct map){.count = 1};
    map->entries[0].basic = basic_number(type);
    return type;
}

enum { MOST_BLOCKS = 4 };

static MPI_Datatype random_type(struct random *random, int levels, struct map *map);

static MPI_Datatype random_struct(struct random *random, int levels, struct map *map) {
    int count = random_below(random, MOST_BLOCKS), lengths[MOST_BLOCKS] = {0};
    MPI_Aint displacements[MOST_BLOCKS] = {0};
    MPI_Datatype types[MOST_BLOCKS] = {0}, made;
    struct map *child = malloc(sizeof *child);
    *map = (struct map){0};
    for (int i = 0; i < count; i++) {
        types[i] = random_type(random, levels - 1, child);
        lengths[i] = random_below(random, 3);
        displacements[i] = around(random, 100);
        add_block(map, child, displacements[i], lengths[i]);
    }
    assert_int_equal(MPI_Type_create_struct(count, lengths, displacements, types, &made), 0);
    for (int i = 0; i < count; i++)
        if ((uintptr_t)types[i] >= HANDLE_END)
            assert_int_equal(MPI_Type_free(&types[i]), 0);
    free(child);
    return made;
}

/* The constructors that have one child. */
static MPI_Datatype random_of_one(struct random *random, int kind, MPI_Datatype old,
                                  const struct map *child, struct map *map) {
    int count = random_below(random, MOST_BLOCKS), length = random_below(random, 3),
        stride = around(random, 5);
    int lengths[MOST_BLOCKS], places[MOST_BLOCKS];
    MPI_Aint bytes[MOST_BLOCKS], extent = extent_of(child);
    for (int i = 0; i < count; i++) {
        lengths[i] = random_below(random, 3);
        places[i] = around(random, 6);
        bytes[i] = around(random, 60);
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    *map = (struct map){0};
    switch (kind) {
    case 0:
        assert_int_equal(MPI_Type_contiguous(count, old, &made), 0);
        add_block(map, child, 0, count);
        break;
    case 1:
        assert_int_equal(MPI_Type_vector(count, length, stride, old, &made), 0);
        for (int i = 0; i < count; i++)
            add_block(map, child, i * stride * extent, length);
        break;
    case 2:
        assert_int_equal(MPI_Type_create_hvector(count, length, 7 * stride, old, &made), 0);
        for (int i = 0; i < count; i++)
            add_block(map, child, (MPI_Aint)i * 7 * stride, length);
        break;
    case 3:
        assert_int_equal(MPI_Type_indexed(count, lengths, places, old, &made), 0);
        for (int i = 0; i < count; i++)
            add_block(map, child, places[i] * extent, lengths[i]);
        break;
    case 4:
        assert_int_equal(MPI_Type_create_hindexed(count, lengths, bytes, old, &made), 0);
        for (int i = 0; i < count; i++)
            add_block(map, child, bytes[i], lengths[i]);
        break;
    case 5:
        assert_int_equal(MPI_Type_create_indexed_block(count, length, places, old, &made), 0);
        for (int i = 0; i < count; i++)
            add_block(map, child, places[i] * extent, length);
        break;
    case 6:
        assert_int_equal(MPI_Type_create_hindexed_block(count, length, bytes, old, &made), 0);
        for (int i = 0; i < count; i++)
            add_block(map, child, bytes[i], length);
        break;
    case 7:
        assert_int_equal(MPI_Type_create_resized(old, stride, 40 + length, &made), 0);
        add_copy(map, child, 0);
        map->has_lower = map->has_upper = true;
        map->lower_mark = stride;
        map->upper_mark = stride + 40 + length;
        break;
    default:
        assert_int_equal(MPI_Type_dup(old, &made), 0);
        *map = *child;
        break;
    }
    return made;
}

static MPI_Datatype random_type(struct random *random, int levels, struct map *map) {
    if (levels == 0)
        return random_basic(random, map);
    int kind = random_below(random, 11);
    if (kind >= 9)
        return random_struct(random, levels, map);
    struct map *child = malloc(sizeof *child);
    MPI_Datatype old = random_type(random, levels - 1, child);
    MPI_Datatype made = random_of_one(random, kind, old, child, map);
    if ((uintptr_t)old >= HANDLE_END)
        assert_int_equal(MPI_Type_free(&old), 0);
    free(child);
    return made;
}

static void check_bounds(MPI_Datatype type, const struct map *map) {
    MPI_Aint lower, extent, true_lower, true_extent;
    MPI_Count size = 0, size_x;
    struct map bytes = *map;
    bytes.has_lower = false;
    for (int i = 0; i < map->count; i++)
        size += size_of(map->entries[i].basic);
    assert_int_equal(MPI_Type_get_extent(type, &lower, &extent), 0);
    assert_int_equal(MPI_Type_get_true_extent(type, &true_lower, &true_extent), 0);
    assert_int_equal(MPI_Type_size_x(type, &size_x), 0);
    assert_int_equal(size_x, size);
    assert_int_equal(lower, lower_of(map));
    assert_int_equal(extent, extent_of(map));
    assert_int_equal(true_lower, lower_of(&bytes));
    assert_int_equal(true_lower + true_extent, map->count == 0 ? 0 : true_upper_of(map));
}

enum { COPIES = 3, ROOM = 200000 };

/* Packs three elements, whole and in two parts, and unpacks them; each byte is where the map
 * says. */
static void check_packing(struct random *random, MPI_Datatype type, const struct map *map) {
    const struct layout *layout = &type_object(type)->layout;
    size_t bytes = COPIES * (size_t)layout->size, place = 0;
    unsigned char *buffer = malloc(ROOM), *middle = buffer + ROOM / 2, *copy = calloc(1, ROOM);
    unsigned char *packed = malloc(bytes + 1), *expected = malloc(bytes + 1);
    for (size_t i = 0; i < ROOM; i++)
        buffer[i] = (unsigned char)random_word(random);
    for (int c = 0; c < COPIES; c++)
        for (int i = 0; i < map->count; i++)
            for (int b = 0; b < size_of(map->entries[i].basic); b++)
                expected[place++] = middle[c * extent_of(map) + map->entries[i].displacement + b];
    assert_int_equal(place, bytes);
    int position = 0;
    assert_int_equal(MPI_Pack(middle, COPIES, type, packed, (int)bytes, &position, MPI_COMM_SELF),
                     0);
    assert_int_equal(position, bytes);
    assert_memory_equal(packed, expected, bytes);
    size_t cut = bytes == 0 ? 0 : random_word(random) % (bytes + 1);
    memset(packed, 0, bytes);
    pieces_pack(layout, middle, 0, packed, (MPI_Count)cut);
    pieces_pack(layout, middle, (MPI_Count)cut, packed + cut, (MPI_Count)(bytes - cut));
    assert_memory_equal(packed, expected, bytes);
    /* Unpacked in two parts, too; what the map does not have is not written. */
    pieces_unpack(layout, copy + ROOM / 2, (MPI_Count)cut, packed + cut, (MPI_Count)(bytes - cut));
    pieces_unpack(layout, copy + ROOM / 2, 0, packed, (MPI_Count)cut);
    unsigned char *touched = calloc(1, ROOM);
    for (int c = 0; c < COPIES; c++)
        for (int i = 0; i < map->count; i++)
            memset(touched + ROOM / 2 + c * extent_of(map) + map->entries[i].displacement, 1,
                   (size_t)size_of(map->entries[i].basic));
    int wrong = 0;
    for (size_t i = 0; i < ROOM; i++)
        wrong += copy[i] != 0 && !touched[i];
    assert_int_equal(wrong, 0);
    free(touched);
    free(expected);
    free(packed);
    free(copy);
    free(buffer);
}

/* After every number of bytes the elements that came, and back. */
static void check_elements(MPI_Datatype type, const struct map *map) {
    MPI_Count bytes = 0;
    MPI_Status status = {0};
    for (int copy = 0; copy < 2; copy++)
        for (int i = 0; i < map->count; i++) {
            int elements, size = size_of(map->entries[i].basic);
            status_set_bytes(&status, bytes);
            assert_int_equal(MPI_Get_elements(&status, type, &elements), 0);
            assert_int_equal(elements, copy * map->count + i);
            MPI_Status set = {0};
            assert_int_equal(MPI_Status_set_elements(&set, type, elements), 0);
            assert_int_equal(status_bytes(&set), bytes);
            if (size > 1) {
                status_set_bytes(&status, bytes + 1);
                assert_int_equal(MPI_Get_elements(&status, type, &elements), 0);
                assert_int_equal(elements, MPI_UNDEFINED);
            }
            bytes += size;
        }
}

static int return_errors(void **state) {
    (void)state;
    errhandler_world = MPI_ERRORS_RETURN;
    return 0;
}
static CMFixtureFunction before_all = return_errors;

TEST(test_random_types) {
    struct map *map = malloc(sizeof *map);
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct random random = {seed};
        MPI_Datatype type = random_type(&random, 1 + random_below(&random, MOST_LEVELS), map);
        check_bounds(type, map);
        check_packing(&random, type, map);
        check_elements(type, map);
        assert_int_equal(MPI_Type_free(&type), 0);
        assert_ptr_equal(type, MPI_DATATYPE_NULL);
    }
    free(map);
}
