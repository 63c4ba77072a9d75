/* Shared by the programs by +-2^b: execution and report. */
#ifndef PROGRAMS_PARTS_WAYS_H
#define PROGRAMS_PARTS_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/pm2b/pm2b.h"

/* How the user wants a program to be carried out, by two options. */
struct way {
    const char *name; /* of the execution: offsets, pipelined or overlapped */
    uint64_t packet;  /* elements in a packet; 0: with offsets all of a node, otherwise 1 */
};

#define WAY_USUAL ((struct way){"offsets", 0})

/* The rows of these two options in a table of options. */
/* clang-format off */
#define WAY_OPTIONS(way)                                                                           \
    OPTION_WORD("way", "offsets, pipelined or overlapped", (way).name),                    \
    OPTION_NUMBER("packet", "elements in a packet, 2^k; 0: as usual", (way).packet, 0, UINT32_MAX)
/* clang-format on */

/* Sets the execution and the packets of a program, if they exist. Every node calls this. */
void way_set(const struct way *way, struct pm2b *program);

/* Returns the order of this name, ascend or descend. Every node calls this. */
enum pm2b_order way_order(const char *name);

/* An executed program: its costs, and the predicted ones. */
struct outcome {
    struct account_totals totals;
    struct cost cost;
    size_t word_bytes;
    uint64_t calls; /* of f, at all nodes */
    uint64_t predicted_calls;
};

/* Carries the program out on this node's block, and counts. It allocates the program's memory
 * before it begins to count. Every node calls this. */
void way_carry_out(struct pm2b *program, void *block, struct outcome *outcome);

/* Carries the program out on node 0 alone, where `all` has all its elements. Returns the time that
 * this took, or 0 at other nodes. */
uint64_t way_alone(const struct pm2b *program, void *all);

/* Returns the number of the first element of this node's block. Blocks are in the order of the
 * ring. `elements` is as in struct pm2b. */
uint64_t way_first(uint64_t elements);

/* The sequential solution in the report: its name and its time. */
struct sequential {
    const char *name;
    uint64_t time;
};

/* Node 0 prints the program's costs beside the predicted ones: calls of f, steps, words and times.
 * It also prints the speed-up over the same program on one node, which took `alone`, and over the
 * best sequential solution, if that is not null. Returns, at every node, whether the counts are
 * right. */
bool way_report(const struct outcome *outcome, uint64_t alone, const struct sequential *sequential);

/* A problem that a program by +-2^b solves. */
struct problem {
    size_t bytes; /* of an element of the result */
    /* Makes the program's elements from number `first` on. */
    void (*fill)(uint64_t first, uint64_t count, void *elements);
    /* Makes the elements of the result from number `first` on; null: they are the program's. */
    void (*result)(uint64_t first, uint64_t count, const void *elements, void *result);
    /* Solves the problem in the best sequential way, on one node; null: nothing is compared. */
    struct sequential (*solve)(void *right);
    /* Node 0 prints what was solved, and whether it is right: the whole result is at `result`, and
     * that of `solve` at `right`. Returns whether it is right. */
    bool (*verify)(const void *result, const void *right);
};

/* Solves the problem on all nodes and on node 0 alone, and prints the reports. Every node calls
 * this. Returns the exit status of the program. */
int way_solve(const struct problem *problem, struct pm2b *program);

#endif
