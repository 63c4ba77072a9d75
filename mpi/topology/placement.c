#include "mpi/topology/placement.h"

#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"

enum { NOBODY = -1 };

bool traffic_make(struct traffic *traffic, int vertices, int count, const struct edge edges[]) {
    traffic->vertices = vertices;
    traffic->first = calloc((size_t)vertices + 2, sizeof *traffic->first);
    traffic->ends = malloc((2 * (size_t)count + 1) * sizeof *traffic->ends);
    if (!traffic->first || !traffic->ends) {
        traffic_free(traffic);
        return false;
    }
    /* Count the ends of vertex v in first[v + 2], and then add up the counts. After that, the ends
     * of v begin at first[v + 1]. While these are filled in, first[v + 1] moves on to where the
     * next vertex's ends begin. */
    int *first = traffic->first;
    for (int i = 0; i < count; i++)
        if (edges[i].from != edges[i].to) {
            first[edges[i].from + 2]++;
            first[edges[i].to + 2]++;
        }
    for (int v = 1; v <= vertices; v++)
        first[v + 1] += first[v];
    for (int i = 0; i < count; i++)
        if (edges[i].from != edges[i].to) {
            traffic->ends[first[edges[i].from + 1]++] = (struct end){edges[i].to, edges[i].weight};
            traffic->ends[first[edges[i].to + 1]++] = (struct end){edges[i].from, edges[i].weight};
        }
    return true;
}

void traffic_free(struct traffic *traffic) {
    free(traffic->first);
    free(traffic->ends);
}

static int hops(int node, int other) {
    return __builtin_popcount((unsigned)(node ^ other));
}

int64_t placement_hops(const struct traffic *traffic, const int node[], const int place[]) {
    int64_t twice = 0;
    for (int v = 0; v < traffic->vertices; v++)
        for (int i = traffic->first[v]; i < traffic->first[v + 1]; i++)
            twice += (int64_t)traffic->ends[i].weight *
                     hops(node[place[v]], node[place[traffic->ends[i].to]]);
    return twice / 2; /* each edge has two ends */
}

/* A placement that is being made. */
struct placement {
    const struct traffic *traffic;
    const int *node;
    int processes;
    int *place;  /* the process of each vertex, or NOBODY while it has none */
    int *vertex; /* the vertex of each process, or NOBODY if it is free */
};

static void put(struct placement *placement, int vertex, int process) {
    placement->place[vertex] = process;
    placement->vertex[process] = vertex;
}

/* Returns the hops of a vertex's traffic if the vertex were on `process`. Traffic with `except`,
 * and with vertices that have no place, is left out. */
static int64_t cost(const struct placement *placement, int vertex, int process, int except) {
    const struct traffic *traffic = placement->traffic;
    int64_t sum = 0;
    for (int i = traffic->first[vertex]; i < traffic->first[vertex + 1]; i++) {
        struct end end = traffic->ends[i];
        if (end.to != except && placement->place[end.to] != NOBODY)
            sum += (int64_t)end.weight *
                   hops(placement->node[process], placement->node[placement->place[end.to]]);
    }
    return sum;
}

/* Returns how many hops more, or fewer if negative, there would be if a vertex changed places with
 * the one on `process`, if any. The distance between these two stays the same, so the traffic
 * between them is left out. */
static int64_t exchange_cost(const struct placement *placement, int vertex, int process) {
    int from = placement->place[vertex], other = placement->vertex[process];
    int64_t more = cost(placement, vertex, process, other) - cost(placement, vertex, from, other);
    if (other != NOBODY)
        more += cost(placement, other, from, vertex) - cost(placement, other, process, vertex);
    return more;
}

static void exchange(struct placement *placement, int vertex, int process) {
    int from = placement->place[vertex], other = placement->vertex[process];
    put(placement, vertex, process);
    if (other == NOBODY)
        placement->vertex[from] = NOBODY;
    else
        put(placement, other, from);
}

static void improve(struct placement *placement) {
    bool better = true;
    for (int sweep = 0; sweep < PLACEMENT_SWEEPS && better; sweep++) {
        better = false;
        for (int vertex = 0; vertex < placement->traffic->vertices; vertex++)
            for (int process = 0; process < placement->processes; process++)
                if (placement->place[vertex] != process &&
                    exchange_cost(placement, vertex, process) < 0) {
                    exchange(placement, vertex, process);
                    better = true;
                }
    }
}

static void place_identity(struct placement *placement) {
    for (int vertex = 0; vertex < placement->traffic->vertices; vertex++)
        put(placement, vertex, vertex);
}

/* Returns the vertex without a place that talks most to those that have one. Among equals, this is
 * the one that talks most to all vertices, and among equals in that, too, the first one. */
static int most_connected(const struct placement *placement) {
    const struct traffic *traffic = placement->traffic;
    int chosen = NOBODY;
    int64_t most_placed = 0, most = 0;
    for (int vertex = 0; vertex < traffic->vertices; vertex++) {
        if (placement->place[vertex] != NOBODY)
            continue;
        int64_t placed = 0, all = 0;
        for (int i = traffic->first[vertex]; i < traffic->first[vertex + 1]; i++) {
            all += traffic->ends[i].weight;
            if (placement->place[traffic->ends[i].to] != NOBODY)
                placed += traffic->ends[i].weight;
        }
        if (chosen == NOBODY || placed > most_placed || (placed == most_placed && all > most)) {
            chosen = vertex;
            most_placed = placed;
            most = all;
        }
    }
    return chosen;
}

static int cheapest_process(const struct placement *placement, int vertex) {
    int chosen = NOBODY;
    int64_t least = 0;
    for (int process = 0; process < placement->processes; process++) {
        if (placement->vertex[process] != NOBODY)
            continue;
        int64_t here = cost(placement, vertex, process, NOBODY);
        if (chosen == NOBODY || here < least) {
            chosen = process;
            least = here;
        }
    }
    return chosen;
}

static void place_greedily(struct placement *placement) {
    for (int placed = 0; placed < placement->traffic->vertices; placed++) {
        int vertex = most_connected(placement);
        put(placement, vertex, cheapest_process(placement, vertex));
    }
}

/* Makes one attempt, and improves it. Returns its hops. */
static int64_t attempt(struct placement *placement, void begin(struct placement *)) {
    for (int v = 0; v < placement->traffic->vertices; v++)
        placement->place[v] = NOBODY;
    for (int process = 0; process < placement->processes; process++)
        placement->vertex[process] = NOBODY;
    begin(placement);
    improve(placement);
    return placement_hops(placement->traffic, placement->node, placement->place);
}

bool placement_choose(const struct traffic *traffic, int processes, const int node[], int place[]) {
    struct placement placement = {traffic, node, processes,
                                  .place = malloc(((size_t)traffic->vertices + 1) * sizeof(int)),
                                  .vertex = malloc(((size_t)processes + 1) * sizeof(int))};
    bool memory = placement.place && placement.vertex;
    if (memory) {
        size_t bytes = (size_t)traffic->vertices * sizeof *place;
        int64_t identity = attempt(&placement, place_identity);
        memcpy(place, placement.place, bytes);
        if (attempt(&placement, place_greedily) < identity)
            memcpy(place, placement.place, bytes);
    }
    free(placement.place);
    free(placement.vertex);
    return memory;
}

/* ---- Gray codes ---- */

/* Returns how many bits a coordinate of this extent takes. */
static int bits_of(int extent) {
    int bits = 0;
    while (1u << bits < (unsigned)extent)
        bits++;
    return bits;
}

/* Returns the code of a place on a line or, if `periodic`, on a ring. A ring takes the first half
 * of its places from the beginning of the reflected code, and the others from its end. The second
 * half of the code is the first one backwards with the highest bit set. So the last place of the
 * first half and the first one of the second half differ in that bit alone if both halves of the
 * ring are equally long. The two ends of the ring always differ in that bit alone. */
static uint32_t code_of(int place, int extent, bool periodic) {
    uint32_t from_start = (uint32_t)place;
    if (periodic && place >= (extent + 1) / 2)
        from_start = (1u << bits_of(extent)) - (uint32_t)(extent - place);
    return from_start ^ from_start >> 1;
}

/* Spreads the low bits of `code` over the bits that are set in `mask`, the lowest first. */
static uint32_t deposit(uint32_t code, uint32_t mask) {
    uint32_t spread = 0;
    for (; mask; mask &= mask - 1, code >>= 1)
        if (code & 1)
            spread |= mask & -mask;
    return spread;
}

static uint32_t position_code(int rank, int dimensions, const int extents[], const int periodic[]) {
    uint32_t code = 0;
    int shift = 0;
    for (int d = dimensions - 1; d >= 0; d--) {
        code |= code_of(rank % extents[d], extents[d], periodic[d]) << shift;
        shift += bits_of(extents[d]);
        rank /= extents[d];
    }
    return code;
}

bool gray_place(int dimensions, const int extents[], const int periodic[], int processes,
                const int node[], int process_at[], int place[]) {
    enum { NOBODY = -1 };
    for (uint32_t i = 0; i < CUBE_MAX_NODES; i++)
        process_at[i] = NOBODY;
    uint32_t varying = 0; /* the dimensions of the least subcube with all processes */
    for (int i = 0; i < processes; i++) {
        process_at[node[i]] = i;
        varying |= (uint32_t)(node[i] ^ node[0]);
    }
    int bits = 0, positions = 1;
    for (int d = 0; d < dimensions; d++) {
        bits += bits_of(extents[d]);
        positions *= extents[d];
    }
    if (bits > __builtin_popcount(varying))
        return false;
    for (int rank = 0; rank < positions; rank++) {
        uint32_t code = position_code(rank, dimensions, extents, periodic);
        place[rank] = process_at[((uint32_t)node[0] & ~varying) | deposit(code, varying)];
        if (place[rank] == NOBODY)
            return false;
    }
    return true;
}
