/* A program's own algorithm in a separate process (tools/check --apart). The checker walks the data
 * that it sends as the algorithm, so no other action of that process affects the verdict. It can
 * only compute, and communicate by one socket. */
#ifndef WORKBENCH_APART_H
#define WORKBENCH_APART_H

#include "collectives/schedule/algorithm.h"

/* The descriptor of the socket in that process, whose other descriptors are /dev/null. */
enum { APART_SOCKET = 3 };

/* Its first message: the members of its struct cube_own_algorithm. */
struct apart_identity {
    uint32_t version; /* 0: the file adds no algorithm */
    uint32_t ports, stores, ordered, varies, areas, accumulators;
    char name[64], operation[32];
};

/* Its answer to each shape. If the algorithm is applicable, the number of blocks follows, by node
 * and area, and the steps up to the closing one, by number and node. The last word is the set of
 * the shape's members read (shape_reads), a uint32_t. */
struct apart_case {
    uint32_t applicable, steps;
};

/* Starts the process of the program at `path`, which is linked with serve.c, and returns its
 * algorithm. Ends this process with a message of `tool` on an error. */
const struct algorithm *apart_start(const char *tool, const char *path);

#endif
