/* An all-reduce, a total exchange of 2 bytes and a broadcast, each verified, in the order in which
 * all nodes begin each at the same declared time. Prints their packets, bytes and time by the
 * formulas, with start-up 100, 10 a hop and 1 a byte. */
#include <cube.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BY(name) (&(struct cube_choice){.algorithm = (name)})

int main(void) {
    int node = cube_node(), nodes = cube_nodes(), links = nodes * cube_dim();
    uint64_t own = (uint64_t)node, sum = 0, word = node == 1 ? 12345 : 0;
    uint16_t *send = malloc((size_t)nodes * 2), *recv = malloc((size_t)nodes * 2);
    for (int k = 0; send && k < nodes; k++)
        send[k] = (uint16_t)(31 * node + 7 * k);
    int wrong =
        !send || !recv ||
        cube_allreduce_by(BY("allreduce-exchange"), &own, &sum, 1, &cube_uint64, &cube_sum) ||
        cube_alltoall_by(BY("alltoall-exchange"), send, recv, sizeof *send) ||
        cube_bcast_by(BY("bcast-binomial"), &word, 1, &cube_uint64, 1);
    wrong |= sum != (uint64_t)nodes * (uint64_t)(nodes - 1) / 2 || word != 12345;
    for (int k = 0; recv && k < nodes; k++)
        wrong |= recv[k] != (uint16_t)(31 * k + 7 * node);
    if (wrong)
        printf("node %d: wrong\n", node);
    if (node == 0)
        printf("links: %d of %d used, %d packets, %lld bytes\nparallel time: %d\n", links, links,
               2 * links + nodes - 1, 8LL * (links + nodes - 1) + (long long)links * nodes,
               cube_dim() * (3 * 110 + 2 * 8 + nodes));
    return wrong;
}
