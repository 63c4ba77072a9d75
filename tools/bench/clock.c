/* Measures the costs of the clock, on two nodes: the instructions of a send and of a receive of 8
 * bytes that do not wait, by the clock or, without clocks, by cube_cycles(). With clocks it also
 * measures the additional cost of a receive that waits. Argument: messages in a row, no more than a
 * ring holds. */
#include "cube.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEAD = 1000000 }; /* units by which the receiver's clock is later than what it receives */

static uint64_t word;

/* Tells node 1, on the routed channel, that node 0 has come so far. */
static void meet(void) {
    if (cube_node() == 0)
        cube_send(1, &word, sizeof word);
    else
        cube_recv(0, &word, sizeof word);
}

static uint64_t instructions(void) {
    return cube_timed() ? cube_time() : cube_cycles();
}

static void send_all(int messages) {
    uint64_t start = instructions();
    for (int i = 0; i < messages; i++)
        cube_link_send(0, &word, sizeof word);
    printf("send %.2f\n", (double)(instructions() - start) / messages);
}

static void receive_all(int messages) {
    cube_work(LEAD);
    uint64_t start = instructions();
    for (int i = 0; i < messages; i++)
        cube_link_recv(0, &word, sizeof word);
    printf("receive %.2f\n", (double)(instructions() - start) / messages);
}

static uint64_t receive_late(void) {
    cube_work(LEAD);
    uint64_t start = cube_time();
    cube_link_recv(0, &word, sizeof word);
    return cube_time() - start;
}

/* What node 1 receives has been sent before, or is sent when node 1 already waits for it. */
static void measure_wait(void) {
    if (cube_node() == 0) {
        cube_link_send(0, &word, sizeof word);
        meet();
        cube_link_recv(0, &word, sizeof word);
        cube_link_send(0, &word, sizeof word);
    } else {
        meet();
        uint64_t there = receive_late();
        cube_link_send(0, &word, sizeof word);
        printf("wait %.2f\n", (double)receive_late() - (double)there);
    }
}

int main(int argc, char **argv) {
    if (argc != 2 || cube_nodes() != 2) {
        fprintf(stderr, "usage: cuberun -n 2 --exact clock.elf MESSAGES\n");
        return 64;
    }
    if (cube_node() == 0)
        send_all(atoi(argv[1]));
    meet();
    if (cube_node() == 1)
        receive_all(atoi(argv[1]));
    if (cube_timed())
        measure_wait();
    return 0;
}
