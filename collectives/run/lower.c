#include "collectives/run/lower.h"

#include <errno.h>

#include "collectives/run/kept/action_size.h"
#include "collectives/run/pieces/pieces.h"
#include "collectives/run/plan_run.h"
#include "net/fast_path.h"
#include "net/node.h"

/* ---- Actions ---- */

/* Does what the plan has so far, because its room is used up, and begins it anew. */
static NOINLINE void do_part(struct lowering *lowering) {
    struct plan *plan = lowering->plan;
    plan->action[plan->length] = (struct action){.kind = ACTION_END};
    if (lowering->error == 0)
        lowering->error = plan_do(plan);
    lowering->done_in_part = true;
    plan->length = 0;
    if (UNLIKELY(lowering->error == -EHOSTDOWN)) { /* the rest is to be done, too: hollow.h */
        lowering->error = 0;
        plan->action[plan->length++] = (struct action){.kind = ACTION_HOLLOW};
    }
}

/* Makes room for N actions that have to follow each other, and for an end. */
static inline void reserve(struct lowering *lowering, uint32_t actions) {
    if (UNLIKELY(lowering->plan->length + actions >= lowering->plan->room))
        do_part(lowering);
}

/* Appends an action of N bytes, and returns it. The caller sets its other members. */
static inline struct action *append(struct lowering *lowering, uint8_t kind, uint32_t bytes) {
    reserve(lowering, 1);
    struct action *action = &lowering->plan->action[lowering->plan->length++];
    *action = (struct action){.kind = kind_for(kind, bytes), .bytes = bytes};
    return action;
}

/* ---- Places ---- */

/* Where a block of an area lies. An area of no bytes is never touched: the caller need not have a
 * buffer for it. */
static inline struct place place_of(struct lowering *lowering, uint32_t area, uint32_t block) {
    const struct workspace *workspace = lowering->workspace;
    uint32_t buffer = workspace->buffer[area];
    size_t offset = workspace->begin[area] + block_offset(workspace, area, block);
    lowering->plan->buffers |= (~workspace->empty >> area & 1) << buffer;
    return (struct place){buffer, (uint32_t)offset};
}

static void copy(struct lowering *lowering, struct place place, struct place source, size_t bytes) {
    if (bytes == 0)
        return;
    struct action *action = append(lowering, ACTION_COPY, (uint32_t)bytes);
    action->place = place;
    action->source = source;
}

/* ---- Accumulators ----
 *
 * An accumulator begins as a copy of the input. But a block that is never written need not be
 * copied, and what arrives can be combined with the input's block, with the result in the
 * accumulator. So each block is looked for in the input until something is written into it.
 */

/* Returns where the contents of a run are. Either all of its blocks are written, or none is. */
static struct place contents_of(struct lowering *lowering, struct run run) {
    bool in_input = is_unwritten(lowering->workspace, run.area, run.first);
    return place_of(lowering, in_input ? AREA_INPUT : run.area, run.first);
}

static uint32_t unwritten_blocks(const struct workspace *workspace, struct run run) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < run.count; b++)
        count += is_unwritten(workspace, run.area, run_block(run, b));
    return count;
}

static void run_written(struct lowering *lowering, struct run run) {
    if (!has_unwritten(lowering->workspace, run.area))
        return;
    uint32_t stretch = run_stretch(run);
    for (uint32_t b = 0; b < run.count; b += stretch)
        workspace_written(lowering->workspace, run.area, run_block(run, b), stretch);
}

/* Copies those blocks of a run from the input that still are there. */
static void separate(struct lowering *lowering, struct run run) {
    const struct workspace *workspace = lowering->workspace;
    if (!has_unwritten(workspace, run.area))
        return;
    for (uint32_t b = 0, next; b < run.count; b = next) {
        uint32_t first = run_block(run, b);
        next = b + 1;
        if (!is_unwritten(workspace, run.area, first))
            continue;
        while (next < run.count && run_block(run, next) == first + next - b &&
               is_unwritten(workspace, run.area, first + next - b))
            next++;
        struct run stretch = {run.area, (uint16_t)(next - b), first, 0};
        copy(lowering, place_of(lowering, run.area, first), place_of(lowering, AREA_INPUT, first),
             run_bytes(workspace, stretch));
        run_written(lowering, stretch);
    }
}

/* Brings the contents of a run, which are about to be used, into one place. A single block always
 * is in one place. */
static inline void unite(struct lowering *lowering, struct run run) {
    if (run.count <= 1 || !has_unwritten(lowering->workspace, run.area))
        return;
    uint32_t unwritten = unwritten_blocks(lowering->workspace, run);
    if (unwritten != 0 && unwritten != run.count)
        separate(lowering, run);
}

/* ---- Moves ---- */

/* The kind of a move's action. An operator that commutes is given the operands in the order in
 * which it can work where the result belongs. */
static uint8_t kind_of(const struct lowering *lowering, enum move_kind kind) {
    if (kind == MOVE_COPY || kind == MOVE_SPREAD)
        return ACTION_COPY;
    bool left = kind == MOVE_LEFT || lowering->plan->key.op->commutative;
    return left ? ACTION_APPLY_LEFT : ACTION_APPLY_RIGHT;
}

static void lower_move(struct lowering *lowering, const struct move *move) {
    const struct workspace *workspace = lowering->workspace;
    struct move_runs runs = move_runs(move);
    uint8_t kind = kind_of(lowering, move->kind);
    do {
        struct run from = {(uint16_t)move->from.area, (uint16_t)runs.blocks, runs.source, 0};
        struct run to = {(uint16_t)move->to.area, (uint16_t)runs.blocks, runs.target, 0};
        size_t bytes = run_bytes(workspace, from);
        if (UNLIKELY(workspace->uneven) && bytes != run_bytes(workspace, to))
            lowering->error = -EINVAL; /* it would write beyond the block's place */
        unite(lowering, from);
        if (kind != ACTION_COPY)
            separate(lowering, to);
        struct place place = place_of(lowering, to.area, to.first);
        struct place source = contents_of(lowering, from);
        run_written(lowering, to);
        if (kind == ACTION_COPY) {
            copy(lowering, place, source, bytes);
        } else {
            struct action *action = append(lowering, kind, (uint32_t)bytes);
            action->place = place;
            action->source = source;
        }
    } while (move_runs_next(&runs));
}

/* ---- Packets ---- */

static inline struct action *packet(struct lowering *lowering, uint8_t kind, uint32_t number,
                                    uint32_t port, size_t bytes) {
    struct action *action = append(lowering, kind, (uint32_t)bytes);
    if (bytes > lowering->plan->longest)
        lowering->plan->longest = (uint32_t)bytes;
    action->port = (uint8_t)port;
    action->header = (uint64_t)lowering->operation << 32 | number;
    return action;
}

/* Makes the packet of a run a set, of one of the kinds that begin with `row_1`, if the run's blocks
 * do not follow each other. */
static void describe_set(struct lowering *lowering, struct action *action, struct run run,
                         uint8_t row_1) {
    uint32_t stretch = run_stretch(run);
    if (run.free != 0 && lowering->workspace->uneven)
        lowering->error = -EINVAL; /* a set has blocks of one size */
    if (run.free == 0 || stretch == run.count || action->bytes == 0)
        return;
    size_t block = lowering->workspace->bytes;
    lowering->plan->depends_on_evenness = true;
    uint32_t begins = run.free & ~(stretch - 1);
    action->kind = set_kind(row_1, begins, stretch * block);
    action->count = (uint8_t)__builtin_ctz(stretch);
    action->source = (struct place){begins, (uint32_t)block};
}

static void lower_send(struct lowering *lowering, uint32_t number, uint32_t port,
                       const struct step *step) {
    struct run run = step->send[port];
    struct action *action =
        packet(lowering, ACTION_SEND_LONG, number, port, run_bytes(lowering->workspace, run));
    if (action->bytes > 0)
        action->place = contents_of(lowering, run);
    describe_set(lowering, action, run, ACTION_SEND_ROW_1);
}

/* Whether this node does not know how long the packets are that it relays. */
static bool passes_unknown(const struct lowering *lowering) {
    return lowering->workspace->uneven && !lowering->relays_whole;
}

static void lower_relay(struct lowering *lowering, uint32_t number, uint32_t port,
                        const struct step *step) {
    struct run run = step->receive[port];
    uint8_t kind = lowering->relays_whole     ? ACTION_RELAY_WHOLE
                   : passes_unknown(lowering) ? ACTION_RELAY_ANY
                                              : ACTION_RELAY_LONG;
    size_t bytes =
        passes_unknown(lowering) ? ACTION_ANY_BYTES : run_bytes(lowering->workspace, run);
    if (!lowering->relays_whole)
        lowering->plan->depends_on_evenness = true;
    struct action *action = packet(lowering, kind, number, port, bytes);
    action->leave = (uint8_t)step->leave[port];
    if (lowering->relays_whole && bytes > 0)
        action->place = place_of(lowering, run.area, run.first);
}

/* Returns the kind of a combination in which what arrives is the left operand, if `left`, or the
 * right one. Both are the same if the operator commutes, as all of cube.h's operators do. */
static uint8_t combination_kind(const struct lowering *lowering, bool left) {
    const struct plan *plan = lowering->plan;
    if (!left && !plan->key.op->commutative)
        return ACTION_COMBINE_RIGHT;
    return plan->function ? ACTION_COMBINE_LONG : ACTION_COMBINE_OWN;
}

static void lower_combination(struct lowering *lowering, uint32_t number, uint32_t port,
                              const struct step *step) {
    struct workspace *workspace = lowering->workspace;
    struct run run = step->receive[port];
    size_t bytes = run_bytes(workspace, run);
    struct action *action =
        packet(lowering, combination_kind(lowering, step->left >> port & 1), number, port, bytes);
    if (bytes > 0) {
        action->source = contents_of(lowering, run);
        action->place = place_of(lowering, run.area, run.first);
    }
    run_written(lowering, run);
}

static void lower_receive(struct lowering *lowering, uint32_t number, uint32_t port,
                          const struct step *step) {
    struct run run = step->receive[port];
    if (step->combines >> port & 1) {
        lower_combination(lowering, number, port, step);
    } else {
        struct action *action =
            packet(lowering, ACTION_TAKE_LONG, number, port, run_bytes(lowering->workspace, run));
        if (action->bytes > 0)
            action->place = place_of(lowering, run.area, run.first);
        describe_set(lowering, action, run, ACTION_TAKE_ROW_1);
        run_written(lowering, run);
    }
}

/* ---- A step ---- */

/* Whether each packet of the step goes by itself, as far as this node knows how long they are. What
 * it sends or receives itself is no longer than its areas; it need not have room for what it relays
 * (step.h). */
static bool all_go_alone(const struct lowering *lowering, const struct step *step) {
    const struct workspace *workspace = lowering->workspace;
    bool short_areas = pieces_alone(workspace->longest);
    uint32_t sending = short_areas ? 0 : step->sends;
    uint32_t arriving =
        (short_areas ? 0 : step->receives) | (passes_unknown(lowering) ? 0 : step->relays);
    for (uint32_t ports = sending; ports != 0; ports &= ports - 1)
        if (!pieces_alone(run_bytes(workspace, step->send[lowest_port(ports)])))
            return false;
    for (uint32_t ports = arriving; ports != 0; ports &= ports - 1)
        if (!pieces_alone(run_bytes(workspace, step->receive[lowest_port(ports)])))
            return false;
    return true;
}

/* Copies what the packets of the step need copied before any of them goes. */
static void prepare(struct lowering *lowering, const struct step *step) {
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        unite(lowering, step->send[lowest_port(ports)]);
    for (uint32_t ports = step->receives; ports != 0; ports &= ports - 1) {
        struct run run = step->receive[lowest_port(ports)];
        if ((step->combines & ports & -ports) != 0)
            unite(lowering, run);
    }
}

/* Returns how many ports a set has. */
static uint32_t ports_of(uint32_t ports) {
    return (uint32_t)__builtin_popcount(ports);
}

/* Says that the next `count` actions belong together. */
static void group(struct lowering *lowering, uint8_t kind, uint32_t number, uint32_t count) {
    reserve(lowering, 1 + count);
    struct action *action = append(lowering, kind, 0);
    action->header = number;
    action->count = (uint8_t)count;
}

void lower_step(struct lowering *lowering, const struct step *step, uint32_t number) {
    for (uint32_t m = 0; m < step->moves; m++)
        lower_move(lowering, &step->move[m]);
    if ((step->sends | step->receives | step->relays) == 0)
        return;
    lowering->plan->has_packets = true;
    if (lowering->workspace->accumulators != 0)
        prepare(lowering, step);

    bool alone = all_go_alone(lowering, step);
    if (!alone) {
        lowering->plan->parts = 0;
        group(lowering, ACTION_TOGETHER, number,
              ports_of(step->sends) + ports_of(step->relays) + ports_of(step->receives));
    }
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        lower_send(lowering, number, lowest_port(ports), step);
    /* No order of waiting for the relayed packets is safe: each of them may have to pass another
     * node that waits for the other one first. What is for this node comes after them, because no
     * other node waits for it. */
    if (alone && (step->relays & (step->relays - 1)) != 0)
        group(lowering, ACTION_ANY_ORDER, number, ports_of(step->relays));
    for (uint32_t ports = step->relays; ports != 0; ports &= ports - 1)
        lower_relay(lowering, number, lowest_port(ports), step);
    for (uint32_t ports = step->receives; ports != 0; ports &= ports - 1)
        lower_receive(lowering, number, lowest_port(ports), step);
    if ((step->relays | step->receives) != 0)
        lowering->plan->arrived = number; /* for the meter of steps */
    if (node.records > 0)
        append(lowering, ACTION_STEP_DONE, 0)->header = number;
}

static struct run whole_area(const struct workspace *workspace, uint32_t area) {
    return (struct run){(uint16_t)area, (uint16_t)workspace->blocks[area], 0, 0};
}

void lower_begin(struct lowering *lowering, uint32_t accumulators) {
    struct workspace *workspace = lowering->workspace;
    for (; accumulators != 0; accumulators &= accumulators - 1) {
        uint32_t area = lowest_port(accumulators);
        uint32_t blocks = workspace->blocks[area];
        if (blocks > WORKSPACE_SET_BLOCKS)
            copy(lowering, place_of(lowering, area, 0), place_of(lowering, AREA_INPUT, 0),
                 block_offset(workspace, area, blocks));
        else
            workspace_begin(workspace, area);
    }
}

void lower_end(struct lowering *lowering) {
    for (uint32_t area = 1; area <= lowering->workspace->outputs; area++)
        separate(lowering, whole_area(lowering->workspace, area));
    append(lowering, ACTION_END, 0);
}
