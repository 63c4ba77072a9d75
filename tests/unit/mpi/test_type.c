/* Datatypes: random types, nested and with gaps, negative bounds and empty blocks, against an
 * oracle that keeps the whole type map, element by element (MPI 5.0, section 5.1). */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mpi.h"
#include "mpi/datatype/basic.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/status.h"
#include "mpi/datatype/type.h"
#include "mpi/object/errhandler.h"
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

static int below(struct random *random, int limit) {
    return (int)(random_word(random) % (uint64_t)limit);
}

/* A random number of either sign. */
static int around(struct random *random, int limit) {
    return below(random, 2 * limit + 1) - limit;
}

static MPI_Datatype random_basic(struct random *random, struct map *map) {
    static const MPI_Datatype choices[] = {MPI_CHAR,   MPI_SHORT,           MPI_INT,
                                           MPI_DOUBLE, MPI_C_FLOAT_COMPLEX, MPI_LONG_DOUBLE};
    MPI_Datatype type = choices[below(random, 6)];
    *map = (struct map){.count = 1};
    map->entries[0].basic = basic_number(type);
    return type;
}

enum { MOST_BLOCKS = 4 };

static MPI_Datatype random_type(struct random *random, int levels, struct map *map);

static MPI_Datatype random_struct(struct random *random, int levels, struct map *map) {
    int count = below(random, MOST_BLOCKS), lengths[MOST_BLOCKS];
    MPI_Aint displacements[MOST_BLOCKS];
    MPI_Datatype types[MOST_BLOCKS], made;
    struct map *child = malloc(sizeof *child);
    *map = (struct map){0};
    for (int i = 0; i < count; i++) {
        types[i] = random_type(random, levels - 1, child);
        lengths[i] = below(random, 3);
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
    int count = below(random, MOST_BLOCKS), length = below(random, 3), stride = around(random, 5);
    int lengths[MOST_BLOCKS], places[MOST_BLOCKS];
    MPI_Aint bytes[MOST_BLOCKS], extent = extent_of(child);
    for (int i = 0; i < count; i++) {
        lengths[i] = below(random, 3);
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
    int kind = below(random, 11);
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

static void test_random_types(void **state) {
    (void)state;
    struct map *map = malloc(sizeof *map);
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct random random = {seed};
        MPI_Datatype type = random_type(&random, 1 + below(&random, MOST_LEVELS), map);
        check_bounds(type, map);
        check_packing(&random, type, map);
        check_elements(type, map);
        assert_int_equal(MPI_Type_free(&type), 0);
        assert_ptr_equal(type, MPI_DATATYPE_NULL);
    }
    free(map);
}

/* What is regular is one run, however many blocks it has. */
static void test_runs(void **state) {
    (void)state;
    MPI_Datatype column, matrix, plane;
    assert_int_equal(MPI_Type_vector(1000, 1, 1000, MPI_DOUBLE, &column), 0);
    assert_int_equal(type_object(column)->layout.run_count, 1);
    assert_int_equal(MPI_Type_contiguous(1000, MPI_DOUBLE, &matrix), 0);
    assert_true(type_object(matrix)->layout.contiguous);
    int sizes[] = {50, 40}, parts[] = {10, 20}, starts[] = {5, 6};
    assert_int_equal(
        MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &plane), 0);
    assert_int_equal(type_object(plane)->layout.run_count, 1);
    assert_false(type_object(plane)->layout.contiguous);
    MPI_Type_free(&column);
    MPI_Type_free(&matrix);
    /* Nothing, however often, is nothing, and takes no time. */
    MPI_Datatype nothing;
    assert_int_equal(MPI_Type_contiguous(0, MPI_INT, &nothing), 0);
    assert_int_equal(MPI_Type_vector(INT_MAX, INT_MAX, 1, nothing, &column), 0);
    assert_int_equal(type_object(column)->layout.run_count, 0);
    MPI_Type_free(&nothing);
    MPI_Type_free(&column);
    MPI_Type_free(&plane);
}

/* The bytes of one element, as a map of which of the array's elements are in it, in order. */
static int chosen(MPI_Datatype type, int elements, int list[]) {
    int *array = malloc((size_t)elements * sizeof *array), position = 0, size;
    for (int i = 0; i < elements; i++)
        array[i] = i;
    MPI_Type_size(type, &size);
    assert_int_equal(MPI_Pack(array, 1, type, list, size, &position, MPI_COMM_WORLD), 0);
    free(array);
    return size / (int)sizeof(int);
}

static void test_subarray(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct random random = {seed};
        int ndims = 1 + below(&random, 3), sizes[3] = {1, 1, 1}, parts[3] = {1, 1, 1};
        int starts[3] = {0}, list[400];
        for (int i = 0; i < ndims; i++) {
            sizes[i] = 1 + below(&random, 6);
            parts[i] = 1 + below(&random, sizes[i]);
            starts[i] = below(&random, sizes[i] - parts[i] + 1);
        }
        for (int fortran = 0; fortran < 2; fortran++) {
            MPI_Datatype type;
            MPI_Aint lower, extent;
            assert_int_equal(MPI_Type_create_subarray(ndims, sizes, parts, starts,
                                                      fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C,
                                                      MPI_INT, &type),
                             0);
            MPI_Type_get_extent(type, &lower, &extent);
            int elements = sizes[0] * sizes[1] * sizes[2], count = chosen(type, elements, list);
            assert_int_equal(lower, 0);
            assert_int_equal(extent, elements * (int)sizeof(int));
            assert_int_equal(count, parts[0] * parts[1] * parts[2]);
            int at = 0;
            for (int element = 0; element < elements; element++) {
                int inside = 1, rest = element;
                for (int k = 0; k < ndims; k++) {
                    int i = fortran ? k : ndims - 1 - k, place = rest % sizes[i];
                    rest /= sizes[i];
                    inside &= place >= starts[i] && place < starts[i] + parts[i];
                }
                if (inside)
                    assert_int_equal(list[at++], element);
            }
            assert_int_equal(at, count);
            MPI_Type_free(&type);
        }
    }
}

/* The shares of all ranks of a grid: each has the elements whose owner it is, by the definition of
 * the distributions. */
static void test_darray(void **state) {
    (void)state;
    static const int kinds[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct random random = {seed};
        int ndims = 1 + below(&random, 3), gsizes[3] = {1, 1, 1}, psizes[3] = {1, 1, 1};
        int distribs[3], dargs[3], list[1000], elements = 1, size = 1;
        for (int i = 0; i < ndims; i++) {
            gsizes[i] = 1 + below(&random, 9);
            distribs[i] = kinds[below(&random, 3)];
            psizes[i] = distribs[i] == MPI_DISTRIBUTE_NONE ? 1 : 1 + below(&random, 3);
            dargs[i] = below(&random, 2) ? MPI_DISTRIBUTE_DFLT_DARG
                       : distribs[i] == MPI_DISTRIBUTE_BLOCK
                           ? (gsizes[i] + psizes[i] - 1) / psizes[i] + below(&random, 2)
                           : 1 + below(&random, 3);
            elements *= gsizes[i];
            size *= psizes[i];
        }
        bool fortran = below(&random, 2);
        for (int rank = 0; rank < size; rank++) {
            MPI_Datatype type;
            assert_int_equal(
                MPI_Type_create_darray(size, rank, ndims, gsizes, distribs, dargs, psizes,
                                       fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, MPI_INT, &type),
                0);
            int count = chosen(type, elements, list), at = 0;
            for (int element = 0; element < elements; element++) {
                int places[3], rest = element, owner = 0;
                for (int k = 0; k < ndims; k++) {
                    int i = fortran ? k : ndims - 1 - k;
                    places[i] = rest % gsizes[i];
                    rest /= gsizes[i];
                }
                for (int i = 0; i < ndims; i++) {
                    int block = dargs[i] != MPI_DISTRIBUTE_DFLT_DARG ? dargs[i]
                                : distribs[i] == MPI_DISTRIBUTE_BLOCK
                                    ? (gsizes[i] + psizes[i] - 1) / psizes[i]
                                    : 1;
                    int share =
                        distribs[i] == MPI_DISTRIBUTE_NONE ? 0 : places[i] / block % psizes[i];
                    owner = owner * psizes[i] + share;
                }
                if (owner == rank)
                    assert_int_equal(list[at++], element);
            }
            assert_int_equal(at, count);
            MPI_Type_free(&type);
        }
    }
}

static void test_contents(void **state) {
    (void)state;
    MPI_Datatype vector, type, types[1];
    int integers[10], ni, na, nt, combiner;
    MPI_Aint addresses[2];
    MPI_Type_vector(2, 3, 4, MPI_INT, &vector);
    MPI_Type_create_hvector(5, 6, 7, vector, &type);
    MPI_Type_free(&vector);
    assert_int_equal(MPI_Type_get_envelope(type, &ni, &na, &nt, &combiner), 0);
    assert_int_equal(ni, 2);
    assert_int_equal(na, 1);
    assert_int_equal(nt, 1);
    assert_int_equal(combiner, MPI_COMBINER_HVECTOR);
    assert_int_equal(MPI_Type_get_contents(type, 2, 1, 1, integers, addresses, types), 0);
    assert_int_equal(integers[0], 5);
    assert_int_equal(integers[1], 6);
    assert_int_equal(addresses[0], 7);
    MPI_Type_free(&type);
    /* The handle that came out outlives the type. */
    assert_int_equal(MPI_Type_get_contents(types[0], 3, 0, 1, integers, addresses, &type), 0);
    assert_int_equal(integers[2], 4);
    assert_ptr_equal(type, MPI_INT);
    assert_int_equal(MPI_Type_get_contents(types[0], 2, 0, 1, integers, addresses, &type),
                     MPI_ERR_ARG);
    assert_int_equal(MPI_Type_get_contents(MPI_INT, 2, 0, 1, integers, addresses, &type),
                     MPI_ERR_TYPE);
    MPI_Type_free(&types[0]);
}

/* Big-endian bytes of known numbers, and every random number there and back. */
static void test_external(void **state) {
    (void)state;
    static const unsigned char expected[] = {0x01, 0x02, 0x03, 0x04, 0x3f, 0xf0, 0,    0,  0,
                                             0,    0,    0,    0xff, 0xff, 0xff, 0xfe, 'x'};
    struct {
        int number;
        char letter;
        double one;
        long minus;
    } value = {0x01020304, 'x', 1, -2}, back = {0};
    int lengths[] = {1, 1, 1, 1};
    MPI_Aint places[] = {offsetof(__typeof__(value), number), offsetof(__typeof__(value), one),
                         offsetof(__typeof__(value), minus), offsetof(__typeof__(value), letter)};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_LONG, MPI_CHAR}, type;
    MPI_Type_create_struct(4, lengths, places, types, &type);
    MPI_Aint size, position = 0;
    assert_int_equal(MPI_Pack_external_size("external32", 1, type, &size), 0);
    assert_int_equal(size, sizeof expected);
    unsigned char bytes[sizeof expected];
    assert_int_equal(MPI_Pack_external("external32", &value, 1, type, bytes, size, &position), 0);
    assert_int_equal(position, size);
    assert_memory_equal(bytes, expected, sizeof expected);
    position = 0;
    assert_int_equal(MPI_Unpack_external("external32", bytes, size, &position, &back, 1, type), 0);
    assert_true(back.number == value.number && back.letter == value.letter &&
                back.one == value.one && back.minus == value.minus);
    value.minus = 1L << 40;
    position = 0;
    assert_int_equal(MPI_Pack_external("external32", &value, 1, type, bytes, size, &position),
                     MPI_ERR_CONVERSION);
    assert_int_equal(MPI_Pack_external("native", &value, 1, type, bytes, size, &position),
                     MPI_ERR_ARG);
    MPI_Type_free(&type);
}

static void test_errors(void **state) {
    (void)state;
    MPI_Datatype type = MPI_INT, null = MPI_DATATYPE_NULL;
    int size, position = 0, minus = -1, zero = 0, buffer[2];
    assert_int_equal(MPI_Type_size(null, &size), MPI_ERR_TYPE);
    assert_int_equal(MPI_Type_size((MPI_Datatype)(uintptr_t)0x2ff, &size), MPI_ERR_TYPE);
    assert_int_equal(MPI_Type_free(&type), MPI_ERR_TYPE);
    assert_int_equal(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
    assert_int_equal(MPI_Type_vector(1, -1, 1, MPI_INT, &type), MPI_ERR_COUNT);
    assert_int_equal(MPI_Type_indexed(1, &minus, &zero, MPI_INT, &type), MPI_ERR_COUNT);
    assert_int_equal(MPI_Pack(buffer, 2, MPI_INT, buffer, 7, &position, MPI_COMM_SELF),
                     MPI_ERR_TRUNCATE);
    assert_int_equal(MPI_Pack(buffer, 2, MPI_INT, buffer, 8, &position, MPI_COMM_NULL),
                     MPI_ERR_COMM);
}

/* Markers of bounds, as programs of MPI 1 use them; and the old names. */
static void test_old_names(void **state) {
    (void)state;
    int lengths[] = {1, 2, 1}, flag = 0;
    MPI_Aint places[] = {-4, 0, 20}, lower, upper, extent;
    MPI_Datatype types[] = {MPI_LB, MPI_INT, MPI_UB}, type, row;
    assert_int_equal(MPI_Type_struct(3, lengths, places, types, &type), 0);
    assert_int_equal(MPI_Type_contiguous(3, type, &row), 0);
    MPI_Type_lb(type, &lower);
    MPI_Type_ub(type, &upper);
    MPI_Type_extent(type, &extent);
    assert_true(lower == -4 && upper == 20 && extent == 24);
    MPI_Type_extent(row, &extent);
    assert_int_equal(extent, 3 * 24);
    MPI_Type_size(row, &flag);
    assert_int_equal(flag, 6 * sizeof(int));
    MPI_Address(places, &lower);
    assert_ptr_equal((void *)lower, places);
    assert_int_equal(MPI_Aint_diff(MPI_Aint_add(lower, 8), lower), 8);
    MPI_Type_free(&type);
    MPI_Type_free(&row);
}

/* How many elements a status tells of. */
static void test_counts(void **state) {
    (void)state;
    MPI_Status status = {0};
    MPI_Datatype nothing;
    int count;
    status_set_bytes(&status, 12);
    assert_int_equal(MPI_Get_count(&status, MPI_INT, &count), 0);
    assert_int_equal(count, 3);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Get_elements(&status, MPI_DOUBLE_INT, &count); /* a pair is two elements */
    assert_int_equal(count, 2);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Get_count(&status, nothing, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    status_set_bytes(&status, 0);
    MPI_Get_count(&status, nothing, &count);
    assert_int_equal(count, 0);
    status_set_bytes(&status, (MPI_Count)1 << 33);
    MPI_Get_count(&status, MPI_BYTE, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    assert_int_equal(count, 1 << 30);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &count);
    assert_true(count);
    MPI_Type_free(&nothing);
}

/* Every predefined type is found, and its size is C's. */
static void test_predefined(void **state) {
    (void)state;
    MPI_Aint lower, extent;
    int size;
    for (int i = 0; i < basic_count; i++) {
        assert_true(i == 0 || basic_types[i - 1].code < basic_types[i].code);
        assert_int_equal(MPI_Type_size((MPI_Datatype)(uintptr_t)basic_types[i].code, &size),
                         MPI_SUCCESS);
        assert_int_equal(size, basic_types[i].size);
    }
    MPI_Type_size(MPI_SHORT_INT, &size);
    MPI_Type_get_extent(MPI_SHORT_INT, &lower, &extent);
    assert_int_equal(size, 6);
    assert_int_equal(extent, 8);
    MPI_Datatype pair;
    assert_int_equal(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair), 0);
    assert_ptr_equal(pair, MPI_DOUBLE_INT);
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_LONG, &pair);
    assert_ptr_equal(pair, MPI_DATATYPE_NULL);
    char name[MPI_MAX_OBJECT_NAME];
    assert_int_equal(MPI_Type_get_name(MPI_DOUBLE, name, &size), 0);
    assert_string_equal(name, "MPI_DOUBLE");
}

int main(void) {
    errhandler_world = MPI_ERRORS_RETURN;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_types), cmocka_unit_test(test_runs),
        cmocka_unit_test(test_subarray),     cmocka_unit_test(test_darray),
        cmocka_unit_test(test_contents),     cmocka_unit_test(test_external),
        cmocka_unit_test(test_errors),       cmocka_unit_test(test_predefined),
        cmocka_unit_test(test_old_names),    cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests_name("datatypes", tests, NULL, NULL);
}
