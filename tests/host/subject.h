/* A call of cube.h, and its required result, computed without the library. For the host and for the
 * machine. */
#ifndef TESTS_SUBJECT_H
#define TESTS_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "cube.h"
#include "tests/host/material.h"

struct subject {
    int call;    /* its number in any_call (tests/any_call.h) */
    bool chosen; /* whether the call is made with the choice or with none */
    struct cube_choice choice;
    struct cube_mesh mesh;
    int root;
    int target;
    int shift;
    unsigned points; /* points of each edge, for a stencil */
    const struct material *material;
    size_t bytes;  /* of the message or of a block, whole elements; v forms have blocks around it */
    bool in_place; /* whether the result replaces the input */
};

/* The number of calls, the name of one, and that of its operation in the catalogue. */
int subject_calls(void);
const char *subject_name(int call);
const char *subject_operation(int call);

/* Whether such a call is possible on a cube of N dimensions with these members. Other calls would
 * be refused or would test nothing. */
bool subject_is_possible(const struct subject *subject, int dimension);

/* Makes this node's part of the call. Returns 0 if it returns 0, every byte of the result is right,
 * and the input is unchanged; 1 if a byte is wrong; or the call's negative errno. All nodes make
 * it.
 */
int subject_run(const struct subject *subject);

static inline bool subject_is_right(const struct subject *subject) {
    return subject_run(subject) == 0;
}

/* "gatherv, 33 bytes, root 2, dimensions 0x5, mesh 2 x 4", in a buffer of this thread that the next
 * call overwrites. */
const char *subject_text(const struct subject *subject);

#endif
