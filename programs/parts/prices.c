#include "programs/parts/prices.h"

#include "cube.h"
#include "cube_catalogue.h"
#include "programs/computations/must.h"

enum { BYTES = 1024 };

/* Returns the time of a packet to node (node XOR j), which passes one link for each one bit of
 * j. */
static uint64_t time_of_packet(int j, size_t bytes) {
    uint64_t time;
    int error = cube_catalogue_time("xor-ecube", &(struct cube_case){.shift = j}, bytes, &time);
    must(error < 0 ? error : 0, "the time of a packet");
    return time;
}

struct prices prices_given(void) {
    struct prices prices = {0};
    if (cube_dim() == 0)
        return prices;
    uint64_t one_link = time_of_packet(1, 0);
    prices.byte = (time_of_packet(1, BYTES) - one_link) / BYTES;
    prices.hop = cube_dim() < 2 ? 0 : time_of_packet(3, 0) - one_link;
    prices.start = one_link - prices.hop; /* with two nodes, start and hop cannot be told apart */
    return prices;
}

bool instructions_are_free(void) {
    enum { TURNS = 100 };
    uint64_t begun = cube_time();
    for (volatile int turn = 0; turn < TURNS; turn++)
        continue;
    return cube_timed() && cube_time() == begun;
}

uint64_t prices_sum(struct prices prices, uint64_t starts, uint64_t blocks, uint64_t hops,
                    uint64_t bytes) {
    return starts * prices.start + blocks * bytes * prices.byte + hops * prices.hop;
}
