/* The command line of the workbench's tools: an algorithm of the catalogue, or one that is linked
 * with the tool (include/cube_algorithm.h), and a case of it. */
#ifndef WORKBENCH_ASKED_H
#define WORKBENCH_ASKED_H

#include "collectives/check/finding.h"
#include "collectives/reroute/rewriting.h"
#include "collectives/schedule/algorithm.h"
#include "net/ways/faults.h"

enum { STATUS_ASKED = 64 }; /* the exit status if the question is wrong */

struct asked {
    const struct algorithm *algorithm;
    uint32_t least, most; /* dimensions of the cubes */
    uint32_t given;       /* set of enum shape_member: the members of the shape that are given */
    struct shape shape;   /* these members; others are what asked_shape replaces */
    bool is_round;        /* links are dead */
    uint16_t dead[CUBE_MAX_NODES];
};

/* Reads "NAME [-n FIRST..LAST] [--root R] [--target T] [--packets K] [--shift Q] [--mesh AxB]" and
 * "--avoid NODE:DIMENSION,...", dead links. Without -n the cubes have `least` to `most` dimensions.
 * Instead of NAME, --own is the algorithm that is linked with the tool, and --apart PATH that of
 * the program at PATH (apart.h); `algorithm`, if it is not null, needs no name. Ends the process
 * with a message on an error, such as a member of the case with which the algorithm does not
 * vary. */
struct asked asked_read(const char *tool, int count, char *words[], uint32_t least, uint32_t most,
                        const struct algorithm *algorithm);

/* The requested shape on a cube of `dimension` dimensions. Defaults are those of the
 * documentation's examples: root 0, the farthest target, 3 packets, a shift by 3, the squarest
 * mesh. Returns false if the algorithm does not apply to it. */
bool asked_shape(const struct asked *asked, uint32_t dimension, struct shape *shape);

/* The requested dead links on a cube of `dimension` dimensions, from *asked, or null. The result is
 * valid until the next call. */
const struct faults *asked_faults(const struct asked *asked, uint32_t dimension);

/* Returns the algorithm itself if it meets no dead link, or if `faults` is null; otherwise the
 * rewritten algorithm, which goes round them and is valid until asked_round_end frees the list.
 * Sets *before to the result of the original's proof. Returns null if the original is wrong or
 * cannot be rerouted, with a message in *before. */
const struct algorithm *asked_round(const struct algorithm *algorithm, const struct shape *shape,
                                    const struct faults *faults, struct rewriting *list,
                                    struct finding *before);
void asked_round_end(struct rewriting *list);

/* Writes the members of a case that vary as JSON: "case": {"root": 0}. */
void asked_write_case(uint32_t varies, const struct shape *shape);

/* Writes the members about blocks as JSON, each by area and node: how many blocks there are in the
 * first `areas` areas, and what those of the outputs have to hold. */
void asked_write_areas(const struct algorithm *algorithm, const struct shape *shape,
                       uint32_t areas);
void asked_write_content(const struct algorithm *algorithm, const struct shape *shape);

#endif
