/* buffered BYTES EXTRA: every node sends each other one BYTES bytes before any receive: in two
 * messages, which together fill the buffer, with 64 bytes for each message. Node 0 sends the last
 * one EXTRA bytes more. Then all messages are received and compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum { COST = 64, FIRST = 700, MOST = 64 << 10 };

static char buffer[MOST];

static char pattern(int from, int to, size_t bytes) {
    return (char)((size_t)from * 7 + (size_t)to * 3 + bytes);
}

static int send(int to, size_t bytes) {
    memset(buffer, pattern(cube_node(), to, bytes), bytes);
    return cube_send(to, buffer, bytes);
}

static int receive(int from, size_t bytes) {
    int error = cube_recv(from, buffer, bytes);
    for (size_t i = 0; !error && i < bytes; i++)
        error = buffer[i] != pattern(from, cube_node(), bytes);
    return error;
}

/* In a large cube each node sends to the farthest one alone: else this takes seconds. */
static int nearest(void) {
    return cube_nodes() <= 8 ? 1 : cube_nodes() - 1;
}

int main(int argc, char *argv[]) {
    if (argc != 3)
        return 98;
    size_t second = strtoul(argv[1], NULL, 10) - 2 * COST - FIRST,
           extra = strtoul(argv[2], NULL, 10);
    int me = cube_node(), nodes = cube_nodes(), errors = 0;
    for (int k = nearest(); k < nodes; k++)
        errors += send(me ^ k, FIRST) != 0;
    for (int k = nearest(); k < nodes; k++)
        errors += send(me ^ k, second + (me == 0 && k == nodes - 1 ? extra : 0)) != 0;
    if (cube_barrier())
        return 99;
    for (int k = nearest(); k < nodes; k++)
        errors += receive(me ^ k, FIRST) != 0;
    for (int k = nearest(); k < nodes; k++)
        errors += receive(me ^ k, second + ((me ^ k) == 0 && me == nodes - 1 ? extra : 0)) != 0;
    if (errors)
        printf("node %d: %d errors\n", me, errors);
    return errors != 0;
}
