#include "collectives/reroute/reroute.h"

#include <stdlib.h>
#include <string.h>

#include "collectives/reroute/order.h"
#include "collectives/reroute/path.h"

/* How a schedule is made. */
struct choice {
    bool early;   /* packets may go before the step in which they did */
    bool living;  /* those that meet no dead link choose their paths before those that do */
    bool by_step; /* those of earlier steps first, not those on which most others wait */
};

/* A schedule that is being made, step after step. */
struct making {
    struct rewriting *rewriting;
    const struct faults *faults;
    struct choice choice;
    struct order order;
    uint32_t *earliest; /* of each unit: the step in which it can be done */
    uint32_t *ready;    /* units that wait for nothing but a link */
    size_t readies;
    size_t left; /* units that are not done */
    uint32_t number;
    struct links_used used;         /* in this step */
    uint32_t sends[SCHEDULE_NODES]; /* packets that leave each node in it, */
    uint32_t takes[SCHEDULE_NODES]; /* and that end there */
    uint32_t moves[SCHEDULE_NODES];
};

static const struct making *sorted; /* for the comparison */

static const uint8_t *ports_of(const struct making *making, const struct transfer *transfer) {
    return making->rewriting->ports + transfer->path;
}

/* A unit is done in this step: others may wait for nothing more. */
static void finish(struct making *making, uint32_t unit) {
    const struct order *order = &making->order;
    making->left--;
    for (uint32_t e = order->unit[unit].first; e != ORDER_NOBODY; e = order->edge[e].next) {
        uint32_t to = order->edge[e].to, when = making->number + order->edge[e].apart;
        making->earliest[to] = when > making->earliest[to] ? when : making->earliest[to];
        if (--order->unit[to].before == 0)
            making->ready[making->readies++] = to;
    }
}

/* ---- Packets ---- */

static bool has_ports(const struct making *making, const struct transfer *transfer) {
    return !transfer || making->rewriting->of->ports == PORTS_ALL ||
           (making->sends[transfer->from] == 0 && making->takes[transfer->to] == 0);
}

static void take_ports(struct making *making, struct transfer *transfer) {
    if (!transfer)
        return;
    making->sends[transfer->from]++;
    making->takes[transfer->to]++;
    transfer->when = making->number;
}

/* Sends what a unit has, by its own path or, if `anyhow`, by any. Returns whether there was one. */
static bool send(struct making *making, const struct unit *unit, bool anyhow) {
    static uint8_t ports[SCHEDULE_NODES], back[SCHEDULE_NODES];
    struct transfer *one = unit->one;
    uint32_t links = one->links;
    if (!has_ports(making, one) || !has_ports(making, unit->other))
        return false;
    memcpy(ports, ports_of(making, one), links);
    if (!path_is_free(making->faults, &making->used, unit->other, one->from, ports, links)) {
        links = 0;
        if (anyhow)
            links =
                path_find(making->faults, &making->used, unit->other, one->from, one->to, ports);
        if (links == 0)
            return false;
    }
    path_take(&making->used, unit->other, one->from, ports, links);
    rewriting_set_path(making->rewriting, one, ports, links);
    for (uint32_t k = 0; k < links; k++)
        back[k] = ports[links - 1 - k];
    if (unit->other)
        rewriting_set_path(making->rewriting, unit->other, back, links);
    take_ports(making, one);
    take_ports(making, unit->other);
    return true;
}

static bool is_cut(const struct making *making, const struct unit *unit) {
    return !path_lives(making->faults, unit->one->from, ports_of(making, unit->one),
                       unit->one->links);
}

/* ---- Steps ---- */

/* Those first for which most others wait, then those of earlier steps; or the other way round. */
static int by_need(const void *one, const void *other) {
    const struct unit *a = &sorted->order.unit[*(const uint32_t *)one];
    const struct unit *b = &sorted->order.unit[*(const uint32_t *)other];
    if (!sorted->choice.by_step && a->height != b->height)
        return a->height > b->height ? -1 : 1;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    if (a->height != b->height)
        return a->height > b->height ? -1 : 1;
    return (a > b) - (a < b);
}

static bool may_go(const struct making *making, uint32_t unit) {
    return making->earliest[unit] <= making->number &&
           (making->choice.early || making->order.unit[unit].step <= making->number);
}

/* Takes those out of the ready ones that are done, which are marked by ORDER_NOBODY. */
static void compact(struct making *making) {
    size_t kept = 0;
    for (size_t k = 0; k < making->readies; k++)
        if (making->ready[k] != ORDER_NOBODY)
            making->ready[kept++] = making->ready[k];
    making->readies = kept;
}

/* Makes the moves that can be made, and again those that then can. */
static void make_moves(struct making *making) {
    for (size_t k = 0; k < making->readies; k++) {
        uint32_t number = making->ready[k];
        struct unit *unit = &making->order.unit[number];
        if (!unit->move || making->earliest[number] > making->number ||
            making->moves[unit->move->node] == STEP_MOVES)
            continue;
        making->moves[unit->move->node]++;
        unit->move->when = making->number;
        making->ready[k] = ORDER_NOBODY;
        finish(making, number);
    }
    compact(making);
}

/* Sends packets that can go: by their own paths, or any others that these leave. */
static size_t send_packets(struct making *making) {
    size_t count = making->readies, sent = 0;
    sorted = making;
    if (count > 0)
        qsort(making->ready, count, sizeof *making->ready, by_need);
    for (int anyhow = 0; anyhow < 2; anyhow++)
        for (size_t k = 0; k < count; k++) {
            uint32_t number = making->ready[k];
            if (number == ORDER_NOBODY || !making->order.unit[number].one ||
                !may_go(making, number))
                continue;
            const struct unit *unit = &making->order.unit[number];
            if (!send(making, unit, anyhow || (!making->choice.living && is_cut(making, unit))))
                continue;
            making->ready[k] = ORDER_NOBODY;
            finish(making, number);
            sent++;
        }
    compact(making);
    return sent;
}

/* Makes all steps. Returns the number of the last one in which a packet goes. */
static uint32_t make_steps(struct making *making) {
    uint32_t last = 0;
    size_t nodes = shape_nodes(&making->rewriting->shape);
    for (making->number = 1; making->left > 0; making->number++) {
        memset(making->moves, 0, nodes * sizeof *making->moves);
        memset(making->sends, 0, nodes * sizeof *making->sends);
        memset(making->takes, 0, nodes * sizeof *making->takes);
        memset(&making->used, 0, sizeof making->used);
        make_moves(making);
        if (send_packets(making) > 0)
            last = making->number;
    }
    return last;
}

/* Leaves out steps in which nothing goes. Moves that are made there are made in the next one.
 * Returns false if those after the last one do not fit. */
static bool close_gaps(struct making *making, uint32_t last) {
    struct rewriting *rewriting = making->rewriting;
    uint32_t *number = rewriting_memory(making->number + 2, sizeof *number), next = 1;
    for (size_t k = 0; k < rewriting->transfers; k++)
        number[rewriting->transfer[k].when] = 1;
    for (uint32_t step = 1; step <= making->number; step++) {
        uint32_t here = next;
        next += number[step];
        number[step] = here;
    }
    for (size_t k = 0; k < rewriting->transfers; k++)
        rewriting->transfer[k].when = number[rewriting->transfer[k].when];
    uint32_t *moves =
        rewriting_memory((size_t)(next + 1) * shape_nodes(&rewriting->shape), sizeof *moves);
    bool fit = true;
    for (size_t k = 0; k < rewriting->moves; k++) {
        struct node_move *move = &rewriting->move[k];
        move->when = number[move->when];
        fit = ++moves[(size_t)move->when * shape_nodes(&rewriting->shape) + move->node] <=
                  STEP_MOVES &&
              fit;
    }
    rewriting->new_steps = last == 0 ? 0 : next - 1;
    free(moves);
    free(number);
    return fit;
}

/* Makes a schedule by one choice. */
static bool make(struct rewriting *rewriting, const struct faults *faults, struct choice choice) {
    struct making *making = rewriting_memory(1, sizeof *making);
    making->rewriting = rewriting;
    making->faults = faults;
    making->choice = choice;
    for (size_t k = 0; k < rewriting->transfers; k++) {
        struct transfer *transfer = &rewriting->transfer[k];
        transfer->path = transfer->own_path;
        transfer->links = transfer->own_links;
    }
    bool done = order_begin(rewriting, &making->order);
    if (done) {
        size_t units = making->order.units;
        making->earliest = rewriting_memory(units, sizeof *making->earliest);
        making->ready = rewriting_memory(units, sizeof *making->ready);
        for (uint32_t k = 0; k < units; k++) {
            const struct unit *unit = &making->order.unit[k];
            if (!unit->one && !unit->move)
                continue;
            making->left++;
            if (unit->before == 0)
                making->ready[making->readies++] = k;
        }
        done = close_gaps(making, make_steps(making));
        order_end(&making->order);
        free(making->ready);
        free(making->earliest);
    }
    free(making);
    return done;
}

/* ---- Choices ---- */

/* All of them, or one where it takes long to make a schedule. */
enum { CHOICES = 8, MANY_PACKETS = 1 << 17 };

static struct choice choice_of(uint32_t number) {
    return (struct choice){.early = number & 4, .living = number & 2, .by_step = number & 1};
}

bool reroute(struct rewriting *rewriting, const struct faults *faults) {
    uint32_t count = rewriting->transfers > MANY_PACKETS ? 1 : CHOICES;
    uint32_t best = count, least = UINT32_MAX;
    for (uint32_t k = count; k-- > 0;) /* mostly the last of these, number 0, is the best */
        if (make(rewriting, faults, choice_of(k)) && rewriting->new_steps <= least) {
            best = k;
            least = rewriting->new_steps;
        }
    return best == 0 || (best < count && make(rewriting, faults, choice_of(best)));
}
