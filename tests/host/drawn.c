#include "tests/host/drawn.h"

#include <string.h>

#include "collectives/check/shapes.h"
#include "formats/operations.h"

static unsigned draw_dimensions(uint32_t dimension, uint32_t *random) {
    uint32_t drawn = random_next(random);
    return drawn % 3 == 0 ? drawn / 4 % (1u << dimension) : 0;
}

static struct cube_mesh draw_mesh(uint32_t *random) {
    static const struct cube_mesh meshes[] = {
        {1, {2}},    {1, {4}},    {1, {6}},       {1, {8}},    {2, {2, 2}},
        {2, {2, 4}}, {2, {4, 4}}, {3, {2, 1, 4}}, {2, {1, 8}}, {3, {2, 2, 2}},
    };
    return meshes[random_next(random) % (sizeof meshes / sizeof meshes[0])];
}

/* Draws a size up to `most`, of any magnitude. */
static size_t draw_size(size_t most, uint32_t *random) {
    size_t magnitude = most >> random_next(random) % 12;
    return random_next(random) % (magnitude + 1);
}

struct subject subject_draw(uint32_t dimension, size_t most, uint32_t *random) {
    static const struct material *const materials[] = {&material_bytes, &material_matrices,
                                                       &material_texts};
    struct subject subject;
    do {
        subject = (struct subject){
            .call = (int)(random_next(random) % (uint32_t)subject_calls()),
            .chosen = random_next(random) % 2 == 0,
            .mesh = draw_mesh(random),
            .root = (int)(random_next(random) % (1u << dimension)),
            .target = (int)(random_next(random) % (1u << dimension)),
            .shift = (int)(random_next(random) % (1u << dimension)),
            .points = 1 + random_next(random) % 3,
            .material = materials[random_next(random) % 3],
            .bytes = draw_size(most, random),
            .in_place = random_next(random) % 4 == 0,
        };
        if (subject.chosen) {
            subject.choice.ports = random_next(random) % (CUBE_ONE_PORT + 1);
            subject.choice.dimensions = draw_dimensions(dimension, random);
        }
    } while (!subject_is_possible(&subject, (int)dimension));
    subject.bytes -= subject.bytes % subject.material->type->bytes;
    return subject;
}

bool subject_by(struct subject *subject, const struct algorithm *algorithm, unsigned packets,
                uint32_t dimension) {
    subject->chosen = true;
    subject->choice.algorithm = algorithm->name;
    subject->choice.packets = packets;
    subject->choice.ports = CUBE_ANY_PORTS;
    if (!algorithm->ordered)
        subject->material = &material_bytes;
    if (strcmp(subject_operation(subject->call), operation_name(algorithm->operation->tag)) != 0 ||
        !subject_is_possible(subject, (int)dimension))
        return false;
    unsigned dimensions = subject->choice.dimensions;
    struct shape shape =
        shape_of(dimensions ? (uint32_t)__builtin_popcount(dimensions) : dimension);
    shape.root = (uint32_t)subject->root;
    shape.target = (uint32_t)subject->target;
    shape.shift = (uint32_t)subject->shift;
    shape.packets = packets == 0 ? 1 : packets;
    if (algorithm->varies & VARIES_SIDES) {
        shape.axes = subject->mesh.axes;
        memcpy(shape.side, subject->mesh.side, sizeof subject->mesh.side);
    }
    return algorithm_applicable(algorithm, &shape);
}
