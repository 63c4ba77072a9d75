#include "collectives/catalogue/catalogue.h"

#include <string.h>

#include "collectives/schedule/library.h"
#include "compiler.h"
#include "cube_algorithm.h"

#define REFER(entry) &entry,
const struct algorithm *const catalogue[] = {LIBRARY(REFER)};
#undef REFER

const size_t catalogue_entries = sizeof catalogue / sizeof catalogue[0];

/* ---- A program's own algorithms ---- */

/* They belong to the process, and not to a node: on the host, where the nodes of a cube are
 * threads, all nodes know those that were added before they began. */
static struct {
    struct algorithm algorithm[CUBE_OWN_ALGORITHMS];
    size_t count;
} added;

const struct algorithm *catalogue_own(size_t index) {
    return index < added.count ? &added.algorithm[index] : NULL;
}

bool catalogue_add(const struct algorithm *own) {
    if (added.count == CUBE_OWN_ALGORITHMS)
        return false;
    added.algorithm[added.count++] = *own;
    return true;
}

/* ---- By operation ---- */

#define ONE(tag, name) +1
enum {
    ENTRIES = sizeof catalogue / sizeof catalogue[0],
    TAGS = OPERATIONS(ONE),
};
#undef ONE

/* The algorithms, sorted by operation. */
static NODE_LOCAL struct {
    bool made;
    uint8_t end[TAGS + 1]; /* where an operation's algorithms end and the next one's begin */
    const struct algorithm *algorithm[ENTRIES];
} sorted;
static_assert(ENTRIES <= UINT8_MAX, "an entry's number is a byte");

static uint32_t row_of(const struct operation *operation) {
    return operation->tag - CUBE_COLLECTIVE_OPERATIONS + 1;
}

/* Sorts the algorithms by counting. */
static void sort(void) {
    uint8_t next[TAGS + 1] = {0};
    for (uint32_t k = 0; k < ENTRIES; k++)
        sorted.end[row_of(catalogue[k]->operation)]++;
    for (uint32_t row = 1; row <= TAGS; row++) {
        next[row] = sorted.end[row - 1];
        sorted.end[row] += next[row];
    }
    for (uint32_t k = 0; k < ENTRIES; k++)
        sorted.algorithm[next[row_of(catalogue[k]->operation)]++] = catalogue[k];
    sorted.made = true;
}

struct algorithms catalogue_of(const struct operation *operation) {
    if (!sorted.made)
        sort();
    uint32_t first = sorted.end[row_of(operation) - 1], end = sorted.end[row_of(operation)];
    return (struct algorithms){&sorted.algorithm[first], end - first};
}

/* A search is part of each call of cube_catalogue_run, by which algorithms are compared. So that
 * this takes hardly longer for algorithms at the end, names are first compared by their addresses,
 * which are the same if the name comes from the catalogue. */
const struct algorithm *catalogue_find(const char *name) {
    const struct algorithm *own;
    if (!name)
        return NULL;
    for (size_t i = 0; (own = catalogue_own(i)); i++)
        if (strcmp(own->name, name) == 0)
            return own;
    for (size_t i = 0; i < catalogue_entries; i++)
        if (catalogue[i]->name == name)
            return catalogue[i];
    for (size_t i = 0; i < catalogue_entries; i++)
        if (strcmp(catalogue[i]->name, name) == 0)
            return catalogue[i];
    return NULL;
}
