/* The parallel FFT of Hou et al., section 6.2, on the whole cube.
 *
 * 2^(n+2d) complex points lie on 2^n nodes in block-cyclic distribution: of the bits of a point's
 * index the lowest d and the highest d tell its place at a node, those between tell the node.
 * First the points are brought to the index with its bits reversed, for which each node sends all
 * its points to the node with its bits reversed. Then come n + 2d stages of butterflies; stage i,
 * from 1, joins points whose indices differ in bit i - 1: within a node for the lowest d and the
 * highest d bits, and with the neighbour on dimension i - 1 - d for those between. */
#ifndef PROGRAMS_FOURIER_H
#define PROGRAMS_FOURIER_H

#include <complex.h>
#include <stdint.h>

struct fourier {
    uint32_t n;              /* dimensions of the cube */
    uint32_t d;              /* a node has 2^(2d) points */
    uint32_t points;         /* number of points of a node */
    double complex *mine;    /* the points of this node, which the caller fills in */
    double complex *others;  /* room for points that arrive */
    double complex *root;    /* e^(-2 pi i k / m), k below half the number of all points m */
    uint64_t reverse_cycles; /* what the bit-reverse took in the last transform, by cube_cycles() */
    uint64_t exchange_cycles; /* what its exchanges with neighbours took */
    uint64_t compute_cycles;  /* what the rest took, which is computation */
};

/* Allocates what a transform of 2^(n+2d) points on this cube needs, at most 2^28 of them. Returns 0
 * or -ENOMEM. */
int fourier_start(struct fourier *fourier, uint32_t d);

/* Frees what fourier_start has allocated. */
void fourier_stop(struct fourier *fourier);

/* The index of point `place` of node `node`. */
uint32_t fourier_index(const struct fourier *fourier, uint32_t node, uint32_t place);

/* Transforms the points of all nodes, with the factors e^(-2 pi i j k / m); or, where `backwards`
 * is not 0, with their conjugates and 1 / m, which undoes it. All nodes call it. Returns 0 or the
 * error of a call of cube.h. */
int fourier_transform(struct fourier *fourier, int backwards);

#endif
