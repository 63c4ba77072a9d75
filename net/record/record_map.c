#include "net/record/record_map.h"

#include <stddef.h>

#include "formats/operations.h"
#include "net/clock/journal.h"
#include "net/node.h"
#include "net/physical.h"

#define MEMBER(type, member)                                                                       \
    { offsetof(type, member), sizeof(((type *)NULL)->member) }

const struct record_map record_map = {
    .node = (uintptr_t)&node,
    .physical = (uintptr_t)&physical,
    .journal = (uintptr_t)&journal,
    .journal_operations = (uintptr_t)journal_operations,
    .operation_names = (uintptr_t)operation_names,
    .node_bytes = sizeof(struct node),
    .link_bytes = sizeof(struct link),
    .cleared_bytes = sizeof(struct counts_cleared),
    .journal_bytes = sizeof(struct journal),
    .journal_link_bytes = sizeof(struct journal_link),
    .entry_bytes = sizeof(struct journal_entry),
    .own_operations = CUBE_COLLECTIVE_OPERATIONS,
    .operations = OPERATION_COUNT,
    .text_bytes = sizeof(struct journal_text),
    .number = MEMBER(struct node, number),
    .dimension = MEMBER(struct node, dimension),
    .steps = MEMBER(struct node, steps),
    .link = MEMBER(struct node, link),
    .cleared = MEMBER(struct node, cleared),
    .offset = MEMBER(struct node, clock.offset),
    .hop = MEMBER(struct node, clock.costs.hop),
    .instruction = MEMBER(struct node, clock.costs.instruction),
    .on = MEMBER(struct node, time.on),
    .turns = MEMBER(struct node, time.turns),
    .stopped = MEMBER(struct node, time.stopped),
    .stop = MEMBER(struct node, time.stop),
    .since = MEMBER(struct node, time.since),
    .direct_head = MEMBER(struct link, in.head),
    .routed_head = MEMBER(struct link, routed_in.head),
    .barriers = MEMBER(struct link, barriers),
    .extra_slots = MEMBER(struct link, extra_slots),
    .extra_bytes = MEMBER(struct link, extra_bytes),
    .routed_extra_slots = MEMBER(struct link, routed_extra_slots),
    .routed_extra_bytes = MEMBER(struct link, routed_extra_bytes),
    .cleared_direct = MEMBER(struct counts_cleared, direct),
    .cleared_routed = MEMBER(struct counts_cleared, routed),
    .cleared_barriers = MEMBER(struct counts_cleared, barriers),
    .order = MEMBER(struct physical, order),
    .places = MEMBER(struct physical, dimension),
    .entries = {offsetof(struct journal, entries), sizeof(uintptr_t)}, /* a pointer */
    .room = MEMBER(struct journal, room),
    .count = MEMBER(struct journal, count),
    .links = MEMBER(struct journal, link),
    .texts = {offsetof(struct journal, texts), sizeof(uintptr_t)}, /* a pointer */
    .text_count = MEMBER(struct journal, text_count),
    .sending = MEMBER(struct journal_link, sending),
    .receiving = MEMBER(struct journal_link, receiving),
    .waiting = MEMBER(struct journal_link, waiting),
    .kind = MEMBER(struct journal_entry, kind),
    .to = MEMBER(struct journal_entry, flow.dimension),
    .operation = MEMBER(struct journal_entry, flow.operation),
    .step = MEMBER(struct journal_entry, flow.step),
    .peer = MEMBER(struct journal_entry, flow.peer),
    .from = MEMBER(struct journal_entry, from),
    .bytes = MEMBER(struct journal_entry, bytes),
    .stamp = MEMBER(struct journal_entry, stamp),
    .time = MEMBER(struct journal_entry, time),
    .begun = MEMBER(struct journal_entry, begun),
    .first = MEMBER(struct journal_entry, first),
    .call_number = MEMBER(struct journal_entry, number),
    .text = MEMBER(struct journal_entry, text),
    .back = MEMBER(struct journal_entry, back),
};
