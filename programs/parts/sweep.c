#include "programs/parts/sweep.h"

#include <inttypes.h>
#include <stdio.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/row.h"

/* Returns the largest of the nodes' values. */
static uint64_t largest(uint64_t value) {
    uint64_t most = 0;
    must(cube_allreduce(&value, &most, 1, &cube_uint64, &cube_max), "the largest value");
    return most;
}

/* Returns the number of blocks of the input at the node that has the most of them; at least 1. */
static uint64_t parts_of(const char *name, const struct cube_case *given) {
    uint64_t parts = largest(cube_catalogue_blocks(name, given, 0));
    return parts > 0 ? parts : 1;
}

/* Returns the least result of parts_of over all algorithms that are wanted, with messages of one
 * packet. */
static uint64_t least_parts(const struct wanted *wanted) {
    struct cube_algorithm found;
    struct cube_case given = wanted->given;
    uint64_t least = UINT64_MAX;
    given.packets = 0;
    for (size_t k = 0; k < wanted->count; k++)
        if (wanted_find(wanted, k, &given, &found)) {
            uint64_t parts = parts_of(found.name, &given);
            least = parts < least ? parts : least;
        }
    return least;
}

/* Returns the bytes of a block, rounded up, if a message has `units` units of `bytes` bytes. */
static size_t block_bytes(const char *name, const struct cube_case *given, uint64_t units,
                          size_t bytes) {
    uint64_t parts = parts_of(name, given);
    return (size_t)((bytes * units + parts - 1) / parts);
}

/* Returns the power of two that is the best number of packets for a message of a pipelined
 * algorithm. */
static unsigned best_packets(const char *name, const struct cube_case *given, uint64_t units,
                             size_t bytes) {
    struct cube_case tried = *given;
    unsigned best = 1;
    double least = -1;
    for (tried.packets = 1; tried.packets <= CUBE_PACKETS && tried.packets <= bytes;
         tried.packets *= 2) {
        double time =
            cube_catalogue_estimate(name, &tried, block_bytes(name, &tried, units, bytes));
        if (time < 0 || (least >= 0 && time >= least))
            break;
        least = time;
        best = tried.packets;
    }
    return best;
}

/* Runs one algorithm with messages of one size, and prints its line. Returns whether everything was
 * right, as far as this node can tell. */
static bool show(const struct wanted *wanted, const char *name, uint64_t units, size_t bytes) {
    struct cube_algorithm algorithm;
    struct cube_case given = wanted->given;
    must(cube_catalogue_find(name, &given, &algorithm), name);
    if ((algorithm.varies & CUBE_VARIES_PACKETS) != 0 && given.packets == 0)
        given.packets = best_packets(name, &given, units, bytes);
    must(cube_catalogue_find(name, &given, &algorithm), name);
    size_t block = block_bytes(name, &given, units, bytes);
    struct figures figures = row_run(&algorithm, &given, block, wanted->repetitions, NULL);
    if (cube_node() == 0)
        printf("%9zu %-30s %7u %6" PRIu32 " %11" PRIu64 " %11.0f\n", bytes, name,
               given.packets == 0 ? 1 : given.packets, figures.steps,
               cube_timed() ? figures.clock : figures.cycles,
               cube_catalogue_estimate(name, &given, block));
    return figures.wrong == 0;
}

bool sweep(const struct wanted *wanted) {
    struct cube_algorithm found;
    uint64_t units = least_parts(wanted);
    bool right = true;
    if (cube_node() == 0)
        printf("%s on %d node%s, messages of %zu to %zu bytes\n\n%9s %-30s %7s %6s %11s %11s\n",
               wanted->operation, cube_nodes(), cube_nodes() == 1 ? "" : "s", wanted->sizes.least,
               wanted->sizes.most, "bytes", "algorithm", "packets", "steps", "time", "predicted");
    for (size_t bytes = wanted->sizes.least; bytes <= wanted->sizes.most; bytes *= 2)
        for (size_t k = 0; k < wanted->count; k++)
            if (wanted_find(wanted, k, &wanted->given, &found))
                right = show(wanted, found.name, units, bytes) && right;
    if (cube_node() == 0)
        printf(
            "\nbytes: of a message, a block of the algorithm with the fewest; packets: of a\n"
            "pipelined algorithm; time: the slowest node's, by its clock or in cycles;\n"
            "predicted: as by --explain, with the library's own work where instructions count\n");
    return right;
}
