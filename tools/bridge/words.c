#include "tools/bridge/words.h"

#include <stdatomic.h>
#include <string.h>

#include "cube_abi.h"
#include "tools/bridge/shared.h"
#include "tools/bridge/wire.h"

static uint32_t parts;
static struct {
    struct note_meeting meeting;
    uint64_t turn;
    uint32_t ordered, done, finished;
} told[PART_MOST]; /* the last words written of each part */

/* Writes a note to all other hosts but one, as far as this host has connections with them. */
static void write_to_all(enum note_kind kind, const void *body, size_t bytes, uint32_t but) {
    for (uint32_t host = 0; host < host_count; host++)
        if (host != but && wire_is_open(host))
            memcpy(wire_write(host, kind, bytes), body, bytes);
}

/* ---- From here ---- */

/* The words of a meeting are read in the other order than kernel/parts/meet.c writes them. */
static void write_meeting(uint32_t part) {
    const struct part_words *words = shared_words(part);
    struct note_meeting meeting = {.part = part};
    meeting.layout = atomic_load_explicit(&words->layout, memory_order_acquire);
    if (meeting.layout != 0 && meeting.layout != CUBE_LAYOUT)
        give_up("the bridge of host %s is older or newer than its kernel (run make bridge)",
                host_names[host_self]);
    meeting.asker = atomic_load_explicit(&words->asker, memory_order_acquire);
    meeting.asked = atomic_load_explicit(&words->asked, memory_order_acquire);
    meeting.answered = atomic_load_explicit(&words->answered, memory_order_acquire);
    meeting.time = atomic_load_explicit(&words->time, memory_order_relaxed);
    meeting.epoch = meeting.layout ? words->epoch : 0;
    if (memcmp(&meeting, &told[part].meeting, sizeof meeting) == 0)
        return;
    told[part].meeting = meeting;
    write_to_all(NOTE_MEETING, &meeting, sizeof meeting, host_self);
}

static void write_turn(uint32_t part) {
    struct note_turn turn = {.part = part};
    turn.turn = atomic_load_explicit(&shared_words(part)->turn, memory_order_acquire);
    if (turn.turn == told[part].turn)
        return;
    told[part].turn = turn.turn;
    write_to_all(NOTE_TURN, &turn, sizeof turn, host_self);
}

/* What part 0 wants of a far part. */
static void write_order(uint32_t part) {
    const struct part_words *words = shared_words(0);
    uint32_t number = atomic_load_explicit(&words->ordered[part], memory_order_acquire);
    if (number == told[part].ordered)
        return;
    told[part].ordered = number;
    struct note_order *order = wire_write(host_of_part(part), NOTE_ORDER, sizeof *order);
    *order = (struct note_order){.part = part, .number = number, .state = words->state};
}

static void write_done(uint32_t part) {
    const struct part_words *words = shared_words(part);
    uint32_t number = atomic_load_explicit(&words->done, memory_order_acquire);
    if (number == told[part].done)
        return;
    told[part].done = number;
    size_t length = strnlen(words->text, sizeof words->text - 1);
    struct note_done *done = wire_write(0, NOTE_DONE, sizeof *done + length + 1);
    *done = (struct note_done){.part = part, .number = number, .state = words->state};
    memcpy(done->text, words->text, length);
    done->text[length] = 0;
}

static void write_finished(uint32_t part) {
    const struct part_words *words = shared_words(part);
    if (told[part].finished || !atomic_load_explicit(&words->finished, memory_order_acquire))
        return;
    told[part].finished = 1;
    struct note_finished *finished = wire_write(0, NOTE_FINISHED, sizeof *finished);
    *finished = (struct note_finished){
        .part = part,
        .failure = atomic_load_explicit(&words->failure, memory_order_relaxed),
    };
}

/* ---- Who ends the cube ----
 *
 * The last host allows one of all hosts to end the cube. A part of another host that wants to finds
 * END_WANTED in the words of the far parts behind it, and waits (kernel/parts/part.c,
 * part_take_end), until the answer puts END_NONE or END_TAKEN there. On the last host, who asks is
 * the first part of its host that wants it: so parts of the last host give way to it, or have taken
 * it before. */

static bool asked, granted;
static bool asks[HOSTS_MOST]; /* hosts that have asked, and have no answer yet */

static void set_end(uint32_t part, enum part_end end) {
    atomic_store_explicit(&shared_words(part)->end, (uint32_t)end, memory_order_release);
}

static enum part_end end_of(uint32_t part) {
    return atomic_load_explicit(&shared_words(part)->end, memory_order_acquire);
}

/* Sets the words of the far parts behind those of this host. */
static void set_ends_behind(enum part_end end) {
    for (uint32_t part = 0; part < parts; part++)
        if (host_of_part(part) > host_self)
            set_end(part, end);
}

static void write_end(enum note_kind kind, uint32_t about, uint32_t to, bool is_granted) {
    struct note_end *note = wire_write(host_self == 0 ? to : 0, kind, sizeof *note);
    *note = (struct note_end){.host = about, .granted = is_granted};
}

static void ask_for_end(void) {
    for (uint32_t part = 0; part < parts && !asked; part++)
        if (part_is_near(part) && end_of(part) == END_WANTED) {
            asked = true;
            write_end(NOTE_ASK_END, host_self, host_count - 1, false);
        }
}

/* Answers a host, unless a part of this one still has to decide whether it gives way. */
static void answer(uint32_t host) {
    uint32_t part = 0;
    bool taken = granted;
    while (host_of_part(part) != host)
        part++;
    set_end(part, END_WANTED);
    shared_fence(); /* partner: that in part_take_end */
    for (uint32_t near = 0; near < parts; near++) {
        if (!part_is_near(near))
            continue;
        if (end_of(near) == END_WANTED && !granted)
            return;
        taken = taken || end_of(near) == END_TAKEN;
    }
    asks[host] = false;
    granted = granted || !taken;
    set_end(part, taken ? END_NONE : END_TAKEN);
    write_end(NOTE_GRANT_END, host, host, !taken);
}

void words_apply_end(uint32_t host, const struct note *note) {
    const struct note_end *end = (const void *)(note + 1);
    uint32_t last = host_count - 1;
    bool is_question = note->kind == NOTE_ASK_END;
    if (note->bytes != sizeof *end || end->host >= last ||
        (host_self == 0 && host != (is_question ? end->host : last)))
        give_up("host %s: invalid message: unexpected statement about the end", host_names[host]);
    uint32_t to = is_question ? last : end->host;
    if (to != host_self)
        write_end((enum note_kind)note->kind, end->host, to, end->granted != 0);
    else if (is_question)
        asks[end->host] = true;
    else
        set_ends_behind(end->granted ? END_NONE : END_TAKEN);
}

/* ---- All of them ---- */

void words_start(void) {
    for (parts = 0; parts < PART_MOST && host_of_part(parts) < host_count; parts++)
        ;
    set_ends_behind(END_WANTED);
}

void words_write(void) {
    for (uint32_t part = 0; part < parts; part++) {
        if (!part_is_near(part)) {
            if (host_self == 0)
                write_order(part);
            continue;
        }
        write_meeting(part);
        write_turn(part);
        if (host_self != 0) {
            write_done(part);
            write_finished(part);
        }
    }
    if (host_self < host_count - 1)
        ask_for_end();
    for (uint32_t host = 0; host < host_count; host++)
        if (asks[host])
            answer(host);
}

/* ---- From another host ---- */

static void apply_meeting(const struct note_meeting *meeting) {
    struct part_words *words = shared_words(meeting->part);
    atomic_store_explicit(&words->time, meeting->time, memory_order_relaxed);
    atomic_store_explicit(&words->answered, meeting->answered, memory_order_release);
    atomic_store_explicit(&words->asked, meeting->asked, memory_order_release);
    atomic_store_explicit(&words->asker, meeting->asker, memory_order_release);
    words->epoch = meeting->epoch;
    atomic_store_explicit(&words->layout, meeting->layout, memory_order_release);
}

static void apply_order(const struct note_order *order) {
    shared_words(0)->state = order->state;
    atomic_store_explicit(&shared_words(0)->ordered[order->part], order->number,
                          memory_order_release);
    shared_call(order->part);
}

static void apply_done(const struct note_done *done, size_t bytes) {
    struct part_words *words = shared_words(done->part);
    words->state = done->state;
    memcpy(words->text, done->text, bytes - sizeof *done);
    atomic_store_explicit(&words->done, done->number, memory_order_release);
}

static void apply_finished(const struct note_finished *finished) {
    struct part_words *words = shared_words(finished->part);
    atomic_store_explicit(&words->failure, finished->failure, memory_order_relaxed);
    atomic_store_explicit(&words->finished, 1, memory_order_release);
    shared_call(0);
}

/* Whether a note is as long as its kind, and about a part that its sender may speak of. */
static bool is_sound(uint32_t host, const struct note *note) {
    static const size_t bytes[] = {
        [NOTE_MEETING] = sizeof(struct note_meeting),
        [NOTE_TURN] = sizeof(struct note_turn),
        [NOTE_ORDER] = sizeof(struct note_order),
        [NOTE_FINISHED] = sizeof(struct note_finished),
    };
    if (note->bytes < sizeof(uint32_t))
        return false;
    uint32_t part = *(const uint32_t *)(note + 1); /* the first word of each of these */
    if (part >= parts)
        return false;
    if (note->kind == NOTE_DONE) {
        const struct note_done *done = (const void *)(note + 1);
        if (note->bytes <= sizeof *done || note->bytes - sizeof *done > PART_TEXT_BYTES ||
            done->text[note->bytes - sizeof *done - 1] != 0)
            return false;
    } else if (note->bytes != bytes[note->kind]) {
        return false;
    }
    if (note->kind == NOTE_ORDER)
        return host == 0 && part_is_near(part);
    return host_self == 0 ? host_of_part(part) == host : !part_is_near(part);
}

void words_apply(uint32_t host, const struct note *note) {
    const void *body = note + 1;
    if (!is_sound(host, note))
        give_up("host %s: invalid message: about a part that it does not run", host_names[host]);
    switch ((enum note_kind)note->kind) {
    case NOTE_MEETING:
        apply_meeting(body);
        write_to_all(NOTE_MEETING, body, note->bytes, host);
        break;
    case NOTE_TURN:
        atomic_store_explicit(&shared_words(((const struct note_turn *)body)->part)->turn,
                              ((const struct note_turn *)body)->turn, memory_order_release);
        write_to_all(NOTE_TURN, body, note->bytes, host);
        break;
    case NOTE_ORDER:
        apply_order(body);
        break;
    case NOTE_DONE:
        apply_done(body, note->bytes);
        break;
    default:
        apply_finished(body);
        break;
    }
}
