#include "programs/computations/pairs.h"

#include "cube.h"
#include "programs/computations/must.h"

/* The bytes of a message that fits in the ring of any cube's links, so that its send does not wait.
 */
enum { SHORT_MESSAGE = 1 << 10 };

static int exchange(int dimension, const void *send, void *recv, size_t bytes) {
    if (bytes <= SHORT_MESSAGE) {
        int error = cube_link_send(dimension, send, bytes);
        return error != 0 ? error : cube_link_recv(dimension, recv, bytes);
    }
    const void *sends[CUBE_DIMENSIONS] = {[0] = NULL};
    void *recvs[CUBE_DIMENSIONS] = {[0] = NULL};
    sends[dimension] = send;
    recvs[dimension] = recv;
    unsigned link = 1u << dimension;
    return cube_links_exchange(link, sends, link, recvs, bytes);
}

void pairs_exchange(struct account *account, int dimension, int takes_part, const void *send,
                    void *recv, size_t bytes) {
    account_communicate(account);
    if (takes_part)
        must(exchange(dimension, send, recv, bytes), "the exchange of neighbours");
    account_compute(account);
}

void pairs_broadcast(struct account *account, int root, void *buffer, size_t bytes) {
    unsigned place = (unsigned)(cube_node() ^ root);
    for (int d = cube_dim() - 1; d >= 0; d--) {
        /* The nodes that have the message differ from the root in dimensions above d alone. */
        unsigned below = place & ((2u << d) - 1);
        account_communicate(account);
        if (below == 0)
            must(cube_link_send(d, buffer, bytes), "the broadcast of neighbours");
        else if (below == 1u << d)
            must(cube_link_recv(d, buffer, bytes), "the broadcast of neighbours");
        account_compute(account);
    }
}

void pairs_sum(struct account *account, double *sums, double *arrived, size_t count) {
    for (int d = 0; d < cube_dim(); d++) {
        pairs_exchange(account, d, 1, sums, arrived, count * sizeof *sums);
        for (size_t j = 0; j < count; j++)
            sums[j] += arrived[j]; /* in any order, because the addition of two numbers commutes */
    }
}
