/* The table of costs of the slides to Grama, Gupta, Karypis and Kumar, Introduction to Parallel
 * Computing ("Communication Operations and Costs"), row by row. It is for one port and
 * cut-through. */
#ifndef PROGRAMS_PARTS_SLIDES_H
#define PROGRAMS_PARTS_SLIDES_H

#include <stddef.h>
#include <stdint.h>

#include "cube_catalogue.h"

/* T = starts t_s + blocks t_w m + hops t_h, for blocks of m bytes. */
struct terms {
    uint64_t starts;
    uint64_t blocks;
    uint64_t hops;
};

/* The parameters of the terms: p = 2^n nodes, a mesh of p = rows x columns, and a shift by q. */
struct slide_sizes {
    uint64_t n, p, rows, columns, q;
};

enum network_kind { ON_ARRAY, ON_RING, ON_MESH, ON_CUBE };

/* An operation on a network. */
struct slide_row {
    const char *operation;
    enum network_kind network;
    const char *algorithm; /* of the catalogue */
    const char *printed;   /* the slides' entry, where s is sqrt(p); "-" if they have none */
    struct terms (*terms)(const struct slide_sizes *sizes); /* the real costs */
};

extern const struct slide_row slide_rows[];
extern const size_t slide_row_count;

/* Returns the sizes for 2^n nodes, with the mesh that is most like a square, and a shift by a third
 * of the nodes. */
struct slide_sizes slide_sizes_of(unsigned n);

/* Returns the case of the catalogue that a row is for. */
struct cube_case slide_case(const struct slide_row *row, const struct slide_sizes *sizes);

#endif
