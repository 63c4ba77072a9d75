#include "collectives/schedule/algorithm.h"

#include "collectives/schedule/dual.h"

bool algorithm_applicable(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->applicable != NULL)
        return algorithm->applicable(shape);
    return algorithm->dual_of == NULL || algorithm_applicable(algorithm->dual_of, shape);
}

uint32_t algorithm_blocks(const struct algorithm *algorithm, const struct shape *shape,
                          uint32_t node, uint32_t area) {
    if (algorithm->blocks != NULL)
        return algorithm->blocks(shape, node, area);
    return algorithm_blocks(algorithm->dual_of, shape, node, dual_area(area));
}

uint32_t algorithm_steps(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->steps != NULL)
        return algorithm->steps(shape);
    return algorithm->dual_of == NULL ? shape->dimension
                                      : algorithm_steps(algorithm->dual_of, shape);
}

uint64_t algorithm_packets(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->packets != NULL)
        return algorithm->packets(shape);
    return algorithm_packets(algorithm->dual_of, shape);
}

uint64_t algorithm_link_words(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->link_words != NULL)
        return algorithm->link_words(shape);
    return algorithm->dual_of == NULL ? algorithm_packets(algorithm, shape)
                                      : algorithm_link_words(algorithm->dual_of, shape);
}

uint32_t algorithm_bound(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->bound != NULL)
        return algorithm->bound(shape);
    return algorithm->dual_of == NULL ? algorithm_steps(algorithm, shape)
                                      : algorithm_bound(algorithm->dual_of, shape);
}

void algorithm_step(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                    uint32_t number, struct step *step) {
    if (algorithm->step != NULL)
        algorithm->step(shape, node, number, step);
    else
        dual_step(algorithm, shape, node, number, step);
}

/* ---- Tables ---- */

/* The algorithm whose table this one reads, which may have none. */
static const struct algorithm *with_table(const struct algorithm *algorithm) {
    bool has_own = algorithm->table_bytes != NULL || algorithm->dual_of == NULL;
    return has_own ? algorithm : with_table(algorithm->dual_of);
}

bool algorithm_has_table(const struct algorithm *algorithm) {
    return with_table(algorithm)->table_bytes != NULL;
}

size_t algorithm_table_bytes(const struct algorithm *algorithm, const struct shape *shape) {
    return algorithm_has_table(algorithm) ? with_table(algorithm)->table_bytes(shape) : 0;
}

void algorithm_make_table(const struct algorithm *algorithm, const struct shape *shape,
                          void *table) {
    if (algorithm_has_table(algorithm))
        with_table(algorithm)->make_table(shape, table);
}

/* ---- Members that several algorithms share ---- */

uint32_t blocks_one(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    (void)area;
    return 1;
}

uint32_t blocks_per_node(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    (void)area;
    return shape_nodes(shape);
}

uint64_t packets_of_exchanges(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape);
}

uint64_t packets_of_others(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}

uint64_t packets_of_distances(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape) / 2;
}

uint32_t steps_of_others(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}
