#include "programs/computations/vector/shift.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"

/* A portion of each block: its elements `from` ... `from + count - 1` move on by `nodes` along the
 * ring, and become the elements from `to` on of the block there. */
struct portion {
    size_t from, to, count;
    int nodes; /* 0 .. 2^d - 1 */
};

static const struct cube_choice signed_digits = {.algorithm = "gray-shift-signed"};

static long remainder_of(long number, long divisor) {
    long rest = number % divisor;
    return rest < 0 ? rest + divisor : rest;
}

/* The two portions of a shift by `places`, whatever the end of the vector. */
static void portions_by(size_t block, long places, struct portion portions[2]) {
    size_t rest = (size_t)remainder_of(places, (long)block);
    long nodes = (places - (long)rest) / (long)block;
    portions[0] = (struct portion){.from = 0,
                                   .to = rest,
                                   .count = block - rest,
                                   .nodes = (int)remainder_of(nodes, cube_nodes())};
    portions[1] = (struct portion){.from = block - rest,
                                   .to = 0,
                                   .count = rest,
                                   .nodes = (int)remainder_of(nodes + 1, cube_nodes())};
}

/* Whether what passes the end of the vector goes on by the same nodes and slots as the rest. */
static bool is_whole(size_t size) {
    return size % (size_t)cube_nodes() == 0;
}

/* Moves a portion, and keeps those that come to places `least` ... `most` - 1 of the vector. */
static void carry(struct account *account, const struct portion *portion, const char *part,
                  char *shifted, char *arrived, size_t bytes, size_t least, size_t most) {
    const char *from = part + portion->from * bytes;
    if (portion->count == 0)
        return;
    if (portion->nodes != 0) {
        account_communicate(account);
        must(cube_gray_shift_by(&signed_digits, from, arrived, portion->count * bytes,
                                portion->nodes),
             "the shift");
        account_compute(account);
        from = arrived;
    }
    size_t first = portion->to, last = first + portion->count;
    first = first < least ? least : first;
    last = last > most ? most : last;
    if (first < last)
        memcpy(shifted + first * bytes, from + (first - portion->to) * bytes,
               (last - first) * bytes);
}

/* Returns the place in this node's block that element `index` of the vector has, or the nearest
 * one. */
static size_t place_in_block(size_t size, size_t index) {
    size_t block = blocks_size(size);
    int part = cube_gray_inverse(cube_node());
    size_t first = blocks_first(size, block, part), count = blocks_count(size, block, part);
    return index <= first ? 0 : index - first < count ? index - first : count;
}

void vector_shift(struct account *account, const void *part, void *shifted, size_t size,
                  size_t bytes, long places) {
    size_t block = blocks_size(size), forward = (size_t)remainder_of(places, (long)size);
    /* Elements that have not passed the end come to places from `forward` on. */
    size_t begin = is_whole(size) ? 0 : place_in_block(size, forward);
    size_t end = is_whole(size) ? block : place_in_block(size, size);
    char *arrived = allocate(block, bytes);
    struct portion portions[2];
    portions_by(block, (long)forward, portions);
    for (int i = 0; i < 2; i++)
        carry(account, &portions[i], part, shifted, arrived, bytes, begin, end);
    portions_by(block, (long)forward - (long)size, portions);
    for (int i = 0; i < 2 && !is_whole(size) && forward != 0; i++)
        carry(account, &portions[i], part, shifted, arrived, bytes, 0, begin);
    free(arrived);
}

static unsigned least(unsigned first, unsigned second) {
    return first < second ? first : second;
}

unsigned vector_shift_steps(long q) {
    /* From the lowest bit on, without and with a carry into the next one. A bit and the carry make
     * 0, 1 or 2; 1 is the digit 1, or the digit -1 and a carry. What is carried out of the highest
     * bit is a multiple of 2^d, which shifts nothing. */
    unsigned plain = 0, carried = UINT16_MAX;
    uint32_t bits = (uint32_t)remainder_of(q, cube_nodes());
    for (int bit = 0; bit < cube_dim(); bit++) {
        unsigned digit = bit == 0 ? 1 : 2;
        if (bits >> bit & 1) {
            carried = least(carried, plain + digit);
            plain += digit;
        } else {
            plain = least(plain, carried + digit);
            carried += digit;
        }
    }
    return least(plain, carried);
}

static struct cost cost_of_portions(size_t block, size_t bytes, long places) {
    struct portion portions[2];
    struct cost cost = {0};
    portions_by(block, places, portions);
    for (int i = 0; i < 2; i++) {
        if (portions[i].count == 0 || portions[i].nodes == 0)
            continue;
        const struct cube_case given = {.shift = portions[i].nodes};
        uint64_t steps = vector_shift_steps(portions[i].nodes);
        cost.steps += steps;
        cost.words += (uint64_t)cube_nodes() * steps * portions[i].count;
        cost.time +=
            cube_catalogue_estimate("gray-shift-signed", &given, portions[i].count * bytes);
    }
    return cost;
}

struct cost vector_shift_cost(size_t size, size_t bytes, long places) {
    size_t block = blocks_size(size);
    long forward = remainder_of(places, (long)size);
    struct cost cost = cost_of_portions(block, bytes, forward);
    if (!is_whole(size) && forward != 0)
        cost = cost_sum(cost, cost_of_portions(block, bytes, forward - (long)size));
    return cost;
}
