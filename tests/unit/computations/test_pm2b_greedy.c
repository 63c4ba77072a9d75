/* How many steps an overlapped program by +-2^b takes that descends by sending what is ready. Here
 * the packets of a node are simulated: all nodes do the same at the same time. Of the elements that
 * are ready for a link to a neighbour on the ring, one goes first: either that which has been
 * through most iterations, which gives the table, or that which has been through fewest, which
 * gives the steps of the schedule in computations/pm2b/overlapped.c. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/computations/pm2b_table.h"
#include "tests/unit/test.h"

enum { MOST_SLOTS = 64, MOST_VERSIONS = 7 };
enum { UP, DOWN, WAYS };

/* Version v of a slot is its value after v of the iterations with offsets of less than L. */
struct node {
    unsigned slots, local; /* L, log L */
    unsigned finished;     /* slots that have their last version */
    bool computed[MOST_SLOTS][MOST_VERSIONS + 1];
    bool sent[WAYS][MOST_SLOTS][MOST_VERSIONS]; /* and so received from the other neighbour */
    unsigned since[MOST_SLOTS][MOST_VERSIONS + 1];
    unsigned clock; /* counts what is computed */
};

static unsigned offset_after(const struct node *node, unsigned version) {
    return 1u << (node->local - 1 - version);
}

/* Whether the value of a slot is here, which may be one of a neighbour's: slot -1 is the last slot
 * of the node before, whose packets go up. */
static bool is_here(const struct node *node, int slot, unsigned version) {
    int slots = (int)node->slots;
    if (slot < 0)
        return node->sent[UP][slot + slots][version];
    if (slot >= slots)
        return node->sent[DOWN][slot - slots][version];
    return node->computed[slot][version];
}

static void compute(struct node *node, unsigned slot, unsigned version) {
    node->computed[slot][version] = true;
    node->since[slot][version] = node->clock++;
    node->finished += version == node->local;
}

/* Computes all that can be, version by version. */
static void compute_all(struct node *node) {
    for (unsigned version = 0; version < node->local; version++)
        for (unsigned slot = 0; slot < node->slots; slot++) {
            int offset = (int)offset_after(node, version);
            if (!node->computed[slot][version + 1] && is_here(node, (int)slot, version) &&
                is_here(node, (int)slot - offset, version) &&
                is_here(node, (int)slot + offset, version))
                compute(node, slot, version + 1);
        }
}

/* Whether a value is to be sent this way and is ready. */
static bool is_ready(const struct node *node, int way, unsigned slot, unsigned version) {
    unsigned offset = offset_after(node, version);
    bool needed = way == UP ? slot + offset >= node->slots : slot < offset;
    return needed && node->computed[slot][version] && !node->sent[way][slot][version];
}

/* Sends the value that goes first, of those of equal versions that which has been there longest. */
static void send(struct node *node, int way, bool most_first) {
    int best_slot = -1;
    unsigned best_version = 0;
    for (unsigned slot = 0; slot < node->slots; slot++)
        for (unsigned version = 0; version < node->local; version++) {
            if (!is_ready(node, way, slot, version))
                continue;
            bool better =
                best_slot < 0 || (most_first ? version > best_version : version < best_version);
            if (better || (version == best_version &&
                           node->since[slot][version] < node->since[best_slot][version])) {
                best_slot = (int)slot;
                best_version = version;
            }
        }
    if (best_slot >= 0)
        node->sent[way][best_slot][best_version] = true;
}

static unsigned bit_reversed(const struct node *node, unsigned place) {
    unsigned slot = 0;
    for (unsigned bit = 0; bit < node->local; bit++)
        slot |= (place >> bit & 1) << (node->local - 1 - bit);
    return slot;
}

/* The steps of 2^n nodes, n >= 2. In each round but the last, ASPC has four steps and leaves the
 * links to the neighbours idle in the second and the fourth; in the last it has two. */
static unsigned greedy_steps(unsigned n, unsigned slots, bool most_first) {
    struct node node = {.slots = slots, .local = (unsigned)__builtin_ctz(slots)};
    unsigned rounds = slots + n - 1, steps = 4 * rounds - 2;
    for (unsigned round = 0; round < rounds; round++) {
        for (int way = UP; way < WAYS && round + 1 < rounds; way++) {
            send(&node, way, most_first);
            compute_all(&node);
        }
        if (round + 1 >= n)
            compute(&node, bit_reversed(&node, round + 1 - n), 0);
        compute_all(&node);
    }
    for (; node.finished < slots; steps++) {
        send(&node, UP, most_first);
        send(&node, DOWN, most_first);
        compute_all(&node);
    }
    return steps;
}

TEST(test_most_first) {
    for (size_t k = 0; k < PM2B_ROWS; k++)
        assert_int_equal(greedy_steps(pm2b_table[k].n, pm2b_table[k].elements, true),
                         pm2b_table[k].descend);
}

TEST(test_fewest_first) {
    for (size_t k = 0; k < PM2B_ROWS; k++)
        assert_int_equal(greedy_steps(pm2b_table[k].n, pm2b_table[k].elements, false),
                         pm2b_table[k].ascend);
}
