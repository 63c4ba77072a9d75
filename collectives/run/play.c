#include "collectives/run/play.h"

#include <errno.h>

#include "net/route.h"
#include "net/wait.h"
#include "net/word.h"

static inline uint8_t *at(const struct script *script, struct place place) {
    return script->buffer[place.buffer] + place.offset;
}

/* ---- Sending ---- */

/* A neighbour to wake, or a ring to wait for. */
static rare void send_rest(const struct script *script, const struct action *action, uint32_t port,
                           const uint8_t *data, enum word_sent sent) {
    if (sent == WORD_WAKE) {
        system_ring(1u << port);
        return;
    }
    struct waiting waiting = wait_begin(script->name, node_neighbour(port), action_step(action));
    while (link_put(port, action_operation(action), action_step(action), 0, data, action->bytes,
                    action->bytes) == LINK_FULL)
        wait_more(&waiting, WAIT_ROOM(port));
}

/* Sends a packet of `bytes` bytes on `port`. */
within void send(const struct script *script, const struct action *action, uint32_t port,
                 const uint8_t *data, size_t bytes) {
    assume(bytes <= COPY_SMALL);
    enum word_sent sent =
        word_send(word_link(port), action_operation(action), action_step(action), 0, data, bytes);
    if (unlikely(sent != WORD_SENT))
        send_rest(script, action, port, data, sent);
}

static int send_any(const struct script *script, const struct action *action) {
    send(script, action, action->port, at(script, action->place), action->bytes);
    return 0;
}

/* ---- Taking ---- */

/* After a look that has found nothing: returns when a packet has arrived, on this link. */
static apart struct link *await(const struct script *script, const struct action *action) {
    struct link *link = word_link(action->port);
    uint64_t head = link->in.head;
    for (uint32_t looks = 0; wait_looks_first(looks); looks++) {
        system_yield();
        if (word_arrived(link, head))
            return link;
    }
    struct waiting waiting =
        wait_begin(script->name, node_neighbour(action->port), action_step(action));
    waiting.looks = WAIT_FIRST_LOOKS;
    while (!word_arrived(link, head))
        wait_more(&waiting, WAIT_ARRIVAL(action->port));
    return link;
}

/* A head to publish, or a packet that is not the one expected. */
static rare int take_rest(const struct action *action, enum word_result result) {
    if (result == WORD_RELEASE) {
        ring_release(&node.link[action->port].in);
        node_wake(action->port);
        return 0;
    }
    struct cube_header header = link_arrived(action->port).header;
    bool same = header.operation == action_operation(action) && header.step == action_step(action);
    return same ? -EMSGSIZE : -EPROTO;
}

/* The link on which it has arrived. */
static inline struct link *arrival(const struct script *script, const struct action *action) {
    struct link *link = word_link(action->port);
    return word_arrived(link, link->in.head) ? link : await(script, action);
}

/* Takes a packet of `bytes` bytes that has arrived to `data`. */
within int take(struct link *link, const struct action *action, void *data, size_t bytes) {
    assume(bytes <= COPY_SMALL);
    enum word_result result = word_take(link, link->in.head, action_operation(action),
                                        action_step(action), NULL, data, bytes);
    return likely(result == WORD_TAKEN) ? 0 : take_rest(action, result);
}

within int take_word(const struct script *script, const struct action *action) {
    struct link *link = arrival(script, action);
    return take(link, action, at(script, action->place), WORD_BYTES);
}

static int take_any(const struct script *script, const struct action *action) {
    struct link *link = arrival(script, action);
    return take(link, action, at(script, action->place), action->bytes);
}

static int relay(const struct script *script, const struct action *action) {
    _Alignas(uint64_t) uint8_t data[COPY_SMALL];
    int error = take(arrival(script, action), action, data, action->bytes);
    if (likely(error == 0))
        send(script, action, action->leave, data, action->bytes);
    return error;
}

/* ---- Combining ---- */

/* place = arrived op source. */
within int take_left(const struct script *script, const struct action *action, size_t bytes) {
    _Alignas(max_align_t) uint8_t arrived[COPY_SMALL];
    int error = take(arrival(script, action), action, arrived, bytes);
    if (unlikely(error != 0))
        return error;
    uint8_t *target = at(script, action->place);
    const uint8_t *source = at(script, action->source);
    if (target != source)
        copy_small(target, source, bytes);
    script->function(arrived, target, action->count, script->key.type);
    return 0;
}

static int take_left_any(const struct script *script, const struct action *action) {
    return take_left(script, action, action->bytes);
}

/* place = source op arrived: the operator overwrites its right operand. */
static int take_right(const struct script *script, const struct action *action) {
    _Alignas(max_align_t) uint8_t arrived[COPY_SMALL];
    int error = take(arrival(script, action), action, arrived, action->bytes);
    if (unlikely(error != 0))
        return error;
    script->function(at(script, action->source), arrived, action->count, script->key.type);
    copy_small(at(script, action->place), arrived, action->bytes);
    return 0;
}

/* ---- Inside the node ---- */

static inline void copy_word(const struct script *script, const struct action *action) {
    memcpy(at(script, action->place), at(script, action->source), WORD_BYTES);
}

static int copy_any(const struct script *script, const struct action *action) {
    uint8_t *target = at(script, action->place);
    const uint8_t *source = at(script, action->source);
    if (action->bytes <= COPY_SMALL)
        copy_small(target, source, action->bytes);
    else if (target != source)
        memcpy(target, source, action->bytes);
    return 0;
}

static int apply_left(const struct script *script, const struct action *action) {
    const struct cube_type *type = script->key.type;
    script->function(at(script, action->source), at(script, action->place),
                     action->bytes / type->bytes, type);
    return 0;
}

static int apply_right(const struct script *script, const struct action *action) {
    const struct script_key *key = &script->key;
    uint8_t *target = at(script, action->place);
    _Alignas(max_align_t) uint8_t spare[COPY_SMALL];
    struct combiner combiner = {key->op, key->type, spare,
                                sizeof spare - sizeof spare % key->type->bytes};
    combine(&combiner, target, target, at(script, action->source), action->bytes, false);
    return 0;
}

/* ---- The course of a script ---- */

static inline bool has_arrived(const struct action *action) {
    const struct link *link = word_link(action->port);
    return word_arrived(link, link->in.head);
}

/* After the first looks: returns when something has arrived for one of the actions `open` after
 * this one. */
static rare void await_any(const struct script *script, const struct action *action,
                           uint32_t open) {
    struct waiting waiting = wait_begin(script->name, CUBE_NOBODY, action_step(action));
    waiting.looks = WAIT_FIRST_LOOKS;
    for (;;) {
        uint64_t words = 0;
        for (uint32_t left = open; left != 0; left &= left - 1) {
            const struct action *next = action + 1 + lowest_port(left);
            if (has_arrived(next))
                return;
            words |= WAIT_ARRIVAL(next->port);
            waiting.peer = node_neighbour(next->port);
        }
        wait_more(&waiting, words);
    }
}

/* Takes and relays what arrives on several ports, as it arrives: the actions after this one. */
static int play_any_order(const struct script *script, const struct action *action) {
    uint32_t open = (1u << action->count) - 1;
    for (uint32_t looks = 0;; looks++) {
        for (uint32_t left = open; left != 0; left &= left - 1) {
            const struct action *next = action + 1 + lowest_port(left);
            if (!has_arrived(next))
                continue;
            int error = next->kind == ACTION_RELAY ? relay(script, next) : take_any(script, next);
            if (unlikely(error != 0))
                return error;
            open &= ~(left & -left);
        }
        if (open == 0)
            return action->count;
        if (wait_looks_first(looks))
            system_yield();
        else
            await_any(script, action, open);
    }
}

/* What is done for each kind but those that play() itself knows. They return how many of the next
 * actions have been done as well, or a negative errno. */
static int (*const do_other[])(const struct script *script, const struct action *action) = {
    [ACTION_SEND] = send_any,
    [ACTION_TAKE] = take_any,
    [ACTION_COMBINE_LEFT] = take_left_any,
    [ACTION_COMBINE_RIGHT] = take_right,
    [ACTION_RELAY] = relay,
    [ACTION_ANY_ORDER] = play_any_order,
    [ACTION_COPY] = copy_any,
    [ACTION_APPLY_LEFT] = apply_left,
    [ACTION_APPLY_RIGHT] = apply_right,
};

/* Whether the caller gave all buffers that the script touches. */
static bool has_buffers(const struct script *script) {
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++)
        if (((script->buffers >> buffer) & 1) && script->buffer[buffer] == NULL)
            return false;
    return true;
}

int play(const void *input, void *output, struct script *script) {
    script->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    script->buffer[BUFFER_OUTPUT] = output;
    if (unlikely(input == NULL || output == NULL) && !has_buffers(script))
        return -EINVAL;
    route_poll();
    const struct action *action = script->action;
    const struct action *end = action + script->length;
    do {
        int error = 0;
        if (action->kind == ACTION_SEND_WORD) {
            send(script, action, action->port, at(script, action->place), WORD_BYTES);
        } else if (action->kind == ACTION_TAKE_WORD) {
            error = take_word(script, action);
        } else if (action->kind == ACTION_COMBINE_WORD) {
            error = take_left(script, action, WORD_BYTES);
        } else if (action->kind == ACTION_COPY_WORD) {
            copy_word(script, action);
        } else {
            int result = do_other[action->kind](script, action);
            if (unlikely(result < 0))
                return result;
            action += result;
        }
        if (unlikely(error != 0))
            return error;
    } while (++action < end);
    if (script->arrived > node.steps)
        node.steps = script->arrived;
    return 0;
}
