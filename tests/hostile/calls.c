#include "tests/hostile/calls.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "net/copy.h"
#include "net/messages/active.h"
#include "net/node.h"
#include "tests/hostile/rewrite.h"

/* On the host the sanitizer watches the bytes beside a buffer. */
#ifdef CUBE_HOST
enum { GUARD_BYTES = 0 };
#else
enum { GUARD_BYTES = 256 };
#endif
enum {
    GUARD = 0xa5,
    MOST_BUFFERS = 2 * CUBE_DIMENSIONS,
    FILL = 0x11,
    MOST_BYTES = 2000,
    MOST_TRIPLES = 80
};

/* ---- Buffers ---- */

static NODE_LOCAL struct {
    uint8_t *memory; /* null: free */
    size_t bytes;    /* without its guards */
} buffers[MOST_BUFFERS];

static NODE_LOCAL bool operand_is_foreign;

/* Allocates a buffer between two guards. */
static uint8_t *allocate(size_t bytes) {
    uint32_t k = 0;
    while (k < MOST_BUFFERS - 1 && buffers[k].memory)
        k++;
    buffers[k].memory = malloc(bytes + 2 * (size_t)GUARD_BYTES);
    if (!buffers[k].memory)
        exit(1);
    buffers[k].bytes = bytes;
    memset(buffers[k].memory, GUARD, bytes + 2 * (size_t)GUARD_BYTES);
    return memset(buffers[k].memory + GUARD_BYTES, FILL, bytes);
}

static void release(const void *buffer) {
    for (uint32_t k = 0; k < MOST_BUFFERS; k++)
        if (buffers[k].memory && buffers[k].memory + GUARD_BYTES == buffer) {
            free(buffers[k].memory);
            buffers[k].memory = NULL;
        }
}

static bool is_guard(const uint8_t *bytes) {
    for (const uint8_t *end = bytes + GUARD_BYTES; bytes < end; bytes++)
        if (*bytes != GUARD)
            return false;
    return true;
}

const char *calls_violation(void) {
    for (uint32_t k = 0; k < MOST_BUFFERS; k++) {
        const uint8_t *memory = buffers[k].memory;
        if (memory && !(is_guard(memory) && is_guard(memory + GUARD_BYTES + buffers[k].bytes)))
            return "wrote beside a buffer";
    }
    return operand_is_foreign ? "gave an operator what a neighbour can write" : NULL;
}

size_t draw_bytes(uint32_t *random) {
    return draw(random, draw(random, 2) == 0 ? MOST_BYTES : COPY_SMALL + 2);
}

/* ---- Calls ---- */

/* Each pair of neighbours on a dimension exchanges messages. The lower one sends first. */
int use_links(uint32_t *random) {
    int dimension = (int)draw(random, (uint32_t)cube_dim());
    size_t bytes = draw_bytes(random);
    void *data = allocate(bytes);
    int error = 0;
    for (int turn = 0; turn < 2 && error == 0; turn++)
        error = (cube_node() >> dimension & 1) == turn ? cube_link_send(dimension, data, bytes)
                                                       : cube_link_recv(dimension, data, bytes);
    release(data);
    return error;
}

int use_exchange(uint32_t *random) {
    unsigned set = draw(random, 1u << cube_dim());
    size_t bytes = draw_bytes(random);
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    for (int d = 0; d < cube_dim(); d++) {
        send[d] = allocate(bytes);
        recv[d] = allocate(bytes);
    }
    int error = cube_links_exchange(set, send, set, recv, bytes);
    for (int d = 0; d < cube_dim(); d++) {
        release(send[d]);
        release(recv[d]);
    }
    return error;
}

/* Pairs of nodes any distance apart exchange messages. The lower one sends first. */
int use_messages(uint32_t *random) {
    int partner = cube_node() ^ (int)draw(random, (uint32_t)cube_nodes());
    size_t bytes = draw_bytes(random);
    void *data = allocate(bytes);
    bool first = cube_node() <= partner;
    int error = first ? cube_send(partner, data, bytes) : cube_recv(partner, data, bytes);
    if (error == 0)
        error = partner != cube_node() && !first ? cube_send(partner, data, bytes)
                                                 : cube_recv(partner, data, bytes);
    release(data);
    return error;
}

/* All nodes send to one, which receives in an order of its own. */
static int send_to_one(uint32_t *random, size_t bytes) {
    int root = (int)draw(random, (uint32_t)cube_nodes());
    int order = (int)draw(random, (uint32_t)cube_nodes());
    void *data = allocate(bytes);
    int error = cube_node() == root ? 0 : cube_send(root, data, bytes);
    for (int i = 0; cube_node() == root && i < cube_nodes() && error == 0; i++)
        if ((i ^ order) != root)
            error = cube_recv(i ^ order, data, bytes);
    release(data);
    return error;
}

int use_inboxes(uint32_t *random) {
    return send_to_one(random, draw_bytes(random));
}

int use_long_messages(uint32_t *random) {
    return send_to_one(random, MOST_BYTES / 2 + draw_bytes(random));
}

int use_barrier(UNUSED uint32_t *random) {
    return cube_barrier();
}

/* ---- Active messages ---- */

enum { MOST_ARRIVING = 8, MOST_PEERS = 8 };

/* What a node has received. */
static NODE_LOCAL uint32_t arriving, arrived, expected;

/* The message may say that it is of any length. */
static struct active_place begin_active(uint32_t source, const struct active_header *header,
                                        size_t bytes, UNUSED uint64_t stamp) {
    uint8_t *into = NULL;
    if (source < (uint32_t)cube_nodes() && header->word[0] % 4 != 0 && bytes <= 2 * MOST_BYTES &&
        arriving < MOST_ARRIVING) {
        arriving++;
        into = allocate(bytes);
    }
    return (struct active_place){into, into};
}

static void end_active(void *message) {
    if (message) {
        arriving--;
        release(message);
    }
    arrived++;
}

/* Takes the oldest message that comes on a link, without a handler. */
static void take_first(uint32_t dimension) {
    const struct peer *peer = active_first_peer(&node.link[dimension]);
    struct active_arrival arrival;
    if (!peer || !active_look_from(peer, &arrival) || arrival.bytes > 2 * MOST_BYTES)
        return;
    uint8_t *into = allocate(arrival.bytes);
    active_accept(&arrival, into);
    release(into);
    arrived++;
}

void calls_begin(void) {
    static const struct active_handlers handlers = {.begin = begin_active, .end = end_active};
    memset(buffers, 0, sizeof buffers);
    operand_is_foreign = false;
    arriving = arrived = expected = 0;
    active_start(&handlers);
}

/* All nodes send to all others, and each waits until as many have come as were sent to it. */
int use_active(uint32_t *random) {
    static NODE_LOCAL struct active_sending sending[MOST_PEERS];
    struct waiting waiting = wait_begin("active", CUBE_NOBODY, 0);
    uint32_t nodes = (uint32_t)cube_nodes(), looks = draw(random, 2);
    size_t bytes = draw_bytes(random);
    void *data = allocate(bytes);
    for (uint32_t k = 1; k < nodes && k < MOST_PEERS; k++) {
        sending[k] = (struct active_sending){
            .header = {{k}}, .data = data, .bytes = bytes, .to = (uint32_t)cube_node() ^ k};
        if (!active_send_short(sending[k].to, &sending[k].header, data, bytes))
            active_send(&sending[k]);
        expected++;
    }
    while (arrived < expected) {
        for (uint32_t d = 0; looks && d < (uint32_t)cube_dim(); d++)
            take_first(d);
        if (arrived < expected)
            active_wait(&waiting);
    }
    for (uint32_t k = 1; k < nodes && k < MOST_PEERS; k++)
        while (!active_has_left(&sending[k]))
            active_wait(&waiting);
    release(data);
    return 0;
}

/* ---- Any algorithm ---- */

/* Whether a window of a neighbour has this address. */
static bool is_foreign(const void *address) {
    const struct cube_node_page *page = system_node_page();
    size_t bytes = CUBE_SLOTS_DISTANCE + page->direct_bytes + page->routed_bytes;
    for (uint32_t d = 0; d < page->dimension; d++)
        if ((uintptr_t)address - page->incoming[d] < bytes ||
            (uintptr_t)address - page->incoming[d] - page->alias < bytes)
            return true;
    return false;
}

/* Elements of a size that no slot is a multiple of. */
struct triple {
    uint64_t word[3];
};

static void add_triples(const void *left_in, void *right_inout, size_t count,
                        const struct cube_type *type) {
    const struct triple *left = left_in;
    struct triple *right = right_inout;
    (void)type;
    operand_is_foreign |= is_foreign(left_in) || is_foreign(right_inout);
    for (size_t k = 0; k < count; k++)
        for (uint32_t w = 0; w < 3; w++)
            right[k].word[w] += left[k].word[w];
}

static const struct cube_type triple_type = {.bytes = sizeof(struct triple)};
static const struct cube_op triples_sum = {.function = add_triples, .commutative = 1};
static const struct cube_op triples_sum_in_order = {.function = add_triples};

static struct cube_case draw_case(unsigned varies, uint32_t *random) {
    struct cube_case given = {0};
    if (draw(random, 2) == 0)
        given.dimensions = draw(random, (uint32_t)cube_nodes());
    uint32_t dimension = given.dimensions == 0 ? (uint32_t)cube_dim()
                                               : (uint32_t)__builtin_popcount(given.dimensions);
    uint32_t nodes = 1u << dimension;
    if (varies & CUBE_VARIES_ROOT)
        given.root = (int)draw(random, nodes);
    if (varies & CUBE_VARIES_TARGET)
        given.target = (int)draw(random, nodes);
    if (varies & CUBE_VARIES_PACKETS)
        given.packets = 1 + draw(random, 8);
    if (varies & CUBE_VARIES_SHIFT)
        given.shift = (int)draw(random, nodes);
    if (varies & CUBE_VARIES_SIDES) {
        uint32_t bits = draw(random, dimension + 1);
        given.axes = 2;
        given.side[0] = 1u << bits;
        given.side[1] = nodes >> bits;
    }
    return given;
}

static int run(const char *name, const struct cube_case *given, size_t triples, bool in_order) {
    struct cube_algorithm algorithm;
    size_t bytes = triples * sizeof(struct triple);
    void *area[3] = {NULL, NULL, NULL};
    cube_catalogue_find(name, given, &algorithm);
    for (unsigned a = 0; a <= algorithm.outputs; a++)
        area[a] = allocate(cube_catalogue_blocks(name, given, a) * bytes);
    int error = cube_catalogue_run(name, given, &triple_type,
                                   !algorithm.combines ? NULL
                                   : in_order          ? &triples_sum_in_order
                                                       : &triples_sum,
                                   area[0], (void *[]){area[1], area[2]}, bytes);
    for (unsigned a = 0; a <= algorithm.outputs; a++)
        release(area[a]);
    return error;
}

int use_algorithm(uint32_t *random) {
    struct cube_algorithm algorithm;
    struct cube_case given;
    size_t count = 0;
    while (cube_catalogue(count, &algorithm) == 0)
        count++;
    do { /* until the algorithm is for the case */
        cube_catalogue(draw(random, (uint32_t)count), &algorithm);
        given = draw_case(algorithm.varies, random);
    } while (cube_catalogue_find(algorithm.name, &given, &algorithm) != 0);
    bool in_order = algorithm.ordered && draw(random, 2) == 0;
    return run(algorithm.name, &given, draw(random, MOST_TRIPLES), in_order);
}

int use_long_reductions(uint32_t *random) {
    return run("reduce-scatter-all-port", &(struct cube_case){0}, 30 + draw(random, 20), false);
}

int use_long_relays(uint32_t *random) {
    return run("alltoall-ecube-pieces", &(struct cube_case){0}, 40 + draw(random, 20), false);
}
