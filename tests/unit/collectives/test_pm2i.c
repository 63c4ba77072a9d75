/* Finds a choice of PM2I functions whose packets do not arrive, or whose contention is told
 * wrongly.
 */
#include "cube.h"
#include "tests/unit/nodes.h"

enum { MOST_NODES = 8 };

/* Functions by number, 2n of them: 1, -1, 2, -2, 4, ... */
static int function(int number) {
    return (number & 1) != 0 ? -(1 << number / 2) : 1 << number / 2;
}

/* Fills in choice number `number` of all the (2n)^N ways to give each node a function. */
static void choose(int nodes, int functions, uint64_t number, int offset[]) {
    for (int i = 0; i < nodes; i++) {
        offset[i] = function((int)(number % (unsigned)functions));
        number /= (unsigned)functions;
    }
}

/* How many packets come to the node to which most come. */
static int count_arrivals(int nodes, const int offset[]) {
    int arrivals[MOST_NODES] = {0}, most = 0;
    for (int i = 0; i < nodes; i++) {
        int here = ++arrivals[(i + offset[i]) & (nodes - 1)];
        most = here > most ? here : most;
    }
    return most;
}

/* ---- Contention: of all choices on 4 nodes, and of every 37th on 8 ---- */

TEST_AT_NODES(only_what_is_no_permutation_has_contention, 2, 3) {
    int nodes = cube_nodes(), functions = 2 * cube_dim();
    int offset[8], arrivals, contended = 0, permutations = 0;
    if (cube_node() != 0)
        return;
    uint64_t choices = 1;
    for (int i = 0; i < nodes; i++)
        choices *= (unsigned)functions;
    for (uint64_t number = 0; number < choices; number += nodes == 4 ? 1 : 37) {
        choose(nodes, functions, number, offset);
        int contention = cube_pm2i_contention(offset, &arrivals);
        host_check(arrivals == count_arrivals(nodes, offset));
        host_check(contention == 1 || contention == 2);
        host_check(contention <= arrivals);
        permutations += arrivals == 1;
        contended += contention == 2;
    }
    host_check((contended > 0) == (nodes > 4)); /* with 4 both signs of 2 are one link */
    host_check(nodes != 4 || permutations == 36);
}

/* ---- Calls ---- */

static void check_call(const int offset[]) {
    int nodes = cube_nodes(), me = cube_gray_inverse(cube_node());
    int send[3] = {me, 2 * me, 3 * me}, recv[3] = {-1}, origin = 0;
    while (((origin + offset[origin]) & (nodes - 1)) != me)
        origin++;
    host_check(cube_pm2i(send, recv, sizeof send, offset) == 0);
    host_check(recv[0] == origin && recv[1] == 2 * origin && recv[2] == 3 * origin);
}

/* Completes a permutation from logical node `i` on in all ways, and makes the call for each.
 * Returns how many there are. */
static int each_permutation(int offset[], bool taken[], int i) {
    int nodes = cube_nodes(), found = 0;
    if (i == nodes) {
        check_call(offset);
        return 1;
    }
    for (int k = 0; k < 2 * cube_dim(); k++) {
        offset[i] = function(k);
        int target = (i + offset[i]) & (nodes - 1);
        if (taken[target])
            continue;
        taken[target] = true;
        found += each_permutation(offset, taken, i + 1);
        taken[target] = false;
    }
    return found;
}

/* As many as the permanent of the matrix says that has, for each pair of logical nodes, the number
 * of functions from the one to the other. programs/pm2i.c takes some on larger cubes. */
TEST_AT_NODES(all_permutations_arrive, 1, HOST_THREADS_ALONE ? 2 : 3) {
    static const int all[] = {0, 4, 36, 6916};
    int offset[MOST_NODES] = {0};
    bool taken[MOST_NODES] = {false};
    host_check(each_permutation(offset, taken, 0) == all[cube_dim()]);
}
