/* Finds bytes that one end of a link which failed takes twice, loses, or believes though they
 * cannot be. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/faults/failed_link.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum { SLOTS = 4, RING_BYTES = SLOTS * CUBE_SLOT_BYTES };

static _Alignas(CUBE_PAGE_BYTES) uint8_t pages[2][CUBE_PAGE_BYTES];
static uint8_t sent_slots[RING_BYTES], come_slots[RING_BYTES];
static struct ring_receiver receiver;
static struct failed_link self;

static void start(void) {
    struct cube_window *out = (struct cube_window *)pages[0];
    struct cube_window *in = (struct cube_window *)pages[1];
    memset(pages, 0, sizeof pages);
    memset(come_slots, 0, sizeof come_slots);
    self = (struct failed_link){.outgoing = out, .incoming = in};
    for (int k = 0; k < FAILED_RINGS; k++)
        self.ring[k] = (struct failed_ring){
            .sent_slots = sent_slots,
            .come_slots = come_slots,
            .bytes = RING_BYTES,
            .tail = k ? &out->routed_tail : &out->direct_tail,
            .head = k ? &out->routed_head : &out->direct_head,
            .their_tail = k ? &in->routed_tail : &in->direct_tail,
            .their_head = k ? &in->routed_head : &in->direct_head,
            .in = &receiver,
        };
    failed_link_restart(&self);
}

/* A slot of the direct ring comes, whose bytes are `value`, from a place in its stream. */
static void slot_comes(uint32_t place, uint8_t value) {
    uint8_t payload[CUBE_SLOT_BYTES];
    memset(payload, value, sizeof payload);
    failed_link_take(&self, &(struct piece){.header = {.operation = OPERATION_SLOTS,
                                                       .step = place,
                                                       .bytes = sizeof payload,
                                                       .remaining = sizeof payload},
                                            .payload = payload});
}

/* The neighbour says that it has got N bytes of the direct ring. */
static void words_come(uint32_t got) {
    const struct failed_words words = {.got = {got}};
    failed_link_take(&self, &(struct piece){.header = {.operation = OPERATION_WORDS,
                                                       .bytes = sizeof words,
                                                       .remaining = sizeof words},
                                            .payload = (const uint8_t *)&words});
}

TEST(bytes_come_in_at_their_place_once) {
    start();
    slot_comes(0, 1);
    slot_comes(0, 2);
    slot_comes(2 * CUBE_SLOT_BYTES, 3);
    assert_int_equal(self.ring[0].come, CUBE_SLOT_BYTES);
    slot_comes(CUBE_SLOT_BYTES, 4);
    assert_int_equal(self.ring[0].come, 2 * CUBE_SLOT_BYTES);
    assert_int_equal(come_slots[0], 1);
    assert_int_equal(come_slots[CUBE_SLOT_BYTES], 4);
    assert_int_equal(come_slots[2 * CUBE_SLOT_BYTES], 0);
}

TEST(what_has_not_come_leaves_once_more) {
    start();
    atomic_store(&self.outgoing->direct_tail, 3);
    assert_true(
        failed_link_next(&self)); /* its words, before it knows what the neighbour has got */
    assert_int_equal(self.header.operation, OPERATION_WORDS);
    failed_link_left(&self, self.header.remaining);
    assert_false(failed_link_next(&self));
    for (int turn = 0; turn < 2; turn++) {
        words_come(CUBE_SLOT_BYTES);
        assert_true(failed_link_next(&self));
        assert_int_equal(self.header.operation, OPERATION_SLOTS);
        assert_int_equal(self.header.step, CUBE_SLOT_BYTES);
        assert_int_equal(self.header.remaining, 2 * CUBE_SLOT_BYTES);
        failed_link_left(&self, self.header.remaining);
        failed_link_restart(&self);
    }
}

/* Whether what is to leave next lies in the ring. */
static bool lies_in_ring(void) {
    size_t bytes = self.header.remaining;
    return (self.header.operation & CUBE_OPERATION_MASK) == OPERATION_WORDS ||
           (self.data >= sent_slots && bytes <= (size_t)(sent_slots + RING_BYTES - self.data));
}

/* A node takes in these words. All that leaves then is its own. */
static int take(void *words) {
    failed_link_take(&self, &(struct piece){.header = {.operation = OPERATION_WORDS,
                                                       .bytes = sizeof(struct failed_words),
                                                       .remaining = sizeof(struct failed_words)},
                                            .payload = words});
    while (failed_link_next(&self) && lies_in_ring())
        failed_link_left(&self, self.header.remaining);
    return self.header.remaining > 0;
}

/* Whether a node is aborted to which the neighbour says these words; its message goes nowhere. */
static bool is_found_out(struct failed_words words) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr))
            _exit(host_run(0, NULL, take, &words));
        _exit(HOST_UNRECEIVED);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == HOST_OK);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

TEST(an_acknowledgement_of_what_has_not_left_is_found_out) {
    start();
    atomic_store(&self.outgoing->direct_tail, 3);
    const uint32_t less[] = {0, 1, CUBE_SLOT_BYTES, 3 * CUBE_SLOT_BYTES, -CUBE_SLOT_BYTES};
    for (size_t i = 0; i < sizeof less / sizeof *less; i++)
        assert_false(is_found_out((struct failed_words){.got = {less[i]}}));
    const uint32_t more[] = {3 * CUBE_SLOT_BYTES + 1, RING_BYTES, UINT32_MAX / 2,
                             -CUBE_SLOT_BYTES - 1};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        assert_true(is_found_out((struct failed_words){.got = {more[i]}}));
    assert_true(is_found_out((struct failed_words){.got = {0, 1}})); /* of the other ring */
}

TEST(a_tail_beyond_the_ring_is_found_out) {
    start();
    for (uint32_t tail = 0; tail <= SLOTS; tail++)
        assert_false(is_found_out((struct failed_words){.tail = {tail}}));
    assert_true(is_found_out((struct failed_words){.tail = {SLOTS + 1}}));
    assert_true(is_found_out((struct failed_words){.tail = {0, UINT32_MAX}}));
}

TEST(a_barrier_is_published_when_all_slots_before_it_have_come) {
    for (int late = 0; late < FAILED_RINGS; late++) {
        start();
        struct failed_words words = {.barriers = 1, .flag = 7};
        words.tail[late] = 1;
        words.barrier_tail[1] = 1;
        const struct piece piece = {.header = {.operation = OPERATION_WORDS,
                                               .bytes = sizeof words,
                                               .remaining = sizeof words},
                                    .payload = (const uint8_t *)&words};
        failed_link_take(&self, &piece);
        assert_int_equal(self.incoming->barriers, 0);
        assert_int_equal(self.incoming->flag, 0);
        assert_int_equal(self.incoming->barrier_tail[1], 0);
        assert_int_equal(*self.ring[late].their_tail, 0);
        self.ring[late].come = CUBE_SLOT_BYTES;
        failed_link_take(&self, &piece);
        assert_int_equal(self.incoming->barriers, 1);
        assert_int_equal(self.incoming->flag, 7);
        assert_int_equal(self.incoming->barrier_tail[1], 1);
        assert_int_equal(*self.ring[late].their_tail, 1);
    }
}
