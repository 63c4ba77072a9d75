/* Measures half a round trip between node 0 and its neighbour on dimension 0, for messages of many
 * sizes, beside a plain memcpy of the same size. Every message is checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"
#include "programs/wormhole/random.h"

static const size_t sizes[] = {0, 8, 64, 1024, 64 * 1024, 1024 * 1024};
enum {
    SIZES = sizeof sizes / sizeof sizes[0],
    DIMENSION = 0,
    LARGE = 64 * 1024, /* sizes from this one on are repeated less often, by this factor: */
    LARGE_FACTOR = 10,
    /* The distance between the two buffers of a memcpy, in bytes. The emulator finds pages in a
     * direct-mapped table, where pages at a distance of a power of two evict each other. */
    GAP = 33 * 4096,
    MOST_REPETITIONS = 1000000,
    BATCHES = 5, /* batches of repetitions; the fastest one counts */
};

static unsigned repetitions_of(size_t bytes, unsigned usual) {
    unsigned less = usual / LARGE_FACTOR;
    return bytes < LARGE ? usual : less > 0 ? less : 1;
}

/* Node 0 sends first. Returns the cycles of one way. */
static double ping_pong(char *buffer, size_t bytes, unsigned repetitions) {
    uint64_t start = cube_cycles();
    for (unsigned k = 0; k < repetitions; k++) {
        if (cube_node() == 0)
            must(cube_link_send(DIMENSION, buffer, bytes), "sending");
        must(cube_link_recv(DIMENSION, buffer, bytes), "receiving");
        if (cube_node() != 0)
            must(cube_link_send(DIMENSION, buffer, bytes), "sending");
    }
    return (double)(cube_cycles() - start) / (2.0 * repetitions);
}

static double copy(char *to, const char *from, size_t bytes, unsigned repetitions) {
    uint64_t start = cube_cycles();
    for (unsigned k = 0; k < repetitions; k++) {
        memcpy(to, from, bytes);
        __asm__ volatile("" ::: "memory"); /* so that the compiler leaves no copy out */
    }
    return (double)(cube_cycles() - start) / repetitions;
}

static void print_line(size_t bytes, double one_way, double copied) {
    if (bytes == 0)
        printf("%10zu %14.0f %12s %14s %12s\n", bytes, one_way, "-", "-", "-");
    else
        printf("%10zu %14.0f %12.3f %14.0f %10.0f %%\n", bytes, one_way, (double)bytes / one_way,
               copied, 100 * copied / one_way);
}

/* Fills a message with bytes that a node finds again from its size. */
static void fill(char *message, size_t bytes) {
    struct random random = {bytes};
    for (size_t k = 0; k < bytes; k++)
        message[k] = (char)(random_word(&random) >> 56);
}

/* Returns the offset of the first byte that is wrong, or `bytes` if all are right. */
static size_t check(const char *message, size_t bytes) {
    struct random random = {bytes};
    size_t k = 0;
    while (k < bytes && message[k] == (char)(random_word(&random) >> 56))
        k++;
    return k;
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

/* Plays with messages of one size. Returns whether the message came back as it was sent. */
static bool play(size_t bytes, unsigned usual) {
    unsigned repetitions = repetitions_of(bytes, usual);
    char *buffer = allocate(2 * bytes + GAP, 1);
    char *other = buffer + bytes + GAP;
    if (cube_node() == 0)
        fill(buffer, bytes);
    double one_way = ping_pong(buffer, bytes, repetitions);
    double copied = copy(other, buffer, bytes, repetitions);
    for (int batch = 1; batch < BATCHES; batch++) {
        one_way = lesser(one_way, ping_pong(buffer, bytes, repetitions));
        copied = lesser(copied, copy(other, buffer, bytes, repetitions));
    }
    size_t wrong = check(buffer, bytes);
    if (wrong < bytes)
        fprintf(stderr, "node %d: byte %zu of the message of %zu bytes is wrong\n", cube_node(),
                wrong, bytes);
    if (cube_node() == 0)
        print_line(bytes, one_way, copied);
    free(buffer);
    return wrong == bytes;
}

int main(int argc, char *argv[]) {
    uint64_t repetitions = 200;
    const struct program_option options[] = {
        OPTION_NUMBER("r", "number of runs", repetitions, 1, MOST_REPETITIONS),
    };
    OPTIONS_READ(argc, argv, "pingpong: half a round trip between neighbours", options);
    if (cube_nodes() < 2) {
        fprintf(stderr, "pingpong requires at least 2 nodes (cuberun -n 2)\n");
        return EXIT_FAILURE;
    }
    if (cube_node() == 0) {
        printf("Ping-pong between node 0 and its neighbour node 1\n\n");
        printf("%10s %14s %12s %14s %12s\n", "bytes", "cycles one way", "bytes/cycle",
               "cycles memcpy", "memcpy / way");
    }
    bool right = true;
    for (int k = 0; k < SIZES && cube_node() < 2; k++)
        right = play(sizes[k], (unsigned)repetitions) && right;
    if (cube_node() == 0)
        printf("cycles: nanoseconds of the virtual clock, under --exact instructions of all nodes\n"
               "together; one way: half a round trip, two copies; the fastest of five batches\n");
    must(cube_barrier(), "the barrier");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
