#include "collectives/reroute/detours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many places are tried for each number of colours before there is one colour more. */
enum { TRIES = 20000 };

enum { DETOUR_LINKS = 3 };

struct search {
    const struct faults *faults;
    struct detours *detours;
    struct links_used *used; /* by colour */
    uint32_t colours;
    uint32_t tries;
};

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes + 1);
    if (!memory) {
        perror("detours");
        exit(EXIT_FAILURE);
    }
    return memory;
}

uint32_t detours_least_colours(const struct faults *faults) {
    uint32_t n = faults->dimension, most = 0;
    for (uint32_t node = 0; node < 1u << n; node++) {
        uint32_t dead = (uint32_t)__builtin_popcount(faults->dead[node]);
        if (dead < n && (dead + n - dead - 1) / (n - dead) > most)
            most = (dead + n - dead - 1) / (n - dead);
    }
    return most;
}

/* Gives a detour its path, if that is free in its colour. */
static bool take(struct search *search, struct detour *detour, uint32_t colour,
                 const uint8_t ports[], uint32_t links) {
    struct links_used *used = &search->used[colour];
    if (!path_is_free(search->faults, used, true, detour->node, ports, links))
        return false;
    detour->colour = (uint16_t)colour;
    detour->links = (uint16_t)links;
    memcpy(detour->ports, ports, links);
    path_take(used, true, detour->node, ports, links);
    return true;
}

static bool find_from(struct search *search, uint32_t number);

/* Goes on to the next detour, and takes this one's path back if there is none for that. */
static bool go_on(struct search *search, uint32_t number) {
    struct detour *detour = &search->detours->detour[number];
    if (find_from(search, number + 1))
        return true;
    path_give_back(&search->used[detour->colour], true, detour->node, detour->ports, detour->links);
    return false;
}

/* Tries the paths of a detour in a colour: those of three links, then a shortest one. */
static bool find_in(struct search *search, uint32_t number, uint32_t colour) {
    static uint8_t path[SCHEDULE_NODES];
    struct detour *detour = &search->detours->detour[number];
    uint32_t d = detour->dimension;
    for (uint32_t e = 0; e < search->faults->dimension; e++) {
        uint8_t ports[DETOUR_LINKS] = {(uint8_t)e, (uint8_t)d, (uint8_t)e};
        if (e != d && take(search, detour, colour, ports, DETOUR_LINKS) && go_on(search, number))
            return true;
    }
    uint32_t links = path_find(search->faults, &search->used[colour], true, detour->node,
                               detour->node ^ 1u << d, path);
    return links > DETOUR_LINKS && take(search, detour, colour, path, links) &&
           go_on(search, number);
}

static bool find_from(struct search *search, uint32_t number) {
    if (number == search->detours->count)
        return true;
    for (uint32_t colour = 0; colour < search->colours; colour++) {
        if (search->tries == 0)
            return false;
        search->tries--;
        if (find_in(search, number, colour))
            return true;
    }
    return false;
}

/* How many dead links there are at the end of a link that has more of them. */
static uint32_t crowd(const struct faults *faults, const struct detour *detour) {
    int one = __builtin_popcount(faults->dead[detour->node]);
    int other = __builtin_popcount(faults->dead[detour->node ^ 1u << detour->dimension]);
    return (uint32_t)(one > other ? one : other);
}

/* Lists the dead links, the most crowded ones first, for which there is the least choice. */
static void list_links(const struct faults *faults, struct detours *detours) {
    for (uint32_t dead = faults->dimension; dead > 0; dead--)
        for (uint32_t node = 0; node < 1u << faults->dimension; node++)
            for (uint32_t left = faults->dead[node]; left != 0; left &= left - 1) {
                struct detour detour = {(uint16_t)node, (uint8_t)__builtin_ctz(left), 0, 0, NULL};
                if ((node & left & -left) != 0 || crowd(faults, &detour) != dead)
                    continue;
                detour.ports = allocate((size_t)1 << faults->dimension);
                detours->detour[detours->count++] = detour;
            }
}

struct detours detours_find(const struct faults *faults) {
    struct detours detours = {0, 0, NULL};
    size_t links = (size_t)faults->dimension << faults->dimension;
    detours.detour = allocate(links * sizeof *detours.detour);
    list_links(faults, &detours);
    struct search search = {.faults = faults, .detours = &detours};
    uint32_t colours = detours_least_colours(faults);
    for (; detours.count > 0 && colours <= detours.count + 1; colours++) {
        free(search.used);
        search.used = allocate(colours * sizeof *search.used);
        search.colours = colours;
        search.tries = TRIES + detours.count * colours;
        if (find_from(&search, 0))
            break;
    }
    free(search.used);
    if (detours.count > 0 && colours > detours.count + 1) {
        fprintf(stderr, "detours: no way that lives joins the ends of a dead link\n");
        exit(EXIT_FAILURE);
    }
    detours.colours = colours;
    return detours;
}

void detours_end(struct detours *detours) {
    for (uint32_t k = 0; k < detours->count; k++)
        free(detours->detour[k].ports);
    free(detours->detour);
}

const struct detour *detours_of(const struct detours *detours, uint32_t node, uint32_t dimension) {
    uint32_t lower = node & ~(1u << dimension);
    for (uint32_t k = 0; k < detours->count; k++)
        if (detours->detour[k].node == lower && detours->detour[k].dimension == dimension)
            return &detours->detour[k];
    return NULL;
}
