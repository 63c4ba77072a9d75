/* Broadcast and reduction on a balanced binary tree whose leaves are processors and whose inner
 * nodes are switches (programs/computations/networks/switch_tree.h). Half of the cube's nodes are
 * leaves, and all others but one are switches. The program counts arrivals over the tree's links,
 * verifies every byte, and prints the time by the clocks beside the formulas. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/networks/switch_tree.h"
#include "programs/parts/options.h"
#include "programs/parts/prices.h"

enum { MOST_BYTES = 1 << 20 };

struct job {
    uint64_t bytes;
    uint64_t root; /* a leaf */
};

/* Returns the byte at an offset of what a leaf begins with. */
static uint8_t content(uint32_t leaf, size_t offset) {
    return (uint8_t)(37 * leaf + 7 * offset + 1);
}

static bool has_content(const uint8_t *buffer, const struct job *job, bool is_sum) {
    for (size_t k = 0; k < job->bytes; k++) {
        uint8_t wanted = 0;
        for (uint32_t leaf = 0; is_sum && leaf < switch_tree_leaves(); leaf++)
            wanted = (uint8_t)(wanted + content(leaf, k));
        if (buffer[k] != (is_sum ? wanted : content((uint32_t)job->root, k)))
            return false;
    }
    return true;
}

/* Returns what all nodes have counted together. */
static struct switch_tree_count sum_up(const struct switch_tree_count *mine) {
    struct switch_tree_count all;
    must(cube_allreduce(&mine->steps, &all.steps, 1, &cube_uint32, &cube_max), "the steps");
    must(cube_allreduce(&mine->packets, &all.packets, 1, &cube_uint64, &cube_sum), "the messages");
    must(cube_allreduce(&mine->links, &all.links, 1, &cube_uint64, &cube_sum), "the links");
    return all;
}

/* Whether the time has to be that of the formula. It has to be if the root is leaf 0, because the
 * cube's links are then those of the formula's chain, and instructions are free. */
static bool has_formula_time(const struct job *job) {
    return job->root == 0 && instructions_are_free();
}

/* Prints a line for an operation, at node 0. Returns whether its figures are those of the
 * formulas. */
static bool print(const char *operation, const struct job *job,
                  const struct switch_tree_count *count, uint64_t time) {
    struct switch_tree_formulas formulas = switch_tree_formulas(switch_tree_leaves());
    struct prices prices = prices_given();
    uint64_t stored =
        prices_sum(prices, formulas.chain, formulas.chain, formulas.links, job->bytes);
    uint64_t cut = prices_sum(prices, formulas.steps, formulas.steps, formulas.chain, job->bytes);
    if (cube_node() == 0)
        printf("%-10s %6" PRIu32 " %8" PRIu32 " %10" PRIu64 " %8" PRIu64 " %10" PRIu64 " %10" PRIu64
               " %10" PRIu64 " %12" PRIu64 "\n",
               operation, count->steps, formulas.steps, count->packets, formulas.packets,
               count->links, time, stored, cut);
    return count->steps == formulas.steps && count->packets == formulas.packets &&
           (!has_formula_time(job) || time == stored);
}

/* Runs one of the operations. Returns whether everything was right, as far as this node can
 * tell. */
static bool run(const struct job *job, bool reduces) {
    int leaf = switch_tree_leaf();
    struct switch_tree_count mine = {0};
    uint8_t *buffer = allocate(job->bytes, 1), *arrived = allocate(job->bytes, 1);
    for (size_t k = 0; k < job->bytes && leaf >= 0; k++)
        if (reduces || leaf == (int)job->root)
            buffer[k] = content((uint32_t)leaf, k);
    moment_begin();
    uint64_t begun = moment();
    if (reduces)
        switch_tree_reduce(buffer, arrived, job->bytes, &cube_byte, &cube_sum, (uint32_t)job->root,
                           &mine);
    else
        switch_tree_broadcast(buffer, job->bytes, (uint32_t)job->root, &mine);
    uint64_t time = moment_latest(moment() - begun);
    bool has_result = reduces ? leaf == (int)job->root : leaf >= 0;
    bool right = !has_result || has_content(buffer, job, reduces);
    if (!right)
        fprintf(stderr, "node %d: the %s brought leaf %d something else\n", cube_node(),
                reduces ? "reduction" : "broadcast", leaf);
    struct switch_tree_count all = sum_up(&mine);
    right = print(reduces ? "reduction" : "broadcast", job, &all, time) && right;
    free(arrived);
    free(buffer);
    return right;
}

int main(int argc, char *argv[]) {
    struct job job = {.bytes = 64};
    uint64_t last = cube_nodes() < 2 ? 0 : (uint64_t)switch_tree_leaves() - 1;
    const struct program_option options[] = {
        OPTION_NUMBER("bytes", "of the message", job.bytes, 0, MOST_BYTES),
        OPTION_NUMBER("root", "the leaf where it begins or ends", job.root, 0, last),
    };
    OPTIONS_READ(argc, argv, "tree: broadcast and reduction on a tree of switches", options);
    if (cube_nodes() < 2)
        options_refuse("tree requires at least 2 nodes (cuberun -n 16)");
    if (cube_node() == 0)
        printf("A tree of %" PRIu32 " leaves and %" PRIu32 " switches on %d nodes, %" PRIu64
               " bytes, leaf %" PRIu64 "\n\n%-10s %6s %8s %10s %8s %10s %10s %10s %12s\n",
               switch_tree_leaves(), switch_tree_leaves() - 1, cube_nodes(), job.bytes, job.root,
               "", "steps", "formula", "messages", "formula", "cube links",
               cube_timed() ? "clock" : "cycles", "formula", "cut-through");
    bool right = run(&job, false);
    right = run(&job, true) && right;
    if (cube_node() == 0)
        printf(
            "\nmessages: as they arrived over links of the tree, switches included; cube links:\n"
            "that they passed, one or two for each link of the tree; formula of the time: with\n"
            "switches that store a message before they pass it on, the longest chain from leaf\n"
            "0; cut-through: the slides', with switches that do not\n");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
