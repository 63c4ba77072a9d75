/* Wrong arguments, as in tests/arguments.h, for the calls of cube.h that are no collectives, and
 * for those of the catalogue. */
#ifndef TESTS_ARGUMENTS_OTHERS_H
#define TESTS_ARGUMENTS_OTHERS_H

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cube.h"
#include "cube_catalogue.h"

/* Returns whether all other calls refuse invalid arguments. */
static bool others_refuse(void) {
    static const int no_dimension[] = {-1, INT_MIN, INT_MAX, CUBE_DIMENSIONS, 31, 32, 64};
    static const int no_node[] = {-1, INT_MIN, INT_MAX, 1 << CUBE_DIMENSIONS};
    struct cube_mesh mesh = {.axes = 1, .side = {(unsigned)cube_nodes()}};
    struct cube_mesh odd = {.axes = 1, .side = {3}};
    uint8_t byte = 0;
    const void *send[CUBE_DIMENSIONS] = {NULL};
    void *recv[CUBE_DIMENSIONS] = {NULL};
    const int functions[1 << CUBE_DIMENSIONS] = {0}, twice[1 << CUBE_DIMENSIONS] = {0};
    bool right = true;
    for (size_t k = 0; k < sizeof no_dimension / sizeof no_dimension[0]; k++)
        right = cube_link_send(no_dimension[k], &byte, 1) == -EINVAL &&
                cube_link_recv(no_dimension[k], &byte, 1) == -EINVAL &&
                cube_link_send(no_dimension[k], &byte, 8) == -EINVAL &&
                cube_link_recv(no_dimension[k], &byte, 8) == -EINVAL &&
                cube_link_arrived(no_dimension[k]) == -EINVAL && right;
    for (size_t k = 0; k < sizeof no_node / sizeof no_node[0]; k++)
        right = cube_send(no_node[k], &byte, 1) == -EINVAL &&
                cube_recv(no_node[k], &byte, 1) == -EINVAL &&
                cube_mesh_rank(&mesh, no_node[k]) == -EINVAL &&
                cube_mesh_node(&mesh, no_node[k]) == -EINVAL && right;
    for (unsigned set = 1u << cube_dim(); set != 0; set <<= 1)
        right = cube_links_exchange(set, send, 0, recv, 0) == -EINVAL &&
                cube_links_exchange(0, send, set, recv, 0) == -EINVAL && right;
    for (size_t bytes = (size_t)UINT32_MAX + 1; bytes != 0; bytes <<= 1)
        right = cube_link_send(0, &byte, bytes) == -EINVAL &&
                cube_link_recv(0, &byte, bytes) == -EINVAL &&
                cube_send(0, &byte, bytes) == -EINVAL && cube_recv(0, &byte, bytes) == -EINVAL &&
                cube_links_exchange(0, send, 0, recv, bytes) == -EINVAL && right;
    return right && cube_link_send(0, NULL, 8) == -EINVAL &&
           cube_link_recv(0, NULL, 8) == -EINVAL && cube_send(0, NULL, 1) == -EINVAL &&
           cube_recv(0, NULL, 1) == -EINVAL &&
           cube_links_exchange(1, NULL, 0, NULL, 8) == -EINVAL &&
           cube_links_exchange(1, send, 0, NULL, 8) == -EINVAL &&
           cube_links_exchange(0, NULL, 1, recv, 8) == -EINVAL &&
           cube_mesh_rank(NULL, 0) == -EINVAL && cube_mesh_node(NULL, 0) == -EINVAL &&
           cube_mesh_rank(&odd, 0) == -EINVAL && cube_mesh_node(&odd, 0) == -EINVAL &&
           cube_contention(NULL) == -EINVAL && cube_contention(twice) == -EINVAL &&
           cube_pm2i_contention(NULL, NULL) == -EINVAL &&
           cube_pm2i_contention(functions, NULL) == -EINVAL;
}

/* Returns whether the catalogue refuses names that it does not have, and cases that there are not.
 * */
static bool catalogue_refuses(void) {
    static const int numbers[] = {-1, INT_MIN, INT_MAX, 1 << CUBE_DIMENSIONS};
    static uint8_t input[1], output[1];
    void *const outputs[] = {output, output};
    struct cube_algorithm algorithm;
    bool right = cube_catalogue(SIZE_MAX, &algorithm) == -EINVAL &&
                 cube_catalogue_find(NULL, NULL, &algorithm) == -EINVAL &&
                 cube_catalogue_find("", NULL, &algorithm) == -EINVAL &&
                 cube_catalogue_run("none", NULL, NULL, NULL, input, outputs, 1) == -EINVAL;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++)
        for (size_t way = 0; way < sizeof numbers / sizeof numbers[0]; way++) {
            int number = numbers[way];
            const struct cube_case cases[] = {
                {.dimensions = (unsigned)number},
                {.axes = (unsigned)number},
                {.root = (algorithm.varies & CUBE_VARIES_ROOT) ? number : -1},
                {.target = (algorithm.varies & CUBE_VARIES_TARGET) ? number : -1},
                {.shift = number, .root = (algorithm.varies & CUBE_VARIES_SHIFT) ? 0 : -1},
            };
            for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
                int error = cube_catalogue_run(algorithm.name, &cases[c], &cube_byte, &cube_sum,
                                               input, outputs, 1);
                if (error != -EINVAL)
                    printf("# node %d: %s, wrong case %zu: %d\n", cube_node(), algorithm.name, c,
                           error);
                right = error == -EINVAL && right;
            }
        }
    return right;
}

#endif
