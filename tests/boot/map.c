/* Nodes that are mapped (cuberun --map): `map.elf NAME [ORDER]`, where NAME is a permutation,
 * transpose or bit-reverse, and ORDER the order of the dimensions that is expected, like 0,2,1;
 * else 0, 1, 2, ...
 *
 * Checks the numbers and the neighbours, then sends each node's message along the permutation and
 * prints, as node 0, the most packets that came over a link of each dimension. With `only` in place
 * of ORDER it sends the messages and does nothing else. */
#include "tests/tap.h"

static unsigned bits(void) {
    return (unsigned)cube_dim();
}

static unsigned transposed(unsigned node) {
    unsigned half = bits() / 2;
    return (node >> half | node << half) & ((1u << bits()) - 1);
}

static unsigned bit_reversed(unsigned node) {
    unsigned result = 0;
    for (unsigned k = 0; k < bits(); k++)
        result |= (node >> k & 1) << (bits() - 1 - k);
    return result;
}

/* The physical dimensions, by logical dimension. */
static int physical[CUBE_DIMENSIONS];

static void read_order(const char *order) {
    for (int k = 0; k < cube_dim(); k++)
        physical[order ? order[2 * k] - '0' : k] = k;
}

static int place_of(int node) {
    int place = 0;
    for (int d = 0; d < cube_dim(); d++)
        place |= (node >> d & 1) << physical[d];
    return place;
}

static void check_numbers(void) {
    bool right = cube_physical_dimension(-1) < 0 && cube_physical_dimension(cube_dim()) < 0;
    for (int d = 0; d < cube_dim(); d++)
        right = right && cube_physical_dimension(d) == physical[d];
    ok(right, "the physical dimensions are those of the order");
    ok(cube_physical_node() == place_of(cube_node()),
       "the physical node is the place by the order");
}

/* Each node tells each neighbour who and where it is. */
static void check_neighbours(void) {
    bool right = true, metered = true;
    struct cube_stats stats;
    cube_stats_clear();
    for (int d = 0; d < cube_dim(); d++) {
        int own[] = {cube_node(), cube_physical_node()}, other[2] = {0};
        for (int times = 0; times <= d; times++) /* so that the meters differ */
            right = cube_link_send(d, own, sizeof own) == 0 &&
                    cube_link_recv(d, other, sizeof other) == 0 && right;
        right = right && other[0] == (own[0] ^ 1 << d) && other[1] == (own[1] ^ 1 << physical[d]);
    }
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        metered = metered && stats.link[physical[d]].packets == (unsigned)d + 1;
    ok(right, "neighbours stay neighbours, in the order and in place");
    ok(metered, "the meters of links go by physical dimensions");
}

/* Each node sends a message of `bytes` bytes; both permutations are their own inverse. Returns
 * whether the right one arrived. */
static bool permute(unsigned other, unsigned char *message, size_t bytes) {
    memset(message, cube_node(), bytes);
    bool right = cube_send((int)other, message, bytes) == 0;
    memset(message, ~cube_node(), bytes);
    right = cube_recv((int)other, message, bytes) == 0 && right;
    for (size_t i = 0; i < bytes; i++)
        right = right && message[i] == (unsigned char)other;
    return right;
}

static void check_permutation(unsigned other) {
    static unsigned char message[256];
    struct cube_stats stats;
    uint64_t most[CUBE_DIMENSIONS], own[CUBE_DIMENSIONS];
    cube_stats_clear();
    cube_barrier(); /* nobody sends before all have cleared their meters */
    ok(permute(other, message, sizeof message), "every message arrives");
    cube_barrier(); /* behind it, all have received all */
    cube_stats(&stats);
    for (int k = 0; k < cube_dim(); k++)
        own[k] = stats.link[k].routed_packets;
    ok(cube_allreduce(own, most, (size_t)cube_dim(), &cube_uint64, &cube_max) == 0, "all-reduce");
    if (cube_node() != 0)
        return;
    printf("# contention");
    for (int k = 0; k < cube_dim(); k++)
        printf(" %d", (int)most[k]);
    printf("\n");
}

int main(int count, char **words) {
    unsigned node = (unsigned)cube_node();
    unsigned other = strcmp(words[1], "transpose") == 0 ? transposed(node) : bit_reversed(node);
    if (count > 2 && strcmp(words[2], "only") == 0) {
        static unsigned char message[1000];
        return !permute(other, message, sizeof message);
    }
    read_order(count > 2 ? words[2] : NULL);
    check_numbers();
    check_neighbours();
    check_permutation(other);
    return tap_end();
}
