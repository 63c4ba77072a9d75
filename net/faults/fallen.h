/* The other end of a link whose node has failed (cuberun --fail-node). Both windows of the link are
 * this node's own memory then (kernel/faults/failing.h), and it does there what the node of a
 * program does that has died (net/faults/dying.h): behind all that has come lies GONE, what is sent
 * is dropped, and to each barrier it comes, and says that it lacks something. */
#ifndef NET_FALLEN_H
#define NET_FALLEN_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "net/node.h"

struct fallen {
    struct link *link;
    struct cube_window *incoming; /* of the node that has failed */
    struct ring_sender out;       /* its direct ring */
    uint64_t stamp;               /* when that was learned */
    uint32_t sent;                /* slots that had come before */
    bool told;                    /* GONE is there */
};

/* Takes over node.link[dimension], whose windows are this node's own, at `stamp` by the clock. */
COLD void fallen_start(struct fallen *self, uint32_t dimension, uint64_t stamp);

/* Does what there is to do. Returns whether there was anything. */
bool fallen_serve(struct fallen *self);

#endif
