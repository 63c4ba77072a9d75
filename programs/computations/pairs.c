#include "programs/computations/pairs.h"

#include "cube.h"

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

int pairs_exchange(struct account *account, int dimension, int takes_part, const void *send,
                   void *recv, size_t bytes) {
    account_communicate(account);
    int error = takes_part ? exchange(dimension, send, recv, bytes) : 0;
    account_compute(account);
    return error;
}

int pairs_broadcast(struct account *account, int root, void *buffer, size_t bytes) {
    unsigned place = (unsigned)(cube_node() ^ root);
    int error = 0;
    for (int d = cube_dim() - 1; d >= 0 && error == 0; d--) {
        /* The nodes that have the message differ from the root in dimensions above d alone. */
        unsigned below = place & ((2u << d) - 1);
        account_communicate(account);
        if (below == 0)
            error = cube_link_send(d, buffer, bytes);
        else if (below == 1u << d)
            error = cube_link_recv(d, buffer, bytes);
        account_compute(account);
    }
    return error;
}

int pairs_sum(struct account *account, double *sums, double *arrived, size_t count) {
    int error = 0;
    for (int d = 0; d < cube_dim() && error == 0; d++) {
        error = pairs_exchange(account, d, 1, sums, arrived, count * sizeof *sums);
        for (size_t j = 0; j < count; j++)
            sums[j] += arrived[j]; /* in any order, because the addition of two numbers commutes */
    }
    return error;
}
