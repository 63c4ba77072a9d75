#include "collectives/mesh/quarters.h"

#include "collectives/schedule/mesh.h"

/* The positions of a node of the tree on the two axes, 0 .. side - 1. On a ring y is 0. */
struct coordinates {
    uint32_t x;
    uint32_t y;
};

static uint32_t side_of(const struct shape *shape) {
    return mesh_side(shape, 0);
}

static uint32_t rank_of(const struct shape *shape, struct coordinates at) {
    return mesh_axes(shape) == 1 ? at.x : at.x * side_of(shape) + at.y;
}

static struct coordinates coordinates_of(const struct shape *shape, uint32_t rank) {
    if (mesh_axes(shape) == 1)
        return (struct coordinates){rank, 0};
    return (struct coordinates){rank / side_of(shape), rank % side_of(shape)};
}

/* Turns a place by `quarters` quarter turns. */
static struct coordinates turned(struct coordinates at, uint32_t side, uint32_t quarters) {
    for (; quarters > 0; quarters--)
        at = (struct coordinates){(side - at.y) % side, at.x};
    return at;
}

bool quarters_fit(const struct shape *shape) {
    if (!mesh_fits(shape) || mesh_axes(shape) > 2)
        return false;
    uint32_t side = side_of(shape);
    return mesh_axes(shape) == 1 || (side == mesh_side(shape, 1) && side >= 4);
}

uint32_t quarters_steps(const struct shape *shape) {
    uint32_t half = side_of(shape) / 2;
    return mesh_axes(shape) == 1 ? half : half * half;
}

/* ---- A ring ---- */

static bool ring_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                     struct tree_arc *arc) {
    uint32_t side = side_of(shape);
    if (direction == 0)
        *arc = (struct tree_arc){number - 1, number};
    else
        *arc = (struct tree_arc){(side + 1 - number) % side, side - number};
    return direction == 0 || (direction == 2 && number < side / 2);
}

static bool ring_leads_through(uint32_t side, uint32_t between, uint32_t end) {
    return end <= side / 2 ? between <= end : between >= end;
}

/* ---- A square ---- */

/* The head (x, y) of the arc forwards on axis 0, in any step but the last; 1 <= x <= h and 0 <= y <
 * h. */
static struct coordinates head_in(uint32_t half, uint32_t number) {
    if (number < half)
        return (struct coordinates){number, 0};
    return (struct coordinates){(number - half) % half + 1, (number - half) / half + 1};
}

static bool last_arc(uint32_t half, uint32_t direction, struct coordinates *tail,
                     struct coordinates *head) {
    switch (direction) {
    case 0:
        *tail = (struct coordinates){half - 1, 0};
        *head = (struct coordinates){half, 0};
        return true;
    case 1:
        *tail = (struct coordinates){0, half - 1};
        *head = (struct coordinates){0, half};
        return true;
    case 2:
        *tail = (struct coordinates){half + 1, half};
        *head = (struct coordinates){half, half};
        return true;
    default:
        return false;
    }
}

static bool square_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                       struct tree_arc *arc) {
    uint32_t side = side_of(shape), half = side / 2;
    struct coordinates tail, head;
    if (number == quarters_steps(shape)) {
        if (!last_arc(half, direction, &tail, &head))
            return false;
    } else {
        head = head_in(half, number);
        tail = (struct coordinates){head.x - 1, head.y};
        tail = turned(tail, side, direction);
        head = turned(head, side, direction);
    }
    *arc = (struct tree_arc){rank_of(shape, tail), rank_of(shape, head)};
    return true;
}

/* The tail of the tree's arc to a node. */
static struct coordinates before(uint32_t side, struct coordinates at) {
    uint32_t half = side / 2;
    if (at.x == half && at.y == half)
        return (struct coordinates){half + 1, half};
    uint32_t quarters = 0;
    while (at.x < 1 || at.x > half || at.y >= half) {
        at = turned(at, side, 3); /* three quarters forwards are one back */
        quarters++;
    }
    at.x--;
    return turned(at, side, quarters);
}

static bool square_leads_through(uint32_t side, struct coordinates between,
                                 struct coordinates end) {
    while ((end.x != between.x || end.y != between.y) && (end.x != 0 || end.y != 0))
        end = before(side, end);
    return end.x == between.x && end.y == between.y;
}

/* ---- Both ---- */

bool quarters_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                  struct tree_arc *arc) {
    return mesh_axes(shape) == 1 ? ring_arc(shape, number, direction, arc)
                                 : square_arc(shape, number, direction, arc);
}

bool quarters_lead_through(const struct shape *shape, uint32_t between, uint32_t end) {
    if (mesh_axes(shape) == 1)
        return ring_leads_through(side_of(shape), between, end);
    return square_leads_through(side_of(shape), coordinates_of(shape, between),
                                coordinates_of(shape, end));
}

uint32_t mesh_translate_back(const struct shape *shape, uint32_t rank, uint32_t by) {
    uint32_t side = side_of(shape);
    struct coordinates a = coordinates_of(shape, rank), b = coordinates_of(shape, by);
    return rank_of(shape,
                   (struct coordinates){(a.x + side - b.x) % side, (a.y + side - b.y) % side});
}

uint32_t mesh_port_to(const struct shape *shape, uint32_t node, uint32_t direction) {
    uint32_t axis = direction % 2;
    uint32_t position = mesh_position(shape, node, axis);
    return direction < 2 ? mesh_port_next(shape, axis, position)
                         : mesh_port_before(shape, axis, position);
}
