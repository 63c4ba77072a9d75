#include "collectives/check/meaning.h"

#include <string.h>

/* Which nodes have blocks of an area, and how many blocks they have. */
enum who { NOBODY, ALL, ROOT, TARGET, OTHER_TARGET, NOT_ROOT, NOT_FIRST };
enum many {
    PARTS, /* a message in parts, at every node */
    ONE,
    PER_RANK,      /* a block for each rank */
    PER_DIMENSION, /* n */
    EDGES,         /* the points of four edges */
    AROUND,        /* the points of four edges and of four corners */
};

/* What block b of an output holds at rank r. */
enum what {
    ROOTS,         /* block b of the root */
    COMBINED,      /* blocks b of all ranks */
    UP_TO_OWN,     /* blocks b of ranks 0 .. r */
    BEFORE_OWN,    /* blocks b of ranks 0 .. r - 1 */
    COMBINED_MINE, /* blocks r of all ranks */
    OF_EACH,       /* block 0 of rank b */
    ROOTS_MINE,    /* block r of the root */
    MINE_OF_EACH,  /* block r of rank b */
    SHIFTED,       /* block b of rank r - q */
    GRAY_SHIFTED,  /* block b of the place that is q earlier on the ring of Gray codes */
    GRAY_POWERS,   /* block b of the place that is 2^b earlier; in the second output, later */
    XORED,         /* block b of rank r XOR q */
    NEIGHBOURS,    /* block b of the neighbour on dimension q mod n */
    PERMUTED,      /* the block of the rank that `permuted` of this file sends here */
    PM2I,
    NEXT_POINTS, /* points of the neighbours on a grid */
};

static const struct rule {
    const char *operation;
    struct {
        enum who who;
        enum many many;
    } input, output;
    enum what what;
} rules[] = {
    {"bcast", {ROOT, PARTS}, {NOT_ROOT, PARTS}, ROOTS},
    {"reduce", {ALL, PARTS}, {ROOT, PARTS}, COMBINED},
    {"allreduce", {ALL, PARTS}, {ALL, PARTS}, COMBINED},
    {"scan", {ALL, PARTS}, {ALL, PARTS}, UP_TO_OWN},
    {"exscan", {ALL, PARTS}, {NOT_FIRST, PARTS}, BEFORE_OWN},
    {"allgather", {ALL, ONE}, {ALL, PER_RANK}, OF_EACH},
    {"reduce_scatter", {ALL, PER_RANK}, {ALL, ONE}, COMBINED_MINE},
    {"gather", {ALL, ONE}, {ROOT, PER_RANK}, OF_EACH},
    {"scatter", {ROOT, PER_RANK}, {ALL, ONE}, ROOTS_MINE},
    {"alltoall", {ALL, PER_RANK}, {ALL, PER_RANK}, MINE_OF_EACH},
    {"aspc", {ALL, PER_DIMENSION}, {ALL, PER_DIMENSION}, GRAY_POWERS},
    {"exchange-all", {ALL, ONE}, {ALL, ONE}, NEIGHBOURS},
    {"transfer", {ROOT, PARTS}, {TARGET, PARTS}, ROOTS},
    {"barrier", {NOBODY, ONE}, {NOBODY, ONE}, ROOTS},
    {"shift", {ALL, ONE}, {ALL, ONE}, SHIFTED},
    {"gray-shift", {ALL, ONE}, {ALL, ONE}, GRAY_SHIFTED},
    {"xor", {ALL, ONE}, {ALL, ONE}, XORED},
    {"permute", {ALL, ONE}, {ALL, ONE}, PERMUTED},
    {"pm2i", {ALL, ONE}, {ALL, ONE}, PM2I},
    {"mesh-reducescat", {ALL, PER_RANK}, {ALL, ONE}, COMBINED_MINE},
    {"mesh-transfer", {ROOT, PARTS}, {OTHER_TARGET, PARTS}, ROOTS},
    {"mesh-five-point", {ALL, EDGES}, {ALL, EDGES}, NEXT_POINTS},
    {"mesh-nine-point", {ALL, EDGES}, {ALL, AROUND}, NEXT_POINTS},
};

static const struct rule *rule_called(const char *operation) {
    for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++)
        if (strcmp(rules[k].operation, operation) == 0)
            return &rules[k];
    return NULL;
}

static bool is_on_mesh(const struct meaning *meaning) {
    return strncmp(meaning->operation, "mesh-", 5) == 0;
}

/* On a mesh most operations mean for ranks what they mean in the cube for nodes. */
static const struct rule *rule_of(const struct meaning *meaning) {
    const struct rule *rule = rule_called(meaning->operation);
    return rule || !is_on_mesh(meaning) ? rule : rule_called(meaning->operation + 5);
}

struct meaning meaning_of(const char *operation, const struct cube_case *given) {
    struct meaning meaning = {.operation = operation, .dimension = (uint32_t)cube_dim()};
    if (given)
        meaning.given = *given;
    if (meaning.given.dimensions != 0)
        meaning.dimension = (uint32_t)__builtin_popcount(meaning.given.dimensions);
    return meaning;
}

uint32_t meaning_here(const struct meaning *meaning) {
    uint32_t node = 0, place = 0;
    if (meaning->given.dimensions == 0)
        return (uint32_t)cube_node();
    for (int d = 0; d < cube_dim(); d++)
        if (meaning->given.dimensions >> d & 1)
            node |= ((uint32_t)cube_node() >> d & 1) << place++;
    return node;
}

/* ---- Gray codes ---- */

static uint32_t gray(uint32_t place) {
    return place ^ place >> 1;
}

static uint32_t place_of(uint32_t code) {
    uint32_t place = 0;
    while (gray(place) != code)
        place++;
    return place;
}

/* ---- Meshes ---- */

/* Fills in the sides of the mesh, and returns how many there are. If the case has no sides, the
 * mesh is the ring of all nodes or, for a grid, the mesh that is most like a square. */
static uint32_t sides_of(const struct meaning *meaning, uint32_t side[]) {
    uint32_t axes = meaning->given.axes;
    for (uint32_t axis = 0; axis < axes; axis++)
        side[axis] = meaning->given.side[axis];
    if (axes != 0)
        return axes;
    bool grid = rule_of(meaning)->what == NEXT_POINTS;
    uint32_t rows = grid ? meaning->dimension / 2 : 0;
    side[0] = 1u << (grid ? rows : meaning->dimension);
    side[1] = 1u << (meaning->dimension - rows);
    return grid ? 2 : 1;
}

uint32_t meaning_ranks(const struct meaning *meaning) {
    uint32_t side[CUBE_DIMENSIONS], ranks = 1;
    if (!is_on_mesh(meaning))
        return 1u << meaning->dimension;
    for (uint32_t axes = sides_of(meaning, side); axes > 0; axes--)
        ranks *= side[axes - 1];
    return ranks;
}

/* Returns the node of a rank. Each axis has dimensions of its own, and the last axis has the lowest
 * ones. On an axis the first half of the positions go by Gray codes, and the second half comes back
 * on the other side. */
uint32_t meaning_node_of(const struct meaning *meaning, uint32_t rank) {
    uint32_t side[CUBE_DIMENSIONS], node = 0, lowest = 0;
    if (!is_on_mesh(meaning))
        return rank;
    for (uint32_t axis = sides_of(meaning, side); axis-- > 0;) {
        uint32_t position = rank % side[axis], width = 0;
        while (1u << width < side[axis])
            width++;
        bool back = side[axis] > 1 && position >= side[axis] / 2;
        uint32_t code = back ? gray(side[axis] - 1 - position) | 1u << (width - 1) : gray(position);
        node |= code << lowest;
        lowest += width;
        rank /= side[axis];
    }
    return node;
}

uint32_t meaning_rank(const struct meaning *meaning, uint32_t node) {
    if (!is_on_mesh(meaning))
        return node;
    for (uint32_t rank = 0; rank < meaning_ranks(meaning); rank++)
        if (meaning_node_of(meaning, rank) == node)
            return rank;
    return MEANING_NONE;
}

/* ---- The points around a square of a grid ---- */

/* Returns the rank that is N rows further south and columns further east. Each axis is a
 * ring. */
static uint32_t rank_beside(const struct meaning *meaning, uint32_t rank, int south, int east) {
    uint32_t side[CUBE_DIMENSIONS] = {1, 1}; /* a grid has two */
    sides_of(meaning, side);
    uint32_t row = (rank / side[1] + side[0] + (uint32_t)south) % side[0];
    uint32_t column = (rank % side[1] + side[1] + (uint32_t)east) % side[1];
    return row * side[1] + column;
}

/* Returns what a point beside a square holds. The edges are in the order north, east, south, west.
 * Each has `points` points, from west to east or from north to south. */
static struct cube_content point_beside(const struct meaning *meaning, uint32_t rank,
                                        uint32_t block) {
    enum { NORTH, EAST, SOUTH, WEST };
    static const struct {
        int south, east;
        uint32_t
            edge;  /* the neighbour's edge that faces this square, or one that ends in the corner */
        bool last; /* for a corner: whether its point is the last one of that edge */
    } beside[] = {
        {-1, 0, SOUTH, false}, {0, 1, WEST, false},  {1, 0, NORTH, false}, {0, -1, EAST, false},
        {-1, 1, WEST, true},   {1, 1, NORTH, false}, {1, -1, EAST, false}, {-1, -1, SOUTH, true},
    };
    uint32_t points = meaning->given.packets == 0 ? 1 : meaning->given.packets;
    bool corner = block >= 4 * points;
    uint32_t way = corner ? 4 + block - 4 * points : block / points;
    uint32_t point = corner ? (beside[way].last ? points - 1 : 0) : block % points;
    uint32_t from = rank_beside(meaning, rank, beside[way].south, beside[way].east);
    return (struct cube_content){from, from, beside[way].edge * points + point};
}

/* ---- Permutations ---- */

/* Returns where a node sends in the permutation that the catalogue uses as its example: to the node
 * whose bits are its own in reverse order, XOR q. */
static uint32_t permuted(const struct meaning *meaning, uint32_t node) {
    uint32_t reverse = 0;
    for (uint32_t d = 0; d < meaning->dimension; d++)
        reverse |= (node >> d & 1) << (meaning->dimension - 1 - d);
    return reverse ^ (uint32_t)meaning->given.shift;
}

/* Returns where a place moves by the functions that the catalogue uses as its example of PM2I
 * networks. Either all places move forward by 1, or all move back by 1. Or even places move by one
 * power of two, and odd places by another one. The direction then depends on the parity of those of
 * the place's lower bits that are in q. */
static uint32_t pm2i_place(const struct meaning *meaning, uint32_t place) {
    uint32_t q = (uint32_t)meaning->given.shift, n = meaning->dimension;
    uint32_t by = 1;
    bool back = (q & 4) != 0;
    if (n > 1 && q % 4 != 0) {
        by = 2u << ((place % 2 == 0 ? q : q / 2) % (n - 1));
        back = __builtin_popcount(place & q & (by - 1)) % 2 == 1;
    }
    return (back ? place - by : place + by) & ((1u << n) - 1);
}

/* ---- Blocks and contents ---- */

static bool has(const struct meaning *meaning, enum who who, uint32_t rank) {
    uint32_t root = (uint32_t)meaning->given.root, target = (uint32_t)meaning->given.target;
    switch (who) {
    case NOBODY:
        return false;
    case ALL:
        return true;
    case ROOT:
        return rank == root;
    case TARGET:
        return rank == target;
    case OTHER_TARGET: /* the root sends no message to itself */
        return rank == target && target != root;
    case NOT_ROOT:
        return rank != root;
    default:
        return rank != 0;
    }
}

uint32_t meaning_blocks(const struct meaning *meaning, uint32_t rank, unsigned area,
                        uint32_t parts) {
    const struct rule *rule = rule_of(meaning);
    uint32_t points = meaning->given.packets == 0 ? 1 : meaning->given.packets;
    if (!rule)
        return MEANING_NONE;
    if (rank == MEANING_NONE || !has(meaning, area == 0 ? rule->input.who : rule->output.who, rank))
        return 0;
    switch (area == 0 ? rule->input.many : rule->output.many) {
    case PARTS:
        return parts;
    case ONE: /* a cube of one node has no neighbour */
        return rule->what != NEIGHBOURS || meaning->dimension > 0;
    case PER_RANK:
        return meaning_ranks(meaning);
    case PER_DIMENSION:
        return meaning->dimension;
    case EDGES:
        return 4 * points;
    default:
        return 4 * points + 4;
    }
}

bool meaning_has_blocks(const struct meaning *meaning, uint32_t rank, unsigned outputs,
                        const uint32_t blocks[]) {
    uint32_t parts = 1;
    for (unsigned area = 0; area <= outputs; area++)
        parts = blocks[area] > parts ? blocks[area] : parts;
    for (unsigned area = 0; area <= outputs; area++)
        if (blocks[area] != meaning_blocks(meaning, rank, area, parts))
            return false;
    return true;
}

/* Returns the rank from which a whole block comes. */
static uint32_t origin_of(const struct meaning *meaning, enum what what, uint32_t rank,
                          unsigned area, uint32_t block) {
    uint32_t ranks = meaning_ranks(meaning), q = (uint32_t)meaning->given.shift;
    uint32_t origin = 0;
    switch (what) {
    case SHIFTED:
        return (rank + ranks - q % ranks) % ranks;
    case GRAY_SHIFTED:
        return gray((place_of(rank) - q) % ranks);
    case GRAY_POWERS:
        q = area == 1 ? 1u << block : ranks - (1u << block);
        return gray((place_of(rank) - q) % ranks);
    case XORED:
        return rank ^ q;
    case NEIGHBOURS:
        return rank ^ 1u << q % meaning->dimension;
    case PERMUTED:
        while (permuted(meaning, origin) != rank)
            origin++;
        return origin;
    default:
        while (pm2i_place(meaning, origin) != place_of(rank))
            origin++;
        return gray(origin);
    }
}

struct cube_content meaning_content(const struct meaning *meaning, uint32_t rank, unsigned area,
                                    uint32_t block) {
    enum what what = rule_of(meaning)->what;
    uint32_t root = (uint32_t)meaning->given.root, last = meaning_ranks(meaning) - 1;
    uint32_t origin;
    switch (what) {
    case ROOTS:
        return (struct cube_content){root, root, block};
    case COMBINED:
        return (struct cube_content){0, last, block};
    case UP_TO_OWN:
        return (struct cube_content){0, rank, block};
    case BEFORE_OWN:
        return (struct cube_content){0, rank - 1, block};
    case COMBINED_MINE:
        return (struct cube_content){0, last, rank};
    case OF_EACH:
        return (struct cube_content){block, block, 0};
    case ROOTS_MINE:
        return (struct cube_content){root, root, rank};
    case MINE_OF_EACH:
        return (struct cube_content){block, block, rank};
    case NEXT_POINTS:
        return point_beside(meaning, rank, block);
    default:
        origin = origin_of(meaning, what, rank, area, block);
        return (struct cube_content){origin, origin, block};
    }
}
