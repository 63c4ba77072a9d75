#include "tests/check/kinds.h"

bool kind_is_set(const struct action *action) {
    return (action->kind >= ACTION_SEND_ROW_1 && action->kind <= ACTION_SEND_SET) ||
           (action->kind >= ACTION_TAKE_ROW_1 && action->kind <= ACTION_TAKE_SET);
}

bool kind_sends(const struct action *action) {
    switch (action->kind) {
    case ACTION_SEND_WORD:
    case ACTION_SEND_SMALL:
    case ACTION_SEND_SLOT:
    case ACTION_SEND_SLOTS:
    case ACTION_SEND_LONG:
    case ACTION_SEND_ROW_1:
    case ACTION_SEND_ROW_2:
    case ACTION_SEND_ROW_4:
    case ACTION_SEND_ROW_8:
    case ACTION_SEND_SET:
        return true;
    default:
        return false;
    }
}

bool kind_takes(const struct action *action) {
    switch (action->kind) {
    case ACTION_TAKE_WORD:
    case ACTION_TAKE_SMALL:
    case ACTION_TAKE_SLOT:
    case ACTION_TAKE_SLOTS:
    case ACTION_TAKE_LONG:
    case ACTION_TAKE_ROW_1:
    case ACTION_TAKE_ROW_2:
    case ACTION_TAKE_ROW_4:
    case ACTION_TAKE_ROW_8:
    case ACTION_TAKE_SET:
        return true;
    default:
        return false;
    }
}

bool kind_relays(const struct action *action) {
    return action->kind >= ACTION_RELAY_WORD && action->kind <= ACTION_RELAY_WHOLE;
}

bool kind_combines(const struct action *action) {
    switch (action->kind) {
    case ACTION_COMBINE_WORD:
    case ACTION_COMBINE_SMALL:
    case ACTION_COMBINE_SLOT:
    case ACTION_COMBINE_SLOTS:
    case ACTION_COMBINE_LONG:
    case ACTION_COMBINE_OWN:
    case ACTION_COMBINE_RIGHT:
        return true;
    default:
        return false;
    }
}

bool kind_is_group(const struct action *action) {
    return action->kind == ACTION_ANY_ORDER || action->kind == ACTION_TOGETHER;
}

bool kind_has_packet(const struct action *action) {
    return kind_sends(action) || kind_takes(action) || kind_relays(action) || kind_combines(action);
}

bool kind_has_place(const struct action *action) {
    return action->bytes > 0 && (!kind_relays(action) || action->kind == ACTION_RELAY_WHOLE);
}

bool kind_has_source(const struct action *action) {
    return action->bytes > 0 && !kind_is_set(action) &&
           (kind_combines(action) || !kind_has_packet(action));
}

/* Whether a set is a row of stretches of so many words: their blocks' numbers differ in adjacent
 * bits. */
static bool is_row_of(const struct action *action, size_t words) {
    uint32_t bits = action->source.buffer;
    while (bits != 0 && bits % 2 == 0)
        bits /= 2;
    return bits != 0 && (bits & (bits + 1)) == 0 &&
           (size_t)action->source.offset << action->count == words * sizeof(uint64_t);
}

bool kind_has_right_size(const struct action *action, size_t element) {
    size_t slot = CUBE_SLOT_BYTES - sizeof(struct cube_header), vector = 16;
    bool whole = element > 0 && action->bytes % element == 0;
    bool in_slots = action->bytes > slot && action->bytes <= CUBE_SLOT_BYTES;
    switch (action->kind) {
    case ACTION_SEND_WORD:
    case ACTION_TAKE_WORD:
    case ACTION_RELAY_WORD:
    case ACTION_COPY_WORD:
        return action->bytes == sizeof(uint64_t);
    case ACTION_COMBINE_WORD:
        return action->bytes == sizeof(uint64_t) && whole;
    case ACTION_SEND_SMALL:
    case ACTION_TAKE_SMALL:
    case ACTION_RELAY_SMALL:
        return action->bytes < vector;
    case ACTION_COMBINE_SMALL:
        return action->bytes < vector && whole;
    case ACTION_SEND_SLOT:
    case ACTION_TAKE_SLOT:
    case ACTION_RELAY_SLOT:
        return action->bytes >= vector && action->bytes <= slot;
    case ACTION_COMBINE_SLOT:
        return action->bytes >= vector && action->bytes <= slot && whole;
    case ACTION_SEND_SLOTS:
    case ACTION_TAKE_SLOTS:
    case ACTION_RELAY_SLOTS:
        return in_slots;
    case ACTION_COMBINE_SLOTS:
        return in_slots && whole;
    case ACTION_SEND_LONG:
    case ACTION_TAKE_LONG:
    case ACTION_RELAY_LONG:
        return action->bytes > CUBE_SLOT_BYTES;
    case ACTION_COMBINE_LONG:
        return action->bytes > CUBE_SLOT_BYTES && whole;
    case ACTION_RELAY_ANY:
        return action->bytes == ACTION_ANY_BYTES;
    case ACTION_SEND_ROW_1:
    case ACTION_TAKE_ROW_1:
        return is_row_of(action, 1);
    case ACTION_SEND_ROW_2:
    case ACTION_TAKE_ROW_2:
        return is_row_of(action, 2);
    case ACTION_SEND_ROW_4:
    case ACTION_TAKE_ROW_4:
        return is_row_of(action, 4);
    case ACTION_SEND_ROW_8:
    case ACTION_TAKE_ROW_8:
        return is_row_of(action, 8);
    case ACTION_COMBINE_OWN:
    case ACTION_COMBINE_RIGHT:
    case ACTION_APPLY_LEFT:
    case ACTION_APPLY_RIGHT:
        return whole;
    default:
        return true;
    }
}
