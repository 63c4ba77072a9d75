/* The dimension of the link to a neighbour: the one bit in which the numbers of both differ. */
#include <cube.h>

static inline int link_to(int neighbour) {
    int dimension = 0;
    while ((cube_node() ^ neighbour) != 1 << dimension)
        dimension++;
    return dimension;
}
