#include "collectives/schedule/postcondition.h"

struct cube_content postcondition_of_each(const struct shape *shape, uint32_t node, uint32_t area,
                                          uint32_t block) {
    (void)shape;
    (void)node;
    (void)area;
    return content_of(block, 0);
}

struct cube_content postcondition_of_root(const struct shape *shape, uint32_t node, uint32_t area,
                                          uint32_t block) {
    (void)node;
    (void)area;
    return content_of(shape->root, block);
}

struct cube_content postcondition_of_all(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block) {
    (void)node;
    (void)area;
    return (struct cube_content){0, shape_nodes(shape) - 1, block};
}
