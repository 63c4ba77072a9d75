#include "mpi/message/eager.h"

#include <stdlib.h>

#include "mpi/message/envelope.h"

NODE_LOCAL struct eager_partner *eager_partners;
NODE_LOCAL uint32_t eager_half;

static_assert(sizeof(struct kept) <= EAGER_COST, "what is kept of a message is paid for");
static_assert(EAGER_WINDOW_MOST <= ENVELOPE_CREDIT_MOST, "a header gives all of it back");

bool eager_start(void) {
    uint32_t nodes = UINT32_C(1) << node.dimension;
    eager_partners = malloc(nodes * sizeof *eager_partners);
    if (!eager_partners)
        return false;
    uint32_t window = EAGER_ALL >> node.dimension;
    if (window > EAGER_WINDOW_MOST)
        window = EAGER_WINDOW_MOST;
    eager_half = window / 2;
    for (uint32_t i = 0; i < nodes; i++)
        eager_partners[i] = (struct eager_partner){.credit = window};
    return true;
}

void eager_end(void) {
    free(eager_partners);
    eager_partners = NULL;
}
