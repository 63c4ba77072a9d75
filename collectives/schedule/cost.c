#include "collectives/schedule/cost.h"
#include "compiler.h"

/* ---- Halving and doubling ---- */

struct chain_cost cost_doubling(const struct shape *shape) {
    return chain_of(shape->dimension, shape_nodes(shape) - 1, shape->dimension);
}

static struct chain_cost twice_doubling(const struct shape *shape) {
    struct chain_cost once = cost_doubling(shape);
    return chain_of(2 * once.starts, 2 * once.blocks, 2 * once.hops);
}

/* How many of the first `count` blocks are among the first `longer`. */
static uint64_t longer_of_first(uint32_t longer, uint32_t count) {
    return longer < count ? longer : count;
}

/* The longest chain has the first 1, 2, 4, ... blocks, to and fro. */
void longer_twice_doubling(const struct shape *shape, UNUSED bool one_port, uint32_t longer,
                           struct chain_cost *cost) {
    cost->longer = 0;
    for (uint32_t d = 0; d < shape->dimension; d++)
        cost->longer += 2 * longer_of_first(longer, 1u << d);
}

struct chain_cost cost_scattered(const struct shape *shape) {
    struct chain_cost cost = twice_doubling(shape);
    if (cost.hops > 0)
        cost.hops--;
    return cost;
}

/* Part 0 is for the root. Of 2^(d+1) parts the root scatters the last 2^d, and in the all-gather
 * the first 2^d of these come back. With all ports no node needs to send both. */
void longer_scattered(const struct shape *shape, bool one_port, uint32_t longer,
                      struct chain_cost *cost) {
    cost->longer = 0;
    for (uint32_t d = 0; d < shape->dimension; d++)
        cost->longer += longer_of_first(longer, 2u << d);
    cost->exactness = one_port ? COST_EXACT_BUT_HOPS : COST_AT_MOST;
}

/* ---- One after the other ---- */

struct chain_cost cost_one_by_one(const struct shape *shape) {
    uint64_t others = shape_nodes(shape) - 1;
    return chain_of(others, others, shape->dimension);
}

struct chain_cost cost_trees(const struct shape *shape) {
    uint64_t steps = (uint64_t)shape->dimension * shape_nodes(shape);
    return chain_of(steps, steps, cost_trees_all_ports(shape).hops);
}

/* The tree of node r + 1 begins while that of node r is under way. The packets that wait for each
 * other go along the edges of one binomial tree, down and up. */
struct chain_cost cost_trees_all_ports(const struct shape *shape) {
    uint64_t links = 2 * ((uint64_t)shape_nodes(shape) - 1);
    return chain_of(links, links, links);
}

/* ---- Pipelines ---- */

/* The packets of the copy that has the most of them. */
static uint64_t of_copy(const struct shape *shape, uint64_t packets) {
    return (packets + shape->dimension - 1) / shape->dimension;
}

/* The last packet comes to the last nodes n - 1 steps after it has left the root. */
struct chain_cost cost_pipelined(const struct shape *shape) {
    uint64_t steps = shape->dimension == 0 ? 0 : shape->packets + shape->dimension - 1;
    return chain_of(steps, steps, cost_pipelined_all_ports(shape).hops);
}

/* Packet n + 1 need not wait for packet n, because it leaves the root on another port. On the
 * 2-cube three packets take as long as two. */
struct chain_cost cost_pipelined_all_ports(const struct shape *shape) {
    uint64_t n = shape->dimension, k = shape->packets;
    if (n < 2)
        return chain_of(n * k, n * k, n);
    uint64_t steps = n == 2 ? k + 1 - k / 3 : k + n - 1 - (k > n ? 1 : 0);
    return chain_of(steps, steps, steps);
}

struct chain_cost cost_pipelined_copies(const struct shape *shape) {
    uint64_t n = shape->dimension;
    uint64_t steps = n == 0 ? 0 : of_copy(shape, shape->packets) + n - 1;
    return chain_of(steps, steps, n == 1 ? 1 : steps);
}

static struct chain_cost of_equal_steps(uint64_t steps, enum exactness exactness) {
    struct chain_cost cost = chain_of_steps(steps);
    cost.exactness = exactness;
    return cost;
}

struct chain_cost cost_esbt(const struct shape *shape) {
    uint64_t steps = (uint64_t)shape->packets + shape->dimension;
    return of_equal_steps(steps, COST_EXACT_BUT_HOPS);
}

/* This bound is not exact: for some k the chain is one or two packets shorter, and on the 2-cube it
 * is about two thirds as long.
 */
struct chain_cost cost_esbt_all_ports(const struct shape *shape) {
    uint64_t n = shape->dimension, k = shape->packets;
    uint64_t steps = k + n - (k >= n ? 1 : 0);
    return of_equal_steps(steps, COST_AT_MOST);
}

struct chain_cost cost_esbt_copies(const struct shape *shape) {
    uint64_t steps = of_copy(shape, shape->packets) + shape->dimension;
    return of_equal_steps(steps, COST_EXACT_BUT_HOPS);
}

/* The chain has all longer blocks, and the first of them once more for each link after the first
 * one, as far as the chain has N blocks. If packets overtake each other, the chain may have
 * fewer longer blocks. */
static void longer_of_pipeline(const struct shape *shape, uint64_t longer, bool exact,
                               struct chain_cost *cost) {
    uint64_t all = shape->dimension < 2 ? longer : longer + shape->dimension;
    cost->longer = all < cost->blocks ? all : cost->blocks;
    if (shape->dimension > 1)
        cost->exactness = exact ? COST_EXACT_BUT_HOPS : COST_AT_MOST;
}

void longer_pipelined(const struct shape *shape, bool one_port, uint32_t longer,
                      struct chain_cost *cost) {
    longer_of_pipeline(shape, longer, one_port, cost);
}

void longer_pipelined_copies(const struct shape *shape, UNUSED bool one_port, uint32_t longer,
                             struct chain_cost *cost) {
    if (shape->dimension > 0)
        longer_of_pipeline(shape, of_copy(shape, longer), shape->dimension > 2, cost);
}
