/* Measures derived datatypes, on one rank, in cube_cycles(), which under --exact are instructions.
 * Prints lines of a name, cycles by MPI, and cycles of a loop that a person would write instead: of
 * packing and unpacking, for each element, or for each block; and of making a type with a small
 * count and with a large one. The types are those of MPICH's tests of performance: twovec,
 * nestvec and indexperf. No arguments.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"

enum { COUNT = 1000, STRIDE = 7, ROWS = 50, PITCH = 23, BLOCK = 256 };

static double source[COUNT * STRIDE * 4], packed[COUNT * 4], other[COUNT * 4];
static int places[COUNT];

/* ---- By hand ---- */

static NOINLINE void words_by_hand(double *to, const double *from) {
    for (int i = 0; i < COUNT; i++)
        to[i] = from[(ptrdiff_t)i * STRIDE];
}

static NOINLINE void words_back_by_hand(double *to, const double *from) {
    for (int i = 0; i < COUNT; i++)
        to[(ptrdiff_t)i * STRIDE] = from[i];
}

static NOINLINE void floats_by_hand(float *to, const float *from) {
    for (int i = 0; i < COUNT; i++)
        to[i] = from[(ptrdiff_t)i * STRIDE];
}

static NOINLINE void twos_by_hand(double *to, const double *from) {
    for (int i = 0; i < COUNT; i++, to += 2, from += STRIDE) {
        to[0] = from[0];
        to[1] = from[1];
    }
}

static NOINLINE void nested_by_hand(double *to, const double *from) {
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COUNT / ROWS; i++)
            *to++ = from[(ptrdiff_t)row * PITCH * STRIDE + (ptrdiff_t)i * STRIDE];
}

static NOINLINE void indexed_by_hand(double *to, const double *from) {
    for (int i = 0; i < COUNT; i++)
        to[i] = from[places[i]];
}

/* The compiler does not know how long a block is, so that it calls memcpy. */
static volatile size_t block_bytes = BLOCK;

static NOINLINE void blocks_by_hand(double *to, const double *from) {
    const char *block = (const char *)from;
    size_t bytes = block_bytes;
    for (int i = 0; i < COUNT / 32; i++)
        memcpy((char *)to + (ptrdiff_t)i * BLOCK, block + (ptrdiff_t)i * (BLOCK + 8), bytes);
}

/* ---- By MPI ---- */

static void wrong(const char *name) {
    fprintf(stderr, "%s: what was packed is wrong\n", name);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void measure(const char *name, MPI_Datatype type, int number,
                    void (*by_hand)(double *to, const double *from)) {
    int bytes, position = 0;
    MPI_Type_commit(&type);
    MPI_Type_size(type, &bytes);
    MPI_Pack(source, 1, type, packed, sizeof packed, &position, MPI_COMM_SELF);
    by_hand(other, source);
    if (memcmp(packed, other, (size_t)bytes) != 0)
        wrong(name);
    position = 0;
    uint64_t start = cube_cycles();
    MPI_Pack(source, 1, type, packed, sizeof packed, &position, MPI_COMM_SELF);
    uint64_t middle = cube_cycles();
    by_hand(other, source);
    uint64_t end = cube_cycles();
    printf("%s %.2f %.2f\n", name, (double)(middle - start) / number,
           (double)(end - middle) / number);
    MPI_Type_free(&type);
}

static void measure_unpack(void) {
    MPI_Datatype column;
    int position = 0;
    MPI_Type_vector(COUNT, 1, STRIDE, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    uint64_t start = cube_cycles();
    MPI_Unpack(packed, sizeof packed, &position, source, 1, column, MPI_COMM_SELF);
    uint64_t middle = cube_cycles();
    words_back_by_hand(source, packed);
    uint64_t end = cube_cycles();
    printf("unpack-words %.2f %.2f\n", (double)(middle - start) / COUNT,
           (double)(end - middle) / COUNT);
    MPI_Type_free(&column);
}

/* Returns the cycles of making a vector of `count` vectors. */
static uint64_t making(int count) {
    MPI_Datatype inner, outer;
    MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &inner);
    uint64_t start = cube_cycles();
    MPI_Type_vector(count, 1, 2, inner, &outer);
    uint64_t cycles = cube_cycles() - start;
    MPI_Type_free(&inner);
    MPI_Type_free(&outer);
    return cycles;
}

int main(int argc, char **argv) {
    MPI_Datatype type, inner;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < COUNT * STRIDE * 4; i++)
        source[i] = i;
    for (int i = 0; i < COUNT; i++)
        places[i] = i * STRIDE + i * i % 5;

    MPI_Type_vector(COUNT, 1, STRIDE, MPI_DOUBLE, &type);
    measure("words", type, COUNT, words_by_hand);
    MPI_Type_vector(COUNT, 1, STRIDE, MPI_FLOAT, &type);
    measure("floats", type, COUNT, (void (*)(double *, const double *))floats_by_hand);
    measure_unpack();
    MPI_Type_vector(COUNT, 2, STRIDE, MPI_DOUBLE, &type);
    measure("twovec", type, 2 * COUNT, twos_by_hand);

    MPI_Type_vector(COUNT / ROWS, 1, STRIDE, MPI_DOUBLE, &inner);
    MPI_Type_create_hvector(ROWS, 1, sizeof(double) * PITCH * STRIDE, inner, &type);
    measure("nestvec", type, COUNT, nested_by_hand);
    MPI_Type_free(&inner);

    MPI_Type_create_indexed_block(COUNT, 1, places, MPI_DOUBLE, &type);
    measure("indexperf", type, COUNT, indexed_by_hand);

    MPI_Type_vector(COUNT / 32, BLOCK, BLOCK + 8, MPI_CHAR, &type);
    measure("blocks", type, COUNT / 32, blocks_by_hand);

    making(2);
    printf("making %llu %llu\n", (unsigned long long)making(16384), (unsigned long long)making(4));
    return MPI_Finalize();
}
