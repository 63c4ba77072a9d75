#include "collectives/check/shapes.h"

#include <stdio.h>
#include <string.h>

enum {
    SMALL = 3,      /* up to this dimension all nodes are roots and targets, and all shifts tried */
    EVERY_ONE = 6,  /* with SHAPES_ALL up to this one if only one of these varies, */
    EVERY_PAIR = 4, /* and up to this one if two do */
    ALL_SIDES = 4,  /* up to this one all meshes of two axes that have all nodes */
    FEW_MEMBERS =
        3,      /* of which all combinations are tried on any cube; of more, beyond ALL_SIDES, */
    EVERY = 23, /* only every 23rd, which has no factor in common with the counts of values */
    MOST_VALUES = 64,
    MOST_AXES = 4, /* of a mesh drawn at random */
    TRIES = 32,    /* to draw a shape that is admitted */
    PACKETS = 16,  /* k of pipelined algorithms in tables */
};

/* The values that one member takes. */
struct values {
    uint32_t value[MOST_VALUES];
    uint32_t count;
};

/* Adds a value that is not there yet. */
static void add(struct values *values, uint32_t value) {
    for (uint32_t k = 0; k < values->count; k++)
        if (values->value[k] == value)
            return;
    if (values->count < MOST_VALUES)
        values->value[values->count++] = value;
}

uint32_t shape_every(const struct algorithm *algorithm) {
    uint32_t members = algorithm->varies & (VARIES_ROOT | VARIES_TARGET | VARIES_SHIFT);
    return (members & (members - 1)) == 0 ? EVERY_ONE : EVERY_PAIR;
}

/* Values of nodes or of distances, 0 .. N - 1. */
static struct values node_values(uint32_t dimension, enum shape_choice choice, uint32_t every) {
    struct values values = {.count = 0};
    uint32_t nodes = 1u << dimension;
    if (dimension <= (choice == SHAPES_ALL ? every : SMALL)) {
        for (uint32_t v = 0; v < nodes; v++)
            add(&values, v);
        return values;
    }
    add(&values, 0);
    add(&values, nodes - 1);
    add(&values, 0x155 & (nodes - 1)); /* every other bit */
    if (choice != SHAPES_FEW) {
        add(&values, 1);
        add(&values, nodes / 2);
        add(&values, 0x1b3 & (nodes - 1));
    }
    return values;
}

static struct values packet_values(uint32_t dimension, enum shape_choice choice) {
    struct values values = {.count = 0};
    add(&values, 1);
    add(&values, dimension + 1);
    if (choice != SHAPES_FEW) {
        add(&values, 2);
        add(&values, dimension == 0 ? 1 : dimension);
        add(&values, 2 * dimension + 3);
        add(&values, 17);
    }
    return values;
}

/* Sets the sides of mesh number `number`. Number 0 is the ring of all nodes; then come powers of
 * two along two and three axes; then sides that are even but no powers of two, as far as the cube
 * holds them. Returns whether there is a mesh of that number. */
static bool set_sides(struct shape *shape, uint32_t number) {
    uint32_t n = shape->dimension;
    memset(shape->side, 0, sizeof shape->side);
    shape->axes = 1;
    shape->side[0] = 1u << n;
    if (number == 0)
        return true;
    uint32_t of_two_axes = n == 0 ? 0 : n <= ALL_SIDES ? n - 1 : 1;
    if (number <= of_two_axes) {
        uint32_t exponent = n <= ALL_SIDES ? number : n / 2;
        shape->axes = 2;
        shape->side[0] = 1u << exponent;
        shape->side[1] = 1u << (n - exponent);
        return true;
    }
    number -= of_two_axes;
    if (number == 1 && n >= 3) {
        shape->axes = 3;
        shape->side[0] = shape->side[1] = 1u << (n / 3);
        shape->side[2] = 1u << (n - 2 * (n / 3));
        return true;
    }
    if (number == 2 && n >= 3) { /* a ring that leaves nodes out */
        shape->side[0] = (1u << n) - 2;
        return true;
    }
    if (number == 3 && n >= 5) {
        shape->axes = 2;
        shape->side[0] = 6;
        shape->side[1] = (1u << (n - 3)) - 2;
        return shape->side[1] >= 2;
    }
    return false;
}

static uint32_t count_sides(uint32_t dimension) {
    struct shape shape = {.dimension = dimension};
    uint32_t count = 1; /* there always is the ring */
    while (set_sides(&shape, count))
        count++;
    return count;
}

/* Which value each member takes in a shape. With all combinations, they are the digits of the
 * shape's number. Else shape number k takes value k of the first member, value k + 1 of the second
 * and so on, each counted round its end; so every value is taken by some shape. */
struct digits {
    bool all;
    uint32_t number;
    uint32_t longest; /* the values of the member that has most */
};

static uint32_t take_digit(struct digits *digits, uint32_t count) {
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): each member has values */
    uint32_t digit = digits->number % count;
    digits->longest = count > digits->longest ? count : digits->longest;
    if (digits->all)
        digits->number /= count;
    else
        digits->number++;
    return digit;
}

/* Sets *shape to number `number` of those chosen. Returns false past the last. */
static bool set_shape(const struct algorithm *algorithm, uint32_t dimension,
                      enum shape_choice choice, uint32_t number, struct shape *shape) {
    struct values nodes = node_values(dimension, choice, shape_every(algorithm));
    struct values packets = packet_values(dimension, choice);
    uint32_t members = (uint32_t)__builtin_popcount(algorithm->varies);
    if (algorithm->varies & VARIES_SIDES)
        members++; /* a cube has many meshes, which count as two members */
    bool all = dimension <= ALL_SIDES || members <= FEW_MEMBERS;
    struct digits digits = {choice != SHAPES_FEW, number, 1};
    if (digits.all && !all)
        digits.number *= EVERY;
    *shape = shape_of(dimension);
    if (algorithm->varies & VARIES_ROOT)
        shape->root = nodes.value[take_digit(&digits, nodes.count)];
    if (algorithm->varies & VARIES_TARGET)
        shape->target = nodes.value[take_digit(&digits, nodes.count)];
    if (algorithm->varies & VARIES_PACKETS)
        shape->packets = packets.value[take_digit(&digits, packets.count)];
    if (algorithm->varies & VARIES_SHIFT)
        shape->shift = nodes.value[take_digit(&digits, nodes.count)];
    if (algorithm->varies & VARIES_SIDES)
        set_sides(shape, take_digit(&digits, count_sides(dimension)));
    return digits.all ? digits.number == 0 : number < digits.longest;
}

/* The number of the shape that came last, for one thread and one walk at a time. */
static uint32_t last;

static bool find(const struct algorithm *algorithm, uint32_t dimension, enum shape_choice choice,
                 struct shape *shape) {
    for (; set_shape(algorithm, dimension, choice, last, shape); last++)
        if (algorithm_applicable(algorithm, shape))
            return true;
    return false;
}

bool shape_first(const struct algorithm *algorithm, uint32_t dimension, enum shape_choice choice,
                 struct shape *shape) {
    last = 0;
    return find(algorithm, dimension, choice, shape);
}

bool shape_next(const struct algorithm *algorithm, enum shape_choice choice, struct shape *shape) {
    last++;
    return find(algorithm, shape->dimension, choice, shape);
}

uint32_t random_next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

bool shape_random(const struct algorithm *algorithm, uint32_t dimension, uint32_t *state,
                  struct shape *shape) {
    uint32_t nodes = 1u << dimension;
    for (int tries = 0; tries < TRIES; tries++) {
        *shape = shape_of(dimension);
        if (algorithm->varies & VARIES_ROOT)
            shape->root = random_next(state) % nodes;
        if (algorithm->varies & VARIES_TARGET)
            shape->target = random_next(state) % nodes;
        if (algorithm->varies & VARIES_PACKETS)
            shape->packets = 1 + random_next(state) % (3 * dimension + 3);
        if (algorithm->varies & VARIES_SHIFT)
            shape->shift = random_next(state) % nodes;
        if (algorithm->varies & VARIES_SIDES)
            set_sides(shape, random_next(state) % count_sides(dimension));
        if (algorithm_applicable(algorithm, shape))
            return true;
    }
    return false;
}

/* Draws a side that is 1 or even, and takes `dimensions` dimensions at most. */
static uint32_t random_side(uint32_t dimensions, uint32_t *state) {
    return dimensions == 0 || random_next(state) % 4 == 0
               ? 1
               : 2 + 2 * (random_next(state) % (1u << (dimensions - 1)));
}

bool shape_random_mesh(const struct algorithm *algorithm, uint32_t dimension, uint32_t *state,
                       struct shape *shape) {
    for (int tries = 0; tries < TRIES; tries++) {
        if (!shape_random(algorithm, dimension, state, shape))
            return false;
        uint32_t nodes = 1, left = dimension;
        shape->axes = 1 + random_next(state) % MOST_AXES;
        for (uint32_t axis = 0; axis < shape->axes; axis++) {
            uint32_t side = random_side(left, state);
            shape->side[axis] = side;
            nodes *= side;
            for (uint32_t room = 1; room < side; room *= 2)
                left--; /* the dimensions that it takes */
        }
        shape->root %= nodes;
        shape->target %= nodes;
        if (algorithm_applicable(algorithm, shape))
            return true;
    }
    return false;
}

bool shape_case(const struct algorithm *algorithm, uint32_t dimension, uint32_t number,
                struct shape *shape) {
    *shape = shape_of(dimension);
    uint32_t nodes = shape_nodes(shape);
    if (number >= (algorithm->varies & VARIES_SIDES ? SHAPE_CASES : 1))
        return false;
    if (algorithm->varies & VARIES_TARGET)
        shape->target = nodes - 1;
    if (algorithm->varies & VARIES_PACKETS)
        shape->packets = PACKETS;
    if (algorithm->varies & VARIES_SHIFT)
        shape->shift = (nodes + 1) / 3;
    if (algorithm->varies & VARIES_SIDES) {
        shape->axes = number + 1;
        shape->side[0] = number == 0 ? nodes : 1u << dimension / 2;
        shape->side[1] = number == 0 ? 0 : 1u << (dimension + 1) / 2;
    }
    return algorithm_applicable(algorithm, shape);
}

const char *shape_case_text(const struct algorithm *algorithm, const struct shape *shape) {
    static _Thread_local char text[80];
    size_t used = 0;
    text[0] = '\0';
    if (shape->root != 0)
        used += (size_t)snprintf(text, sizeof text, "root %u%s", shape->root,
                                 algorithm->varies & (VARIES_SHIFT | VARIES_SIDES) ? ", " : "");
    if (algorithm->varies & VARIES_SHIFT)
        used += (size_t)snprintf(text + used, sizeof text - used, "shift %u%s", shape->shift,
                                 shape->axes > 0 ? ", " : "");
    if (shape->axes == 1)
        snprintf(text + used, sizeof text - used, "ring");
    else if (shape->axes == 2)
        snprintf(text + used, sizeof text - used, "mesh %u x %u", shape->side[0], shape->side[1]);
    return text;
}

const char *shape_text(const struct algorithm *algorithm, const struct shape *shape) {
    static _Thread_local char text[160];
    size_t used = (size_t)snprintf(text, sizeof text, "n = %u", shape->dimension);
    if (algorithm->varies & VARIES_ROOT)
        used += (size_t)snprintf(text + used, sizeof text - used, ", root %u", shape->root);
    if (algorithm->varies & VARIES_TARGET)
        used += (size_t)snprintf(text + used, sizeof text - used, ", target %u", shape->target);
    if (algorithm->varies & VARIES_PACKETS)
        used += (size_t)snprintf(text + used, sizeof text - used, ", %u packets", shape->packets);
    if (algorithm->varies & VARIES_SHIFT)
        used += (size_t)snprintf(text + used, sizeof text - used, ", shift %u", shape->shift);
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %u",
                                 axis == 0 ? ", mesh" : " x", shape->side[axis]);
    return text;
}
