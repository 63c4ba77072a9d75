/* A call of any algorithm of the catalogue on a host cube. Every node makes it, compares each byte
 * of its outputs with a result computed here without the library, and its meters with the schedule.
 */
#ifndef TESTS_JOB_H
#define TESTS_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/schedule/algorithm.h"
#include "tests/host/material.h"

struct job {
    const struct algorithm *algorithm;
    struct shape shape;
    uint32_t free; /* the dimensions of the subcubes; it runs in all of them at once */
    const struct material *material;
    size_t bytes;  /* of a block */
    size_t longer; /* how many blocks have one element more */
};

/* Whether block b has the same size in every area, so that blocks may differ in size. They may not
 * where the one block of an output is one of many of the input, nor where points go to another
 * edge. */
bool job_divides(const struct algorithm *algorithm);

enum job_result {
    JOB_RIGHT,
    JOB_WRONG_BYTES,  /* wrong bytes in an output, or a written input */
    JOB_WRONG_COUNTS, /* wrong counts of the meters */
};

/* Makes this node's part of the call. Returns enum job_result, or the call's negative errno. */
int job_run(const struct job *job);

/* "bcast-binomial, n = 3, root 5, dimensions 0x7, 64 bytes, 1 longer", in a buffer of this thread
 * that the next call overwrites. */
const char *job_text(const struct job *job);

#endif
