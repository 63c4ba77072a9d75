/* Finds a call that fails at a size beside one of the library's limits: half a word, a word, a
 * slot, an uncut packet, half a ring, a ring. The size is that of the message, of a block, or of as
 * many blocks as a packet carries. Every byte is compared with what is worked out without the
 * library. With CUBE_THOROUGH in the environment each call is made with every size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "cube_abi.h"
#include "formats/operations.h"
#include "tests/check/room.h"
#include "tests/host/drawn.h"
#include "tests/unit/nodes.h"

/* ---- Lists of calls, which every node makes ---- */

struct list {
    struct subject *subject;
    size_t count;
};

/* Makes each call twice: the second time there may be a plan that was kept. */
static int make_calls(void *argument) {
    const struct list *list = argument;
    for (size_t k = 0; k < 2 * list->count; k++)
        if (!host_expect(subject_is_right(&list->subject[k / 2]),
                         subject_text(&list->subject[k / 2]), "call", (int)(k % 2)))
            return 1;
    return 0;
}

static void add(struct list *list, const struct subject *subject) {
    list->subject = room_for(list->subject, list->count, 1, sizeof *list->subject);
    list->subject[list->count++] = *subject;
}

/* ---- Sizes ---- */

enum { PARTS = 3, SIDES = 3, BOUNDARIES = 10, SIZES = BOUNDARIES * PARTS * SIDES };

/* Size number `number`, less than SIZES, for rings of N bytes: just below, at or above a
 * boundary, or so many times less that 2 or 4 blocks come to it. */
static size_t size_of(uint32_t ring, uint32_t number) {
    const uint32_t header = sizeof(struct cube_header);
    const uint32_t boundary[BOUNDARIES] = {
        sizeof(uint32_t),
        sizeof(uint64_t),
        CUBE_SLOT_BYTES - header,
        2 * CUBE_SLOT_BYTES - header,
        ring / 2 - CUBE_SLOT_BYTES - header, /* the most that goes by itself (plan_run.h) */
        ring / 2 - header,
        ring / 2,
        ring - 2 * header, /* two pieces, and a byte more is a third */
        ring - header,
        ring,
    };
    uint32_t part = number / SIDES % PARTS;
    return (boundary[number / SIDES / PARTS] >> part) + number % SIDES - 1;
}

/* ---- What is tried ---- */

struct course {
    struct host_options options;
    uint32_t dimension;
    unsigned dimensions[2]; /* of the subcubes; 0: the whole cube */
    bool meshes;            /* the calls on meshes; else all others */
    uint32_t every;         /* each call takes one of N sizes, the next one others */
};

static const struct material *material_of(uint32_t number) {
    static const struct material *const materials[] = {&material_bytes, &material_matrices,
                                                       &material_texts};
    return materials[number % (sizeof materials / sizeof materials[0])];
}

/* Call number `call` in its way number `way` of size number `size`. */
static struct subject subject_of(const struct course *course, int call, uint32_t way,
                                 uint32_t size) {
    static const struct cube_mesh meshes[] = {
        {1, {8}}, {2, {2, 4}}, {1, {6}}, {2, {4, 4}}, {3, {2, 1, 4}}, {2, {2, 2}}, {2, {4, 6}},
    };
    struct subject subject = {
        .call = call,
        .chosen = way % 4 != 0 || course->dimensions[0] != 0,
        .choice = {.ports = way % (CUBE_ONE_PORT + 1), .dimensions = course->dimensions[way % 2]},
        .mesh = meshes[(way + size) % (sizeof meshes / sizeof meshes[0])],
        .root = (int)(way + size) % 3,
        .target = (int)(way + size + 1) % 3,
        .shift = (int)(way + size / 2) % 3,
        .points = 1 + size % 2,
        .material = material_of(way + size),
        .bytes = size_of(course->options.direct, size),
        .in_place = (way + size) % 5 == 0,
    };
    subject.bytes -= subject.bytes % subject.material->type->bytes;
    return subject;
}

static void make_all(const struct course *course, struct list *list) {
    printf("# %zu calls\n", list->count);
    enum host_verdict verdict = host_run(course->dimension, &course->options, make_calls, list);
    free(list->subject);
    assert_int_equal(verdict, HOST_OK);
}

static void try(const struct course *course) {
    enum { WAYS = 4 };
    uint32_t number = 0, every = !getenv("CUBE_THOROUGH") ? course->every : 1;
    struct list list = {.count = 0};
    for (int call = 0; call < subject_calls(); call++) {
        if ((strncmp(subject_name(call), "mesh_", 5) == 0) != course->meshes)
            continue;
        for (uint32_t size = 0; size < SIZES; size++)
            for (uint32_t way = 0; way < WAYS; way++) {
                struct subject subject = subject_of(course, call, way, size);
                if (number++ % every == 0 && subject_is_possible(&subject, (int)course->dimension))
                    add(&list, &subject);
            }
    }
    assert_true(list.count > 0);
    make_all(course, &list);
}

TEST(in_whole_cubes) {
    try(&(struct course){.options = {.direct = 256}, .dimension = 1, .every = 13});
    try(&(struct course){.options = {.direct = 256}, .dimension = 2, .every = 5});
    try(&(struct course){.options = {.direct = 512, .spins = 10}, .dimension = 3, .every = 7});
}

/* Packets of many blocks, each a fraction of a slot, are sent over rings of fewer slots than
 * blocks. There are so many packets that, by the head that a sender has last read, there is no room
 * left for some. */
TEST_WITH_VERDICT(of_many_small_blocks, HOST_OK, 3, 5, .direct = 256) {
    struct subject subject = {.material = &material_bytes, .bytes = 1};
    while (strcmp(subject_name(subject.call), "alltoall") != 0)
        subject.call++;
    for (int k = 0; k < 10; k++)
        host_check(subject_is_right(&subject));
}

TEST(in_subcubes) {
    const struct host_options small = {.direct = 256};
    try(&(struct course){small, .dimension = 3, .dimensions = {5, 6}, .every = 17});
    try(&(struct course){small, .dimension = 3, .dimensions = {2, 4}, .every = 29});
    try(&(struct course){small, .dimension = 3, .dimensions = {6, 6}, .every = 11, .meshes = true});
}

TEST(on_meshes) {
    try(&(struct course){.options = {.direct = 256}, .dimension = 3, .every = 7, .meshes = true});
    try(&(struct course){.options = {.direct = 512}, .dimension = 4, .every = 29, .meshes = true});
}

/* Every algorithm by its name, in every call that it is for, in any number of packets; and the same
 * call without the name, whose plan is another. */
static void add_named(struct list *list, const struct course *course, int call,
                      const struct algorithm *algorithm) {
    enum { WAYS = 12 };
    for (uint32_t way = 0; way < WAYS; way++) {
        struct subject subject = subject_of(course, call, way, 4 + 7 * way);
        if (subject_by(&subject, algorithm, way % 3, course->dimension))
            add(list, &subject);
        subject.choice.algorithm = NULL;
        if (way == 1 && subject_is_possible(&subject, (int)course->dimension))
            add(list, &subject);
    }
}

TEST(by_name) {
    for (uint32_t n = 1; n <= 4; n++) {
        struct course course = {.options = {.direct = 512}, .dimension = n};
        struct list list = {.count = 0};
        for (int call = 0; call < subject_calls(); call++)
            for (size_t k = 0; k < catalogue_entries; k++)
                if (strcmp(subject_operation(call), operation_name(catalogue[k]->operation->tag)) ==
                    0)
                    add_named(&list, &course, call, catalogue[k]);
        make_all(&course, &list);
    }
}

/* ---- Messages ---- */

/* A message, and its size. */
struct message {
    uint8_t *at;
    size_t bytes;
};

static struct message message_of(int from, size_t bytes) {
    struct message message = {malloc(bytes + 1), bytes};
    if (!message.at)
        abort();
    material_bytes.fill(message.at, (uint32_t)from, (uint32_t)bytes, bytes);
    return message;
}

/* Receives, on a link or from any node, what `from` has sent, into memory of its size and no more.
 */
static void receive(int from, int dimension, size_t bytes) {
    struct message expected = message_of(from, bytes);
    uint8_t *got = malloc(bytes == 0 ? 1 : bytes);
    int error = dimension < 0 ? cube_recv(from, bytes == 0 ? NULL : got, bytes)
                              : cube_link_recv(dimension, bytes == 0 ? NULL : got, bytes);
    host_check(error == 0 && (bytes == 0 || memcmp(got, expected.at, bytes) == 0));
    free(got);
    free(expected.at);
}

static void send(int to, int dimension, size_t bytes) {
    struct message message = message_of(cube_node(), bytes);
    int error = dimension < 0 ? cube_send(to, message.at, bytes)
                              : cube_link_send(dimension, message.at, bytes);
    host_check(error == 0);
    free(message.at);
}

/* Exchanges messages with another node, over the link on `dimension` or, if that is negative, by
 * any path. First one of the two sends, and then the other one. Where the message is buffered, both
 * send at once, twice. */
static void swap(int other, int dimension, size_t bytes, size_t buffered) {
    bool first = cube_node() < other;
    if (first)
        send(other, dimension, bytes);
    receive(other, dimension, bytes);
    if (!first)
        send(other, dimension, bytes);
    for (int k = 0; k < 2 && bytes <= buffered; k++) {
        send(other, dimension, bytes);
        receive(other, dimension, bytes);
    }
}

static void swap_on_all(size_t bytes) {
    const void *send_to[CUBE_DIMENSIONS] = {NULL};
    void *recv_from[CUBE_DIMENSIONS] = {NULL};
    unsigned all = (1u << cube_dim()) - 1;
    struct message message = message_of(cube_node(), bytes);
    for (int d = 0; d < cube_dim(); d++) {
        send_to[d] = message.at;
        recv_from[d] = calloc(bytes + 1, 1);
    }
    host_check(cube_links_exchange(all, send_to, all, recv_from, bytes) == 0);
    for (int d = 0; d < cube_dim(); d++) {
        struct message expected = message_of(cube_node() ^ 1 << d, bytes);
        host_check(memcmp(recv_from[d], expected.at, bytes) == 0);
        free(expected.at);
        free(recv_from[d]);
    }
    free(message.at);
}

/* Exchanges messages of all sizes, and of those around what a window holds. */
static int send_messages(void *argument) {
    const struct host_options *options = argument;
    size_t window = cube_message_window((uint32_t)cube_dim()) - CUBE_MESSAGE_COST;
    size_t piece = options->direct / 2 - sizeof(struct cube_header);
    for (uint32_t number = 0; number < SIZES; number++) {
        size_t direct = size_of(options->direct, number), routed = size_of(options->routed, number);
        for (int d = 0; d < cube_dim(); d++)
            swap(cube_node() ^ 1 << d, d, direct, piece);
        swap(cube_nodes() - 1 - cube_node(), -1, routed, window);
        swap_on_all(direct);
    }
    for (size_t bytes = window - 1; bytes <= window + 1; bytes++)
        swap(cube_nodes() - 1 - cube_node(), -1, bytes, window);
    return 0;
}

TEST(in_messages) {
    struct host_options small = {.direct = 256, .routed = 256};
    struct host_options other = {.direct = 1024, .routed = 512, .spins = 10};
    assert_int_equal(host_run(1, &small, send_messages, &small), HOST_OK);
    assert_int_equal(host_run(3, &other, send_messages, &other), HOST_OK);
}
