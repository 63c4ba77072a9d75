#include "collectives/run/word_step.h"

#include "collectives/run/progress.h"
#include "collectives/run/slot.h"
#include "net/wait.h"

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
        if (!wait_looks_first(looks))
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
    return progress_any(schedule, workspace, &rest, number);
}

/* The step, if it is one of a word each way. */
within int carry_word(const struct schedule *schedule, struct workspace *workspace,
                      const struct step *step, uint32_t number, bool timed) {
    struct tag tag = {workspace->tag, number};
    if (step->sends != 0 && unlikely(!send_word(workspace, step, tag, timed)))
        return progress_any(schedule, workspace, step, number);
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
    step_done(step, tag);
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

bool word_step_is(const struct workspace *workspace, const struct step *step) {
    uint32_t sends = step->sends;
    uint32_t receives = step->receives;
    return ((sends & (sends - 1)) | (receives & (receives - 1)) | step->relays) == 0 &&
           workspace->bytes == WORD_BYTES && is_one(sends, step->send) &&
           is_one(receives, step->receive);
}

int word_step(const struct schedule *schedule, struct workspace *workspace, const struct step *step,
              uint32_t number) {
    return likely(!node.time.on) ? carry_word_untimed(schedule, workspace, step, number)
                                 : carry_word_timed(schedule, workspace, step, number);
}
