#include "collectives/check/checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/bound/bounds.h"
#include "collectives/bound/network.h"
#include "collectives/check/contents.h"
#include "collectives/check/proof.h"

/* Whether nothing is stored, because the packet was lost on its way. */
static bool is_lost(const struct proof *proof, uint32_t content) {
    return proof->loses && content == CONTENTS_NOTHING;
}

/* left op right, as node `node` combines them in a block. Remembers where for the first time that
 * spoils something: it may be steps before a result is seen to be wrong. */
static uint32_t combined(struct proof *proof, uint32_t node, uint32_t area, uint32_t block,
                         uint32_t left, uint32_t right) {
    uint32_t sum = contents_combine(left, right);
    bool ordered = proof->algorithm->ordered;
    const char *why = NULL;
    if (proof->spoilt[0] == '\0' && (sum == CONTENTS_NOTHING || ordered))
        why = contents_spoil(left, right, ordered);
    if (why)
        snprintf(proof->spoilt, sizeof proof->spoilt,
                 "; in step %u node %u spoils block %u of area %u: %s", proof->number, node, block,
                 area, why);
    return sum;
}

static uint32_t count_bits(uint32_t bits) {
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static bool check_set(struct proof *proof, uint32_t node, struct block_set set) {
    if (set.area >= algorithm_areas(proof->algorithm) || (set.first & set.free) ||
        (set.first | set.free) >= proof_blocks(proof, node, set.area))
        return proof_fail(proof, "node %u moves blocks outside of its areas", node);
    return true;
}

static bool spread(struct proof *proof, uint32_t node, struct block_set from, struct block_set to) {
    uint32_t count = from.free;
    uint32_t end = count == 0 ? 0 : to.first + (count - 1) * to.free + 1;
    if (from.area >= algorithm_areas(proof->algorithm) ||
        to.area >= algorithm_areas(proof->algorithm) ||
        from.first + count > proof_blocks(proof, node, from.area) ||
        end > proof_blocks(proof, node, to.area))
        return proof_fail(proof, "node %u moves blocks outside of its areas", node);
    for (uint32_t b = 0; b < count; b++)
        *proof_block(proof, node, to.area, to.first + b * to.free) =
            *proof_block(proof, node, from.area, from.first + b);
    return true;
}

static bool make_moves(struct proof *proof, uint32_t node) {
    const struct step *step = &proof->step[node];
    if (step->moves > STEP_MOVES)
        return proof_fail(proof, "node %u has %u moves in a step, which is too many", node,
                          step->moves);
    for (uint32_t m = 0; m < step->moves; m++) {
        struct block_set from = step->move[m].from;
        struct block_set to = step->move[m].to;
        if (to.area == AREA_INPUT || to.area == from.area)
            return proof_fail(proof, "node %u moves blocks within an area or into the input", node);
        if (step->move[m].kind == MOVE_SPREAD) {
            if (!spread(proof, node, from, to))
                return false;
            continue;
        }
        if (!check_set(proof, node, from) || !check_set(proof, node, to))
            return false;
        if (count_bits(from.free) != count_bits(to.free))
            return proof_fail(proof, "node %u moves blocks to a different number of places", node);
        if (step->move[m].kind != MOVE_COPY && !proof->algorithm->operation->combines)
            return proof_fail(proof, "node %u combines blocks, but the operation has no operator",
                              node);
        uint32_t source = from.first;
        uint32_t target = to.first;
        do {
            uint32_t moved = *proof_block(proof, node, from.area, source);
            uint32_t *place = proof_block(proof, node, to.area, target);
            bool left = step->move[m].kind == MOVE_LEFT;
            if (is_lost(proof, moved))
                moved = *place;
            *place = step->move[m].kind == MOVE_COPY
                         ? moved
                         : combined(proof, node, to.area, target, left ? moved : *place,
                                    left ? *place : moved);
            source = block_set_next(&from, source);
            target = block_set_next(&to, target);
        } while (source != from.first);
    }
    return true;
}

/* Keeps the contents of what leaves each node, as they are before anything arrives. */
static void pack(struct proof *proof, uint32_t node) {
    for (uint32_t ports = proof->step[node].sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        struct run run = proof->step[node].send[port];
        while (proof->leaving_count + run.count > proof->leaving_room) {
            proof->leaving_room = 2 * proof->leaving_room + run.count;
            proof->leaving =
                proof_grow(proof->leaving, proof->leaving_room, sizeof *proof->leaving);
        }
        proof->sent[node * proof->shape.dimension + port] = proof->leaving_count;
        for (uint32_t b = 0; b < run.count; b++)
            proof->leaving[proof->leaving_count++] =
                *proof_block(proof, node, run.area, run_block(run, b));
    }
}

/* Stores or combines what has come to a node, in the order of the ports. */
static void unpack(struct proof *proof, uint32_t node) {
    const struct step *step = &proof->step[node];
    for (uint32_t port = 0; port < proof->shape.dimension; port++) {
        if (!proof_stores(proof, step, port))
            continue;
        struct run run = step->receive[port];
        const uint32_t *arrived =
            &proof->leaving[proof->came[node * proof->shape.dimension + port]];
        for (uint32_t b = 0; b < run.count; b++) {
            uint32_t block = run_block(run, b);
            uint32_t *place = proof_block(proof, node, run.area, block);
            bool left = ((step->left >> port) & 1) != 0;
            if (is_lost(proof, arrived[b]))
                continue;
            *place = !((step->combines >> port) & 1)
                         ? arrived[b]
                         : combined(proof, node, run.area, block, left ? arrived[b] : *place,
                                    left ? *place : arrived[b]);
        }
    }
}

static void hear(struct proof *proof, uint32_t node, uint32_t from) {
    for (size_t word = 0; word < CUBE_MAX_NODES / 64; word++)
        proof->hears[node].node[word] |= proof->heard[from].node[word];
}

/* Loses what a packet brings, if it is on a link that is dead and its sender does not know. */
static void lose(struct proof *proof, uint32_t node, uint32_t port, uint32_t packet,
                 uint32_t blocks) {
    if (proof->loses && (proof->faults->dead[node] >> port & 1) != 0)
        memset(&proof->leaving[packet], 0, blocks * sizeof *proof->leaving); /* CONTENTS_NOTHING */
}

/* Follows a packet of `origin` link by link to the node that keeps it. A path can be no longer than
 * there are links: each is used once. */
static bool follow(struct proof *proof, uint32_t origin, uint32_t port) {
    struct run sent = proof->step[origin].send[port];
    uint32_t packet = proof->sent[origin * proof->shape.dimension + port];
    uint32_t node = origin;

    for (;;) {
        uint32_t bit = 1u << port;
        if (proof->left[node] & bit)
            return proof_fail(proof, "two packets on the link of node %u, port %u", node, port);
        if (!(proof->network.ports[node] & bit))
            return proof_fail(proof, "node %u, port %u: a packet on a link that %s", node, port,
                              proof->faults ? "is dead" : "is not in the mesh");
        proof->left[node] |= bit;
        lose(proof, node, port, packet, sent.count);
        proof->finding->packets++;
        proof->finding->link_words += sent.count;
        proof->finding->relays = proof->finding->relays || node != origin;
        if (sent.count > proof->finding->blocks)
            proof->finding->blocks = sent.count;

        node ^= bit;
        const struct step *step = &proof->step[node];
        proof->arrived[node] |= bit;
        if (!((step->receives | step->relays) & bit))
            return proof_fail(proof, "node %u does not expect the packet that arrives on port %u",
                              node, port);
        if (step->receive[port].count != sent.count)
            return proof_fail(proof, "node %u expects %u blocks on port %u, but %u arrive", node,
                              step->receive[port].count, port, sent.count);
        proof->came[node * proof->shape.dimension + port] = packet;
        if (proof_stores(proof, step, port))
            hear(proof, node, origin);
        if (proof->observer.see)
            proof->observer.see(proof->observer.argument, &(struct passage){
                                                              .step = proof->number,
                                                              .from = node ^ bit,
                                                              .port = port,
                                                              .first = (node ^ bit) == origin,
                                                              .last = (step->receives & bit) != 0,
                                                              .contents = proof->leaving + packet,
                                                              .blocks = sent.count,
                                                          });
        if (step->receives & bit)
            return true;
        port = step->leave[port];
    }
}

/* Tells the observer what every block holds. */
static void show_holdings(const struct proof *proof) {
    const struct observer *observer = &proof->observer;
    for (uint32_t node = 0; observer->hold && node < proof->nodes; node++)
        for (uint32_t area = 0; area < algorithm_areas(proof->algorithm); area++)
            for (uint32_t block = 0; block < proof_blocks(proof, node, area); block++)
                observer->hold(observer->argument,
                               &(struct holding){proof->number, node, area, block,
                                                 *proof_block(proof, node, area, block)});
}

static bool walk_step(struct proof *proof) {
    proof->busy = 0;
    proof->leaving_count = 0;
    for (uint32_t node = 0; node < proof->nodes; node++)
        algorithm_step(proof->algorithm, &proof->shape, node, proof->number, &proof->step[node]);
    for (uint32_t node = 0; node < proof->nodes; node++)
        if (!step_keeps_rules(proof, node) || !make_moves(proof, node))
            return false;

    memset(proof->left, 0, proof->nodes * sizeof *proof->left);
    memset(proof->arrived, 0, proof->nodes * sizeof *proof->arrived);
    memcpy(proof->hears, proof->heard, proof->nodes * sizeof *proof->heard);
    uint64_t packets = proof->finding->packets;
    for (uint32_t node = 0; node < proof->nodes; node++)
        pack(proof, node);
    for (uint32_t node = 0; node < proof->nodes; node++)
        for (uint32_t ports = proof->step[node].sends; ports != 0; ports &= ports - 1)
            if (!follow(proof, node, lowest_port(ports)))
                return false;
    for (uint32_t node = 0; node < proof->nodes; node++) {
        uint32_t missing =
            (proof->step[node].receives | proof->step[node].relays) & ~proof->arrived[node];
        if (missing != 0)
            return proof_fail(proof, "node %u expects a packet on port %u that no node sends", node,
                              lowest_port(missing));
    }
    for (uint32_t node = 0; node < proof->nodes; node++)
        unpack(proof, node);
    show_holdings(proof);
    memcpy(proof->heard, proof->hears, proof->nodes * sizeof *proof->heard);
    if (proof->finding->packets > packets)
        proof->finding->steps = proof->number;
    else if (proof->number <= algorithm_steps(proof->algorithm, &proof->shape))
        return proof_fail(proof, "no node sends anything");
    return true;
}

/* Tells what a block of an output holds, and what it should hold. */
static bool wrong_output(struct proof *proof, uint32_t node, uint32_t area, uint32_t block,
                         struct cube_content wanted) {
    char holds[100], nodes[40] = "";
    contents_text(*proof_block(proof, node, area, block), holds, sizeof holds);
    if (wanted.last > wanted.first)
        snprintf(nodes, sizeof nodes, "s %u-%u", wanted.first, wanted.last);
    else
        snprintf(nodes, sizeof nodes, " %u", wanted.first);
    return proof_fail(
        proof, "node %u ends with a wrong block %u in area %u: %s, expected block %u of node%s%s",
        node, block, area, holds, wanted.block, nodes, proof->spoilt);
}

static bool check_outputs(struct proof *proof) {
    const struct operation *operation = proof->algorithm->operation;
    for (uint32_t area = 1; area <= operation->outputs; area++)
        for (uint32_t node = 0; node < proof->nodes; node++)
            for (uint32_t block = 0; block < proof_blocks(proof, node, area); block++) {
                if (proof->loses && faults_is_cut_off(proof->faults, node))
                    continue;
                struct cube_content content =
                    operation_content(operation, &proof->shape, node, area, block);
                if (!contents_are(*proof_block(proof, node, area, block), content,
                                  proof->algorithm->ordered))
                    return wrong_output(proof, node, area, block, content);
            }
    for (uint32_t node = 0; operation->synchronizes && node < proof->nodes; node++)
        for (uint32_t other = 0; other < proof->nodes; other++)
            if (!((proof->heard[node].node[other / 64] >> (other % 64)) & 1))
                return proof_fail(proof, "node %u has not heard of node %u", node, other);
    return true;
}

static bool check_counts(struct proof *proof) {
    const struct algorithm *algorithm = proof->algorithm;
    const struct finding *finding = proof->finding;
    if (finding->steps != algorithm_steps(algorithm, &proof->shape))
        return proof_fail(proof, "the schedule has %u steps, but the algorithm declares %u",
                          finding->steps, algorithm_steps(algorithm, &proof->shape));
    if (finding->packets != algorithm_packets(algorithm, &proof->shape))
        return proof_fail(proof, "the schedule has %llu packets, but the algorithm declares %llu",
                          (unsigned long long)finding->packets,
                          (unsigned long long)algorithm_packets(algorithm, &proof->shape));
    if (finding->link_words != algorithm_link_words(algorithm, &proof->shape))
        return proof_fail(proof,
                          "the schedule has %llu link words, but the algorithm declares %llu",
                          (unsigned long long)finding->link_words,
                          (unsigned long long)algorithm_link_words(algorithm, &proof->shape));
    return true;
}

static bool check_bound(struct proof *proof) {
    struct finding *finding = proof->finding;
    struct means means = {proof->algorithm->ports, finding->relays, finding->blocks};
    uint32_t claimed = algorithm_bound(proof->algorithm, &proof->shape);
    finding->bound = bound_steps_round(proof->algorithm, &proof->shape, means, proof->faults);
    if (proof->algorithm->own && !proof->algorithm->bound)
        claimed = finding->bound; /* nothing is claimed */
    if (claimed != finding->bound)
        return proof_fail(proof, "the lower bound is %u steps, but the algorithm declares %u",
                          finding->bound, claimed);
    if (claimed > finding->steps)
        return proof_fail(proof, "the declared bound, %u, is more than the steps", claimed);
    return true;
}

/* Checks that each accumulator, being a copy of the input, has as many blocks as the input, where
 * it has any. */
static bool check_accumulators(struct proof *proof) {
    for (uint32_t node = 0; node < proof->nodes; node++)
        for (uint32_t area = 0; area < algorithm_areas(proof->algorithm); area++) {
            uint32_t blocks = proof_blocks(proof, node, area);
            if (((proof->algorithm->accumulators >> area) & 1) && blocks != 0 &&
                blocks != proof_blocks(proof, node, AREA_INPUT))
                return proof_fail(
                    proof, "accumulator area %u of node %u has %u blocks, but the input has %u",
                    area, node, blocks, proof_blocks(proof, node, AREA_INPUT));
        }
    return true;
}

/* Walks a schedule to its end, and looks at what the nodes have got. What is claimed of it is
 * looked at, too, unless packets are lost. */
static bool prove(const struct algorithm *algorithm, const struct shape *shape,
                  const struct faults *faults, bool loses, struct finding *finding,
                  const struct observer *observer) {
    struct proof *proof = proof_grow(NULL, 1, sizeof *proof);
    *proof = (struct proof){
        .algorithm = algorithm,
        .shape = *shape,
        .nodes = shape_nodes(shape),
        .finding = finding,
        .faults = faults,
        .loses = loses,
        .observer = observer ? *observer : (struct observer){.see = NULL},
    };
    memset(finding, 0, sizeof *finding);
    network_of(algorithm, shape, &proof->network);
    if (faults && !loses && !network_kill(faults, &proof->network)) {
        perror("checker");
        exit(EXIT_FAILURE);
    }
    proof_begin(proof);

    bool right = check_accumulators(proof);
    show_holdings(proof);
    uint32_t last = algorithm_steps(algorithm, &proof->shape) + 1; /* for the closing moves */
    for (proof->number = 1; right && proof->number <= last; proof->number++)
        right = walk_step(proof);
    right = right && check_outputs(proof) && (loses || (check_counts(proof) && check_bound(proof)));
    network_end(&proof->network);
    proof_end(proof);
    free(proof);
    return right;
}

bool check_schedule_round(const struct algorithm *algorithm, const struct shape *shape,
                          const struct faults *faults, struct finding *finding,
                          const struct observer *observer) {
    return prove(algorithm, shape, faults, false, finding, observer);
}

bool check_schedule_losing(const struct algorithm *algorithm, const struct shape *shape,
                           const struct faults *faults, struct finding *finding) {
    return prove(algorithm, shape, faults, true, finding, NULL);
}

bool check_schedule(const struct algorithm *algorithm, const struct shape *shape,
                    struct finding *finding) {
    return prove(algorithm, shape, NULL, false, finding, NULL);
}
