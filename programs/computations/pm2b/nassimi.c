/* Each node keeps three elements: its own, i, and before the iteration with offset 2^b those of i +
 * 2^(b+1) and i - 2^(b+1); before the first one all three are the same. The elements that it needs
 * are at its neighbour on dimension b, which is i + 2^b if bit b of i is 0:
 *     a[i + 2^b]   the neighbour's own
 *     a[i - 2^b]   the neighbour's element that is 2^(b+1) before it
 * and the other way round if it is i - 2^b. Then it knows the elements i, i +- 2^b and i +-
 * 2^(b+1), of which it can compute new values of i and i +- 2^b: three calls of f, and nodes
 * compute the same ones again.
 *
 * Example, node 1 of 4:    keeps           gets from           computes
 *     b = 1                a[1] a[1] a[1]  node 3: a[3], a[3]  new a[1], a[3], a[3]
 *     b = 0                a[1] a[3] a[3]  node 0: a[0], a[2]  new a[1], a[2], a[0]
 */
#include "programs/computations/pm2b/nassimi.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"

/* Elements of a node, by their distance from its own. */
enum { FAR_BELOW, BELOW, OWN, ABOVE, FAR_ABOVE, KEPT };

struct nassimi {
    const struct pm2b *program;
    struct account *account;
    char *old[KEPT];
    char *new[KEPT];
};

/* One step: an element goes to the neighbour on `dimension`, and another comes. */
static void exchange(const struct nassimi *nassimi, unsigned dimension, const void *out, void *in) {
    const void *send[CUBE_DIMENSIONS] = {0};
    void *receive[CUBE_DIMENSIONS] = {0};
    send[dimension] = out;
    receive[dimension] = in;
    account_communicate(nassimi->account);
    must(cube_links_exchange(1u << dimension, send, 1u << dimension, receive,
                             nassimi->program->bytes),
         "the exchange of neighbours");
    account_compute(nassimi->account);
}

/* Computes the new value of one of the kept elements, which is element i modulo N. */
static void compute(const struct nassimi *nassimi, unsigned b, int element, uint64_t i) {
    const struct pm2b *program = nassimi->program;
    i &= (uint64_t)cube_nodes() - 1;
    char *const *old = nassimi->old;
    const char *plus = old[element + 1], *minus = old[element - 1];
    struct pm2b_run run = {.b = b, .first = i, .apart = 1, .count = 1};
    if (program->run)
        program->run(&run, old[element], plus, minus, nassimi->new[element], program->context);
    else
        program->function(b, i, old[element], plus, minus, nassimi->new[element], program->context);
}

/* The three new elements are those that are 2^b apart, which is twice the next offset. */
static void keep(const struct nassimi *nassimi) {
    size_t bytes = nassimi->program->bytes;
    memcpy(nassimi->old[FAR_BELOW], nassimi->new[BELOW], bytes);
    memcpy(nassimi->old[OWN], nassimi->new[OWN], bytes);
    memcpy(nassimi->old[FAR_ABOVE], nassimi->new[ABOVE], bytes);
}

static void iterate(const struct nassimi *nassimi, unsigned b) {
    uint64_t i = (uint64_t)cube_node(), offset = UINT64_C(1) << b;
    bool upper = (i & offset) != 0; /* the neighbour is i - 2^b, and needs a[i + 2^(b+1)] of us */
    exchange(nassimi, b, nassimi->old[OWN], nassimi->old[upper ? BELOW : ABOVE]);
    exchange(nassimi, b, nassimi->old[upper ? FAR_BELOW : FAR_ABOVE],
             nassimi->old[upper ? ABOVE : BELOW]);
    compute(nassimi, b, BELOW, i - offset);
    compute(nassimi, b, OWN, i);
    compute(nassimi, b, ABOVE, i + offset);
    keep(nassimi);
}

static bool is_possible(const struct pm2b *program) {
    return program->bytes > 0 && (program->function || program->run) &&
           program->elements == (uint64_t)cube_nodes() && program->order == PM2B_DESCEND &&
           (program->offsets == 0 || program->offsets == (unsigned)cube_dim());
}

int nassimi_compute(const struct pm2b *program, void *element, struct account *account,
                    uint64_t *calls) {
    struct nassimi nassimi = {.program = program, .account = account};
    if (!is_possible(program))
        return -EINVAL;
    size_t bytes = program->bytes;
    char *memory = allocate(2 * KEPT, bytes);
    for (int kept = 0; kept < KEPT; kept++) {
        nassimi.old[kept] = memory + (size_t)kept * bytes;
        nassimi.new[kept] = memory + (size_t)(KEPT + kept) * bytes;
        memcpy(nassimi.old[kept], element, bytes);
    }
    for (unsigned b = (unsigned)cube_dim(); b-- > 0;)
        iterate(&nassimi, b);
    memcpy(element, nassimi.old[OWN], bytes);
    if (calls)
        *calls += 3 * (uint64_t)cube_dim();
    free(memory);
    return 0;
}
