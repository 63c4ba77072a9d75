#include "tests/check/rules.h"

#include <stdarg.h>
#include <stdio.h>

#include "tests/check/actions.h"

bool rule_broken(struct interpretation *all, uint32_t node, uint32_t index, const char *format,
                 ...) {
    int used = snprintf(all->message, sizeof all->message, "node %u, action %u: ", node, index);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(all->message + used, sizeof all->message - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- One action ---- */

static bool check_memory(struct interpretation *all, uint32_t v, const struct action *action) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action);
    if (kind_has_place(action)) {
        struct extent extent = extent_of(action);
        if (!extent_is_inside(node, &extent))
            return rule_broken(all, v, index, "its place is in no buffer");
        if (extent_stretches(&extent) * extent.stretch != action->bytes)
            return rule_broken(all, v, index, "its set has not so many bytes");
        if (!kind_sends(action))
            node->writes |= 1u << extent.buffer;
    }
    if (kind_has_source(action)) {
        struct extent place = extent_of(action), source = extent_at(action->source, action->bytes);
        if (!extent_is_inside(node, &source))
            return rule_broken(all, v, index, "its source is in no buffer");
        if (extents_overlap(node, &place, &source) && !extents_are_same(node, &place, &source))
            return rule_broken(all, v, index, "its place overlaps its source");
    }
    return true;
}

/* A packet by itself takes half a ring at most, and a slot is left for its being cut. Of one that
 * is relayed by nodes that do not know its size, the ends of its way are looked at. */
static bool fits(const struct interpretation *all, const struct action *action) {
    if (action->kind == ACTION_RELAY_ANY)
        return true;
    uint64_t bytes = sizeof(struct cube_header) + (uint64_t)action->bytes;
    uint64_t slots = (bytes + CUBE_SLOT_BYTES - 1) / CUBE_SLOT_BYTES;
    return slots + 1 <= all->slots / 2;
}

static bool check_packet(struct interpretation *all, uint32_t v, const struct action *action,
                         bool together) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action), step = (uint32_t)action->header;
    if (action->port >= all->dimension || (kind_relays(action) && action->leave >= all->dimension))
        return rule_broken(all, v, index, "there is no port %u", action->port);
    if (!together && !fits(all, action))
        return rule_broken(all, v, index, "%u bytes go alone", action->bytes);
    if (step < node->step || (step > node->step && node->in_step))
        return rule_broken(all, v, index, "step %u begins in step %u", step, node->step);
    node->step = step;
    node->in_step = all->recorded;
    return true;
}

bool rules_of_action(struct interpretation *all, uint32_t v, const struct action *action,
                     bool together) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action);
    if (action->kind == ACTION_END || action->kind >= ACTION_KINDS || kind_is_group(action))
        return rule_broken(all, v, index, "kind %u", action->kind);
    if (!kind_has_right_size(action, all->element))
        return rule_broken(all, v, index, "%u bytes for kind %u", action->bytes, action->kind);
    return check_memory(all, v, action) &&
           (!kind_has_packet(action) || check_packet(all, v, action, together));
}

/* ---- Several, in any order or together ---- */

/* Checks that what is stored or combined overwrites nothing that the other action needs. It may
 * come to the very place from which a packet leaves on the same port, and several packets may be
 * combined into one place. */
static bool check_pair(struct interpretation *all, uint32_t v, const struct action *written,
                       const struct action *other) {
    const struct planned_node *node = &all->node[v];
    if (written == other || kind_sends(written) || !kind_has_place(written) ||
        !kind_has_place(other))
        return true;
    struct extent one = extent_of(written), two = extent_of(other);
    if (!extents_overlap(node, &one, &two) ||
        (extents_are_same(node, &one, &two) &&
         (kind_sends(other) ? other->port == written->port
                            : kind_combines(written) && kind_combines(other))))
        return true;
    return rule_broken(all, v, (uint32_t)(written - node->plan->action),
                       "it writes what action %u uses", (uint32_t)(other - node->plan->action));
}

bool rules_of_group(struct interpretation *all, uint32_t v, const struct action *group) {
    struct planned_node *node = &all->node[v];
    const struct action *end = group + 1 + group->count;
    bool together = group->kind == ACTION_TOGETHER;
    if (group->count == 0 || group->count > 2 * CUBE_MAX_DIMENSION ||
        end > node->plan->action + node->plan->length)
        return rule_broken(all, v, node->next, "%u actions in any order", group->count);
    for (const struct action *action = group + 1; action < end; action++) {
        if (!kind_has_packet(action) || (!kind_relays(action) && !together))
            return rule_broken(all, v, node->next, "kind %u in any order", action->kind);
        if (!rules_of_action(all, v, action, together))
            return false;
        for (const struct action *other = group + 1; other < end; other++)
            if (!check_pair(all, v, action, other))
                return false;
    }
    return true;
}
