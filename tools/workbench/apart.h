/* A program's own algorithm in a process of its own (tools/check --apart). What comes from there is
 * data: the checker walks it as the algorithm, so whatever that process prints, writes or does, it
 * has no say in the verdict. It can compute, and speak to us by one socket. */
#ifndef WORKBENCH_APART_H
#define WORKBENCH_APART_H

#include "collectives/schedule/algorithm.h"

/* The descriptor of the socket in that process, whose other descriptors are /dev/null. */
enum { APART_SOCKET = 3 };

/* What it says first: the members of its struct cube_own_algorithm. */
struct apart_identity {
    uint32_t version; /* 0: the file adds no algorithm */
    uint32_t ports, stores, ordered, varies, areas, accumulators;
    char name[64], operation[32];
};

/* What it says of each shape that it is sent. Where it is applicable there follow the number of
 * blocks, by node and area, and the steps up to the closing one, by number and node. At the end
 * comes the set of the shape's members that were read (shape_reads), a uint32_t. */
struct apart_case {
    uint32_t applicable, steps;
};

/* Starts the process of the program at `path`, which is linked with serve.c, and returns its
 * algorithm. Ends this process with a message if there is none. `tool` is what says so. */
const struct algorithm *apart_start(const char *tool, const char *path);

#endif
