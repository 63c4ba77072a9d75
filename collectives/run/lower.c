#include "collectives/run/lower.h"

#include <errno.h>

#include "collectives/run/plan_run.h"
#include "net/fast_path.h"
#include "net/node.h"

/* ---- Actions ---- */

/* Makes room for so many actions that have to stand behind each other. */
static void reserve(struct lowering *lowering, uint32_t actions) {
    struct plan *plan = lowering->plan;
    if (plan->length + actions <= plan->room)
        return;
    if (lowering->error == 0)
        lowering->error = plan_do(plan);
    lowering->done_in_part = true;
    plan->length = 0;
}

/* The kind of an action of so many bytes. */
static uint8_t kind_for(uint8_t kind, size_t bytes) {
    static const uint8_t for_word[] = {
        [ACTION_SEND] = ACTION_SEND_WORD,
        [ACTION_TAKE] = ACTION_TAKE_WORD,
        [ACTION_COMBINE_LEFT] = ACTION_COMBINE_WORD,
        [ACTION_COPY] = ACTION_COPY_WORD,
        [ACTION_STEP_DONE] = 0,
    };
    static const uint8_t for_slot[] = {
        [ACTION_SEND] = ACTION_SEND_SLOT,
        [ACTION_TAKE] = ACTION_TAKE_SLOT,
        [ACTION_COMBINE_LEFT] = ACTION_COMBINE_SLOT,
        [ACTION_STEP_DONE] = 0,
    };
    if (bytes == WORD_BYTES && for_word[kind] != 0)
        return for_word[kind];
    return bytes <= COPY_SMALL && for_slot[kind] != 0 ? for_slot[kind] : kind;
}

static void append(struct lowering *lowering, struct action action) {
    action.kind = kind_for(action.kind, action.bytes);
    reserve(lowering, 1);
    lowering->plan->action[lowering->plan->length++] = action;
}

/* ---- Places ---- */

/* Where a block is to be written, or the same place of the input. */
static struct place place_of(struct lowering *lowering, uint32_t area, uint32_t block) {
    const struct workspace *workspace = lowering->workspace;
    size_t offset = block_offset(workspace, area, block);
    uint32_t buffer = area;
    if (area > workspace->outputs) {
        offset += workspace->scratch[area];
        buffer = BUFFER_SCRATCH;
    }
    /* An area of no bytes is never touched: the caller need not have a buffer for it. */
    if (block_offset(workspace, area, workspace->blocks[area]) > 0)
        lowering->plan->buffers |= 1u << buffer;
    return (struct place){buffer, (uint32_t)offset};
}

static void copy(struct lowering *lowering, struct place place, struct place source, size_t bytes) {
    if (bytes > 0)
        append(lowering, (struct action){.kind = ACTION_COPY,
                                         .bytes = (uint32_t)bytes,
                                         .place = place,
                                         .source = source});
}

/* ---- Accumulators ----
 *
 * An accumulator begins as a copy of the input, but what is never written need not be copied, and
 * what arrives can be combined from the input into the accumulator. So each block is looked for in
 * the input until something is written into it.
 */

/* Where the contents of a run are: all of its blocks are written, or none is. */
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
    uint32_t stretch = run_stretch(run);
    for (uint32_t b = 0; b < run.count; b += stretch)
        workspace_written(lowering->workspace, run.area, run_block(run, b), stretch);
}

/* Copies those blocks of a run from the input that still are there. */
static void separate(struct lowering *lowering, struct run run) {
    const struct workspace *workspace = lowering->workspace;
    for (uint32_t b = 0, next; b < run.count; b = next) {
        uint32_t first = run_block(run, b);
        next = b + 1;
        if (!is_unwritten(workspace, run.area, first))
            continue;
        while (next < run.count && run_block(run, next) == first + next - b &&
               is_unwritten(workspace, run.area, first + next - b))
            next++;
        struct run stretch = {run.area, (uint16_t)(next - b), first, 0};
        copy(lowering, place_of(lowering, run.area, first),
             place_of(lowering, AREA_INPUT, first), run_bytes(workspace, stretch));
        run_written(lowering, stretch);
    }
}

/* The contents of a run are about to be used: they have to be all in one place. */
static void unite(struct lowering *lowering, struct run run) {
    uint32_t unwritten = unwritten_blocks(lowering->workspace, run);
    if (unwritten != 0 && unwritten != run.count)
        separate(lowering, run);
}

/* A run is about to be written. An output may be the caller's input itself (executor.h), so another
 * accumulator whose contents still are there gets its copy before. */
static void spare_others(struct lowering *lowering, struct run run) {
    if (run.area > lowering->workspace->outputs)
        return;
    for (uint32_t area = 1; area < SCHEDULE_AREAS; area++) {
        struct run other = run;
        other.area = (uint16_t)area;
        if (area != run.area && unwritten_blocks(lowering->workspace, other) > 0)
            separate(lowering, other);
    }
}

/* ---- Moves ---- */

/* What combines what: one that commutes works on its right operand, the quicker way. */
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
        unite(lowering, from);
        spare_others(lowering, to);
        if (kind != ACTION_COPY)
            separate(lowering, to);
        struct place place = place_of(lowering, to.area, to.first);
        struct place source = contents_of(lowering, from);
        run_written(lowering, to);
        if (kind == ACTION_COPY)
            copy(lowering, place, source, bytes);
        else
            append(lowering,
                   (struct action){
                       .kind = kind, .bytes = (uint32_t)bytes, .place = place, .source = source});
    } while (move_runs_next(&runs));
}

/* ---- Packets ---- */

static struct action packet(const struct lowering *lowering, uint8_t kind, uint32_t number,
                            uint32_t port, size_t bytes) {
    return (struct action){
        .kind = kind,
        .port = (uint8_t)port,
        .header = (uint64_t)lowering->operation << 32 | number,
        .bytes = (uint32_t)bytes,
    };
}

/* What a packet of a run is to be: of the kind that is given, or of that for sets of blocks. */
static void describe_set(struct lowering *lowering, struct action *action, struct run run,
                         uint8_t kind) {
    uint32_t stretch = run_stretch(run);
    if (run.free != 0 && lowering->workspace->uneven)
        lowering->error = -EINVAL; /* a set has blocks of one size */
    if (run.free == 0 || stretch == run.count || action->bytes == 0)
        return;
    action->kind = kind;
    action->count = (uint8_t)__builtin_ctz(stretch);
    action->source =
        (struct place){run.free & ~(stretch - 1), (uint32_t)lowering->workspace->bytes};
}

static void lower_send(struct lowering *lowering, uint32_t number, uint32_t port,
                       const struct step *step) {
    struct run run = step->send[port];
    struct action action =
        packet(lowering, ACTION_SEND, number, port, run_bytes(lowering->workspace, run));
    if (action.bytes > 0)
        action.place = contents_of(lowering, run);
    describe_set(lowering, &action, run, ACTION_SEND_SET);
    append(lowering, action);
}

/* What a header that arrives is compared with is what the meter of steps says of it. */
static void append_arrival(struct lowering *lowering, struct action action) {
    lowering->plan->arrived = action_step(&action);
    append(lowering, action);
}

static void lower_relay(struct lowering *lowering, uint32_t number, uint32_t port,
                        const struct step *step) {
    struct run run = step->receive[port];
    uint8_t kind = lowering->relays_whole ? ACTION_RELAY_WHOLE : ACTION_RELAY;
    bool any = !lowering->relays_whole && lowering->workspace->uneven;
    size_t bytes = any ? ACTION_ANY_BYTES : run_bytes(lowering->workspace, run);
    struct action action = packet(lowering, kind, number, port, bytes);
    action.leave = (uint8_t)step->leave[port];
    if (lowering->relays_whole && bytes > 0)
        action.place = place_of(lowering, run.area, run.first);
    append_arrival(lowering, action);
}

static void lower_combination(struct lowering *lowering, uint32_t number, uint32_t port,
                              const struct step *step) {
    struct workspace *workspace = lowering->workspace;
    struct run run = step->receive[port];
    bool left = (step->left >> port & 1) || lowering->plan->key.op->commutative;
    size_t bytes = run_bytes(workspace, run);
    struct action action =
        packet(lowering, left ? ACTION_COMBINE_LEFT : ACTION_COMBINE_RIGHT, number, port, bytes);
    if (bytes <= COPY_SMALL)
        action.count = (uint8_t)(bytes / lowering->plan->key.type->bytes);
    if (bytes > 0) {
        action.source = contents_of(lowering, run);
        action.place = place_of(lowering, run.area, run.first);
    }
    run_written(lowering, run);
    append_arrival(lowering, action);
}

static void lower_arrival(struct lowering *lowering, uint32_t number, uint32_t port,
                          const struct step *step) {
    struct run run = step->receive[port];
    if (step->relays >> port & 1) {
        lower_relay(lowering, number, port, step);
    } else if (step->combines >> port & 1) {
        lower_combination(lowering, number, port, step);
    } else {
        struct action action =
            packet(lowering, ACTION_TAKE, number, port, run_bytes(lowering->workspace, run));
        if (action.bytes > 0)
            action.place = place_of(lowering, run.area, run.first);
        describe_set(lowering, &action, run, ACTION_TAKE_SET);
        run_written(lowering, run);
        append_arrival(lowering, action);
    }
}

/* ---- A step ---- */

/* Whether a packet of so many bytes is sent by itself: so many as half a ring takes, cut where it
 * ends (plan_run.h says why). */
static bool goes_alone(size_t bytes) {
    uint64_t slots = node.link[0].out.mask + 1;
    return bytes < ACTION_ANY_BYTES && piece_slots(bytes) + 1 <= slots / 2;
}

/* Whether all packets of the step do. */
static bool all_go_alone(const struct lowering *lowering, const struct step *step) {
    const struct workspace *workspace = lowering->workspace;
    if (workspace->uneven && step->relays != 0)
        return false; /* nobody here knows how long they are */
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        if (!goes_alone(run_bytes(workspace, step->send[lowest_port(ports)])))
            return false;
    for (uint32_t ports = step->receives | step->relays; ports != 0; ports &= ports - 1)
        if (!goes_alone(run_bytes(workspace, step->receive[lowest_port(ports)])))
            return false;
    return true;
}

/* Copies what the packets of the step need copied before any of them goes. */
static void prepare(struct lowering *lowering, const struct step *step) {
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        unite(lowering, step->send[lowest_port(ports)]);
    for (uint32_t ports = step->receives; ports != 0; ports &= ports - 1) {
        struct run run = step->receive[lowest_port(ports)];
        spare_others(lowering, run);
        if ((step->combines & ports & -ports) != 0)
            unite(lowering, run);
    }
}

/* The next `count` actions belong together. */
static void group(struct lowering *lowering, uint8_t kind, uint32_t number, uint32_t count) {
    reserve(lowering, 1 + count);
    append(lowering, (struct action){.kind = kind, .header = number, .count = (uint8_t)count});
}

void lower_step(struct lowering *lowering, const struct step *step, uint32_t number) {
    uint32_t arrivals = step->receives | step->relays;
    for (uint32_t m = 0; m < step->moves; m++)
        lower_move(lowering, &step->move[m]);
    if ((step->sends | arrivals) == 0)
        return;
    prepare(lowering, step);

    uint32_t sends = (uint32_t)__builtin_popcount(step->sends);
    uint32_t takes = (uint32_t)__builtin_popcount(arrivals);
    bool alone = all_go_alone(lowering, step);
    if (!alone)
        group(lowering, ACTION_TOGETHER, number, sends + takes);
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        lower_send(lowering, number, lowest_port(ports), step);
    /* With relays there is no order in which to wait: what one node waits for may have to pass
     * another that waits for it. Operands are taken in the order of their ports. */
    if (alone && step->relays != 0 && takes > 1)
        group(lowering, ACTION_ANY_ORDER, number, takes);
    for (uint32_t ports = arrivals; ports != 0; ports &= ports - 1)
        lower_arrival(lowering, number, lowest_port(ports), step);
    if (node.records > 0)
        append(lowering, (struct action){.kind = ACTION_STEP_DONE, .header = number});
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
        for (uint32_t block = 0; block < blocks && blocks <= WORKSPACE_SET_BLOCKS; block++)
            workspace->unwritten[area][block / 64] |= UINT64_C(1) << block % 64;
    }
}

void lower_end(struct lowering *lowering) {
    for (uint32_t area = 1; area <= lowering->workspace->outputs; area++)
        separate(lowering, whole_area(lowering->workspace, area));
}
