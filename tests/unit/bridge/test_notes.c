/* Finds a note between hosts that changes the shared memory wrongly, or an invalid one that has any
 * effect. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cube_abi.h"
#include "tests/unit/test.h"
#include "tools/bridge/links.h"
#include "tools/bridge/shared.h"
#include "tools/bridge/wire.h"
#include "tools/bridge/words.h"

enum { NODES = 4, PARTS = 2, RING = 256, SLOTS = RING / CUBE_SLOT_BYTES };
enum { MEMORY_BYTES = 1 << 20, FIRST_BELL = 100, DIMENSION = 1, FAR_NODE = 0, NEAR_NODE = 2 };

static int memory, to_part, far_end; /* of the wire */

/* A note with room for the slots of a link, and for more. */
static union {
    struct {
        struct note head;
        struct note_link link;
        uint8_t slots[4 * RING];
    } link;
    struct {
        struct note head;
        struct note_order order;
    } order;
    uint8_t bytes[sizeof(struct note) + sizeof(struct note_link) + 4 * RING];
} note;

static int start(void **state) {
    (void)state;
    int pair[2];
    memory = memfd_create("links", 0);
    assert_int_equal(ftruncate(memory, MEMORY_BYTES), 0);
    for (int part = 0; part < PARTS; part++) {
        assert_int_equal(pipe2(pair, O_NONBLOCK), 0);
        to_part =
            fcntl(pair[0], F_DUPFD, FIRST_BELL + part); /* the last is that of the near part */
        assert_int_equal(to_part, FIRST_BELL + part);
    }
    host_count = PARTS;
    host_self = 1;
    const struct settings settings = {.nodes = NODES,
                                      .parts = PARTS,
                                      .direct = RING,
                                      .routed = RING,
                                      .second = RING,
                                      .memory = memory,
                                      .bells = FIRST_BELL};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    shared_open(&settings);
    links_open(&settings);
    words_start();
    wire_open(0, pair[0], 1);
    far_end = pair[1];
    wire_limit(links_most_bytes());
    return 0;
}
static CMFixtureFunction before_all = start;

/* A note of far node 0's link to node 2: two slots of the direct ring, one of each routed one. */
static void write_link(void) {
    memset(&note, 0, sizeof note);
    note.link.link = (struct note_link){
        .node = FAR_NODE,
        .dimension = DIMENSION,
        .direct_tail = SLOTS + 1, /* the last slot of the ring, and the first */
        .routed_tail = 3,
        .direct_head = 5,
        .barriers = 7,
        .barrier_tail = {8, 9},
        .barrier_clock = {10, 11},
        .direct_slots = 2,
        .routed_slots = 1,
        .second_tail = 4,
        .second_head = 6,
        .second_slots = 1,
    };
    note.link.head = (struct note){NOTE_LINK, sizeof(struct note_link) + 4 * CUBE_SLOT_BYTES};
    for (size_t slot = 0; slot < 4; slot++)
        memset(note.link.slots + slot * CUBE_SLOT_BYTES, 'a' + (int)slot, CUBE_SLOT_BYTES);
}

static void apply(void) {
    if (note.link.head.kind == NOTE_LINK)
        links_apply(0, &note.link.head);
    else if (note.link.head.kind >= NOTE_ASK_END)
        words_apply_end(0, &note.link.head);
    else
        words_apply(0, &note.link.head);
}

/* Applies the note in a process of its own. Returns its status: 0, or that of a bridge that gives
 * up. */
static int status_of_apply(void) {
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        apply();
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_link) {
    write_link();
    apply();
    const struct cube_window *copy = shared_window(FAR_NODE, DIMENSION);
    const uint8_t *slots = (const uint8_t *)copy + CUBE_PAGE_BYTES;
    assert_int_equal(copy->direct_tail, SLOTS + 1);
    assert_int_equal(copy->routed_tail, 3);
    assert_int_equal(copy->direct_head, 5);
    assert_int_equal(copy->barriers, 7);
    assert_int_equal(copy->barrier_clock[1], 11);
    assert_int_equal(slots[RING - 1], 'a');
    assert_int_equal(slots[0], 'b');
    assert_int_equal(slots[CUBE_SLOT_BYTES], 0);
    assert_int_equal(slots[RING + 2 * CUBE_SLOT_BYTES], 'c');
    assert_int_equal(copy->second_tail, 4);
    assert_int_equal(copy->second_head, 6);
    assert_int_equal(slots[2 * RING + 3 * CUBE_SLOT_BYTES], 'd');
}

TEST(a_sleeping_reader_is_rung_for) {
    char call;
    write_link();
    uint32_t before = shared_words(0)->rung[0];
    atomic_store(&shared_window(NEAR_NODE, DIMENSION)->asleep, CUBE_ASLEEP | CUBE_OUTSIDE);
    apply();
    assert_int_equal(shared_words(0)->rung[0], before + 1);
    assert_int_equal(shared_words(0)->bell[0][0], 1);
    assert_int_equal(read(to_part, &call, 1), -1); /* its part looks */
    atomic_store(&shared_words(1)->parked, 1);
    apply();
    apply();
    assert_int_equal(shared_words(0)->rung[0], before + 3);
    assert_int_equal(read(to_part, &call, 1), 1); /* it is parked, and called once */
    assert_int_equal(read(to_part, &call, 1), -1);
}

TEST(notes_that_no_bridge_sends) {
    struct note_link *link = &note.link.link;
    struct {
        uint32_t *word, value;
    } wrong[] = {
        {&link->node, 1u << 31},         {&link->node, NODES},
        {&link->node, NEAR_NODE},        {&link->dimension, 0},
        {&link->dimension, 2},           {&link->dimension, 40},
        {&link->direct_slots, 3},        {&link->direct_slots, SLOTS + 1},
        {&link->routed_slots, 1u << 31}, {&link->routed_slots, SLOTS + 1},
        {&link->second_slots, 1u << 31}, {&link->second_slots, SLOTS + 1},
        {&note.link.head.bytes, 8},      {&note.link.head.bytes, sizeof *link},
    };
    write_link();
    assert_int_equal(status_of_apply(), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_link();
        *wrong[i].word = wrong[i].value;
        if (wrong[i].value == SLOTS + 1) /* of the length that it says */
            note.link.head.bytes =
                (uint32_t)sizeof *link +
                CUBE_SLOT_BYTES * (link->direct_slots + link->routed_slots + link->second_slots);
        assert_int_equal(status_of_apply(), STATUS_HOST);
    }
    memset(&note, 0, sizeof note);
    note.order.head = (struct note){NOTE_ORDER, sizeof note.order.order};
    note.order.order.part = 1;
    assert_int_equal(status_of_apply(), 0);
    note.order.order.part = 0;
    assert_int_equal(status_of_apply(), STATUS_HOST);
    note.order.order.part = UINT32_MAX;
    assert_int_equal(status_of_apply(), STATUS_HOST);
}

/* Sends N bytes over the wire, and returns what has come whole. */
static const struct note *receive(const void *data, size_t bytes) {
    assert_int_equal(send(far_end, data, bytes, 0), bytes);
    assert_true(wire_receive(0));
    return wire_next(0);
}

TEST(a_note_comes_in_pieces) {
    write_link();
    size_t bytes = sizeof(struct note) + note.link.head.bytes;
    for (size_t at = 0; at < bytes - 1; at++)
        assert_null(receive(note.bytes + at, 1));
    const struct note *whole = receive(note.bytes + bytes - 1, 1);
    assert_non_null(whole);
    assert_memory_equal(whole, note.bytes, bytes);
    assert_null(wire_next(0));
}

TEST(lengths_that_no_bridge_sends) {
    const uint32_t lengths[] = {
        1, 7, (uint32_t)links_most_bytes() + 8, 1u << 31, UINT32_MAX - 7, UINT32_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        pid_t child = fork();
        if (child == 0) {
            const struct note head = {.kind = NOTE_LINK, .bytes = lengths[i]};
            close(STDERR_FILENO);
            receive(&head, sizeof head);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == STATUS_HOST);
    }
}
