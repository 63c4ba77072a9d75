#include "collectives/reroute/by_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* Packets that go together: one, or two that are exchanged in place. */
struct group {
    struct transfer *one;
    struct transfer *other; /* or null */
    uint32_t part;          /* of the step, from 0 on */
};

/* A step that is being divided. Part 0 has what meets no dead link. */
struct division {
    struct rewriting *rewriting;
    const struct faults *faults;
    const struct detours *detours;
    struct transfer *first; /* of the step */
    size_t count;
    uint32_t *leaves;  /* at [node * n + port]: number of the transfer that leaves there */
    uint32_t *arrives; /* number of the one that ends there */
    struct group *group;
    size_t groups;
    struct links_used *used; /* by part */
    uint32_t parts;
    uint32_t room;
};

static void *grown(void *memory, size_t bytes) {
    memory = realloc(memory, bytes + 1);
    if (!memory) {
        perror("reroute");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static const uint8_t *ports_of(const struct division *division, const struct transfer *transfer) {
    return division->rewriting->ports + transfer->path;
}

static bool meets_dead(const struct division *division, const struct transfer *transfer) {
    return !path_lives(division->faults, transfer->from, ports_of(division, transfer),
                       transfer->links);
}

/* Adds a part in which nothing happens yet. */
static void add_part(struct division *division) {
    if (division->parts == division->room) {
        division->room = 2 * division->room + 2;
        division->used = grown(division->used, division->room * sizeof *division->used);
    }
    memset(&division->used[division->parts++], 0, sizeof *division->used);
}

/* ---- Groups ---- */

static void index_ends(struct division *division) {
    uint32_t n = division->faults->dimension;
    size_t places = (size_t)n << n;
    memset(division->leaves, 0xff, places * sizeof *division->leaves);
    memset(division->arrives, 0xff, places * sizeof *division->arrives);
    for (uint32_t k = 0; k < division->count; k++) {
        const struct transfer *transfer = &division->first[k];
        const uint8_t *ports = ports_of(division, transfer);
        division->leaves[transfer->from * n + ports[0]] = k;
        division->arrives[transfer->to * n + ports[transfer->links - 1]] = k;
    }
}

static bool overlap(struct run a, struct run b) {
    if (a.area != b.area)
        return false;
    for (uint32_t k = 0; k < a.count; k++)
        for (uint32_t l = 0; l < b.count; l++)
            if (run_block(a, k) == run_block(b, l))
                return true;
    return false;
}

/* The transfer that takes the place of what this one sends, or whose place this one takes where it
 * arrives; null if there is none. */
static struct transfer *taker(const struct division *division, const struct transfer *transfer) {
    uint32_t n = division->faults->dimension;
    uint32_t k = division->arrives[transfer->from * n + ports_of(division, transfer)[0]];
    return k != NOBODY && overlap(division->first[k].receive, transfer->send) ? &division->first[k]
                                                                              : NULL;
}

static struct transfer *taken(const struct division *division, const struct transfer *transfer) {
    uint32_t n = division->faults->dimension;
    uint32_t port = ports_of(division, transfer)[transfer->links - 1];
    uint32_t k = division->leaves[transfer->to * n + port];
    return k != NOBODY && overlap(division->first[k].send, transfer->receive) ? &division->first[k]
                                                                              : NULL;
}

/* Makes groups of all transfers that meet a dead link, and of those that have to go with them.
 * Returns false if these are not just two, one in each direction. */
static bool make_groups(struct division *division) {
    division->groups = 0;
    for (size_t k = 0; k < division->count; k++) {
        struct transfer *one = &division->first[k];
        if (!meets_dead(division, one))
            continue;
        struct transfer *before = taker(division, one), *after = taken(division, one);
        struct transfer *other = before ? before : after;
        if (other &&
            (other->from != one->to || other->to != one->from || (after && after != other)))
            return false;
        if (other && other < one && meets_dead(division, other))
            continue; /* it has its group */
        division->group[division->groups++] = (struct group){one, other, 0};
    }
    return true;
}

/* ---- Places ---- */

static void set_path(struct division *division, struct group *group, const uint8_t ports[],
                     uint32_t links, uint32_t part) {
    static uint8_t back[SCHEDULE_NODES];
    path_take(&division->used[part], group->other, group->one->from, ports, links);
    rewriting_set_path(division->rewriting, group->one, ports, links);
    group->part = part;
    if (!group->other)
        return;
    for (uint32_t k = 0; k < links; k++)
        back[k] = ports[links - 1 - k];
    rewriting_set_path(division->rewriting, group->other, back, links);
}

/* Puts a group into a part by a shortest path, if there is one. */
static bool put(struct division *division, struct group *group, uint32_t part) {
    static uint8_t ports[SCHEDULE_NODES];
    uint32_t links = path_find(division->faults, &division->used[part], group->other,
                               group->one->from, group->one->to, ports);
    if (links == 0)
        return false;
    set_path(division, group, ports, links, part);
    return true;
}

/* Puts a group into the part of its detour's colour, by the detour if the dead link is its path. */
static bool put_by_colour(struct division *division, struct group *group) {
    static uint8_t path[SCHEDULE_NODES];
    const uint8_t *ports = ports_of(division, group->one);
    uint32_t node = group->one->from, k = 0;
    while ((division->faults->dead[node] >> ports[k] & 1) == 0)
        node ^= 1u << ports[k++];
    const struct detour *detour = detours_of(division->detours, node, ports[k]);
    uint32_t part = 1u + detour->colour;
    while (division->parts <= part)
        add_part(division);
    if (group->one->links > 1)
        return put(division, group, part);
    for (uint32_t l = 0; l < detour->links; l++)
        path[l] = detour->ports[node == detour->node ? l : detour->links - 1u - l];
    if (!path_is_free(division->faults, &division->used[part], group->other, node, path,
                      detour->links))
        return put(division, group, part);
    set_path(division, group, path, detour->links, part);
    return true;
}

static void put_all(struct division *division) {
    for (struct group *group = division->group; group < division->group + division->groups; group++)
        if (!put_by_colour(division, group)) {
            uint32_t part = 1;
            while (part < division->parts && !put(division, group, part))
                part++;
            if (part == division->parts) {
                add_part(division);
                put(division, group, part);
            }
        }
}

/* ---- Parts that others have room for ---- */

struct place {
    uint32_t part;
    uint32_t links;
    uint8_t *ports;
};

/* Moves a group to any part before its own. Returns whether there was room. */
static bool pull(struct division *division, struct group *group) {
    for (uint32_t part = 0; part < group->part; part++)
        if (put(division, group, part))
            return true;
    return false;
}

/* Empties the last part, if the others have room for all of it. Returns whether they have. */
static bool empty_last(struct division *division) {
    uint32_t last = division->parts - 1;
    struct place *were = grown(NULL, division->groups * sizeof *were);
    struct links_used *used = grown(NULL, division->parts * sizeof *used);
    bool empty = true;
    memcpy(used, division->used, division->parts * sizeof *used);
    for (size_t k = 0; k < division->groups; k++) {
        struct group *group = &division->group[k];
        were[k] = (struct place){group->part, group->one->links, grown(NULL, group->one->links)};
        memcpy(were[k].ports, ports_of(division, group->one), group->one->links);
    }
    for (size_t k = 0; k < division->groups && empty; k++)
        if (division->group[k].part == last)
            empty = pull(division, &division->group[k]);
    if (!empty)
        memset(division->used, 0, division->parts * sizeof *used);
    for (size_t k = 0; k < division->groups; k++) {
        if (!empty)
            set_path(division, &division->group[k], were[k].ports, were[k].links, were[k].part);
        free(were[k].ports);
    }
    if (!empty)
        memcpy(division->used, used, division->parts * sizeof *used);
    free(used);
    free(were);
    division->parts -= empty;
    return empty;
}

/* ---- Steps ---- */

/* Divides a step, whose first part becomes step `number`. Returns the number of the last one, or 0
 * if a packet cannot be brought round. */
static uint32_t divide(struct division *division, uint32_t number) {
    index_ends(division);
    if (!make_groups(division))
        return 0;
    division->parts = 0;
    add_part(division);
    for (size_t k = 0; k < division->count; k++)
        division->first[k].when = 0;
    for (struct group *group = division->group; group < division->group + division->groups;
         group++) {
        group->one->when = NOBODY;
        if (group->other)
            group->other->when = NOBODY;
    }
    size_t living = 0;
    for (size_t k = 0; k < division->count; k++)
        if (division->first[k].when == 0) {
            living++;
            path_take(&division->used[0], false, division->first[k].from,
                      ports_of(division, &division->first[k]), division->first[k].links);
        }
    put_all(division);
    while (division->parts > 1 && (living > 0 || division->parts > 2) && empty_last(division)) {
    }
    uint32_t next = number, *when = grown(NULL, division->parts * sizeof *when);
    for (uint32_t part = 0; part < division->parts; part++) {
        size_t packets = part == 0 ? living : 0;
        for (size_t k = 0; k < division->groups; k++)
            packets += division->group[k].part == part;
        when[part] = next;
        next += packets > 0;
    }
    for (size_t k = 0; k < division->count; k++)
        division->first[k].when = when[0];
    for (size_t k = 0; k < division->groups; k++) {
        division->group[k].one->when = when[division->group[k].part];
        if (division->group[k].other)
            division->group[k].other->when = when[division->group[k].part];
    }
    free(when);
    return next - 1;
}

/* Writes all steps. first[s] becomes the new number of step s. */
static bool divide_all(struct division *division, uint32_t first[], uint32_t *met) {
    struct rewriting *rewriting = division->rewriting;
    size_t from = 0, end = 0;
    uint32_t last = 0;
    for (uint32_t number = 1; number <= rewriting->steps; number++, from = end) {
        bool meets = false;
        first[number] = last + 1;
        for (; end < rewriting->transfers && rewriting->transfer[end].step == number; end++) {
            meets = meets || meets_dead(division, &rewriting->transfer[end]);
            rewriting->transfer[end].when = last + 1;
        }
        division->first = rewriting->transfer + from;
        division->count = end - from;
        *met += meets;
        last = meets ? divide(division, last + 1) : last + 1;
        if (last == 0)
            return false;
    }
    rewriting->new_steps = last;
    first[rewriting->steps + 1] = last + 1;
    return true;
}

bool reroute_by_steps(struct rewriting *rewriting, const struct faults *faults,
                      const struct detours *detours, uint32_t *met) {
    size_t places = ((size_t)faults->dimension << faults->dimension) * sizeof(uint32_t);
    struct division division = {.rewriting = rewriting,
                                .faults = faults,
                                .detours = detours,
                                .leaves = grown(NULL, places),
                                .arrives = grown(NULL, places),
                                .group =
                                    grown(NULL, places / sizeof(uint32_t) * sizeof(struct group))};
    uint32_t *first = grown(NULL, (rewriting->steps + 2) * sizeof *first);
    *met = 0;
    bool done = divide_all(&division, first, met);
    for (size_t k = 0; done && k < rewriting->moves; k++)
        rewriting->move[k].when = first[rewriting->move[k].step];
    free(first);
    free(division.used);
    free(division.group);
    free(division.arrives);
    free(division.leaves);
    return done;
}
