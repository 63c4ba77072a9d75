#include "collectives/run/script.h"

#include "net/word.h"

void script_begin(struct script *script, uint32_t room, const struct workspace *workspace,
                  const char *name) {
    const struct combiner *combiner = &workspace->combiner;
    script->key.type = combiner->type;
    script->key.op = combiner->op;
    script->function = combiner->op == NULL ? NULL : operator_for(combiner->op, combiner->type);
    script->name = name;
    script->buffer[BUFFER_SCRATCH] = workspace->scratch;
    script->arrived = script->buffers = script->length = 0;
    script->room = room;
}

/* Goes on counting when there is no more room. */
static void append(struct script *script, struct action action) {
    static const uint8_t for_word[] = {
        [ACTION_SEND] = ACTION_SEND_WORD,
        [ACTION_TAKE] = ACTION_TAKE_WORD,
        [ACTION_COMBINE_LEFT] = ACTION_COMBINE_WORD,
        [ACTION_COMBINE_RIGHT] = ACTION_COMBINE_RIGHT,
        [ACTION_RELAY] = ACTION_RELAY,
        [ACTION_COPY] = ACTION_COPY_WORD,
        [ACTION_APPLY_LEFT] = ACTION_APPLY_LEFT,
        [ACTION_APPLY_RIGHT] = ACTION_APPLY_RIGHT,
    };
    if (action.bytes == WORD_BYTES)
        action.kind = for_word[action.kind];
    if (script->length < script->room)
        script->action[script->length] = action;
    script->length++;
}

/* Where a block is to be written, or the same place of the input. */
static struct place place_of(struct script *script, const struct workspace *workspace,
                             uint32_t area, uint32_t block) {
    size_t offset = block_offset(workspace, area, block);
    uint32_t buffer = area;
    if (area > workspace->outputs) {
        offset += (size_t)(workspace->target[area] - workspace->scratch);
        buffer = BUFFER_SCRATCH;
    }
    script->buffers |= 1u << buffer;
    return (struct place){buffer, (uint32_t)offset};
}

/* Where its contents are: an accumulator may still be the input. */
static struct place contents_of(struct script *script, const struct workspace *workspace,
                                uint32_t area, uint32_t block) {
    bool shared = (workspace->shared >> area) & 1;
    return place_of(script, workspace, shared ? AREA_INPUT : area, block);
}

/* An area is about to be written, but for what is combined into all of it. */
static void add_separation(struct script *script, struct workspace *workspace, uint32_t area) {
    if (!((workspace->shared >> area) & 1))
        return;
    append(script, (struct action){
                       .kind = ACTION_COPY,
                       .bytes = (uint32_t)block_offset(workspace, area, workspace->blocks[area]),
                       .place = place_of(script, workspace, area, 0),
                       .source = place_of(script, workspace, AREA_INPUT, 0),
                   });
    workspace_written(workspace, area);
}

/* What combines what: one that commutes works on its right operand, the quicker way. */
static enum action_kind kind_of(const struct workspace *workspace, enum move_kind kind) {
    if (kind == MOVE_COPY || kind == MOVE_SPREAD)
        return ACTION_COPY;
    bool left = kind == MOVE_LEFT || workspace->combiner.op->commutative;
    return left ? ACTION_APPLY_LEFT : ACTION_APPLY_RIGHT;
}

static void add_move(struct script *script, struct workspace *workspace, const struct move *move) {
    add_separation(script, workspace, move->to.area);
    struct move_runs runs = move_runs(move);
    do {
        append(script, (struct action){
                           .kind = (uint8_t)kind_of(workspace, move->kind),
                           .bytes = (uint32_t)(runs.blocks * workspace->bytes),
                           .place = place_of(script, workspace, move->to.area, runs.target),
                           .source = contents_of(script, workspace, move->from.area, runs.source),
                       });
    } while (move_runs_next(&runs));
}

static void add_send(struct script *script, const struct workspace *workspace, uint32_t number,
                     uint32_t port, const struct step *step) {
    struct run run = step->send[port];
    append(script, (struct action){
                       .kind = ACTION_SEND,
                       .port = (uint8_t)port,
                       .header = (uint64_t)workspace->tag << 32 | number,
                       .bytes = (uint32_t)(run.count * workspace->bytes),
                       .place = contents_of(script, workspace, run.area, run.first),
                   });
}

static void add_arrival(struct script *script, struct workspace *workspace, uint32_t number,
                        uint32_t port, const struct step *step) {
    struct run run = step->receive[port];
    uint32_t bit = 1u << port;
    struct action action = {
        .kind = ACTION_TAKE,
        .port = (uint8_t)port,
        .header = (uint64_t)workspace->tag << 32 | number,
        .bytes = (uint32_t)(run.count * workspace->bytes),
    };
    if (step->relays & bit) {
        action.kind = ACTION_RELAY;
        action.leave = (uint8_t)step->leave[port];
    } else if (step->combines & bit) {
        bool left = (step->left & bit) || workspace->combiner.op->commutative;
        action.kind = left ? ACTION_COMBINE_LEFT : ACTION_COMBINE_RIGHT;
        action.count = (uint8_t)(action.bytes / workspace->combiner.type->bytes);
        if (run.count < workspace->blocks[run.area])
            add_separation(script, workspace, run.area);
        action.source = contents_of(script, workspace, run.area, run.first);
        action.place = place_of(script, workspace, run.area, run.first);
        workspace_written(workspace, run.area);
    } else {
        add_separation(script, workspace, run.area);
        action.place = place_of(script, workspace, run.area, run.first);
    }
    script->arrived = action_step(&action);
    append(script, action);
}

/* The arrivals in the order of their ports, in which operands are combined. With relays there is no
 * order in which to wait: what one node waits for may have to pass another that waits for it. */
static void add_arrivals(struct script *script, struct workspace *workspace, uint32_t number,
                         const struct step *step) {
    uint32_t arrivals = step->receives | step->relays;
    if (step->relays != 0 && (arrivals & (arrivals - 1)) != 0)
        append(script, (struct action){.kind = ACTION_ANY_ORDER,
                                       .header = number,
                                       .count = (uint8_t)__builtin_popcount(arrivals)});
    for (uint32_t ports = arrivals; ports != 0; ports &= ports - 1)
        add_arrival(script, workspace, number, lowest_port(ports), step);
}

/* Whether the packets of `ports` fit in a slot and are not empty. */
static bool are_short(const struct workspace *workspace, uint32_t ports, const struct run run[]) {
    for (; ports != 0; ports &= ports - 1) {
        size_t bytes = run[lowest_port(ports)].count * workspace->bytes;
        if (bytes == 0 || bytes > COPY_SMALL)
            return false;
    }
    return true;
}

/* Whether it is a step for a script. */
static bool is_fit(const struct workspace *workspace, const struct step *step) {
    if (!are_short(workspace, step->sends, step->send) ||
        !are_short(workspace, step->receives | step->relays, step->receive))
        return false;
    /* Operands are taken in order, and packets that are relayed in any order. */
    if (step->relays != 0 && step->combines != 0)
        return false;
    for (uint32_t m = 0; m < step->moves; m++)
        if (kind_of(workspace, step->move[m].kind) != ACTION_COPY && workspace->bytes > COPY_SMALL)
            return false;
    return true;
}

bool script_add(struct script *script, struct workspace *workspace, const struct step *step,
                uint32_t number) {
    if (!is_fit(workspace, step))
        return false;
    for (uint32_t m = 0; m < step->moves; m++)
        add_move(script, workspace, &step->move[m]);
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        add_send(script, workspace, number, lowest_port(ports), step);
    add_arrivals(script, workspace, number, step);
    return script->length <= script->room;
}

bool script_end(struct script *script, struct workspace *workspace) {
    for (uint32_t area = 1; area <= workspace->outputs; area++)
        add_separation(script, workspace, area);
    return script->length <= script->room;
}
