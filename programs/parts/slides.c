#include "programs/parts/slides.h"

/* ---- The real costs ---- */

static struct terms all_of(uint64_t count) {
    return (struct terms){count, count, count};
}

static uint64_t distance(uint64_t side, uint64_t k) {
    k %= side;
    return k < side - k ? k : side - k;
}

/* Returns the number of links from end to end, summed over all axes: 2 (s - 1) on a square. */
static uint64_t ends(const struct slide_sizes *at) {
    return at->rows - 1 + at->columns - 1;
}

static uint64_t diameter(const struct slide_sizes *at) {
    return at->rows / 2 + at->columns / 2;
}

/* Defines the costs of an algorithm: how many start-ups, blocks and hops there are. */
#define COSTS(name, starts, blocks, hops)                                                          \
    static struct terms name(const struct slide_sizes *at) {                                       \
        return (struct terms){starts, blocks, hops};                                               \
    }

COSTS(line_tree, at->n, at->n, at->p - 1)
COSTS(mesh_tree, at->n, at->n, ends(at))
COSTS(cube_tree, at->n, at->n, at->n)
COSTS(line_personal_tree, at->n, at->p - 1, at->p - 1)
COSTS(mesh_personal_tree, at->n, at->p - 1, ends(at))
COSTS(cube_doubling, at->n, at->p - 1, at->n)
COSTS(line_all, at->p - 1, at->p - 1, at->p - 1)

/* One of the packets has to come back from the end to the beginning. */
COSTS(array_all, at->p - 1, at->p - 1, at->p < 2 ? 0 : 2 * at->p - 3)
COSTS(mesh_all, ends(at), at->p - 1, ends(at))
COSTS(mesh_sums, ends(at), ends(at), ends(at))
COSTS(ring_long, at->p - 1, 2 * (at->p - 1), at->p - 1)

static struct terms mesh_long(const struct slide_sizes *at) {
    uint64_t steps = at->p == 1 ? 0 : 2 * diameter(at) - 1;
    return (struct terms){steps, 2 * (at->p - 1), steps};
}

COSTS(cube_long, 2 * at->n, 2 * (at->p - 1), 2 * at->n)

static struct terms array_exchange(const struct slide_sizes *at) {
    uint64_t half = at->p / 2, steps = half > 1 ? half + 1 : half;
    return (struct terms){steps, steps * half, at->p - 1};
}

COSTS(ring_exchange, at->p - 1, (at->p - 1) * at->p / 2, at->p - 1)
COSTS(ring_exchange_shorter, at->p / 2, at->p * at->p / 4, at->p / 2)
COSTS(mesh_exchange, ends(at), ends(at) * at->p / 2, ends(at))

static struct terms mesh_exchange_shorter(const struct slide_sizes *at) {
    uint64_t blocks =
        at->rows * (at->columns * at->columns / 4) + at->columns * (at->rows * at->rows / 4);
    return (struct terms){diameter(at), blocks, diameter(at)};
}

COSTS(cube_exchange, at->n, at->p / 2 * at->n, at->n)
COSTS(cube_exchange_ecube, at->p - 1, at->p - 1, at->p / 2 * at->n)

static struct terms ring_shift(const struct slide_sizes *at) {
    return all_of(distance(at->p, at->q));
}

static struct terms array_shift(const struct slide_sizes *at) {
    struct terms terms = ring_shift(at);
    terms.hops += terms.starts > 0 ? at->p - 2 : 0;
    return terms;
}

/* A shift by q = c columns + r. The rows shift by r. The columns shift by c, or by c + 1 where a
 * packet has gone round the end of its row. One of these two takes a step more than the other,
 * whichever way is shorter. */
static struct terms mesh_shift(const struct slide_sizes *at) {
    uint64_t r = at->q % at->columns, c = at->q / at->columns;
    uint64_t plain = distance(at->rows, c), carried = distance(at->rows, c + 1);
    uint64_t longest = r > 0 && carried > plain ? carried : plain;
    return all_of(distance(at->columns, r) + longest);
}

/* The shift takes the largest distance of two nodes that are q places apart on the ring of Gray
 * codes. */
static struct terms gray_shift(const struct slide_sizes *at) {
    uint64_t most = 0;
    for (uint64_t x = 0; x < at->p; x++) {
        uint64_t y = (x + at->q) % at->p;
        uint64_t links = (uint64_t)__builtin_popcountll(x ^ x >> 1 ^ y ^ y >> 1);
        most = links > most ? links : most;
    }
    return all_of(most);
}

static struct terms ecube_shift(const struct slide_sizes *at) {
    if (at->q == 0)
        return all_of(0);
    return (struct terms){1, 1, at->n - (uint64_t)__builtin_ctzll(at->q)};
}

/* ---- The rows ---- */

#define TREE      "(t_s + t_w m) log p"
#define ALL       "(t_s + t_w m) (p-1)"
#define MESH_ALL  "2 t_s (s-1) + t_w m (p-1)"
#define CUBE_ALL  "t_s log p + t_w m (p-1)"
#define MESH_SUMS "2 (s-1) (t_s + t_w m)"

const struct slide_row slide_rows[] = {
    {"broadcast", ON_ARRAY, "mesh-bcast", TREE, line_tree},
    {"broadcast", ON_RING, "mesh-bcast", TREE, line_tree},
    {"broadcast", ON_MESH, "mesh-bcast", TREE, mesh_tree},
    {"broadcast", ON_CUBE, "bcast-binomial", TREE, cube_tree},
    {"reduction", ON_ARRAY, "mesh-reduce", TREE, line_tree},
    {"reduction", ON_RING, "mesh-reduce", TREE, line_tree},
    {"reduction", ON_MESH, "mesh-reduce", TREE, mesh_tree},
    {"reduction", ON_CUBE, "reduce-binomial", TREE, cube_tree},
    {"all-gather", ON_ARRAY, "array-allgather", ALL, array_all},
    {"all-gather", ON_RING, "mesh-allgather", ALL, line_all},
    {"all-gather", ON_MESH, "mesh-allgather", MESH_ALL, mesh_all},
    {"all-gather", ON_CUBE, "allgather-exchange", CUBE_ALL, cube_doubling},
    {"reduce-scatter", ON_ARRAY, "array-reduce-scatter", ALL, array_all},
    {"reduce-scatter", ON_RING, "mesh-reduce-scatter", ALL, line_all},
    {"reduce-scatter", ON_MESH, "mesh-reduce-scatter", MESH_ALL, mesh_all},
    {"reduce-scatter", ON_CUBE, "reduce-scatter-exchange", CUBE_ALL, cube_doubling},
    {"all-reduce", ON_ARRAY, "array-allreduce", ALL, line_all},
    {"all-reduce", ON_RING, "mesh-allreduce", ALL, line_all},
    {"all-reduce", ON_MESH, "mesh-allreduce", MESH_SUMS, mesh_sums},
    {"all-reduce", ON_CUBE, "allreduce-exchange", TREE, cube_tree},
    {"all-reduce, p m", ON_RING, "mesh-allreduce-long", "-", ring_long},
    {"all-reduce, p m", ON_MESH, "mesh-allreduce-long", "-", mesh_long},
    {"all-reduce, p m", ON_CUBE, "allreduce-halving", "-", cube_long},
    {"prefix sums", ON_ARRAY, "array-scan", ALL, line_all},
    {"prefix sums", ON_RING, "mesh-scan", ALL, line_all},
    {"prefix sums", ON_MESH, "mesh-scan", MESH_SUMS, mesh_sums},
    {"prefix sums", ON_CUBE, "scan-exchange", TREE, cube_tree},
    {"scatter", ON_ARRAY, "mesh-scatter", CUBE_ALL, line_personal_tree},
    {"scatter", ON_RING, "mesh-scatter", CUBE_ALL, line_personal_tree},
    {"scatter", ON_MESH, "mesh-scatter", CUBE_ALL, mesh_personal_tree},
    {"scatter", ON_CUBE, "scatter-binomial", CUBE_ALL, cube_doubling},
    {"gather", ON_ARRAY, "mesh-gather", CUBE_ALL, line_personal_tree},
    {"gather", ON_RING, "mesh-gather", CUBE_ALL, line_personal_tree},
    {"gather", ON_MESH, "mesh-gather", CUBE_ALL, mesh_personal_tree},
    {"gather", ON_CUBE, "gather-binomial", CUBE_ALL, cube_doubling},
    {"total exchange", ON_ARRAY, "array-alltoall", "(t_s + t_w m p/2) (p-1)", array_exchange},
    {"total exchange", ON_RING, "mesh-alltoall-one-way", "(t_s + t_w m p/2) (p-1)", ring_exchange},
    {"total exchange", ON_RING, "mesh-alltoall", "-", ring_exchange_shorter},
    {"total exchange", ON_MESH, "mesh-alltoall-one-way", "(2 t_s + t_w m p) (s-1)", mesh_exchange},
    {"total exchange", ON_MESH, "mesh-alltoall", "-", mesh_exchange_shorter},
    {"total exchange", ON_CUBE, "alltoall-exchange", "(t_s + t_w m p/2) log p", cube_exchange},
    {"total exchange", ON_CUBE, "alltoall-ecube-pieces", ALL, cube_exchange_ecube},
    {"circular shift", ON_ARRAY, "array-shift", "(t_s + t_w m) p/2", array_shift},
    {"circular shift", ON_RING, "mesh-shift", "(t_s + t_w m) p/2", ring_shift},
    {"circular shift", ON_MESH, "mesh-shift", "(t_s + t_w m) (s+1)", mesh_shift},
    {"circular shift", ON_CUBE, "gray-shift-signed", "(t_s + t_w m) (2 log p - 1)", gray_shift},
    {"circular shift", ON_CUBE, "shift-ecube", "t_s + t_w m", ecube_shift},
};
const size_t slide_row_count = sizeof slide_rows / sizeof slide_rows[0];

struct slide_sizes slide_sizes_of(unsigned n) {
    return (struct slide_sizes){
        .n = n,
        .p = UINT64_C(1) << n,
        .rows = UINT64_C(1) << n / 2,
        .columns = UINT64_C(1) << (n + 1) / 2,
        .q = ((UINT64_C(1) << n) + 1) / 3,
    };
}

struct cube_case slide_case(const struct slide_row *row, const struct slide_sizes *sizes) {
    struct cube_case given = {.shift = 0};
    struct cube_algorithm algorithm;
    if (row->network == ON_MESH) {
        given.axes = 2;
        given.side[0] = (unsigned)sizes->rows;
        given.side[1] = (unsigned)sizes->columns;
    } else if (row->network != ON_CUBE) {
        given.axes = 1;
        given.side[0] = (unsigned)sizes->p;
    }
    if (cube_catalogue_find(row->algorithm, &given, &algorithm) == 0 &&
        (algorithm.varies & CUBE_VARIES_SHIFT) != 0)
        given.shift = (int)sizes->q;
    return given;
}
