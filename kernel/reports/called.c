#include "kernel/reports/called.h"

#include <stdio.h>

#include "kernel/node.h"

static bool by_rank;

void called_by_rank(bool ranks) {
    by_rank = ranks;
}

struct called called(uint32_t node) {
    struct called name;
    unsigned number = node, rank = 0;
    for (uint32_t before = 0; before < node; before++)
        rank += node_runs(before);
    if (!by_rank || !node_runs(node))
        snprintf(name.text, sizeof name.text, "node %u", number);
    else if (rank == number)
        snprintf(name.text, sizeof name.text, "rank %u", rank);
    else
        snprintf(name.text, sizeof name.text, "rank %u (node %u)", rank, number);
    return name;
}
