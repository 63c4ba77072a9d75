#include "collectives/mesh/quarters.h"

#include "collectives/schedule/mesh.h"

/* A node of the tree by its coordinates, 0 .. side - 1; those of a ring have y = 0. */
struct place {
    uint32_t x;
    uint32_t y;
};

static uint32_t side_of(const struct shape *shape) {
    return mesh_side(shape, 0);
}

static uint32_t rank_of(const struct shape *shape, struct place place) {
    return mesh_axes(shape) == 1 ? place.x : place.x * side_of(shape) + place.y;
}

static struct place place_of(const struct shape *shape, uint32_t rank) {
    if (mesh_axes(shape) == 1)
        return (struct place){rank, 0};
    return (struct place){rank / side_of(shape), rank % side_of(shape)};
}

/* Turned by a quarter, so many times. */
static struct place turned(struct place place, uint32_t side, uint32_t quarters) {
    for (; quarters > 0; quarters--)
        place = (struct place){(side - place.y) % side, place.x};
    return place;
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

/* The head (x, y), 1 <= x <= h, 0 <= y < h, of the arc on along axis 0 in a step but the last. */
static struct place head_in(uint32_t half, uint32_t number) {
    if (number < half)
        return (struct place){number, 0};
    return (struct place){(number - half) % half + 1, (number - half) / half + 1};
}

static bool last_arc(uint32_t half, uint32_t direction, struct place *tail, struct place *head) {
    switch (direction) {
    case 0:
        *tail = (struct place){half - 1, 0};
        *head = (struct place){half, 0};
        return true;
    case 1:
        *tail = (struct place){0, half - 1};
        *head = (struct place){0, half};
        return true;
    case 2:
        *tail = (struct place){half + 1, half};
        *head = (struct place){half, half};
        return true;
    default:
        return false;
    }
}

static bool square_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                       struct tree_arc *arc) {
    uint32_t side = side_of(shape), half = side / 2;
    struct place tail, head;
    if (number == quarters_steps(shape)) {
        if (!last_arc(half, direction, &tail, &head))
            return false;
    } else {
        head = head_in(half, number);
        tail = (struct place){head.x - 1, head.y};
        tail = turned(tail, side, direction);
        head = turned(head, side, direction);
    }
    *arc = (struct tree_arc){rank_of(shape, tail), rank_of(shape, head)};
    return true;
}

/* Where the tree comes to a node from. */
static struct place before(uint32_t side, struct place place) {
    uint32_t half = side / 2;
    if (place.x == half && place.y == half)
        return (struct place){half + 1, half};
    uint32_t quarters = 0;
    while (place.x < 1 || place.x > half || place.y >= half) {
        place = turned(place, side, 3); /* back */
        quarters++;
    }
    place.x--;
    return turned(place, side, quarters);
}

static bool square_leads_through(uint32_t side, struct place between, struct place end) {
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
    return square_leads_through(side_of(shape), place_of(shape, between), place_of(shape, end));
}

uint32_t mesh_translate(const struct shape *shape, uint32_t rank, uint32_t by) {
    uint32_t side = side_of(shape);
    struct place a = place_of(shape, rank), b = place_of(shape, by);
    return rank_of(shape, (struct place){(a.x + b.x) % side, (a.y + b.y) % side});
}

uint32_t mesh_translate_back(const struct shape *shape, uint32_t rank, uint32_t by) {
    uint32_t side = side_of(shape);
    struct place a = place_of(shape, rank), b = place_of(shape, by);
    return rank_of(shape, (struct place){(a.x + side - b.x) % side, (a.y + side - b.y) % side});
}

uint32_t mesh_port_to(const struct shape *shape, uint32_t node, uint32_t direction) {
    uint32_t axis = direction % 2;
    uint32_t position = mesh_position(shape, node, axis);
    return direction < 2 ? mesh_port_next(shape, axis, position)
                         : mesh_port_before(shape, axis, position);
}
