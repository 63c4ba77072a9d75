#include "tools/bridge/words.h"

#include <stdatomic.h>
#include <string.h>

#include "cube_abi.h"
#include "tools/bridge/shared.h"
#include "tools/bridge/wire.h"

static uint32_t parts;
static struct note_words told[PART_MOST]; /* the last words written of each part */
static uint32_t ordered[PART_MOST];       /* the last order written for each far part */

/* ---- From here ---- */

/* The words of a meeting are read in the other order than kernel/parts/meet.c writes them; `turn`,
 * `done` and `finished` each before what they publish. */
static void write_words(uint32_t part) {
    const struct part_words *words = shared_words(part);
    struct note_words now = told[part];
    size_t length = 0;
    now.part = part;
    now.layout = atomic_load_explicit(&words->layout, memory_order_acquire);
    if (now.layout != 0 && now.layout != CUBE_LAYOUT)
        give_up("the bridge of host %s is older or newer than its kernel (run make bridge)",
                host_names[host_self]);
    now.asker = atomic_load_explicit(&words->asker, memory_order_acquire);
    now.asked = atomic_load_explicit(&words->asked, memory_order_acquire);
    now.answered = atomic_load_explicit(&words->answered, memory_order_acquire);
    now.time = atomic_load_explicit(&words->time, memory_order_relaxed);
    now.epoch = now.layout ? words->epoch : 0;
    now.turn = atomic_load_explicit(&words->turn, memory_order_acquire);
    if (host_self != 0) {
        now.done = atomic_load_explicit(&words->done, memory_order_acquire);
        now.finished = atomic_load_explicit(&words->finished, memory_order_acquire);
        now.failure = atomic_load_explicit(&words->failure, memory_order_relaxed);
    }
    if (now.done != told[part].done) {
        now.state = words->state;
        length = strnlen(words->text, sizeof words->text - 1);
    }
    if (memcmp(&now, &told[part], sizeof now) == 0)
        return;
    told[part] = now;
    for (uint32_t host = 0; host < host_count; host++)
        if (wire_is_open(host)) {
            uint8_t *body = wire_write(host, NOTE_WORDS, sizeof now + length + 1);
            memcpy(body, &now, sizeof now);
            memcpy(body + sizeof now, words->text, length);
            body[sizeof now + length] = 0;
        }
}

/* What part 0 wants of a far part. */
static void write_order(uint32_t part) {
    const struct part_words *words = shared_words(0);
    uint32_t number = atomic_load_explicit(&words->ordered[part], memory_order_acquire);
    if (number == ordered[part])
        return;
    ordered[part] = number;
    struct note_order *order = wire_write(host_of_part(part), NOTE_ORDER, sizeof *order);
    *order = (struct note_order){.part = part, .number = number, .state = words->state};
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
    for (uint32_t part = 0; part < parts; part++)
        if (part_is_near(part))
            write_words(part);
        else if (host_self == 0)
            write_order(part);
    if (host_self < host_count - 1)
        ask_for_end();
    for (uint32_t host = 0; host < host_count; host++)
        if (asks[host])
            answer(host);
}

/* ---- From another host ---- */

static void apply_words(const struct note_words *now, size_t bytes) {
    struct part_words *words = shared_words(now->part);
    bool meets = words->layout == 0;
    atomic_store_explicit(&words->time, now->time, memory_order_relaxed);
    atomic_store_explicit(&words->answered, now->answered, memory_order_release);
    atomic_store_explicit(&words->asked, now->asked, memory_order_release);
    atomic_store_explicit(&words->asker, now->asker, memory_order_release);
    words->epoch = now->epoch;
    atomic_store_explicit(&words->layout, now->layout, memory_order_release);
    atomic_store_explicit(&words->turn, now->turn, memory_order_release);
    if (now->done != words->done) {
        words->state = now->state;
        memcpy(words->text, now + 1, bytes - sizeof *now);
        atomic_store_explicit(&words->done, now->done, memory_order_release);
    }
    bool has_finished = now->finished && !words->finished;
    atomic_store_explicit(&words->failure, now->failure, memory_order_relaxed);
    atomic_store_explicit(&words->finished, now->finished, memory_order_release);
    if (has_finished && host_self == 0)
        shared_call(0);
    for (uint32_t part = 0; part < parts && meets; part++) /* which waits (kernel/parts/meet.c) */
        if (part_is_near(part))
            shared_call(part);
}

static void apply_order(const struct note_order *order) {
    shared_words(0)->state = order->state;
    atomic_store_explicit(&shared_words(0)->ordered[order->part], order->number,
                          memory_order_release);
    shared_call(order->part);
}

/* Whether a note is as long as its kind, and about a part that its sender may speak of. */
static bool is_sound(uint32_t host, const struct note *note) {
    if (note->bytes < sizeof(uint32_t))
        return false;
    uint32_t part = *(const uint32_t *)(note + 1); /* the first word of both kinds */
    if (part >= parts)
        return false;
    if (note->kind == NOTE_ORDER)
        return note->bytes == sizeof(struct note_order) && host == 0 && part_is_near(part);
    if (note->bytes <= sizeof(struct note_words) ||
        note->bytes - sizeof(struct note_words) > PART_TEXT_BYTES ||
        ((const char *)(note + 1))[note->bytes - 1] != 0)
        return false;
    return host_self == 0 ? host_of_part(part) == host : !part_is_near(part);
}

void words_apply(uint32_t host, const struct note *note) {
    const void *body = note + 1;
    if (!is_sound(host, note))
        give_up("host %s: invalid message: about a part that it does not run", host_names[host]);
    if (note->kind == NOTE_ORDER) {
        apply_order(body);
        return;
    }
    apply_words(body, note->bytes);
    for (uint32_t other = 0; other < host_count; other++)
        if (other != host && wire_is_open(other))
            memcpy(wire_write(other, NOTE_WORDS, note->bytes), body, note->bytes);
}
