#include "programs/computations/sparse/structure.h"

#include <stdlib.h>
#include <string.h>

#include "programs/computations/must.h"

/* Puts the unknowns into the order of the problems, in a copy of the entries. */
static void renumber(struct sparse_structure *structure) {
    size_t size = structure->entries.rows, count = structure->entries.count;
    structure->unit = diagonals_narrow(&structure->diagonals, &structure->narrow);
    structure->place = allocate(size, sizeof *structure->place);
    structure->renumbered = structure->entries;
    structure->renumbered.list = allocate(count, sizeof *structure->renumbered.list);
    if (count > 0)
        memcpy(structure->renumbered.list, structure->entries.list,
               count * sizeof *structure->renumbered.list);
    diagonals_order(&structure->diagonals, structure->unit, structure->place);
    sparse_entries_renumber(&structure->renumbered, structure->place);
}

static void find_costs(struct sparse_structure *structure) {
    struct sparse_rows rows;
    structure->reach = sparse_shifts_reach(&structure->whole, &structure->plain);
    structure->cost[SPARSE_SHIFTS] = sparse_shifts_cost(&structure->plain, structure->reach);
    structure->cost[SPARSE_PLANNED] = sparse_product_cost(&structure->whole, &structure->plain);
    sparse_rows_make(&rows, &structure->renumbered, 0, structure->renumbered.rows);
    structure->cost[SPARSE_PROBLEMS] = sparse_product_cost(&rows, &structure->grouped);
    sparse_rows_free(&rows);
}

void sparse_structure_find(struct sparse_structure *structure, struct sparse_entries *entries) {
    *structure = (struct sparse_structure){.entries = *entries};
    *entries = (struct sparse_entries){0};
    sparse_rows_make(&structure->whole, &structure->entries, 0, structure->entries.rows);
    diagonals_find(&structure->diagonals, &structure->whole);
    renumber(structure);
    division_make(&structure->plain, structure->entries.rows);
    structure->groups = diagonals_divide(&structure->diagonals, &structure->grouped);
    find_costs(structure);
}

void sparse_structure_free(struct sparse_structure *structure) {
    sparse_entries_free(&structure->entries);
    sparse_entries_free(&structure->renumbered);
    sparse_rows_free(&structure->whole);
    diagonals_free(&structure->diagonals);
    division_free(&structure->plain);
    division_free(&structure->grouped);
    free(structure->place);
    structure->place = NULL;
}

enum sparse_method sparse_structure_best(const struct sparse_structure *structure) {
    enum sparse_method best = SPARSE_PLANNED;
    for (enum sparse_method other = SPARSE_SHIFTS; other < SPARSE_METHODS; other++)
        if (structure->cost[other].time < structure->cost[best].time)
            best = other;
    return best;
}

void sparse_map_make(struct sparse_map *map, const struct sparse_structure *structure,
                     enum sparse_method method) {
    const struct sparse_entries *entries =
        method == SPARSE_PROBLEMS ? &structure->renumbered : &structure->entries;
    *map = (struct sparse_map){.method = method, .structure = structure};
    map->division = method == SPARSE_PROBLEMS ? &structure->grouped : &structure->plain;
    struct sparse_rows rows;
    sparse_rows_make(&rows, entries, division_first(map->division), division_count(map->division));
    if (method == SPARSE_SHIFTS)
        sparse_shifts_make(&map->shifts, map->division, structure->reach, &rows);
    else
        sparse_product_make(&map->product, map->division, &rows);
}

void sparse_map_free(struct sparse_map *map) {
    sparse_product_free(&map->product);
    sparse_shifts_free(&map->shifts);
}

size_t sparse_map_place(const struct sparse_map *map, size_t unknown) {
    return map->method == SPARSE_PROBLEMS ? map->structure->place[unknown] : unknown;
}

void sparse_map_apply(void *context, const double *from, double *to, struct account *account) {
    struct sparse_map *map = context;
    if (map->method == SPARSE_SHIFTS)
        sparse_shifts_apply(&map->shifts, from, to, account);
    else
        sparse_product_apply(&map->product, from, to, account);
}
