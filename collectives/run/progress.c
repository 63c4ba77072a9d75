#include "collectives/run/progress.h"

#include "collectives/run/slot.h"
#include "collectives/run/word_step.h"
#include "net/link.h"
#include "net/wait.h"

/* How far the packet on a port has come; set when it begins. */
struct outgoing {
    const uint8_t *next;
    size_t left; /* bytes that have not left */
    uint64_t stamp;
};

struct incoming {
    uint8_t *next;
    size_t left;   /* bytes that have not arrived; of a relay, not left; not been combined */
    size_t passed; /* bytes of the oldest piece that have left, or been combined */
};

/* One node's part of one step, under way. */
struct progress {
    const struct schedule *schedule;
    struct workspace *workspace;
    const struct step *step;
    struct tag tag;
    uint32_t sending;               /* ports on which the rest of a packet has to leave: `out` */
    uint32_t begun;                 /* ports of which `in` tells how much of a packet has arrived */
    uint64_t words;                 /* WAIT_... words whose change would let it go on */
    struct outgoing *out;           /* by port */
    struct incoming *in;            /* by port */
    uint8_t (*relayed)[COPY_SMALL]; /* by port: packets of a slot on their way through */
};

/* ---- Sending ---- */

/* Goes on with a packet as far as the ring takes it. Returns whether anything left. */
static rare bool push(struct progress *progress, uint32_t port) {
    for (bool moved = false;; moved = true) {
        size_t left = progress->out[port].left;
        size_t sent = link_put(port, progress->tag.operation, progress->tag.step,
                               progress->out[port].stamp, progress->out[port].next, left, left);
        if (sent == LINK_FULL) {
            progress->words |= WAIT_ROOM(port);
            return moved;
        }
        if (sent == left) {
            progress->sending &= ~(1u << port);
            return true;
        }
        progress->out[port].next += sent;
        progress->out[port].left -= sent;
        progress->out[port].stamp = time_after(progress->out[port].stamp, sent);
    }
}

static apart void send_other(struct progress *progress, uint32_t port, uint64_t stamp,
                             const uint8_t *data, size_t bytes) {
    if (bytes <= COPY_SMALL && send_slot(progress->tag, port, stamp, data, bytes))
        return;
    progress->out[port].next = data;
    progress->out[port].left = bytes;
    progress->out[port].stamp = stamp;
    progress->sending |= 1u << port;
    push(progress, port);
}

static inline void send_packet(struct progress *progress, struct tag tag, uint32_t port,
                               uint64_t stamp, const uint8_t *data, size_t bytes) {
    if (unlikely(bytes != WORD_BYTES || !send_slot(tag, port, stamp, data, WORD_BYTES)))
        send_other(progress, port, stamp, data, bytes);
}

/* The stamp of a packet of `all` bytes which came on `port`, its last `bytes` bytes with `stamp`,
 * and which this node relays. */
static rare uint64_t stamp_relayed(const struct progress *progress, uint32_t port, uint64_t stamp,
                                   size_t bytes, size_t all) {
    uint32_t leave = progress->step->leave[port];
    uint64_t relayed = time_pass(stamp, bytes, progress->schedule->relay == RELAY_WHOLE);
    time_note_passed(flow_of(leave, progress->tag.operation, progress->tag.step), port, relayed,
                     all);
    return relayed;
}

/* ---- Receiving and relaying ----
 *
 * These are called when something has arrived on a port. They return 1 when the port is done, 0
 * when more has to arrive, and a negative errno.
 */

/* By the clock, takes a piece of a packet of which `left` bytes are missing, if it is for this
 * node.
 */
static rare void take_time(const struct progress *progress, uint32_t port,
                           const struct cube_header *header, size_t left) {
    size_t all = run_bytes(progress->workspace, progress->step->receive[port]);
    if (((progress->step->relays >> port) & 1) == 0)
        time_take_timed(flow_of(port, progress->tag.operation, progress->tag.step), header->clock,
                        header->bytes, left == all);
}

/* Takes pieces to their place; a relay then sends the whole packet on. */
static int take_pieces(struct progress *progress, uint32_t port) {
    struct piece piece;
    while (link_look(port, 0, &piece)) {
        size_t left = progress->in[port].left;
        int error = check_piece(progress->tag, &piece.header, left);
        if (error != 0)
            return error;
        size_t bytes = piece.header.bytes;
        if (unlikely(node.time.on))
            take_time(progress, port, &piece.header, left);
        copy_out(progress->in[port].next, piece.payload, bytes);
        progress->in[port].next += bytes;
        progress->in[port].left -= bytes;
        link_release(port, &piece.header);
        if (bytes == left) {
            size_t all = run_bytes(progress->workspace, progress->step->receive[port]);
            if ((progress->step->relays >> port) & 1)
                send_packet(progress, progress->tag, progress->step->leave[port],
                            stamp_relayed(progress, port, piece.header.clock, bytes, all),
                            progress->in[port].next - all, all);
            return 1;
        }
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

/* Sends pieces on as they are, from ring to ring. */
static int pass_pieces(struct progress *progress, uint32_t port) {
    struct piece piece;
    uint32_t leave = progress->step->leave[port];
    while (link_look(port, (uint32_t)progress->in[port].passed, &piece)) {
        size_t passed = progress->in[port].passed;
        size_t left = progress->in[port].left;
        int error = check_piece(progress->tag, &piece.header, left + passed);
        if (error != 0)
            return error;
        size_t bytes = piece.header.bytes;
        uint64_t stamp = time_pass(time_after(piece.header.clock, passed), 0, false);
        size_t sent = link_put(leave, progress->tag.operation, progress->tag.step, stamp,
                               piece.payload + passed, bytes - passed, left);
        if (sent == LINK_FULL) {
            progress->words |= WAIT_ROOM(leave);
            return 0;
        }
        progress->in[port].left = left - sent;
        progress->in[port].passed = passed + sent;
        if (passed + sent < bytes)
            continue;
        progress->in[port].passed = 0;
        link_release(port, &piece.header);
        if (sent == left)
            return 1;
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

/* Notes that the packet that begins to arrive is passed on, in pieces. */
static rare void note_pieces(const struct progress *progress, uint32_t port) {
    struct cube_header header = link_arrived(port).header;
    uint32_t leave = progress->step->leave[port];
    time_note_passed(flow_of(leave, progress->tag.operation, progress->tag.step), port,
                     time_pass(header.clock, 0, false), header.remaining);
}

/* Goes on with a packet of any size. */
static int take_some(struct progress *progress, uint32_t port) {
    const struct workspace *workspace = progress->workspace;
    const struct run *run = &progress->step->receive[port];
    uint32_t bit = 1u << port;
    bool pass = (progress->step->relays & bit) && progress->schedule->relay == RELAY_PIECES;
    if (!(progress->begun & bit)) {
        progress->begun |= bit;
        progress->in[port].next =
            pass ? NULL
                 : workspace->target[run->area] + block_offset(workspace, run->area, run->first);
        /* Only the ends of a path know how large a block of theirs is. */
        progress->in[port].left = pass && workspace->uneven ? link_arrived(port).header.remaining
                                                            : run_bytes(workspace, *run);
        progress->in[port].passed = 0;
        if (pass && unlikely(node.time.journal))
            note_pieces(progress, port);
    }
    return pass ? pass_pieces(progress, port) : take_pieces(progress, port);
}

/* Takes a packet that fits in a slot, and sends it on. */
within int relay_slot(struct progress *progress, struct tag tag, uint32_t port, size_t bytes,
                      bool timed) {
    uint8_t *target = progress->relayed[port];
    uint64_t stamp = 0;
    int result = take_slot_to(tag, port, timed ? &stamp : NULL, target, bytes);
    if (timed)
        stamp = stamp_relayed(progress, port, stamp, bytes, bytes);
    if (likely(result > 0))
        send_packet(progress, tag, progress->step->leave[port], stamp, target, bytes);
    return result;
}

within int take_slot(struct progress *progress, struct tag tag, uint32_t port, size_t bytes,
                     bool timed) {
    const struct run *run = &progress->step->receive[port];
    if ((progress->step->relays >> port) & 1)
        return relay_slot(progress, tag, port, bytes, timed);
    return take_own_slot(
        tag, port, progress->workspace->target[run->area] + run->first * progress->workspace->bytes,
        bytes, timed);
}

within int take_any(struct progress *progress, uint32_t port, size_t bytes, bool timed) {
    return bytes <= COPY_SMALL && !progress->workspace->uneven
               ? take_slot(progress, progress->tag, port, bytes, timed)
               : take_some(progress, port);
}

static apart int take_other(struct progress *progress, uint32_t port, size_t bytes) {
    return take_any(progress, port, bytes, false);
}

/* Where there is a clock. To relay takes no time of it. */
static apart int take_timed(struct progress *progress, uint32_t port, size_t bytes) {
    if (((progress->step->relays >> port) & 1) == 0)
        return take_any(progress, port, bytes, true);
    struct pause pause = time_pause();
    int result = take_any(progress, port, bytes, true);
    time_resume(pause);
    return result;
}

/* ---- Combining ---- */

/* Combines whole elements straight from the ring. An operator of the program's own may look at one
 * twice, and would have to believe what it found the first time: it gets them in memory that nobody
 * else writes. */
static void combine_elements(const struct workspace *workspace, uint32_t area, size_t offset,
                             const uint8_t *data, size_t bytes, bool left) {
    const struct combiner *combiner = &workspace->combiner;
    size_t most = bytes;
    bool copies = combiner->op->kinds == 0 && (left || combiner->op->commutative);
    if (copies)
        most = combiner->spare_bytes;
    for (size_t done = 0; done < bytes; done += most) {
        size_t part = bytes - done < most ? bytes - done : most;
        const uint8_t *arrived = data + done;
        if (copies)
            arrived = memcpy(combiner->spare, arrived, part);
        workspace_combine(workspace, area, offset + done, arrived, part, left);
    }
}

/* Combines `bytes` bytes, the next ones of the packet. What is cut in the middle of an element
 * waits in `carry` for its other part. */
static void combine_bytes(struct progress *progress, uint32_t port, const uint8_t *data,
                          size_t bytes) {
    struct workspace *workspace = progress->workspace;
    struct run run = progress->step->receive[port];
    size_t element = workspace->combiner.type->bytes;
    uint8_t *carry = workspace->carry + port * element_room(element);
    bool left = (progress->step->left >> port) & 1;
    size_t arrived = run_bytes(workspace, run) - progress->in[port].left;
    size_t held = arrived % element;
    size_t offset = block_offset(workspace, run.area, run.first) + arrived - held;

    if (held > 0) {
        size_t rest = element - held < bytes ? element - held : bytes;
        memcpy(carry + held, data, rest);
        if (held + rest < element)
            return;
        workspace_combine(workspace, run.area, offset, carry, element, left);
        offset += element;
        data += rest;
        bytes -= rest;
    }
    size_t whole = bytes - bytes % element;
    combine_elements(workspace, run.area, offset, data, whole, left);
    memcpy(carry, data + whole, bytes - whole);
}

/* Combines pieces straight from the ring. Where the run also leaves on this port, no further than
 * it has left. */
static rare int combine_pieces(struct progress *progress, struct tag tag, uint32_t port) {
    struct piece piece;
    struct incoming *in = &progress->in[port];
    uint32_t bit = 1u << port;
    size_t all = run_bytes(progress->workspace, progress->step->receive[port]);
    if (!(progress->begun & bit)) {
        progress->begun |= bit;
        in->left = all;
        in->passed = 0;
    }
    while (link_look(port, (uint32_t)in->passed, &piece)) {
        int error = check_piece(tag, &piece.header, in->left + in->passed);
        if (error != 0)
            return error;
        size_t bytes = piece.header.bytes - in->passed;
        if (progress->sending & bit)
            push(progress, port);
        if (progress->sending & bit) {
            size_t may = in->left - progress->out[port].left;
            bytes = may < bytes ? may : bytes;
        }
        if (unlikely(node.time.on) && in->passed == 0 && (bytes > 0 || piece.header.bytes == 0))
            take_time(progress, port, &piece.header, in->left);
        if (bytes > 0)
            combine_bytes(progress, port, piece.payload + in->passed, bytes);
        in->left -= bytes;
        in->passed += bytes;
        if (in->passed < piece.header.bytes)
            return 0; /* push has said what it waits for */
        in->passed = 0;
        link_release(port, &piece.header);
        if (in->left == 0)
            return 1;
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

/* Takes a packet that fits in a slot and combines it. */
within int combine_slot(struct progress *progress, struct tag tag, uint32_t port, size_t bytes,
                        bool timed) {
    _Alignas(max_align_t) uint8_t arrived[COPY_SMALL];
    const struct workspace *workspace = progress->workspace;
    struct run run = progress->step->receive[port];
    int result = take_own_slot(tag, port, arrived, bytes, timed);
    if (likely(result > 0))
        workspace_combine(workspace, run.area, block_offset(workspace, run.area, run.first),
                          arrived, bytes, (progress->step->left >> port) & 1);
    return result;
}

/* Takes and combines what has arrived on a port. */
within int take_combined(struct progress *progress, struct tag tag, uint32_t port, bool timed) {
    struct workspace *workspace = progress->workspace;
    struct run run = progress->step->receive[port];
    const struct link *link = word_link(port);
    if (!word_arrived(link, link->in.head)) {
        progress->words |= WAIT_ARRIVAL(port);
        return 0;
    }
    size_t bytes = run_bytes(workspace, run);
    int result;
    if (bytes > COPY_SMALL || ((progress->sending >> port) & 1))
        result = combine_pieces(progress, tag, port);
    else if (likely(bytes == WORD_BYTES))
        result = combine_slot(progress, tag, port, WORD_BYTES, timed);
    else
        result = combine_slot(progress, tag, port, bytes, timed);
    if (result > 0 && ((workspace->shared >> run.area) & 1))
        workspace_written(workspace, run.area);
    return result;
}

/* The same for all of them that are still open, each after those on lower ports: so the order of
 * the operands, and with it the last bit of a sum, is always the same. Returns as take_all. */
within int combine_all(struct progress *progress, struct tag tag, uint32_t incoming, bool timed) {
    for (uint32_t ports = progress->step->combines & incoming; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        int result = take_combined(progress, tag, port, timed);
        if (result < 0)
            return result;
        if (result == 0)
            break;
        incoming &= ~(1u << port);
    }
    return (int)incoming;
}

/* ---- A step ---- */

/* Sends what the step says, as far as the rings take it. */
within void send_all(struct progress *progress, struct tag tag, bool timed) {
    size_t bytes = progress->workspace->bytes;
    for (uint32_t ports = progress->step->sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        struct run run = progress->step->send[port];
        const uint8_t *area = progress->workspace->source[run.area];
        if (likely(run.count * bytes == WORD_BYTES)) {
            send_packet(progress, tag, port, stamp_own(tag, port, WORD_BYTES, timed),
                        area + run.first * bytes, WORD_BYTES);
        } else {
            size_t size = run_bytes(progress->workspace, run);
            send_packet(progress, tag, port, stamp_own(tag, port, size, timed),
                        area + block_offset(progress->workspace, run.area, run.first), size);
        }
    }
}

/* Takes and relays what has arrived on the ports `incoming`. Returns those that are not done, or a
 * negative errno. */
within int take_all(struct progress *progress, struct tag tag, uint32_t incoming, bool combining,
                    bool timed) {
    size_t bytes = progress->workspace->bytes;
    uint32_t ports = incoming;
    if (combining) {
        int left = combine_all(progress, tag, incoming, timed);
        if (unlikely(left < 0))
            return left;
        incoming = (uint32_t)left;
        ports = incoming & ~progress->step->combines;
    }
    for (; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        const struct link *link = word_link(port);
        if (!word_arrived(link, link->in.head)) {
            progress->words |= WAIT_ARRIVAL(port);
            continue;
        }
        size_t size = progress->step->receive[port].count * bytes;
        int result = timed ? take_timed(progress, port, size)
                     : likely(size == WORD_BYTES)
                         ? take_slot(progress, tag, port, WORD_BYTES, false)
                         : take_other(progress, port, size);
        if (unlikely(result < 0))
            return result;
        incoming &= ~((uint32_t)result << port);
    }
    return (int)incoming;
}

within int carry_out(const struct schedule *schedule, struct workspace *workspace,
                     const struct step *step, uint32_t number, bool combining, bool timed) {
    struct outgoing out[CUBE_MAX_DIMENSION];
    struct incoming in[CUBE_MAX_DIMENSION];
    uint8_t relayed[CUBE_MAX_DIMENSION][COPY_SMALL];
    struct tag tag = {workspace->tag, number};
    struct progress progress = {schedule, workspace,         step, tag, .out = out,
                                .in = in, .relayed = relayed};
    int incoming = (int)(step->receives | step->relays);
    send_all(&progress, tag, timed);

    if (timed)
        time_take_several(step->receives);
    struct waiting waiting = wait_begin(schedule->operation->name, CUBE_NOBODY, number);
    for (;;) {
        /* In this order: what has arrived may have to leave. Each port that is not done then has
         * failed a look, whose word is in `words`. */
        progress.words = 0;
        incoming = take_all(&progress, tag, (uint32_t)incoming, combining, timed);
        if (unlikely(incoming < 0))
            return incoming;
        bool moved = false;
        for (uint32_t ports = progress.sending; unlikely(ports != 0); ports &= ports - 1)
            moved |= push(&progress, lowest_port(ports));
        uint32_t open = (uint32_t)incoming | progress.sending;
        if (open == 0)
            break;
        if (unlikely(moved)) /* what was kept from being combined until it had left may go on */
            continue;
        waiting.peer = node_neighbour(lowest_port(open));
        wait_more(&waiting, progress.words);
    }
    if (timed)
        time_taken();
    step_done(step, tag);
    return 0;
}

/* Compiled apart, so that none pays for the others. */
static apart int carry_out_combining(const struct schedule *schedule, struct workspace *workspace,
                                     const struct step *step, uint32_t number) {
    return carry_out(schedule, workspace, step, number, true, false);
}

static apart int carry_out_storing(const struct schedule *schedule, struct workspace *workspace,
                                   const struct step *step, uint32_t number) {
    return carry_out(schedule, workspace, step, number, false, false);
}

static apart int carry_out_timed(const struct schedule *schedule, struct workspace *workspace,
                                 const struct step *step, uint32_t number) {
    return carry_out(schedule, workspace, step, number, true, true);
}

int progress_any(const struct schedule *schedule, struct workspace *workspace,
                 const struct step *step, uint32_t number) {
    if (unlikely(node.time.on))
        return carry_out_timed(schedule, workspace, step, number);
    return step->combines != 0 ? carry_out_combining(schedule, workspace, step, number)
                               : carry_out_storing(schedule, workspace, step, number);
}

int progress_step(const struct schedule *schedule, struct workspace *workspace,
                  const struct step *step, uint32_t number) {
    return word_step_is(workspace, step) ? word_step(schedule, workspace, step, number)
                                         : progress_any(schedule, workspace, step, number);
}
