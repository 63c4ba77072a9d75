/* deadlock SITUATION: all nodes, or all that have not ended, wait for one another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

/* Everybody waits for the next node. */
static int recv_in_a_ring(void) {
    char message;
    return cube_recv((cube_node() + 1) % cube_nodes(), &message, 1);
}

static int link_recv(void) {
    char message;
    return cube_link_recv(0, &message, 1);
}

/* Each sends more than the other one's ring has room for, and neither receives. */
static int link_send(void) {
    static char message[1 << 20];
    return cube_link_send(0, message, sizeof message);
}

static int routed_send(void) {
    static char message[1 << 20];
    return cube_send(cube_node() ^ 1, message, sizeof message);
}

static int barrier_without_one(void) {
    return cube_node() == 0 ? 0 : cube_barrier();
}

/* The others wait in an operation that takes all nodes. */
static int alltoall_without_one(void) {
    char *blocks = calloc(2, (size_t)cube_nodes());
    return cube_node() == 0 ? 0 : cube_alltoall(blocks, blocks + cube_nodes(), 1);
}

static const struct {
    const char *name;
    int (*enter)(void);
} situations[] = {
    {"recv_in_a_ring", recv_in_a_ring},
    {"link_recv", link_recv},
    {"link_send", link_send},
    {"routed_send", routed_send},
    {"barrier_without_one", barrier_without_one},
    {"alltoall_without_one", alltoall_without_one},
};

int main(int argc, char *argv[]) {
    for (size_t i = 0; i < sizeof situations / sizeof situations[0]; i++) {
        if (argc == 2 && strcmp(argv[1], situations[i].name) == 0)
            return situations[i].enter();
    }
    fprintf(stderr, "deadlock: no such situation\n");
    return 98;
}
