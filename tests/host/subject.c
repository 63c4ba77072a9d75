#include "tests/host/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/meaning.h"
#include "tests/any_call.h"

enum { MOST_NODES = 1 << 6 };

int subject_calls(void) {
    return ANY_CALLS;
}

const char *subject_name(int call) {
    return any_call[call].name;
}

const char *subject_operation(int call) {
    return any_call[call].operation;
}

static bool takes(const struct subject *subject, unsigned what) {
    return (any_call[subject->call].takes & what) != 0;
}

/* ---- The meaning of the call ---- */

static struct meaning meaning_of_subject(const struct subject *subject) {
    struct cube_case given = {
        .dimensions = subject->choice.dimensions,
        .root = subject->root,
        .target = subject->target,
        .packets = subject->points,
        .shift = subject->shift,
    };
    if (takes(subject, TAKES_MESH)) {
        given.axes = subject->mesh.axes;
        memcpy(given.side, subject->mesh.side, sizeof given.side);
    }
    return meaning_of(any_call[subject->call].operation, &given);
}

/* The dimensions that a mesh takes; or more than there are, if it has a side that none has. */
static int mesh_dimensions(const struct cube_mesh *mesh) {
    int dimensions = 0;
    for (unsigned axis = 0; axis < mesh->axes; axis++) {
        if (mesh->side[axis] != 1 && mesh->side[axis] % 2 != 0)
            return CUBE_DIMENSIONS + 1;
        for (unsigned room = 1; room < mesh->side[axis]; room *= 2)
            dimensions++;
    }
    return dimensions;
}

static bool mesh_is_possible(const struct subject *subject, int dimension) {
    const struct cube_mesh *mesh = &subject->mesh;
    unsigned ranks = 1;
    for (unsigned axis = 0; axis < mesh->axes; axis++)
        ranks *= mesh->side[axis];
    if (mesh->axes == 0 || mesh_dimensions(mesh) > dimension)
        return false;
    if (takes(subject, TAKES_POINTS) && mesh->axes != 2)
        return false;
    return subject->root < (int)ranks && subject->target < (int)ranks;
}

bool subject_is_possible(const struct subject *subject, int dimension) {
    if (subject->choice.dimensions != 0)
        dimension = __builtin_popcount(subject->choice.dimensions);
    bool in_place = takes(subject, TAKES_OP) && takes(subject, TAKES_SIZE) &&
                    strcmp(subject_name(subject->call), "exscan") != 0;
    if ((subject->in_place && !in_place) || subject->root >= 1 << dimension ||
        subject->target >= 1 << dimension || subject->shift >= 1 << dimension)
        return false;
    if (takes(subject, TAKES_FUNCTIONS | TAKES_POINTS) && subject->choice.ports > CUBE_ALL_PORT)
        return false; /* there are only algorithms for all ports */
    if (takes(subject, TAKES_FUNCTIONS) && dimension == 0)
        return false;
    bool named = subject->choice.algorithm;
    if (strcmp(subject_name(subject->call), "alltoallv") == 0 &&
        (named || subject->choice.ports != CUBE_ANY_PORTS))
        return false; /* one algorithm alone can do it */
    if (takes(subject, TAKES_MOST) && named)
        return false; /* the same, and it is no all-gather */
    if (takes(subject, TAKES_TARGET) && subject->target == subject->root)
        return false; /* the target's own message need not come */
    return !takes(subject, TAKES_MESH) || mesh_is_possible(subject, dimension);
}

/* ---- Blocks ---- */

/* The bytes of a block, by what it holds in the end. Those of v forms differ. */
static size_t size_of(const struct subject *subject, struct cube_content content) {
    uint32_t number = 0;
    if (!takes(subject, TAKES_OFFSETS))
        return subject->bytes;
    if (strcmp(any_call[subject->call].operation, "scatter") != 0)
        number += content.first;
    if (strcmp(any_call[subject->call].operation, "gather") != 0)
        number += 3 * content.block;
    const size_t sizes[] = {subject->bytes, subject->bytes + 1, 0, subject->bytes / 2, 1};
    return sizes[number % (sizeof sizes / sizeof sizes[0])];
}

/* What block `block` of an area holds: area 0 is the input. */
static struct cube_content content_of_block(const struct meaning *meaning, uint32_t rank,
                                            unsigned area, uint32_t block) {
    return area == 0 ? (struct cube_content){rank, rank, block}
                     : meaning_content(meaning, rank, area, block);
}

static size_t area_bytes(const struct subject *subject, const struct meaning *meaning,
                         uint32_t rank, unsigned area) {
    size_t bytes = 0;
    for (uint32_t b = 0; b < meaning_blocks(meaning, rank, area, 1); b++)
        bytes += size_of(subject, content_of_block(meaning, rank, area, b));
    return bytes;
}

/* The input of a rank, in memory of its size and no more; null if it has none. */
static uint8_t *make_input(const struct subject *subject, const struct meaning *meaning,
                           uint32_t rank) {
    size_t bytes = area_bytes(subject, meaning, rank, 0);
    uint8_t *input = bytes == 0 ? NULL : malloc(bytes), *at = input;
    if (bytes > 0 && !input)
        abort();
    for (uint32_t b = 0; bytes > 0 && b < meaning_blocks(meaning, rank, 0, 1); b++) {
        size_t size = size_of(subject, content_of_block(meaning, rank, 0, b));
        subject->material->fill(at, rank, b, size);
        at += size;
    }
    return input;
}

static bool area_is_right(const struct subject *subject, const struct meaning *meaning,
                          uint32_t rank, unsigned area, const uint8_t *at) {
    for (uint32_t b = 0; b < meaning_blocks(meaning, rank, area, 1); b++) {
        struct cube_content content = content_of_block(meaning, rank, area, b);
        size_t size = size_of(subject, content);
        if (size > 0 &&
            !material_holds(subject->material, at,
                            (struct cube_content){content.first, content.last, content.block},
                            size))
            return false;
        at += size;
    }
    return true;
}

/* ---- Arguments ---- */

/* What the arguments of a call point to. */
struct lists {
    size_t offsets[MOST_NODES + 1];
    size_t recv_offsets[MOST_NODES + 1];
    int destination[MOST_NODES];
    int functions[MOST_NODES];
};

/* Offsets of the blocks that this rank has, and of those that it gets. Where the blocks are of, or
 * for, one rank each, all ranks have the same. */
static void set_offsets(const struct subject *subject, uint32_t rank, uint32_t ranks,
                        struct lists *lists) {
    bool gathers = strcmp(any_call[subject->call].operation, "scatter") != 0 &&
                   strcmp(any_call[subject->call].operation, "alltoall") != 0;
    lists->offsets[0] = lists->recv_offsets[0] = 5; /* offsets need not begin with 0 */
    for (uint32_t v = 0; v < ranks; v++) {
        struct cube_content to = {rank, rank, v}, from = {v, v, gathers ? 0 : rank};
        lists->offsets[v + 1] = lists->offsets[v] + size_of(subject, gathers ? from : to);
        lists->recv_offsets[v + 1] = lists->recv_offsets[v] + size_of(subject, from);
    }
}

/* Fills in to whom each rank sends, from where the contents of each rank come from. */
static void set_destinations(const struct meaning *meaning, uint32_t ranks, struct lists *lists) {
    for (uint32_t to = 0; to < ranks; to++) {
        uint32_t from = meaning_content(meaning, to, 1, 0).first;
        int places = cube_gray_inverse((int)to) - cube_gray_inverse((int)from);
        lists->destination[from] = (int)to;
        if (__builtin_popcount((unsigned)abs(places)) != 1) /* shorter round the end */
            places += places > 0 ? -(int)ranks : (int)ranks;
        lists->functions[cube_gray_inverse((int)from)] = places;
    }
}

/* Puts what came from the lower neighbour before the node's own text, and what came from the upper
 * one behind it. */
static size_t join(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                   void *context) {
    uint8_t *at = message;
    (void)dimension, (void)context;
    if (bytes == 0)
        return 0;
    if (upper)
        memmove(at + bytes, at, bytes);
    memcpy(upper ? at : at + bytes, arrived, bytes);
    return 2 * bytes;
}

/* ---- The call ---- */

static int make_call(const struct subject *subject, const struct meaning *meaning, uint32_t rank,
                     const uint8_t *input, uint8_t *output, uint8_t *other) {
    struct lists lists;
    uint32_t ranks = meaning_ranks(meaning);
    size_t element = takes(subject, TAKES_TYPE) ? subject->material->type->bytes : 1;
    struct arguments arguments = {
        .choice = subject->chosen ? &subject->choice : NULL,
        .mesh = &subject->mesh,
        .type = subject->material->type,
        .op = subject->material->op,
        .send = input,
        .recv = output,
        .other = other,
        .bytes = subject->bytes / element,
        .most = subject->bytes * ranks,
        .points = subject->points,
        .root = subject->root,
        .target = subject->target,
        .j = subject->shift,
        .offsets = lists.offsets,
        .recv_offsets = lists.recv_offsets,
        .destination = lists.destination,
        .functions = lists.functions,
        .exchange = join,
    };
    if (takes(subject, TAKES_OFFSETS))
        set_offsets(subject, rank, ranks, &lists);
    if (takes(subject, TAKES_DESTINATION | TAKES_FUNCTIONS))
        set_destinations(meaning, ranks, &lists);
    return any_call[subject->call].call(&arguments);
}

/* Whether the input lies where the result of the call is to be. */
static bool begins_in_output(const struct subject *subject) {
    return subject->in_place || takes(subject, TAKES_MOST) ||
           strstr(any_call[subject->call].operation, "bcast");
}

int subject_run(const struct subject *subject) {
    const struct meaning meaning = meaning_of_subject(subject);
    uint32_t rank = meaning_rank(&meaning, meaning_here(&meaning));
    bool aspc = strcmp(meaning.operation, "aspc") == 0, shared = begins_in_output(subject);
    size_t in = area_bytes(subject, &meaning, rank, 0);
    size_t out = area_bytes(subject, &meaning, rank, 1);
    if (shared)
        out = in > out ? in : out;
    uint8_t *input = make_input(subject, &meaning, rank);
    uint8_t *output = out == 0 ? NULL : calloc(out, 1);
    uint8_t *other = !aspc || out == 0 ? NULL : calloc(out, 1);
    if (out > 0 && (!output || (aspc && !other)))
        abort();
    if (shared && in > 0)
        memcpy(output, input, in);
    int error =
        make_call(subject, &meaning, rank, subject->in_place ? output : input, output, other);
    bool right = area_is_right(subject, &meaning, rank, 1, output) &&
                 (!aspc || area_is_right(subject, &meaning, rank, 2, other)) &&
                 area_is_right(subject, &meaning, rank, 0, input);
    free(other);
    free(output);
    free(input);
    return error != 0 ? error : !right;
}

const char *subject_text(const struct subject *subject) {
    static _Thread_local char text[256];
    int used = snprintf(
        text, sizeof text, "%s, %zu bytes, elements of %zu, root %d, target %d, shift %d%s",
        subject_name(subject->call), subject->bytes, subject->material->type->bytes, subject->root,
        subject->target, subject->shift, subject->in_place ? ", in place" : "");
    if (subject->chosen)
        used += snprintf(text + used, sizeof text - (size_t)used, ", %s, ports %d, dimensions 0x%x",
                         !subject->choice.algorithm ? "any" : subject->choice.algorithm,
                         (int)subject->choice.ports, subject->choice.dimensions);
    for (unsigned axis = 0; takes(subject, TAKES_MESH) && axis < subject->mesh.axes; axis++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s %u",
                         axis == 0 ? ", mesh" : " x", subject->mesh.side[axis]);
    return text;
}
