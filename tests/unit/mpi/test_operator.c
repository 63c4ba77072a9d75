/* Finds an operator that is wrong on some type, or taken with one on which it means nothing (MPI
 * 5.0, sections 6.9.2 to 6.9.5). */
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/record.h"
#include "mpi/datatype/basic.h"
#include "programs/wormhole/random.h"
#include "tests/unit/mpi/errors.h"

enum { COUNT = 50 };

static const MPI_Op operators[] = {MPI_SUM,  MPI_MIN,  MPI_MAX, MPI_PROD, MPI_BAND,   MPI_BOR,
                                   MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_MINLOC, MPI_MAXLOC};
enum { OPERATORS = sizeof operators / sizeof operators[0] };

/* The table of section 6.9.2: which kinds each operator takes. MPI_CHAR is taken for an integer. */
static int has_meaning(MPI_Op op, int kind) {
    int integer = kind == BASIC_SIGNED || kind == BASIC_UNSIGNED;
    if (op == MPI_MIN || op == MPI_MAX)
        return integer || kind == BASIC_REAL;
    if (op == MPI_SUM || op == MPI_PROD)
        return integer || kind == BASIC_REAL || kind == BASIC_COMPLEX;
    if (op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR)
        return integer || kind == BASIC_LOGICAL;
    if (op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR)
        return integer || kind == BASIC_BYTE;
    return kind == BASIC_PAIR;
}

TEST(test_meanings) {
    for (int i = 0; i < BASIC_COUNT; i++)
        for (int o = 0; o < OPERATORS; o++) {
            long double in[2] = {0}, inout[2] = {0};
            MPI_Datatype type = (MPI_Datatype)(uintptr_t)basic_types[i].code;
            int error = MPI_Reduce_local(in, inout, 1, type, operators[o]);
            int kind = type == MPI_CHAR ? BASIC_UNSIGNED : basic_types[i].kind;
            assert_int_equal(error == MPI_SUCCESS, has_meaning(operators[o], kind));
            assert_true(error == MPI_SUCCESS || error == MPI_ERR_OP);
        }
}

/* An integer of a type, as 64 bits. */
static uint64_t read_integer(const struct basic *basic, const unsigned char *bytes) {
    uint64_t value = 0;
    memcpy(&value, bytes, basic->size);
    int shift = 64 - 8 * basic->size;
    return basic->kind == BASIC_SIGNED ? (uint64_t)((int64_t)(value << shift) >> shift) : value;
}

static uint64_t meaning(const struct basic *basic, int op, uint64_t a, uint64_t b) {
    int less = basic->kind == BASIC_SIGNED ? (int64_t)a < (int64_t)b : a < b;
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return less ? a : b;
    case 2:
        return less ? b : a;
    case 3:
        return a * b;
    case 4:
        return a & b;
    case 5:
        return a | b;
    case 6:
        return a ^ b;
    case 7:
        return a != 0 && b != 0;
    case 8:
        return a != 0 || b != 0;
    default:
        return (a != 0) != (b != 0);
    }
}

TEST(test_integers) {
    struct random random = {1};
    for (int i = 0; i < BASIC_COUNT; i++) {
        const struct basic *basic = &basic_types[i];
        for (int o = 0; o < OPERATORS; o++) {
            int kind = basic->kind;
            if (kind == BASIC_REAL || kind == BASIC_COMPLEX || kind == BASIC_PAIR ||
                !has_meaning(operators[o], kind))
                continue;
            unsigned char in[COUNT * 8], inout[COUNT * 8], before[COUNT * 8];
            size_t size = basic->size;
            for (size_t b = 0; b < COUNT * size; b++) {
                in[b] = (unsigned char)(random_word(&random) % 3 == 0 ? 0 : random_word(&random));
                before[b] = inout[b] = (unsigned char)random_word(&random);
            }
            MPI_Datatype type = (MPI_Datatype)(uintptr_t)basic->code;
            assert_int_equal(MPI_Reduce_local(in, inout, COUNT, type, operators[o]), 0);
            for (size_t e = 0; e < COUNT; e++) {
                uint64_t expected = meaning(basic, o, read_integer(basic, in + e * size),
                                            read_integer(basic, before + e * size));
                assert_memory_equal(inout + e * size, &expected, size);
            }
        }
    }
}

TEST(test_reals) {
    double z[4] = {1, 2, 0, 1}, y[4] = {3, -1, 0, 1};
    long double l = 3, m = -7;
    for (int o = 0; o < 4; o++) { /* of operators: the sum, the minimum, the maximum, the product */
        float f[COUNT], g[COUNT];
        double d[COUNT], e[COUNT];
        for (int i = 0; i < COUNT; i++) {
            f[i] = (float)(d[i] = i / 4.0 - 3);
            g[i] = (float)(e[i] = 2.5 - i % 7);
        }
        assert_int_equal(MPI_Reduce_local(f, g, COUNT, MPI_FLOAT, operators[o]), 0);
        assert_int_equal(MPI_Reduce_local(d, e, COUNT, MPI_DOUBLE, operators[o]), 0);
        for (int i = 0; i < COUNT; i++) {
            double a = d[i], b = 2.5 - i % 7;
            double wanted[] = {a + b, a < b ? a : b, a > b ? a : b, a * b};
            assert_true(e[i] == wanted[o] && g[i] == (float)wanted[o]);
        }
    }
    assert_int_equal(MPI_Reduce_local(&l, &m, 1, MPI_LONG_DOUBLE, MPI_SUM), 0);
    assert_true(m == -4);
    assert_int_equal(MPI_Reduce_local(z, y, 2, MPI_C_DOUBLE_COMPLEX, MPI_PROD), 0);
    assert_true(y[0] == 5 && y[1] == 5 && y[2] == -1 && y[3] == 0);
}

TEST(test_pairs) {
    struct {
        short value;
        int index;
    } in[] = {{3, 1}, {3, 9}, {5, 2}, {-4, 7}}, least[] = {{3, 4}, {3, 4}, {3, 4}, {3, 4}},
      most[] = {{3, 4}, {3, 4}, {3, 4}, {3, 4}};
    assert_int_equal(MPI_Reduce_local(in, least, 4, MPI_SHORT_INT, MPI_MINLOC), 0);
    assert_int_equal(MPI_Reduce_local(in, most, 4, MPI_SHORT_INT, MPI_MAXLOC), 0);
    assert_true(least[0].index == 1 && least[1].index == 4 && least[2].index == 4);
    assert_true(least[3].value == -4 && least[3].index == 7);
    assert_true(most[0].index == 1 && most[1].index == 4 && most[3].index == 4);
    assert_true(most[2].value == 5 && most[2].index == 2);
}

/* Pairs of reals, with gaps and with a real index, and of ints. */
TEST(test_real_pairs) {
    struct {
        double value;
        int index;
    } d = {2.5, 3}, e = {2.5, 7}, f = {-1, 9};
    struct {
        long double value;
        int index;
    } l = {4, 1}, m = {3, 2};
    float r[] = {1, 8}, s[] = {1, 6};
    int i[] = {4, 1}, j[] = {4, 3};
    assert_int_equal(MPI_Reduce_local(&d, &e, 1, MPI_DOUBLE_INT, MPI_MAXLOC), 0);
    assert_true(e.value == 2.5 && e.index == 3);
    assert_int_equal(MPI_Reduce_local(&f, &e, 1, MPI_DOUBLE_INT, MPI_MAXLOC), 0);
    assert_true(e.value == 2.5 && e.index == 3);
    assert_int_equal(MPI_Reduce_local(&l, &m, 1, MPI_LONG_DOUBLE_INT, MPI_MAXLOC), 0);
    assert_true(m.value == 4 && m.index == 1);
    assert_int_equal(MPI_Reduce_local(r, s, 1, MPI_2REAL, MPI_MINLOC), 0);
    assert_true(s[0] == 1 && s[1] == 6);
    assert_int_equal(MPI_Reduce_local(i, j, 1, MPI_2INT, MPI_MINLOC), 0);
    assert_true(j[0] == 4 && j[1] == 1);
}

/* Sums of complex numbers are those of their parts; and reports name operators rightly. */
TEST(test_sums_and_names) {
    float c[] = {1, 2, 3, 4}, d[] = {5, 6, 7, 8};
    long double l[] = {1, 2}, m[] = {3, 5};
    assert_int_equal(MPI_Reduce_local(c, d, 2, MPI_C_FLOAT_COMPLEX, MPI_SUM), 0);
    assert_true(d[0] == 6 && d[1] == 8 && d[2] == 10 && d[3] == 12);
    assert_int_equal(MPI_Reduce_local(l, m, 1, MPI_C_LONG_DOUBLE_COMPLEX, MPI_SUM), 0);
    assert_true(m[0] == 4 && m[1] == 7);
    assert_string_equal(signature_op(MPI_PROD), "MPI_PROD");
    assert_string_equal(signature_op(MPI_BAND), "MPI_BAND");
    assert_string_equal(signature_op(MPI_LXOR), "MPI_LXOR");
    assert_string_equal(signature_op(MPI_MAXLOC), "MPI_MAXLOC");
}

static int calls;

/* Appends digits: does not commute. */
static void append(void *in, void *inout, int *count, MPI_Datatype *type) {
    assert_ptr_equal(*type, MPI_INT);
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += 10 * ((int *)in)[i];
    calls++;
}

TEST(test_own) {
    MPI_Op op;
    int commutes, in[] = {1, 2}, inout[] = {3, 4};
    assert_int_equal(MPI_Op_create(append, 0, &op), 0);
    assert_int_equal(MPI_Op_commutative(op, &commutes), 0);
    assert_false(commutes);
    assert_int_equal(MPI_Reduce_local(in, inout, 2, MPI_INT, op), 0);
    assert_true(inout[0] == 13 && inout[1] == 24);
    assert_int_equal(MPI_Reduce_local(in, inout, 0, MPI_INT, op), 0);
    assert_int_equal(calls, 1);
    assert_int_equal(MPI_Op_free(&op), 0);
    assert_ptr_equal(op, MPI_OP_NULL);
    refused(MPI_ERR_OP, MPI_Op_free(&op));
    op = MPI_SUM;
    refused(MPI_ERR_OP, MPI_Op_free(&op));
    MPI_Op_commutative(MPI_SUM, &commutes);
    assert_true(commutes);
    refused(MPI_ERR_OP, MPI_Reduce_local(in, inout, 1, MPI_INT, MPI_REPLACE));
}
