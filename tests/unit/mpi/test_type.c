/* Finds a datatype with wrong properties, or made of invalid lists (MPI 5.0, chapter 5).
 * test_programs.c has random ones, and test_type_array.c parts of arrays. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/status.h"
#include "mpi/datatype/type.h"
#include "mpi/object/communicator.h"
#include "tests/unit/mpi/errors.h"

/* What is regular is one run, however many blocks it has. */
TEST(test_runs) {
    MPI_Datatype column, matrix, plane;
    assert_int_equal(MPI_Type_vector(1000, 1, 1000, MPI_DOUBLE, &column), 0);
    assert_int_equal(type_object(column)->layout.runs->count, 1);
    assert_int_equal(MPI_Type_contiguous(1000, MPI_DOUBLE, &matrix), 0);
    assert_true(type_object(matrix)->layout.contiguous);
    int sizes[] = {50, 40}, parts[] = {10, 20}, starts[] = {5, 6};
    assert_int_equal(
        MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &plane), 0);
    assert_int_equal(type_object(plane)->layout.runs->count, 1);
    assert_false(type_object(plane)->layout.contiguous);
    MPI_Type_free(&column);
    MPI_Type_free(&matrix);
    /* Nothing, however often, is nothing, and takes no time. */
    MPI_Datatype nothing;
    assert_int_equal(MPI_Type_contiguous(0, MPI_INT, &nothing), 0);
    assert_int_equal(MPI_Type_vector(INT_MAX, INT_MAX, 1, nothing, &column), 0);
    assert_null(type_object(column)->layout.runs);
    MPI_Type_free(&nothing);
    MPI_Type_free(&column);
    MPI_Type_free(&plane);
}

TEST(test_contents) {
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
    refused(MPI_ERR_ARG, MPI_Type_get_contents(types[0], 2, 0, 1, integers, addresses, &type));
    refused(MPI_ERR_ARG, MPI_Type_get_contents(types[0], 3, 0, 0, integers, addresses, &type));
    refused(MPI_ERR_TYPE, MPI_Type_get_contents(MPI_INT, 2, 0, 1, integers, addresses, &type));
    MPI_Type_free(&types[0]);
}

/* Big-endian bytes of known numbers, and every random number there and back. */
TEST(test_external) {
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
    refused(MPI_ERR_CONVERSION,
            MPI_Pack_external("external32", &value, 1, type, bytes, size, &position));
    position = 0;
    refused(MPI_ERR_BUFFER, MPI_Pack_external("external32", NULL, 1, type, bytes, size, &position));
    refused(MPI_ERR_ARG, MPI_Pack_external("native", &value, 1, type, bytes, size, &position));
    MPI_Type_free(&type);
}

TEST(test_errors) {
    comm_start(1, group_nodes);
    MPI_Datatype type = MPI_INT, null = MPI_DATATYPE_NULL;
    int size, position = 0, minus = -1, zero = 0, buffer[2];
    refused(MPI_ERR_TYPE, MPI_Type_size((MPI_Datatype)(uintptr_t)0x2ff, &size));
    refused(MPI_ERR_TYPE, MPI_Type_free(&type));
    refused(MPI_ERR_COUNT, MPI_Type_vector(1, -1, 1, MPI_INT, &type));
    refused(MPI_ERR_COUNT, MPI_Type_indexed(1, &minus, &zero, MPI_INT, &type));
    refused(MPI_ERR_TRUNCATE, MPI_Pack(buffer, 2, MPI_INT, buffer, 7, &position, MPI_COMM_SELF));
    refused(MPI_ERR_BUFFER, MPI_Pack(NULL, 2, MPI_INT, buffer, 8, &position, MPI_COMM_SELF));
    refused(MPI_ERR_ARG, MPI_Pack(buffer, 2, MPI_INT, NULL, 8, &position, MPI_COMM_SELF));
    refused(MPI_ERR_BUFFER, MPI_Unpack(buffer, 8, &position, NULL, 2, MPI_INT, MPI_COMM_SELF));
    refused(MPI_ERR_ARG, MPI_Unpack(NULL, 8, &position, buffer, 2, MPI_INT, MPI_COMM_SELF));
    assert_int_equal(position, 0);
    MPI_Aint at = 0, far = 0;
    refused(MPI_ERR_ARG, MPI_Pack_external("external32", buffer, 1, MPI_INT, NULL, 4, &far));
    refused(MPI_ERR_ARG, MPI_Pack_external_size(NULL, 1, MPI_INT, &far));
    /* What would fit into the whole buffer, but not behind the position. */
    position = 4, far = 4;
    refused(MPI_ERR_TRUNCATE, MPI_Pack(buffer, 2, MPI_INT, buffer, 8, &position, MPI_COMM_SELF));
    refused(MPI_ERR_TRUNCATE, MPI_Pack_external("external32", buffer, 2, MPI_INT, buffer, 8, &far));
    /* Lists that are not there. */
    refused(MPI_ERR_COUNT, MPI_Type_create_hvector(1, -1, 1, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_indexed(1, NULL, &zero, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_indexed(1, &zero, NULL, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_create_hindexed(1, &zero, NULL, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_create_indexed_block(1, 1, NULL, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_create_hindexed_block(1, 1, NULL, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_create_struct(1, &zero, &at, NULL, &type));
    refused(MPI_ERR_TYPE, MPI_Type_create_struct(1, &zero, &at, &null, &type));
    refused(MPI_ERR_ARG,
            MPI_Type_create_subarray(1, NULL, &zero, &zero, MPI_ORDER_C, MPI_INT, &type));
    refused(MPI_ERR_ARG, MPI_Type_create_darray(1, 0, 1, &zero, &zero, NULL, &zero, MPI_ORDER_C,
                                                MPI_INT, &type));
    const int one = 1, none = MPI_DISTRIBUTE_NONE, usual = MPI_DISTRIBUTE_DFLT_DARG;
    refused(MPI_ERR_ARG, MPI_Type_create_darray(1, 1, 1, &one, &none, &usual, &one, MPI_ORDER_C,
                                                MPI_INT, &type));
    refused(MPI_ERR_COUNT, MPI_Type_create_resized(MPI_INT, PTRDIFF_MAX, 8, &type));
    refused(MPI_ERR_ARG, MPI_Type_set_name(MPI_INT, NULL));
    assert_int_equal(MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type), 0);
    MPI_Type_free(&type);
    comm_end();
}

/* What an MPI_Count cannot say is refused: bytes, and places that a type cannot have. */
TEST(test_too_large) {
    MPI_Datatype large, type = MPI_DATATYPE_NULL;
    MPI_Count size;
    int one = 1, far = INT_MAX, minus = INT_MIN, sizes[] = {INT_MAX, INT_MAX}, starts[] = {0, 0};
    assert_int_equal(MPI_Type_contiguous(INT_MAX, MPI_DOUBLE, &large), 0);
    assert_int_equal(MPI_Type_size_x(large, &size), 0);
    assert_int_equal(size, 8 * (MPI_Count)INT_MAX);
    refused(MPI_ERR_COUNT, MPI_Type_contiguous(INT_MAX, large, &type));
    refused(MPI_ERR_COUNT, MPI_Type_vector(2, 1, INT_MAX, large, &type));
    refused(MPI_ERR_COUNT, MPI_Type_indexed(1, &one, &far, large, &type));
    refused(MPI_ERR_COUNT, MPI_Type_create_indexed_block(1, 1, &minus, large, &type));
    refused(MPI_ERR_COUNT,
            MPI_Type_create_subarray(2, sizes, sizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type));
    /* The second element ends beyond all addresses, or the next multiple of its alignment does. */
    for (int less = 3; less < 7; less++)
        refused(MPI_ERR_COUNT, MPI_Type_create_hvector(2, 1, PTRDIFF_MAX - less, MPI_INT, &type));
    refused(MPI_ERR_COUNT,
            MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){PTRDIFF_MIN, 8}, MPI_INT, &type));
    assert_ptr_equal(type, MPI_DATATYPE_NULL);
    assert_int_equal(MPI_Type_create_hvector(2, 1, PTRDIFF_MAX - 7, MPI_INT, &type), 0);
    MPI_Type_free(&type);
    assert_int_equal(MPI_Type_vector(2, 1, INT_MAX / 8, large, &type), 0);
    MPI_Type_free(&type);
    MPI_Type_free(&large);
}

/* Markers of bounds, as programs of MPI 1 use them; and the old names. */
TEST(test_old_names) {
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

/* Bounds that resized parts have set in a struct hold for all of it, whatever lies beyond them (MPI
 * 5.0, section 5.1.6): the least and the greatest of all copies. */
TEST(test_resized_parts) {
    enum { WIDE, HIGH, BACK, TWICE, PLAIN, KINDS };
    static const struct {
        int length[2], kind[2];
        MPI_Aint at[2], lower, upper;
    } rows[] = {
        {{1, 1}, {WIDE, PLAIN}, {16, 0}, 8, 32},     {{1, 1}, {WIDE, HIGH}, {0, 100}, -8, 108},
        {{3, 1}, {HIGH, PLAIN}, {-20, 40}, -16, -4}, {{3, 1}, {BACK, PLAIN}, {0, -90}, 0, 4},
        {{1, 2}, {TWICE, TWICE}, {1, 3}, 3, 25},     {{0, 1}, {WIDE, HIGH}, {-100, 0}, 4, 8},
        {{2, 1}, {PLAIN, WIDE}, {-50, -9}, -17, 7},
    };
    MPI_Datatype kinds[KINDS] = {[PLAIN] = MPI_INT};
    MPI_Type_create_resized(MPI_INT, -8, 24, &kinds[WIDE]);
    MPI_Type_create_resized(MPI_INT, 4, 4, &kinds[HIGH]);
    MPI_Type_create_resized(MPI_INT, 8, -4, &kinds[BACK]);
    MPI_Type_create_resized(kinds[WIDE], 2, 10, &kinds[TWICE]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MPI_Datatype types[] = {kinds[rows[i].kind[0]], kinds[rows[i].kind[1]]}, type, row;
        MPI_Aint lower, extent;
        assert_int_equal(MPI_Type_create_struct(2, rows[i].length, rows[i].at, types, &type), 0);
        MPI_Type_get_extent(type, &lower, &extent);
        assert_true(lower == rows[i].lower && lower + extent == rows[i].upper);
        MPI_Type_contiguous(2, type, &row);
        MPI_Type_get_extent(row, &lower, &extent);
        assert_true(lower == rows[i].lower && extent == 2 * (rows[i].upper - rows[i].lower));
        MPI_Type_free(&row);
        MPI_Type_free(&type);
    }
    for (int i = 0; i < PLAIN; i++)
        MPI_Type_free(&kinds[i]);
}

/* How many elements a status tells of. */
TEST(test_counts) {
    MPI_Status status = {0};
    MPI_Datatype nothing, three;
    MPI_Count many;
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
    MPI_Get_elements(&status, nothing, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Get_elements(&status, MPI_DOUBLE, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Status_set_elements(&status, nothing, 5);
    MPI_Get_count(&status, nothing, &count);
    assert_int_equal(count, 0);
    MPI_Get_elements(&status, nothing, &count);
    assert_int_equal(count, 0);
    status_set_bytes(&status, (MPI_Count)1 << 33);
    MPI_Get_count(&status, MPI_BYTE, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    assert_int_equal(count, 1 << 30);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &count);
    assert_true(count);
    MPI_Type_contiguous(3, MPI_INT, &three);
    status_set_bytes(&status, 10 * (MPI_Count)sizeof(int));
    MPI_Get_elements(&status, three, &count);
    assert_int_equal(count, 10);
    MPI_Status_set_elements(&status, three, 7);
    MPI_Get_elements(&status, three, &count);
    assert_int_equal(count, 7);
    MPI_Get_count(&status, three, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Status_set_elements_x(&status, MPI_INT, (MPI_Count)1 << 33);
    MPI_Get_elements_x(&status, MPI_INT, &many);
    assert_int_equal(many, (MPI_Count)1 << 33);
    MPI_Get_elements(&status, MPI_INT, &count);
    assert_int_equal(count, MPI_UNDEFINED);
    MPI_Type_free(&three);
    MPI_Type_free(&nothing);
}

/* Every predefined type is found, and its size is C's. */
TEST(test_predefined) {
    MPI_Aint lower, extent;
    int size;
    for (int i = 0; i < BASIC_COUNT; i++) {
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
    assert_int_equal(MPI_Type_get_name(MPI_C_FLOAT_COMPLEX, name, &size), 0);
    assert_string_equal(name, "MPI_C_COMPLEX"); /* the other name is a synonym (section 3.2.2) */
}

/* Optional types that are not there say so by their size, and can be used for nothing else. */
TEST(test_missing) {
    enum { MISSING = 4 };
    const MPI_Datatype missing[MISSING] = {MPI_REAL2, MPI_COMPLEX4, MPI_LOGICAL16, MPI_INTEGER16};
    for (int i = 0; i < MISSING; i++) {
        int size = 0;
        MPI_Count large = 0;
        MPI_Aint lower, extent;
        MPI_Datatype made;
        assert_int_equal(MPI_Type_size(missing[i], &size), MPI_SUCCESS);
        assert_int_equal(size, MPI_UNDEFINED);
        assert_int_equal(MPI_Type_size_x(missing[i], &large), MPI_SUCCESS);
        assert_int_equal(large, MPI_UNDEFINED);
        refused(MPI_ERR_TYPE, MPI_Type_get_extent(missing[i], &lower, &extent));
        refused(MPI_ERR_TYPE, MPI_Type_contiguous(1, missing[i], &made));
    }
}
