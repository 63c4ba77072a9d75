#include "programs/computations/pm2b/ring.h"

#include <errno.h>
#include <string.h>

#include "programs/computations/must.h"

/* H_n(i): the port from logical node i to the next one on the ring (Hu, section 2.2). */
static unsigned char next_port(const struct ring *ring, unsigned i) {
    unsigned last = (1u << ring->dimension) - 1;
    int here = cube_gray((int)(i & last)), there = cube_gray((int)((i + 1) & last));
    return (unsigned char)__builtin_ctz((unsigned)(here ^ there));
}

/* phi and varphi (Hu, Definitions 1 and 2). A definition of its own is needed for varphi with j =
 * 0, where that of the paper has half an index. */
static unsigned char phi(const struct ring *ring, unsigned j) {
    if (j == 0)
        return next_port(ring, ring->place);
    unsigned half = 1u << (j - 1);
    return next_port(ring, ring->place / half * half + 2 * half - 1);
}

static unsigned char varphi(const struct ring *ring, unsigned j) {
    if (j == 0)
        return next_port(ring, ring->place - 1);
    unsigned half = 1u << (j - 1);
    return next_port(ring, ring->place / half * half - half - 1);
}

struct ring ring_of_cube(void) {
    struct ring ring = {.dimension = (unsigned)cube_dim(),
                        .place = (unsigned)cube_gray_inverse(cube_node())};
    for (unsigned j = 0; j < ring.dimension; j++) {
        ring.port[RING_UP][j] = phi(&ring, j);
        ring.port[RING_DOWN][j] = varphi(&ring, j);
    }
    return ring;
}

void ring_hop(struct ring_step *step, const struct ring *ring, enum ring_way way, unsigned j,
              const void *from, void *to) {
    unsigned out = ring->port[way][j], in = ring->port[way == RING_UP ? RING_DOWN : RING_UP][j];
    must((step->senders >> out & 1) != 0 || (step->receivers >> in & 1) != 0 ? -EPROTO : 0,
         "a second packet on a port");
    step->senders |= 1u << out;
    step->receivers |= 1u << in;
    step->send[out] = from;
    step->receive[in] = to;
}

void ring_exchange(struct ring_step *step, size_t bytes, struct account *account) {
    account_communicate(account);
    must(cube_links_exchange(step->senders, step->send, step->receivers, step->receive, bytes),
         "the exchange on the ring");
    account_compute(account);
    *step = (struct ring_step){0};
}

/* Both ways at once, in one step or two. */
static void exchange_pair(const struct ring *ring, unsigned j, const struct ring_pair *pair,
                          size_t bytes, struct account *account) {
    struct ring_step step = {0};
    char *rising = j == 0 ? pair->below : pair->between;
    char *falling = j == 0 ? pair->above : pair->between + bytes;
    ring_hop(&step, ring, RING_UP, j, pair->up, rising);
    ring_hop(&step, ring, RING_DOWN, j, pair->down, falling);
    ring_exchange(&step, bytes, account);
    if (j == 0)
        return;
    ring_hop(&step, ring, RING_UP, j, rising, pair->below);
    ring_hop(&step, ring, RING_DOWN, j, falling, pair->above);
    ring_exchange(&step, bytes, account);
}

void ring_both_ways(const struct ring *ring, unsigned j, const struct ring_pair *pair, size_t bytes,
                    struct account *account) {
    struct ring_step step = {0};
    if (ring->dimension == 0) {
        memcpy(pair->below, pair->up, bytes);
        memcpy(pair->above, pair->down, bytes);
    } else if (ring->dimension > 1) {
        exchange_pair(ring, j, pair, bytes, account);
    } else {
        ring_hop(&step, ring, RING_UP, j, pair->up, pair->below);
        ring_exchange(&step, bytes, account);
        ring_hop(&step, ring, RING_DOWN, j, pair->down, pair->above);
        ring_exchange(&step, bytes, account);
    }
}
