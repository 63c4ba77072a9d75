/* The parallel FFT of Hou et al., section 6.2, on the whole cube.
 *
 * 2^(n+2d) complex points lie on 2^n nodes in a block-cyclic distribution. The lowest d and the
 * highest d bits of a point's index are its place at a node; the bits between them are the node.
 * First each point is brought to the index with its bits reversed. For this each node sends all its
 * points to the node with its bits reversed. Then come n + 2d stages of butterflies. Stage i, from
 * 1 on, joins points whose indices differ in bit i - 1. For the lowest d and the highest d bits
 * both points are at one node. For the bits between them, one of the points is at the neighbour on
 * dimension i - 1 - d. */
#ifndef COMPUTATIONS_FOURIER_FOURIER_H
#define COMPUTATIONS_FOURIER_FOURIER_H

#include <complex.h>
#include <stdint.h>

struct fourier {
    uint32_t n;               /* dimensions of the cube */
    uint32_t d;               /* a node has 2^(2d) points */
    uint32_t points;          /* number of points of a node */
    double complex *mine;     /* the points of this node, which the caller fills in */
    double complex *others;   /* room for points that arrive */
    double complex *root;     /* e^(-2 pi i k / m) for k < m / 2, with m points in all */
    uint64_t reverse_cycles;  /* time of the bit-reverse in the last transform, by cube_cycles() */
    uint64_t exchange_cycles; /* time of its exchanges with neighbours */
    uint64_t compute_cycles;  /* time of the rest, which is computation */
};

/* Allocates the memory for a transform of 2^(n+2d) points on this cube. There may be at most 2^28
 * points. */
void fourier_start(struct fourier *fourier, uint32_t d);

/* Frees the memory of fourier_start. */
void fourier_stop(struct fourier *fourier);

/* Returns the index of point `place` of node `node`. */
uint32_t fourier_index(const struct fourier *fourier, uint32_t node, uint32_t place);

/* Transforms the points of all nodes, with the factors e^(-2 pi i j k / m). If `backwards` is not
 * 0, it uses their conjugates and divides by m, which undoes the transform. All nodes call it.
 */
void fourier_transform(struct fourier *fourier, int backwards);

#endif
