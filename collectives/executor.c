#include "collectives/executor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/meters.h"
#include "net/wait.h"

#define SMALL_SCRATCH 1024u /* bytes of scratch up to which the stack is used, not the heap */

struct workspace {
    const uint8_t *source[SCHEDULE_AREAS];
    uint8_t *target[SCHEDULE_AREAS]; /* the same addresses; null for the input */
    size_t bytes;                    /* of a block */
};

/* One node's part of one step, under way. What is in none of the sets is done, or was not to do. */
struct progress {
    uint32_t sending;   /* ports on which the rest of a packet has to leave */
    uint32_t receiving; /* ports on which the rest of a packet has to arrive, to be stored */
    uint32_t relaying;  /* ports on which it has to arrive and leave piece by piece */
    uint32_t operation;
    uint32_t number;
    uint64_t words; /* WAIT_... words whose change would let it go on */
    struct {
        const uint8_t *next;
        size_t left; /* bytes of the packet that have not left */
    } out[CUBE_MAX_DIMENSION];
    struct {
        uint8_t *next;
        size_t left; /* bytes of the packet that have not arrived, or of a relay, not left */
        size_t done; /* of a relay: bytes of the oldest piece that have left */
    } in[CUBE_MAX_DIMENSION];
};

/* ---- Moves ---- */

static void make_move(const struct workspace *workspace, const struct move *move) {
    struct block_set from = move->from;
    struct block_set to = move->to;
    /* Low bits free in both sets: there the blocks are consecutive, and one copy does. */
    uint32_t both = from.free & to.free;
    uint32_t consecutive = ~both & (both + 1);
    from.free &= ~(consecutive - 1);
    to.free &= ~(consecutive - 1);

    uint32_t source = from.first;
    uint32_t target = to.first;
    do {
        memcpy(workspace->target[to.area] + target * workspace->bytes,
               workspace->source[from.area] + source * workspace->bytes,
               consecutive * workspace->bytes);
        source = block_set_next(&from, source);
        target = block_set_next(&to, target);
    } while (source != from.first);
}

/* ---- Sends, receives and relays: each function goes as far as the rings let it ---- */

static void push(struct progress *progress, uint32_t port) {
    for (;;) {
        size_t left = progress->out[port].left;
        size_t sent = link_put(port, progress->operation, progress->number,
                               progress->out[port].next, left, left);
        if (sent == LINK_FULL) {
            progress->words |= WAIT_ROOM(port);
            return;
        }
        if (sent == left) {
            progress->sending &= ~(1u << port);
            return;
        }
        progress->out[port].next += sent;
        progress->out[port].left -= sent;
    }
}

static void push_all(struct progress *progress) {
    for (uint32_t ports = progress->sending; ports != 0; ports &= ports - 1)
        push(progress, lowest_port(ports));
}

/* 0 if the piece continues the packet of which `left` bytes are missing. */
static int check_piece(const struct progress *progress, const struct cube_piece *piece,
                       size_t left) {
    if (piece->operation != progress->operation || piece->step != progress->number)
        return -EPROTO;
    if (piece->remaining != left || piece->bytes > left)
        return -EMSGSIZE;
    return 0;
}

static int pull(struct progress *progress, const struct step *step, uint32_t port) {
    const struct cube_piece *piece;
    while ((piece = link_look(port)) != NULL) {
        size_t left = progress->in[port].left;
        int error = check_piece(progress, piece, left);
        if (error != 0)
            return error;
        size_t bytes = piece->bytes;
        copy_out(progress->in[port].next, piece->payload, bytes);
        link_release(port);
        if (bytes == left) {
            progress->receiving &= ~(1u << port);
            if ((step->relays >> port) & 1) /* a whole packet to pass on */
                progress->sending |= 1u << step->leave[port];
            return 0;
        }
        progress->in[port].next += bytes;
        progress->in[port].left -= bytes;
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

static int pass(struct progress *progress, const struct step *step, uint32_t port) {
    const struct cube_piece *piece;
    while ((piece = link_look(port)) != NULL) {
        size_t done = progress->in[port].done;
        size_t left = progress->in[port].left;
        int error = check_piece(progress, piece, left + done);
        if (error != 0)
            return error;
        size_t bytes = piece->bytes;
        size_t sent = link_put(step->leave[port], progress->operation, progress->number,
                               piece->payload + done, bytes - done, left);
        if (sent == LINK_FULL) {
            progress->words |= WAIT_ROOM(step->leave[port]);
            return 0;
        }
        progress->in[port].left = left - sent;
        if (done + sent < bytes) {
            progress->in[port].done = done + sent;
            continue;
        }
        progress->in[port].done = 0;
        link_release(port);
        if (sent == left) {
            progress->relaying &= ~(1u << port);
            return 0;
        }
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

static int pull_all(struct progress *progress, const struct step *step) {
    for (uint32_t ports = progress->receiving; ports != 0; ports &= ports - 1) {
        int error = pull(progress, step, lowest_port(ports));
        if (error != 0)
            return error;
    }
    for (uint32_t ports = progress->relaying; ports != 0; ports &= ports - 1) {
        int error = pass(progress, step, lowest_port(ports));
        if (error != 0)
            return error;
    }
    return 0;
}

/* ---- A step ---- */

static void prepare(struct progress *progress, const struct workspace *workspace,
                    const struct step *step, enum relay_mode relay) {
    progress->sending = step->sends;
    progress->receiving = step->receives | (relay == RELAY_WHOLE ? step->relays : 0);
    progress->relaying = relay == RELAY_PIECES ? step->relays : 0;

    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        const struct run *run = &step->send[port];
        progress->out[port].next = workspace->source[run->area] + run->first * workspace->bytes;
        progress->out[port].left = run->count * workspace->bytes;
    }
    for (uint32_t ports = step->receives | step->relays; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        const struct run *run = &step->receive[port];
        progress->in[port].left = run->count * workspace->bytes;
        progress->in[port].done = 0;
    }
    for (uint32_t ports = progress->receiving; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        const struct run *run = &step->receive[port];
        progress->in[port].next = workspace->target[run->area] + run->first * workspace->bytes;
    }
    for (uint32_t ports = progress->receiving & step->relays; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        progress->out[step->leave[port]].next = progress->in[port].next;
        progress->out[step->leave[port]].left = progress->in[port].left;
    }
}

static int run_step(const struct schedule *schedule, const struct workspace *workspace,
                    const struct step *step, uint32_t number) {
    struct progress progress;
    progress.operation = schedule->operation->tag;
    progress.number = number;
    prepare(&progress, workspace, step, schedule->relay);
    push_all(&progress);

    struct waiting waiting = wait_begin(schedule->operation->name, CUBE_NOBODY, number);
    for (;;) {
        /* In this order: what has arrived whole is on its way on before the wait. */
        progress.words = 0;
        int error = pull_all(&progress, step);
        if (error != 0)
            return error;
        push_all(&progress);
        uint32_t open = progress.receiving | progress.relaying | progress.sending;
        if (open == 0)
            return 0;
        waiting.peer = node_neighbour(lowest_port(open));
        wait_more(&waiting, progress.words);
    }
}

/* ---- A call ---- */

static int run_schedule(const struct schedule *schedule, const struct shape *shape,
                        const struct workspace *workspace) {
    uint32_t steps = schedule->steps(shape);
    for (uint32_t number = 1; number <= steps + 1; number++) {
        struct step step;
        schedule->step(shape, node.number, number, &step);
        for (uint32_t m = 0; m < step.moves && workspace->bytes > 0; m++)
            make_move(workspace, &step.move[m]);
        if (number > steps)
            break;
        int error = run_step(schedule, workspace, &step, number);
        if (error != 0)
            return error;
        meter_step_done(number);
    }
    return 0;
}

/* Points the caller's areas at the caller's buffers. Returns false if one is missing. */
static bool set_buffers(struct workspace *workspace, const struct schedule *schedule,
                        const void *input, void *const output[]) {
    static uint8_t nothing[1]; /* where all blocks of no bytes are */
    bool empty = workspace->bytes == 0;
    workspace->source[AREA_INPUT] = empty ? nothing : input;
    workspace->target[AREA_INPUT] = NULL;
    bool complete = workspace->source[AREA_INPUT] != NULL;
    for (uint32_t k = 0; k < schedule->operation->outputs; k++) {
        workspace->target[1 + k] = empty ? nothing : output[k];
        workspace->source[1 + k] = workspace->target[1 + k];
        complete = complete && workspace->target[1 + k] != NULL;
    }
    return complete;
}

int execute_call(const struct schedule *schedule, const void *input, void *const output[],
                 size_t bytes) {
    struct shape shape = {.dimension = node.dimension};
    struct workspace workspace = {.bytes = bytes};
    size_t scratch_bytes = 0;
    uint32_t first_scratch = 1 + schedule->operation->outputs;

    route_poll();
    if (!set_buffers(&workspace, schedule, input, output))
        return -EINVAL;
    for (uint32_t area = 0; area < schedule->areas; area++) {
        uint32_t blocks = schedule->blocks(&shape, area);
        if (blocks > 0 && bytes > UINT32_MAX / blocks)
            return -EINVAL;
        scratch_bytes += area < first_scratch ? 0 : blocks * bytes;
    }

    _Alignas(max_align_t) uint8_t small[SMALL_SCRATCH];
    uint8_t *scratch = scratch_bytes <= sizeof small ? small : malloc(scratch_bytes);
    if (scratch == NULL)
        return -ENOMEM;
    uint8_t *next = scratch;
    for (uint32_t area = first_scratch; area < schedule->areas; area++) {
        workspace.source[area] = workspace.target[area] = next;
        next += schedule->blocks(&shape, area) * bytes;
    }
    int error = run_schedule(schedule, &shape, &workspace);
    if (scratch != small)
        free(scratch);
    return error;
}
