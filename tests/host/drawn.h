/* Calls of cube.h that are drawn at random, or made by an algorithm's name. */
#ifndef TESTS_DRAWN_H
#define TESTS_DRAWN_H

#include "collectives/schedule/algorithm.h"
#include "tests/host/subject.h"

/* Draws any call that is possible on a cube of N dimensions. A message has up to `most` bytes. */
struct subject subject_draw(uint32_t dimension, size_t most, uint32_t *random);

/* Has the call made by an algorithm, in `packets` packets (0: in one), on elements whose order the
 * algorithm keeps. Returns whether that is possible on a cube of N dimensions. */
bool subject_by(struct subject *subject, const struct algorithm *algorithm, unsigned packets,
                uint32_t dimension);

#endif
