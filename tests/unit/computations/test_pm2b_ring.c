/* The ports of the ring on which programs by +-2^b run. */
#include <errno.h>

#include "collectives/cube/aspc.h"
#include "cube.h"
#include "programs/computations/pm2b/ring.h"
#include "tests/unit/nodes.h"

/* The ports are those of the catalogue's tables, and no port has two packets. */
TEST_AT_NODES(test_ports, 1, 6) {
    struct ring ring = ring_of_cube();
    for (unsigned j = 0; j < ring.dimension; j++) {
        host_check(ring.port[RING_UP][j] == aspc_phi(ring.dimension, ring.place, j));
        host_check(ring.port[RING_DOWN][j] == aspc_varphi(ring.dimension, ring.place, j));
    }
    struct ring_step step = {0};
    int one = 1, other;
    ring_hop(&step, &ring, RING_UP, 0, &one, &other);
    ring_hop(&step, &ring, RING_UP, 0, &one, &other);
    host_check(ring_exchange(&step, sizeof one, NULL) == -EPROTO);
}
