/* Every call of cube.h in subcubes: at once in all with the same free dimensions in one half of the
 * cube, and with others in the other half. For the host and for the machine. */
#ifndef TESTS_SUBCUBES_H
#define TESTS_SUBCUBES_H

#include <stdio.h>

#include "tests/host/subject.h"

enum { SUBCUBE_MOST = 5 /* dimensions */ };

/* The next set of 2 to 5 of the cube's dimensions that has none of those in `without`. After the
 * last set comes the first one again. */
static unsigned next_set(unsigned set, unsigned without) {
    unsigned all = (1u << cube_dim()) - 1;
    do
        set = (set + 1) & all;
    while (__builtin_popcount(set) < 2 || __builtin_popcount(set) > SUBCUBE_MOST ||
           (set & without) != 0);
    return set;
}

/* The set of dimensions that this node uses. Where some dimension is not in `set`, the nodes with
 * that bit set take another set, so that several kinds of subcubes are at work at once. */
static unsigned set_of_node(unsigned set) {
    unsigned rest = ~set & ((1u << cube_dim()) - 1);
    unsigned split = rest & (0u - rest);
    if (((unsigned)cube_node() & split) == 0 || cube_dim() < 3)
        return set;
    return next_set(set, split);
}

/* Call number `call` in the subcube of `dimensions`, with another root in each round; on meshes, it
 * is on the ring of all nodes and on two rows of them in turn, and stencils are on rows. */
static struct subject in_subcube(int call, unsigned dimensions, unsigned round) {
    unsigned count = 1u << __builtin_popcount(dimensions);
    int root = (int)((round * 7 + 3) % count);
    struct subject subject = {
        .call = call,
        .chosen = true,
        .choice = {.dimensions = dimensions},
        .mesh = {.axes = 1, .side = {count}},
        .root = root,
        .target = (int)(((unsigned)root + 1 + count / 2) % count),
        .shift = root,
        .points = 1,
        .material = round % 2 == 0 ? &material_matrices : &material_bytes,
    };
    if (round % 2 == 0 || !subject_is_possible(&subject, cube_dim()))
        subject.mesh = (struct cube_mesh){.axes = 2, .side = {2, count / 2}};
    subject.bytes = subject.material->type->bytes * (1 + round % 3);
    return subject;
}

/* Makes calls first .. last in every subcube of 2 to 5 dimensions of this cube. Returns whether all
 * were right. */
static bool subcubes_are_right(int first, int last) {
    bool right = true;
    unsigned round = 0, set = next_set(0, 0), begun = set;
    do {
        for (int call = first; call <= last; call++) {
            struct subject subject = in_subcube(call, set_of_node(set), round);
            if (!subject_is_possible(&subject, cube_dim()) || !subject_is_right(&subject)) {
                printf("# node %d: %s: wrong\n", cube_node(), subject_text(&subject));
                right = false;
            }
        }
        round++;
        set = next_set(set, 0);
    } while (set != begun);
    return right;
}

#endif
