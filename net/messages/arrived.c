/* cube_link_arrived: whether a message has arrived by now. */
#include <errno.h>

#include "cube.h"
#include "net/clock/time.h"
#include "net/link.h"
#include "net/node.h"
#include "net/wait.h"

/* Looks for a message until there is one. This takes no time by the node's clock, because the node
 * does not wait: its clock stands still until it is known what had arrived at that time. */
static void find_message(uint32_t dimension, struct piece *piece) {
    struct pause pause = time_pause();
    struct waiting waiting = wait_begin("arrived", node_neighbour(dimension), 0);
    while (!link_look(dimension, 0, piece))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    time_resume(pause);
}

int cube_link_arrived(int dimension) {
    struct piece piece;
    if (dimension < 0 || (uint32_t)dimension >= node.dimension)
        return -EINVAL;
    route_poll();
    if (node.time.on) {
        find_message((uint32_t)dimension, &piece);
        return time_after(piece.header.clock, piece.header.remaining) <= time_now();
    }
    if (link_look((uint32_t)dimension, 0, &piece))
        return 1;
    system_yield(); /* to the neighbour that has not sent yet */
    return 0;
}
