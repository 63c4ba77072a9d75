/* A row of the table of the catalogue: an algorithm that is run in one case and verified. */
#ifndef PROGRAMS_PARTS_ROW_H
#define PROGRAMS_PARTS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube.h"
#include "cube_catalogue.h"

/* The figures of one node. At node 0 they are those of all nodes: the largest steps, cycles and
 * clock, and the sums of wrong, packets and bytes. */
struct figures {
    uint32_t steps; /* the largest step tag received */
    uint32_t wrong; /* blocks with a wrong byte */
    uint64_t packets;
    uint64_t bytes;
    uint64_t cycles; /* of the call: the fastest run of each node, at the slowest node */
    uint64_t clock;  /* of the call, by the nodes' clocks: the latest end; 0 without clocks */
    uint64_t begun;  /* the time of all clocks before the call */
};

enum {
    ROW_CASES = 2, /* the most cases that the table has of one algorithm */
    ROW_TEXT = 48, /* bytes of a text */
    ROW_MOST_BYTES = 1 << 30,
    ROW_MOST_REPETITIONS = 1000000,
};

/* Makes case `number`, from 0 to ROW_CASES - 1, of this algorithm on this cube. Algorithms for
 * meshes have two cases, the ring and the squarest mesh; others have one. The root is node 0, and
 * the target is the farthest node. A shift is by a third of the nodes, because the binary digits
 * 1010... of this number cost most. Fills in *given and, for that case, *algorithm, and returns
 * true; or returns false if there is no such case. */
bool row_case(unsigned number, struct cube_algorithm *algorithm, struct cube_case *given);

/* Writes the case in words to `text`: "shift 3" or "mesh 2 x 4", or "" if there is nothing to say.
 * Returns `text`. */
const char *row_case_text(const struct cube_algorithm *algorithm, const struct cube_case *given,
                          char text[ROW_TEXT]);

/* Runs the algorithm in that case `repetitions` times, with blocks of `bytes` bytes, and checks
 * every byte of the outputs. If `records` is not null, it gets a record for each step of this
 * node's fastest run, whose member `cycles` is the time that the step took; and the packets of each
 * run are compared with the schedule. Every node calls it. Node 0 returns the figures of all nodes,
 * and each other node its own. */
struct figures row_run(const struct cube_algorithm *algorithm, const struct cube_case *given,
                       size_t bytes, unsigned repetitions, struct cube_step_record *records);

/* Returns whether the results and, at node 0, the counts are right, if the operation ran in this
 * number of cubes at once. If the counts are not those of the catalogue, node 0 prints both. */
bool row_is_right(const struct figures *figures, const struct cube_algorithm *algorithm,
                  size_t bytes, uint64_t cubes);

/* Writes the least number of steps of any algorithm to `text`, with " ?" after it if this algorithm
 * is open; "-" for a program's own, which claims none. Returns `text`. */
const char *row_bound(const struct cube_algorithm *algorithm, char text[ROW_TEXT]);

/* Returns what the clock should show by the cost model. The text begins with "<=" if the clock may
 * show less. It is "-" for an algorithm of all ports on nodes with one port. */
const char *row_prediction(const struct cube_algorithm *algorithm, const struct cube_case *given,
                           size_t bytes, char text[ROW_TEXT]);

#endif
