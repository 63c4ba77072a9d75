#include "collectives/mesh/ordered_turns.h"

static bool is_even(uint32_t number) {
    return number % 2 == 0;
}

/* Whether all that is left is one unit for both mates. */
static bool is_for_both(const struct ordered_turn *turn) {
    return turn->number == turn->side / 2 - 1 && !is_even(turn->number);
}

/* Whether a position is one of those from 0 to that of unit `number` / 2 which sends round the
 * end; and the same from the last position back. */
static bool is_below(const struct ordered_turn *turn, uint32_t position) {
    return position <= turn->number;
}

static bool is_above(const struct ordered_turn *turn, uint32_t position) {
    return is_below(turn, turn->side - 1 - position);
}

struct ordered_packet ordered_packet_from(const struct ordered_turn *turn, uint32_t from) {
    uint32_t side = turn->side, last = side - 1, half = turn->side / 2;
    bool even = is_even(from), is_end = from == 0 || from == last;
    uint32_t away = (turn->number + 1) / 2, own = (from + 1) / 2;
    struct ordered_packet packet = {.from = from};
    bool of_higher; /* whether the unit is `away` units above the position's own */
    if (is_for_both(turn)) {
        packet.forwards = even;
        packet.to = from ^ 1;
        of_higher = true;
    } else if (!is_even(turn->number)) {
        packet.forwards = even == is_end;
        packet.to = packet.forwards ? from + 2 - (from == 0) : from - 2 + (from == last);
        of_higher = packet.forwards;
    } else {
        packet.forwards = is_above(turn, from) || (!is_below(turn, from) && !even);
        packet.to = packet.forwards ? from + 1 : from - 1;
        if (is_end)
            packet.to = from == 0 ? last - turn->number : turn->number;
        packet.is_far = is_end;
        of_higher = even != is_end;
    }
    packet.unit = (of_higher ? own + away : own + half - away) % half;
    return packet;
}

/* Returns who sends to a position. */
static uint32_t sender_to(const struct ordered_turn *turn, uint32_t to) {
    uint32_t last = turn->side - 1;
    if (is_for_both(turn))
        return to ^ 1;
    if (!is_even(turn->number))
        return is_even(to) ? to + 2 - (to + 1 == last) : to - 2 + (to == 1);
    if (is_below(turn, to))
        return to == turn->number ? last : to + 1;
    if (is_above(turn, to))
        return to == last - turn->number ? 0 : to - 1;
    return is_even(to) ? to - 1 : to + 1;
}

struct ordered_packet ordered_packet_to(const struct ordered_turn *turn, uint32_t to) {
    return ordered_packet_from(turn, sender_to(turn, to));
}

bool ordered_passes(const struct ordered_turn *turn, uint32_t position, bool *forwards) {
    uint32_t last = turn->side - 1;
    if (is_for_both(turn))
        return false;
    if (!is_even(turn->number)) {
        *forwards = is_even(position);
        return position != 0 && position != last;
    }
    *forwards = position < turn->number;
    return *forwards || last - position < turn->number;
}

bool ordered_has_far(uint32_t side, uint32_t position) {
    return is_even(position) && position >= 2 && position < side / 2;
}

/* On average packets pass two links in odd turns, one in even ones, and two of them go round the
 * end. */
uint64_t ordered_links(uint32_t side) {
    struct ordered_turn turn = {.side = side};
    uint64_t links = 0;
    for (turn.number = 1; turn.number < side / 2; turn.number++)
        links += is_for_both(&turn)     ? side
                 : is_even(turn.number) ? side + 2 * turn.number
                                        : 2 * (side - 1);
    return links;
}

/* The longest chain passes two links in odd turns, but for turn h - 1, one in even ones, and once
 * the longest way round the end, which is 2j more in turn 2j. Where that arrives a chain gets back
 * to an end only if it waits in turns in which it would pass more links than it gains there. */
uint64_t ordered_hops(uint32_t side) {
    uint64_t quarter = side / 4;
    return is_even(side / 2) ? 5 * quarter - 4 : 5 * quarter;
}
