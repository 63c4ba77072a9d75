/* Tests forwarding by a node that is busy with something else: it resumes when that node makes its
 * next call, whichever call that is, and when its program has ended. There are four nodes. Node 0
 * sends to node 3, by E-cube through node 1, which computes. Node 2 ends at once, and packets from
 * node 3 to node 0 pass it.
 *
 * Node 1 knows that node 0 is stuck when the ring between them is full: it looks at the words of
 * the windows itself. Run with the smallest routed ring.
 */
#include <stdatomic.h>

#include "net/system/system.h"

#define TAP_NODE 1 /* that is busy */
#include "tests/tap.h"

enum { SOURCE = 0, BUSY = 1, ENDED = 2, TARGET = 3, BYTES = 60000, TO_BUSY = 5000 };

static uint8_t buffer[BYTES];
static bool busy_has_ended; /* node 1 has ended, and the messages pass it */

static const struct cube_window *incoming(uint32_t dimension) {
    return (const struct cube_window *)(uintptr_t)system_node_page()->incoming[dimension];
}

static const struct cube_window *outgoing(uint32_t dimension) {
    return (const struct cube_window *)(uintptr_t)system_node_page()->outgoing[dimension];
}

/* Slots that this node has published on the routed ring to node 3. */
static uint32_t forwarded(void) {
    return atomic_load(&outgoing(1)->routed_tail);
}

/* Computes without a call of the cube until the ring from node 0 is full and the one to node 3 is
 * empty. Then node 0 waits for this node alone. */
static void compute_until_full(void) {
    uint32_t slots = system_node_page()->routed_bytes / CUBE_SLOT_BYTES;
    while (atomic_load(&incoming(0)->routed_tail) - atomic_load(&outgoing(0)->routed_head) !=
               slots ||
           atomic_load(&incoming(1)->routed_head) != forwarded())
        system_yield();
}

/* Collective calls that come again and need not wait forward when they have read a quarter of a
 * ring or filled half of one, and where they have no packets (collectives/run/plan_run.h). */
static uint32_t direct_slots(void) {
    return system_node_page()->direct_bytes / CUBE_SLOT_BYTES;
}

static int broadcasts(uint32_t dimension, uint32_t count) {
    const struct cube_choice choice = {.dimensions = 1u << dimension};
    uint64_t word = 0;
    int error = 0;
    while (count-- > 0)
        error |= cube_bcast_by(&choice, &word, 1, &cube_uint64, 0);
    return error;
}

static int transfer(uint32_t unused, uint32_t count) {
    (void)unused;
    return count == 0 ? 0 : cube_transfer(NULL, NULL, 1, SOURCE, ENDED);
}

/* Makes one call, and when node 0 is stuck again, `count` more. Returns whether a call has failed
 * or these others have forwarded nothing. */
static int again(int (*call)(uint32_t dimension, uint32_t count), uint32_t dimension,
                 uint32_t count) {
    int error = call(dimension, 1);
    compute_until_full();
    uint32_t before = forwarded();
    error |= call(dimension, count);
    return error != 0 || forwarded() == before;
}

/* Calls that succeed without waiting for anybody. */
#define ALL_CALLS(X)                                                                               \
    X(send_self, "cube_send", cube_send(BUSY, "x", 1))                                             \
    X(recv_self, "cube_recv", cube_recv(BUSY, buffer, 1))                                          \
    X(send_word, "cube_link_send of a word", cube_link_send(1, buffer, sizeof(uint64_t)))          \
    X(send_byte, "cube_link_send of a byte", cube_link_send(1, "x", 1))                            \
    X(send_long, "cube_link_send of a kilobyte", cube_link_send(1, buffer, 1000))                  \
    X(exchange, "cube_links_exchange",                                                             \
      cube_links_exchange(2, (const void *[]){NULL, "x"}, 0, NULL, 1))                             \
    X(recv_word, "cube_link_recv of a word", cube_link_recv(0, buffer, sizeof(uint64_t)))          \
    X(recv_byte, "cube_link_recv of a byte", cube_link_recv(0, buffer, 1))                         \
    X(recv_long, "cube_link_recv of a kilobyte", cube_link_recv(0, buffer, 1000))                  \
    X(arrive, "broadcasts that fill a quarter of the ring that they arrive on",                    \
      again(broadcasts, 0, direct_slots() / 4))                                                    \
    X(leave, "broadcasts that fill half of the ring that they leave on",                           \
      again(broadcasts, 1, direct_slots() / 2))                                                    \
    X(pass_by, "a transfer between two others", again(transfer, 0, 1))

#define DEFINE(function, name, call)                                                               \
    static int function(void) {                                                                    \
        return call;                                                                               \
    }
ALL_CALLS(DEFINE)

static const struct {
    int (*call)(void);
    const char *name;
} calls[] = {
#define ROW(function, name, call) {function, name},
    ALL_CALLS(ROW)};
enum { CALLS = sizeof calls / sizeof *calls };

static int source(void) {
    int error = 0;
    if (!busy_has_ended) { /* for its receives: there before it asks */
        error |= cube_link_send(0, &(uint64_t){1}, sizeof(uint64_t));
        error |= cube_link_send(0, "x", 1);
        error |= cube_link_send(0, buffer, 1000);
        error |= broadcasts(0, 1 + direct_slots() / 4);
    }
    error |= cube_send(TARGET, buffer, BYTES);
    if (!busy_has_ended)
        error |= cube_send(BUSY, buffer, TO_BUSY);
    uint64_t answer = 0;
    error |= cube_recv(TARGET, &answer, sizeof answer);
    return error || answer != BYTES;
}

static int target(void) {
    int error = cube_recv(SOURCE, buffer, BYTES);
    for (size_t i = 0; i < BYTES; i++)
        error |= buffer[i] != (uint8_t)(i * 7 + (i >> 8));
    uint64_t answer = BYTES;
    error |= cube_send(SOURCE, &answer, sizeof answer);
    if (!busy_has_ended) { /* what its calls have sent */
        error |= cube_link_recv(1, buffer, sizeof(uint64_t));
        error |= cube_link_recv(1, buffer, 1);
        error |= cube_link_recv(1, buffer, 1000);
        error |= cube_link_recv(1, buffer, 1);
        error |= broadcasts(1, 1 + direct_slots() / 2);
    }
    return error;
}

/* Node 0 is stuck before each call: nothing has been forwarded since the call before. */
static int busy(void) {
    for (size_t i = 0; i < CALLS; i++) {
        compute_until_full();
        uint32_t before = forwarded();
        int error = calls[i].call();
        ok(error == 0 && forwarded() != before, calls[i].name);
    }
    compute_until_full();
    int error = cube_recv(SOURCE, buffer, TO_BUSY);
    bool right = error == 0;
    for (size_t i = 0; i < TO_BUSY; i++)
        right = right && buffer[i] == (uint8_t)(i * 7 + (i >> 8));
    ok(right, "cube_recv of what was sent after all that has to be forwarded");
    return tap_end();
}

int main(int count, char **words) {
    if (cube_nodes() != 4)
        return 64;
    busy_has_ended = count > 1 && strcmp(words[1], "ended") == 0;
    if (cube_node() != BUSY)
        for (size_t i = 0; i < BYTES; i++)
            buffer[i] = cube_node() == SOURCE ? (uint8_t)(i * 7 + (i >> 8)) : 0;
    switch (cube_node()) {
    case SOURCE:
        return source();
    case TARGET:
        return target();
    case ENDED:
        return 0;
    default:
        return busy_has_ended ? 0 : busy();
    }
}
