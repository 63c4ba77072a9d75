/* A step with one function for each place is cube_pm2i, whose packets take the paths of ASPC, and a
 * step with all functions is ASPC itself. Two nodes make one path of two links, or of one link if
 * the offset is 1 or -1 (Hu, Theorem 1), and no two packets want one link in a step if the
 * functions are a permutation. */
#include "programs/computations/pm2b/network.h"

#include <errno.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

static int offset_of(const struct network_step *step, int place) {
    if (step->use == NETWORK_EACH)
        return step->offset[place];
    return step->use == NETWORK_PLUS ? 1 << step->j : -(1 << step->j);
}

/* Whether the cube has this step. */
static int is_possible(const struct network_step *step) {
    switch (step->use) {
    case NETWORK_PLUS:
    case NETWORK_MINUS:
        return step->j < (unsigned)cube_dim();
    case NETWORK_EACH:
        return step->offset && cube_dim() > 0;
    case NETWORK_ALL:
        return cube_dim() > 0;
    }
    return 0;
}

struct cost network_cost(const struct network_step *step, size_t bytes) {
    struct cost cost = {0};
    if (!is_possible(step))
        return cost;
    if (step->use == NETWORK_ALL)
        return cost_of_call("aspc", NULL, 1, bytes);
    for (int place = 0; place < cube_nodes(); place++) {
        uint64_t links = abs(offset_of(step, place)) > 1 ? 2 : 1;
        cost.words += links;
        cost.steps = links > cost.steps ? links : cost.steps;
    }
    cost.time = (double)cost.steps * cost_of_exchange(0, 1, bytes).time;
    return cost;
}

/* Moves what a step moves to `arrived`. By NETWORK_ALL elements from i + 2^j go to `above`. */
static void move(const struct network_step *step, size_t bytes, const void *elements, void *arrived,
                 void *above) {
    must(is_possible(step) ? 0 : -EINVAL, "finding a step of the network");
    if (step->use == NETWORK_ALL) {
        must(cube_aspc(elements, arrived, above, bytes), "all functions of the network");
        return;
    }
    int *offset = allocate((size_t)cube_nodes(), sizeof *offset);
    for (int place = 0; place < cube_nodes(); place++)
        offset[place] = offset_of(step, place);
    must(cube_pm2i(elements, arrived, bytes, offset), "a step of the network");
    free(offset);
}

void network_emulate(const struct network_step steps[], size_t count, size_t bytes, void *elements,
                     network_operation *operation, void *context, struct account *account) {
    size_t n = (size_t)cube_dim();
    char *arrived = allocate(2 * n, bytes);
    for (size_t number = 0; number < count; number++) {
        account_communicate(account);
        move(&steps[number], bytes, elements, arrived, arrived + n * bytes);
        account_compute(account);
        operation(number, arrived, arrived + n * bytes, elements, context);
    }
    free(arrived);
}
