#include "collectives/progress.h"

#include <errno.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/meters.h"
#include "net/time.h"
#include "net/wait.h"
#include "net/word.h"

/* What the headers of the packets of a step say. */
struct tag {
    uint32_t operation;
    uint32_t step;
};

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

/* Sends a packet that fits in a slot, if there is room. */
within bool send_slot(struct tag tag, uint32_t port, uint64_t stamp, const uint8_t *data,
                      size_t bytes) {
    enum word_sent sent = word_send(word_link(port), tag.operation, tag.step, stamp, data, bytes);
    if (unlikely(sent == WORD_WAKE))
        system_ring(1u << port);
    return likely(sent != WORD_FULL);
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

/* The stamp of a packet of this node's own. Here and below, `timed`: there is a clock. */
within uint64_t stamp_own(struct tag tag, uint32_t port, size_t bytes, bool timed) {
    return timed ? time_depart_timed(flow_of(port, tag.operation, tag.step), bytes) : 0;
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

/* 0 if the piece continues the packet of which `left` bytes are missing. */
static int check_piece(struct tag tag, const struct cube_piece *piece, size_t left) {
    if (piece->operation != tag.operation || piece->step != tag.step)
        return -EPROTO;
    if (piece->remaining != left || piece->bytes > left)
        return -EMSGSIZE;
    return 0;
}

/* By the clock, takes a piece of a packet of which `left` bytes are missing, if it is for this
 * node.
 */
static rare void take_time(const struct progress *progress, uint32_t port,
                           const struct cube_piece *piece, size_t left) {
    size_t all = run_bytes(progress->workspace, progress->step->receive[port]);
    if (((progress->step->relays >> port) & 1) == 0)
        time_take_timed(flow_of(port, progress->tag.operation, progress->tag.step), piece->clock,
                        piece->bytes, left == all);
}

/* Takes pieces to their place; a relay then sends the whole packet on. */
static int take_pieces(struct progress *progress, uint32_t port) {
    const struct cube_piece *piece;
    while ((piece = link_look(port)) != NULL) {
        size_t left = progress->in[port].left;
        int error = check_piece(progress->tag, piece, left);
        if (error != 0)
            return error;
        size_t bytes = piece->bytes;
        uint64_t stamp = piece->clock;
        if (unlikely(node.time.on))
            take_time(progress, port, piece, left);
        copy_out(progress->in[port].next, piece->payload, bytes);
        progress->in[port].next += bytes;
        progress->in[port].left -= bytes;
        link_release(port);
        if (bytes == left) {
            size_t all = run_bytes(progress->workspace, progress->step->receive[port]);
            if ((progress->step->relays >> port) & 1)
                send_packet(progress, progress->tag, progress->step->leave[port],
                            stamp_relayed(progress, port, stamp, bytes, all),
                            progress->in[port].next - all, all);
            return 1;
        }
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

/* Sends pieces on as they are, from ring to ring. */
static int pass_pieces(struct progress *progress, uint32_t port) {
    const struct cube_piece *piece;
    uint32_t leave = progress->step->leave[port];
    while ((piece = link_look(port)) != NULL) {
        size_t passed = progress->in[port].passed;
        size_t left = progress->in[port].left;
        int error = check_piece(progress->tag, piece, left + passed);
        if (error != 0)
            return error;
        size_t bytes = piece->bytes;
        uint64_t stamp = time_pass(time_after(piece->clock, passed), 0, false);
        size_t sent = link_put(leave, progress->tag.operation, progress->tag.step, stamp,
                               piece->payload + passed, bytes - passed, left);
        if (sent == LINK_FULL) {
            progress->words |= WAIT_ROOM(leave);
            return 0;
        }
        progress->in[port].left = left - sent;
        progress->in[port].passed = passed + sent;
        if (passed + sent < bytes)
            continue;
        progress->in[port].passed = 0;
        link_release(port);
        if (sent == left)
            return 1;
    }
    progress->words |= WAIT_ARRIVAL(port);
    return 0;
}

/* Notes that the packet that begins to arrive is passed on, in pieces. */
static rare void note_pieces(const struct progress *progress, uint32_t port) {
    const struct cube_piece *piece = link_look(port);
    uint32_t leave = progress->step->leave[port];
    time_note_passed(flow_of(leave, progress->tag.operation, progress->tag.step), port,
                     time_pass(piece->clock, 0, false), piece->remaining);
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
        progress->in[port].left =
            pass && workspace->uneven ? link_look(port)->remaining : run_bytes(workspace, *run);
        progress->in[port].passed = 0;
        if (pass && unlikely(node.time.journal))
            note_pieces(progress, port);
    }
    return pass ? pass_pieces(progress, port) : take_pieces(progress, port);
}

/* Takes a packet that fits in a slot to `target`, and its stamp to *stamp unless that is null. */
within int take_slot_to(struct tag tag, uint32_t port, uint64_t *stamp, void *target,
                        size_t bytes) {
    struct link *link = word_link(port);
    enum word_result result =
        word_take(link, link->in.head, tag.operation, tag.step, stamp, target, bytes);
    if (unlikely(result == WORD_OTHER)) {
        int error = check_piece(tag, link_look(port), bytes);
        return error != 0 ? error : -EMSGSIZE; /* nobody cuts what fits in a slot */
    }
    if (unlikely(result == WORD_RELEASE)) {
        ring_release(&link->in);
        node_wake(port);
    }
    if (unlikely(tag.step <= node.records))
        meter_step_piece(port, &(struct cube_piece){.remaining = (uint32_t)bytes,
                                                    .bytes = (uint32_t)bytes,
                                                    .step = tag.step});
    return 1;
}

/* The same for a packet that is for this node. */
within int take_own_slot(struct tag tag, uint32_t port, void *target, size_t bytes, bool timed) {
    uint64_t stamp;
    int result = take_slot_to(tag, port, timed ? &stamp : NULL, target, bytes);
    if (timed && likely(result > 0))
        time_take_timed(flow_of(port, tag.operation, tag.step), stamp, bytes, true);
    return result;
}

/* The same for one that it relays. */
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
    workspace_combine(workspace, run.area, offset, data, whole, left);
    memcpy(carry, data + whole, bytes - whole);
}

/* Combines pieces straight from the ring. Where the run also leaves on this port, no further than
 * it has left. */
static rare int combine_pieces(struct progress *progress, struct tag tag, uint32_t port) {
    const struct cube_piece *piece;
    struct incoming *in = &progress->in[port];
    uint32_t bit = 1u << port;
    size_t all = run_bytes(progress->workspace, progress->step->receive[port]);
    if (!(progress->begun & bit)) {
        progress->begun |= bit;
        in->left = all;
        in->passed = 0;
    }
    while ((piece = link_look(port)) != NULL) {
        int error = check_piece(tag, piece, in->left + in->passed);
        if (error != 0)
            return error;
        size_t bytes = piece->bytes - in->passed;
        if (progress->sending & bit)
            push(progress, port);
        if (progress->sending & bit) {
            size_t may = in->left - progress->out[port].left;
            bytes = may < bytes ? may : bytes;
        }
        if (unlikely(node.time.on) && in->passed == 0 && (bytes > 0 || piece->bytes == 0))
            take_time(progress, port, piece, in->left);
        if (bytes > 0)
            combine_bytes(progress, port, piece->payload + in->passed, bytes);
        in->left -= bytes;
        in->passed += bytes;
        if (in->passed < piece->bytes)
            return 0; /* push has said what it waits for */
        in->passed = 0;
        link_release(port);
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

/* The headers that arrived had this number; those of longer packets are metered already. */
static inline void step_done(const struct step *step, uint32_t number) {
    if ((step->receives | step->relays) != 0 && number > node.steps)
        node.steps = number;
    if (unlikely(number <= node.records))
        meter_step_done(number);
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
    step_done(step, number);
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

/* ---- A step of one word ----
 *
 * At most one packet out and one in, each of one word: the whole work of many a step where blocks
 * are small, without the bookkeeping. Whatever is not as expected is left to the functions above.
 */

/* Looks before a wait forwards: the call itself has just done so, or the step before. */
enum { FIRST_LOOKS = 8 };

/* Of a set of at most one port: whether its packet has one block. */
static inline bool is_one(uint32_t port, const struct run run[]) {
    return port == 0 || run[lowest_port(port)].count == 1;
}

/* Sends the word. Returns false if the ring is full. */
within bool send_word(const struct workspace *workspace, const struct step *step, struct tag tag,
                      bool timed) {
    uint32_t port = lowest_port(step->sends);
    struct run run = step->send[port];
    if (timed && !word_room(word_link(port)))
        return false; /* before a stamp is made for it */
    return send_slot(tag, port, stamp_own(tag, port, WORD_BYTES, timed),
                     workspace->source[run.area] + run.first * WORD_BYTES, WORD_BYTES);
}

/* Waits for the first looks. Returns whether something has arrived. */
static inline bool look_for_word(uint32_t port) {
    const struct link *link = word_link(port);
    uint64_t head = link->in.head;
    for (uint32_t looks = 0; !word_arrived(link, head); looks++) {
        if (unlikely(looks >= node.idle_looks || looks >= FIRST_LOOKS))
            return false;
        system_yield();
    }
    return true;
}

/* Waits until something has arrived, by the clock in no time but that of the look. */
static apart void wait_for_word(const struct schedule *schedule, uint32_t number, uint32_t port) {
    const struct link *link = word_link(port);
    struct waiting waiting = wait_begin(schedule->operation->name, node_neighbour(port), number);
    time_stop();
    while (!word_arrived(link, link->in.head))
        wait_more(&waiting, WAIT_ARRIVAL(port));
    time_go();
}

/* Takes the word that has arrived, to its place or combined. */
within int take_word(struct workspace *workspace, const struct step *step, struct tag tag,
                     uint32_t port, bool timed) {
    struct run run = step->receive[port];
    size_t offset = run.first * WORD_BYTES;
    if (step->combines == 0)
        return take_own_slot(tag, port, workspace->target[run.area] + offset, WORD_BYTES, timed);
    uint64_t word;
    int result = take_own_slot(tag, port, &word, WORD_BYTES, timed);
    if (unlikely(result < 0))
        return result;
    combine_word(&workspace->combiner, workspace->target[run.area] + offset,
                 workspace->source[run.area] + offset, &word, step->left != 0);
    if ((workspace->shared >> run.area) & 1)
        workspace_written(workspace, run.area);
    return result;
}

/* All that is left when the first looks have failed. */
static rare int wait_longer(const struct schedule *schedule, struct workspace *workspace,
                            const struct step *step, uint32_t number) {
    struct step rest = *step;
    rest.sends = 0;
    return carry_out_combining(schedule, workspace, &rest, number); /* which can do both */
}

/* The step, if it is one of a word each way. */
within int carry_word(const struct schedule *schedule, struct workspace *workspace,
                      const struct step *step, uint32_t number, bool timed) {
    struct tag tag = {workspace->tag, number};
    if (step->sends != 0 && unlikely(!send_word(workspace, step, tag, timed)))
        return timed ? carry_out_timed(schedule, workspace, step, number)
                     : carry_out_combining(schedule, workspace, step, number);
    if (step->receives != 0) {
        uint32_t port = lowest_port(step->receives);
        const struct link *link = word_link(port);
        if (timed && !word_arrived(link, link->in.head))
            wait_for_word(schedule, number, port);
        if (!timed && unlikely(!look_for_word(port)))
            return wait_longer(schedule, workspace, step, number);
        int result = take_word(workspace, step, tag, port, timed);
        if (unlikely(result < 0))
            return result;
    }
    step_done(step, number);
    return 0;
}

static apart int carry_word_untimed(const struct schedule *schedule, struct workspace *workspace,
                                    const struct step *step, uint32_t number) {
    return carry_word(schedule, workspace, step, number, false);
}

static apart int carry_word_timed(const struct schedule *schedule, struct workspace *workspace,
                                  const struct step *step, uint32_t number) {
    return carry_word(schedule, workspace, step, number, true);
}

int progress_step(const struct schedule *schedule, struct workspace *workspace,
                  const struct step *step, uint32_t number) {
    uint32_t sends = step->sends;
    uint32_t receives = step->receives;
    if (((sends & (sends - 1)) | (receives & (receives - 1)) | step->relays) == 0 &&
        workspace->bytes == WORD_BYTES && is_one(sends, step->send) &&
        is_one(receives, step->receive))
        return likely(!node.time.on) ? carry_word_untimed(schedule, workspace, step, number)
                                     : carry_word_timed(schedule, workspace, step, number);
    if (unlikely(node.time.on))
        return carry_out_timed(schedule, workspace, step, number);
    return step->combines != 0 ? carry_out_combining(schedule, workspace, step, number)
                               : carry_out_storing(schedule, workspace, step, number);
}
