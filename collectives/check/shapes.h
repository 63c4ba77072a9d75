/* The shapes with which algorithms are tried. */
#ifndef CHECK_SHAPES_H
#define CHECK_SHAPES_H

#include "collectives/schedule/algorithm.h"

/* How many shapes are tried. In small cubes a member takes all its values, in larger ones some. */
enum shape_choice {
    SHAPES_ALL,  /* in all combinations, with every node and distance up to shape_every(): for
                    tools/check */
    SHAPES_MANY, /* in all combinations, for the checker */
    SHAPES_FEW,  /* each in some combination, for tests that move bytes */
};

/* The first shape that `algorithm` is tried with on the n-cube, n = `dimension`, and the one after
 * *shape: fills *shape and returns true, or returns false if there is none. They differ in what the
 * schedule varies with; those that it does not admit are left out. */
bool shape_first(const struct algorithm *algorithm, uint32_t dimension, enum shape_choice choice,
                 struct shape *shape);
bool shape_next(const struct algorithm *algorithm, enum shape_choice choice, struct shape *shape);

/* Returns the largest dimension in which SHAPES_ALL has every root, target and shift: it is smaller
 * where two of them vary. */
uint32_t shape_every(const struct algorithm *algorithm);

/* The next number of a generator whose state is not 0 (xorshift, Marsaglia 2003). */
uint32_t random_next(uint32_t *state);

/* Draws a shape: of all roots, targets and shifts, of some meshes, and of any number of packets up
 * to three times the dimensions and more. Returns false if none of those drawn is admitted. */
bool shape_random(const struct algorithm *algorithm, uint32_t dimension, uint32_t *state,
                  struct shape *shape);

/* Draws a shape as shape_random does, on a mesh along up to four axes of any sides that the cube
 * holds, which may be 1. */
bool shape_random_mesh(const struct algorithm *algorithm, uint32_t dimension, uint32_t *state,
                       struct shape *shape);

/* The cases in which the catalogue's algorithms stand in tables and on the page, as the program
 * `collectives` runs them: sets *shape to case number `number` of `algorithm` on the n-cube, n =
 * `dimension`. Numbers from SHAPE_CASES on have none. Returns false if there is no such case. */
enum { SHAPE_CASES = 2 }; /* a ring and a mesh, if an algorithm is for these */
bool shape_case(const struct algorithm *algorithm, uint32_t dimension, uint32_t number,
                struct shape *shape);

/* The parameters of such a case, as in "shift 3, mesh 4 x 8", or "". The text is in a buffer of
 * this thread that the next call overwrites. */
const char *shape_case_text(const struct algorithm *algorithm, const struct shape *shape);

/* The parameters of a shape, as in "root 5, 3 packets, shift 2, mesh 4 x 8", in a buffer of this
 * thread that the next call overwrites. */
const char *shape_text(const struct algorithm *algorithm, const struct shape *shape);

#endif
