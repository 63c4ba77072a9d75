#include "programs/computations/fourier/fourier.h"

#include <stdbool.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

static const double pi = 3.14159265358979323846;

/* The most bytes of a message that is buffered on its way, whatever the receiver does, on cubes of
 * any size (cube.h). So two nodes can send this many to each other before they receive. */
enum { BUFFERED_BYTES = 1 << 10 };

typedef int send_part(int to, const void *data, size_t bytes);
typedef int recv_part(int from, void *data, size_t bytes);

/* Exchanges `bytes` bytes with `peer`, a node or a dimension, part by part. */
static void swap(send_part *send, recv_part *recv, uint32_t peer, const void *from, void *to,
                 size_t bytes) {
    for (size_t done = 0; done < bytes; done += BUFFERED_BYTES) {
        size_t part = bytes - done < BUFFERED_BYTES ? bytes - done : BUFFERED_BYTES;
        must(send((int)peer, (const char *)from + done, part), "sending points");
        must(recv((int)peer, (char *)to + done, part), "receiving points");
    }
}

void fourier_start(struct fourier *fourier, uint32_t d) {
    *fourier = (struct fourier){.n = (uint32_t)cube_dim(), .d = d, .points = 1u << 2 * d};
    uint32_t half = (fourier->points << fourier->n) / 2;
    fourier->mine = allocate(fourier->points, sizeof *fourier->mine);
    fourier->others = allocate(fourier->points, sizeof *fourier->others);
    fourier->root = allocate(half, sizeof *fourier->root);
    for (uint32_t k = 0; k < half; k++)
        fourier->root[k] = cexp(-I * pi * k / half);
}

void fourier_stop(struct fourier *fourier) {
    free(fourier->root);
    free(fourier->others);
    free(fourier->mine);
}

uint32_t fourier_index(const struct fourier *fourier, uint32_t node, uint32_t place) {
    uint32_t low = place & ((1u << fourier->d) - 1), high = place >> fourier->d;
    return high << (fourier->n + fourier->d) | node << fourier->d | low;
}

static uint32_t reversed(uint32_t bits, uint32_t count) {
    uint32_t result = 0;
    for (uint32_t k = 0; k < count; k++)
        result |= (bits >> k & 1) << (count - 1 - k);
    return result;
}

/* Brings each point to the index with its bits reversed. This is on the node whose number has the
 * node's bits reversed, at the place with the place's bits reversed, because the lowest d bits of
 * the index become the highest d. So the points are put in order before they are sent. */
static void reverse(struct fourier *fourier) {
    uint32_t to = reversed((uint32_t)cube_node(), fourier->n);
    size_t bytes = fourier->points * sizeof *fourier->mine;
    for (uint32_t place = 0; place < fourier->points; place++)
        fourier->others[reversed(place, 2 * fourier->d)] = fourier->mine[place];
    uint64_t start = cube_cycles();
    swap(cube_send, cube_recv, to, fourier->others, fourier->mine, bytes);
    fourier->reverse_cycles = cube_cycles() - start;
}

/* Returns the root by which the upper one of two points that are `distance` apart is multiplied. */
static double complex root_of(const struct fourier *fourier, uint32_t index, uint32_t distance,
                              int backwards) {
    uint32_t half = (fourier->points << fourier->n) / 2;
    double complex root = fourier->root[(index & (distance - 1)) * (half / distance)];
    return backwards ? conj(root) : root;
}

/* Carries out a stage in which both points of each pair are at this node. Their places differ in
 * one bit. */
static void join_within(struct fourier *fourier, uint32_t bit, uint32_t place_bit, int backwards) {
    uint32_t node = (uint32_t)cube_node(), other = 1u << place_bit;
    for (uint32_t place = 0; place < fourier->points; place++) {
        if (place & other)
            continue;
        uint32_t index = fourier_index(fourier, node, place);
        double complex lower = fourier->mine[place];
        double complex upper =
            fourier->mine[place | other] * root_of(fourier, index, 1u << bit, backwards);
        fourier->mine[place] = lower + upper;
        fourier->mine[place | other] = lower - upper;
    }
}

/* Carries out a stage in which each pair has one point at this node and one at its neighbour. Each
 * of the two nodes computes one half of each butterfly. */
static void join_with_neighbour(struct fourier *fourier, uint32_t bit, int backwards) {
    uint32_t node = (uint32_t)cube_node(), dimension = bit - fourier->d;
    size_t bytes = fourier->points * sizeof *fourier->mine;
    uint64_t start = cube_cycles();
    swap(cube_link_send, cube_link_recv, dimension, fourier->mine, fourier->others, bytes);
    fourier->exchange_cycles += cube_cycles() - start;
    bool is_upper = node >> dimension & 1;
    for (uint32_t place = 0; place < fourier->points; place++) {
        double complex root =
            root_of(fourier, fourier_index(fourier, node, place), 1u << bit, backwards);
        fourier->mine[place] = is_upper ? fourier->others[place] - fourier->mine[place] * root
                                        : fourier->mine[place] + fourier->others[place] * root;
    }
}

static void join(struct fourier *fourier, uint32_t bit, int backwards) {
    if (bit >= fourier->d && bit < fourier->n + fourier->d)
        join_with_neighbour(fourier, bit, backwards);
    else
        join_within(fourier, bit, bit < fourier->d ? bit : bit - fourier->n, backwards);
}

void fourier_transform(struct fourier *fourier, int backwards) {
    uint64_t start = cube_cycles();
    fourier->reverse_cycles = fourier->exchange_cycles = 0;
    reverse(fourier);
    for (uint32_t bit = 0; bit < fourier->n + 2 * fourier->d; bit++)
        join(fourier, bit, backwards);
    if (backwards)
        for (uint32_t place = 0; place < fourier->points; place++)
            fourier->mine[place] /= (double)fourier->points * (1u << fourier->n);
    fourier->compute_cycles =
        cube_cycles() - start - fourier->reverse_cycles - fourier->exchange_cycles;
}
