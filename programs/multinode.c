/* Multinode broadcast by one tree, which every node translates to itself (Ozveren, section 2.3).
 * Prints a line for each step of the tree, with r_max, the number of rounds that the step takes.
 * Then it runs the broadcast of all nodes at once, counts, and checks the results. The tree is one
 * of two that exist for any group, or the user's own, from a file (`cuberun --file NAME=PATH`) that
 * has a line "tail head step" for each arc. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/networks/translated_tree.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

enum { MOST_BYTES = 1 << 20, MOST_ARCS = 1 << CUBE_DIMENSIONS };

static struct broadcast_arc arcs[MOST_ARCS];

/* ---- The tree ---- */

/* Reads the arcs of a tree from a file. */
static void read_file(const char *name, struct broadcast_tree *tree) {
    char line[80], rest;
    FILE *file = fopen(name, "r");
    if (!file)
        options_refuse("multinode: %s: unknown tree (expected: outwards, filled, or a file given "
                       "by cuberun --file)",
                       name);
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        struct broadcast_arc arc;
        if (sscanf(line, "%" SCNu32 " %" SCNu32 " %" SCNu32 " %c", &arc.tail, &arc.head, &arc.step,
                   &rest) != 3)
            options_refuse("multinode: %s, line %u: expected three numbers: tail head step", name,
                           number);
        if (tree->count == MOST_ARCS || arc.step > MOST_ARCS)
            options_refuse("multinode: %s, line %u: too many arcs or steps", name, number);
        arcs[tree->count++] = arc;
        tree->steps = arc.step > tree->steps ? arc.step : tree->steps;
    }
    fclose(file);
}

/* Returns the group: the mesh that the user asks for, or the cube, whose sides are all 2. */
static struct cube_mesh read_group(const char *mesh) {
    struct cube_mesh group = {.axes = 1, .side = {1}};
    if (!mesh) {
        for (unsigned axis = 0; axis < (unsigned)cube_dim(); axis++)
            group.side[axis] = 2;
        group.axes = cube_dim() == 0 ? 1 : (unsigned)cube_dim();
        return group;
    }
    group.axes = options_list(mesh, 'x', group.side);
    if (group.axes == 0)
        options_refuse("multinode: %s: invalid sides of a mesh (expected: 4x8, or 8 for a ring)",
                       mesh);
    if (cube_mesh_node(&group, 0) < 0)
        options_refuse("multinode: %s: the mesh does not fit the cube (a side is even or 1, and "
                       "takes ceil(log2(side)) dimensions)",
                       mesh);
    return group;
}

static void make_tree(const char *name, const struct cube_mesh *group,
                      struct broadcast_tree *tree) {
    *tree = (struct broadcast_tree){.group = group, .arcs = arcs};
    if (strcmp(name, "outwards") != 0 && strcmp(name, "filled") != 0) {
        read_file(name, tree);
        if (broadcast_tree_check(tree) != 0)
            options_refuse("multinode: %s: not a broadcast from 0 (each other rank must be the "
                           "head of one arc, whose tail is 0 or a head of an earlier step)",
                           name);
        return;
    }
    tree->count = group_order(group) - 1;
    tree->steps = (name[0] == 'o' ? broadcast_tree_outwards : broadcast_tree_filled)(group, arcs);
}

/* ---- What there is to say of it ---- */

static uint32_t degree_of(const struct cube_mesh *group) {
    uint32_t degree = 0;
    for (unsigned axis = 0; axis < group->axes; axis++)
        degree += group->side[axis] > 2 ? 2 : group->side[axis] - 1;
    return degree;
}

/* Prints a line for each step, or one line for several steps that are alike. */
static void print_steps(const struct broadcast_tree *tree, const uint32_t most[]) {
    printf("%8s %8s %8s\n", "step", "arcs", "r_max");
    for (uint32_t step = 0, same; step < tree->steps; step += same) {
        uint32_t of_step[2] = {0};
        char text[32];
        for (same = 0; step + same < tree->steps; same++) {
            of_step[1] = 0;
            for (size_t k = 0; k < tree->count; k++)
                of_step[1] += tree->arcs[k].step == step + same + 1;
            of_step[0] = same == 0 ? of_step[1] : of_step[0];
            if (of_step[1] != of_step[0] || most[step + same] != most[step])
                break;
        }
        snprintf(text, sizeof text, "%" PRIu32, step + 1);
        if (same > 1)
            snprintf(text, sizeof text, "%" PRIu32 "-%" PRIu32, step + 1, step + same);
        printf("%8s %8" PRIu32 " %8" PRIu32 "\n", text, of_step[0], most[step]);
    }
}

static uint8_t content(uint32_t rank, size_t offset) {
    return (uint8_t)(41 * rank + 3 * offset + 1);
}

static bool has_all(const struct broadcast_tree *tree, const uint8_t *all, size_t bytes) {
    for (uint32_t rank = 0; rank <= tree->count; rank++)
        for (size_t k = 0; k < bytes; k++)
            if (all[rank * bytes + k] != content(rank, k)) {
                fprintf(stderr, "node %d: byte %zu of rank %" PRIu32 " is wrong\n", cube_node(), k,
                        rank);
                return false;
            }
    return true;
}

/* Runs the broadcast of all nodes. Returns whether everything is right, as far as this node can
 * tell. */
static bool run(const struct broadcast_tree *tree, int rounds, size_t bytes) {
    int rank = cube_mesh_rank(tree->group, cube_node());
    struct account account;
    uint8_t *mine = allocate(1, bytes), *all = allocate(tree->count + 1, bytes);
    for (size_t k = 0; rank >= 0 && k < bytes; k++)
        mine[k] = content((uint32_t)rank, k);
    account_open(&account);
    broadcast_tree_allgather(tree, mine, all, bytes, &account);
    struct account_totals totals = account_close(&account);
    bool right = rank < 0 || has_all(tree, all, bytes);
    struct prediction prediction = {
        .steps = (uint64_t)rounds,
        .words = (tree->count + 1) * tree->count * bytes,
        .word_bytes = 1,
        .communication = -1,
    };
    free(all);
    free(mine);
    return report_print(&totals, &prediction, 0) && right;
}

int main(int argc, char *argv[]) {
    uint64_t bytes = 64;
    const char *mesh = NULL, *name = "filled";
    const struct program_option options[] = {
        OPTION_WORD("mesh", "its sides as 4x8, or a ring's as 8; else the cube", mesh),
        OPTION_WORD("tree", "outwards, filled, or a file of lines \"tail head step\"", name),
        OPTION_NUMBER("bytes", "of a message", bytes, 0, MOST_BYTES),
    };
    OPTIONS_READ(argc, argv, "multinode: all nodes broadcast by one translated tree", options);
    struct cube_mesh group = read_group(mesh);
    struct broadcast_tree tree;
    static uint32_t most[MOST_ARCS];
    make_tree(name, &group, &tree);
    int rounds = broadcast_tree_rounds(&tree, most);
    must(rounds < 0 ? rounds : 0, "r_max");
    if (cube_node() == 0) {
        uint32_t others = (uint32_t)tree.count, degree = degree_of(&group);
        printf("Multinode broadcast on %" PRIu32 " nodes by the tree \"%s\": %d rounds; no tree "
               "takes fewer than %" PRIu32 "\n\n",
               others + 1, name, rounds, degree == 0 ? 0 : (others + degree - 1) / degree);
        print_steps(&tree, most);
        printf("\n");
    }
    return run(&tree, rounds, bytes) ? EXIT_SUCCESS : EXIT_FAILURE;
}
