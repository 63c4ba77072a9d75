/* The other end of a link whose node has failed (cuberun --fail). Both windows of the link are this
 * node's own memory then (kernel/faults/failed.h). Here it does what the node of a failed program
 * does (net/faults/failed_program.h): FAILED follows all that has arrived, what is sent is dropped,
 * and at each barrier it says that it lacks data. */
#ifndef NET_FAILED_NODE_H
#define NET_FAILED_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "net/node.h"

struct failed_node {
    struct link *link;
    struct cube_window *incoming; /* of the node that has failed */
    struct ring_sender out;       /* its direct ring */
    uint64_t stamp;               /* when that was learned */
    uint32_t sent;                /* slots that had come before */
    bool told;                    /* FAILED is there */
};

/* Takes over node.link[dimension], whose windows are this node's own, at `stamp` by the clock. */
COLD void failed_node_start(struct failed_node *self, uint32_t dimension, uint64_t stamp);

/* Does all of that that is due. Returns whether there was anything. */
bool failed_node_serve(struct failed_node *self);

#endif
