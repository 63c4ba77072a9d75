#include "mpi/message/eager.h"

#include "mpi/message/envelope.h"

_Alignas(CUBE_PAGE_BYTES) NODE_TABLE struct eager_table eager_table;

static_assert(sizeof(struct kept) <= EAGER_COST, "what is kept of a message is paid for");
static_assert(EAGER_WINDOW_MOST <= ENVELOPE_CREDIT_MOST, "a header gives all of it back");

void eager_start(void) {
    uint32_t window = EAGER_ALL >> node.dimension;
    eager_table.window = window < EAGER_WINDOW_MOST ? window : EAGER_WINDOW_MOST;
}
