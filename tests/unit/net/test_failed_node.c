/* Finds a dead node's link that comes to a barrier twice or not at all, or keeps what is sent. */
#include <string.h>

#include "net/fault_hooks.h"
#include "net/faults/failed_node.h"
#include "tests/unit/test.h"

enum { STAMP = 1234, SENT = 6 };

static _Alignas(CUBE_PAGE_BYTES) uint8_t pages[2][CUBE_PAGE_BYTES];
static struct cube_window *const out = (struct cube_window *)pages[0], *const in =
                                                                           (struct cube_window *)
                                                                               pages[1];
static struct link link_;
static struct failed_node self;

static int start(UNUSED void **state) {
    memset(pages, 0, sizeof pages);
    link_ = (struct link){.outgoing = out};
    self = (struct failed_node){
        .link = &link_, .incoming = in, .stamp = STAMP, .sent = SENT, .told = true};
    return 0;
}
static CMFixtureFunction before_each = start;

TEST(it_comes_to_each_barrier_that_the_node_comes_to) {
    assert_false(failed_node_serve(&self));
    out->barriers = 2;
    assert_true(failed_node_serve(&self));
    assert_int_equal(in->barriers, 2);
    for (int parity = 0; parity < 2; parity++) {
        assert_int_equal(in->barrier_clock[parity], STAMP);
        assert_int_equal(in->barrier_tail[parity], SENT ^ FAILED_BARRIER_BIT);
    }
    assert_false(failed_node_serve(&self));
}

TEST(it_comes_to_no_barrier_twice_when_counts_begin_anew) {
    in->barriers = UINT32_MAX;
    out->barriers = 1;
    assert_true(failed_node_serve(&self));
    assert_int_equal(in->barriers, 1);
    assert_false(failed_node_serve(&self));
}

TEST(what_is_sent_is_dropped) {
    link_.out.tail = 3;
    assert_true(failed_node_serve(&self));
    assert_int_equal(in->direct_head, 3);
    assert_false(failed_node_serve(&self));
}
