#include "collectives/check/proof.h"

#include "collectives/schedule/own/own_step.h"

static bool inside(const struct proof *proof, uint32_t node, struct run run) {
    if (run.area >= algorithm_areas(proof->algorithm))
        return false;
    uint32_t blocks = proof_blocks(proof, node, run.area);
    if (run.free != 0)
        return (run.first & run.free) == 0 && (run.first | run.free) < blocks &&
               run.count == 1u << __builtin_popcount(run.free);
    return run.count <= blocks && run.first <= blocks - run.count;
}

static bool same(struct run a, struct run b) {
    return a.area == b.area && a.first == b.first && a.count == b.count && a.free == b.free;
}

static bool overlap(struct run a, struct run b) {
    if (a.area == b.area && a.free != 0 && b.free != 0)
        return ((a.first ^ b.first) & ~(a.free | b.free)) == 0;
    if (a.area == b.area && (a.free | b.free) != 0) {
        struct run row = a.free != 0 ? b : a;
        struct run set = a.free != 0 ? a : b;
        for (uint32_t k = 0; k < row.count; k++)
            if (((row.first + k) & ~set.free) == set.first)
                return true;
        return false;
    }
    return a.area == b.area && a.count > 0 && b.count > 0 && a.first < b.first + b.count &&
           b.first < a.first + a.count;
}

static bool check_port(struct proof *proof, uint32_t node, uint32_t port) {
    const struct step *step = &proof->step[node];
    uint32_t bit = 1u << port;

    if ((step->sends & bit) && !inside(proof, node, step->send[port]))
        return proof_fail(proof, "node %u sends blocks outside of its areas on port %u", node,
                          port);
    if ((step->relays & bit) && step->leave[port] >= proof->shape.dimension)
        return proof_fail(proof, "node %u relays port %u to an invalid port", node, port);
    if (!proof_stores(proof, step, port))
        return true;
    struct run into = step->receive[port];
    if (!inside(proof, node, into))
        return proof_fail(proof, "node %u receives from port %u into an invalid area", node, port);
    if (into.count > 0 && into.area == AREA_INPUT)
        return proof_fail(proof, "node %u receives from port %u into its input", node, port);
    for (uint32_t other = 0; other < proof->shape.dimension; other++) {
        bool combined = ((step->combines >> port) & 1) != 0 &&
                        (((step->combines | step->sends) >> other) & 1) != 0;
        bool in_place =
            other == port && ((step->receives >> port) & 1) != 0 && same(step->send[other], into);
        if (((step->sends >> other) & 1) && !in_place && overlap(step->send[other], into))
            return proof_fail(proof,
                              "node %u sends a block that it also receives into, ports %u and %u",
                              node, other, port);
        if (other != port && proof_stores(proof, step, other) &&
            overlap(step->receive[other], into) &&
            !(combined && ((step->combines >> other) & 1) && same(step->receive[other], into)))
            return proof_fail(proof, "node %u receives into the same block from ports %u and %u",
                              node, other, port);
    }
    return true;
}

#define OUTSIDE "node %u: port out of range (expected: below %u)"

/* Checks that the description of a step fits a step. */
static bool check_described(struct proof *proof, uint32_t node) {
    struct step_fault fault = step_fault(&proof->step[node]);
    switch (fault.kind) {
    case FAULT_NONE:
        return true;
    case FAULT_NO_PORT:
        return proof_fail(proof, OUTSIDE, node, (unsigned)SCHEDULE_DIMENSIONS);
    case FAULT_TWO_OUT:
        return proof_fail(proof, "node %u: two packets leave on port %u", node, fault.port);
    case FAULT_TWO_IN:
        return proof_fail(proof, "node %u: two packets arrive on port %u", node, fault.port);
    case FAULT_MOVE:
        return proof_fail(proof, "node %u moves blocks to a different number of places", node);
    case FAULT_MOVES:
        return proof_fail(proof, "node %u has more than %u moves", node, STEP_MOVES);
    case FAULT_AREA:
        return proof_fail(proof, "node %u: area out of range (expected: below %u)", node,
                          (unsigned)SCHEDULE_AREAS);
    default:
        return proof_fail(proof,
                          "node %u: too many blocks in a packet or move (expected: at most %u)",
                          node, UINT16_MAX);
    }
}

bool step_keeps_rules(struct proof *proof, uint32_t node) {
    const struct step *step = &proof->step[node];
    uint32_t all = step->sends | step->receives | step->relays;

    if (!check_described(proof, node))
        return false;
    if (all >> proof->shape.dimension)
        return proof_fail(proof, OUTSIDE, node, proof->shape.dimension);
    if (step->receives & step->relays)
        return proof_fail(proof, "node %u both keeps and relays the packet that arrives on a port",
                          node);
    if (proof->algorithm->ports != PORTS_ALL &&
        ((step->sends & (step->sends - 1)) || (step->receives & (step->receives - 1))))
        return proof_fail(proof, "node %u sends or receives on more than one port in a step", node);
    proof->busy |= all;
    if (proof->algorithm->ports == PORTS_SIMD && (proof->busy & (proof->busy - 1)))
        return proof_fail(
            proof, "node %u uses another dimension than an earlier node (expected: one per step)",
            node);
    if ((step->combines & ~step->receives) || (step->left & ~step->combines))
        return proof_fail(proof, "node %u combines a packet that does not arrive", node);
    if (step->combines && !proof->algorithm->operation->combines)
        return proof_fail(proof, "node %u combines blocks, but the operation has no operator",
                          node);
    for (uint32_t port = 0; port < proof->shape.dimension; port++)
        if (!check_port(proof, node, port))
            return false;
    return true;
}
