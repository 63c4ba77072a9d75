/* What the tools of the workbench are asked: an algorithm of the catalogue, or one that is linked
 * with the tool (include/cube_algorithm.h), and a case of it. */
#ifndef WORKBENCH_ASKED_H
#define WORKBENCH_ASKED_H

#include "collectives/schedule/algorithm.h"
#include "net/ways/faults.h"

enum { STATUS_ASKED = 64 }; /* the exit status if the question is wrong */

struct asked {
    const struct algorithm *algorithm;
    uint32_t least, most; /* dimensions of the cubes */
    bool is_case;         /* a member of the shape is given */
    struct shape shape;   /* the members that are given; others are 0 */
    bool is_round;        /* links are dead */
    uint16_t dead[CUBE_MAX_NODES];
};

/* Reads "NAME [-n FIRST..LAST] [--root R] [--target T] [--packets K] [--shift Q] [--mesh AxB]"
 * and "--avoid NODE:DIMENSION,...", links that are dead. With no -n the cubes are those of FIRST =
 * `least` to LAST = `most` dimensions. In place of NAME, --own is the algorithm that is linked with
 * the tool, and --apart PATH that of the program at PATH (apart.h). Ends the process with a message
 * if something is wrong. */
struct asked asked_read(const char *tool, int count, char *words[], uint32_t least, uint32_t most);

/* The shape that is asked for on a cube of so many dimensions: what is not given is as in the
 * examples of the documentation, root 0, the farthest target, 3 packets, a shift by 3, the squarest
 * mesh. Returns false if the algorithm does not apply to it. */
bool asked_shape(const struct asked *asked, uint32_t dimension, struct shape *shape);

/* The dead links on a cube of so many dimensions, or null if none is asked for. They are read from
 * *asked. The result is valid until the next call. */
const struct faults *asked_faults(const struct asked *asked, uint32_t dimension);

#endif
