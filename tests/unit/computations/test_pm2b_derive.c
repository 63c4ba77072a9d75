/* The pipeline that is derived from the loops of a descending program
 * (programs/computations/pm2b/derive.h): which skews are right, and that what every node sends in
 * every step of the program is that. */
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "programs/computations/pm2b/derive.h"
#include "programs/computations/pm2b/pm2b.h"
#include "programs/computations/pm2b/ring.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = 6, MOST_ELEMENTS = 64, MOST_MOVES = 1024 };

/* An element: its number, and of how many iterations it is the value. */
struct element {
    uint32_t number, iterations;
};

static struct derive_loops loops;
static struct derive_move moves[MOST_MOVES];
static size_t move_count;

static NODE_LOCAL size_t step, moved; /* of this node */
static NODE_LOCAL struct ring ring;

/* Whether what a port sends is what a move says. On a second hop it is of another place. */
static bool is_move(const struct derive_move *move, const struct element *sent) {
    bool is_own = sent->number / loops.slots == ring.place;
    return sent->number % loops.slots == move->slot && sent->iterations == move->t &&
           is_own == (move->hop == 0);
}

int __real_cube_links_exchange(unsigned senders, const void *const send[], unsigned receivers,
                               void *const recv[], size_t bytes);
int __wrap_cube_links_exchange(unsigned senders, const void *const send[], unsigned receivers,
                               void *const recv[], size_t bytes);

/* Each step of the program comes here. */
int __wrap_cube_links_exchange(unsigned senders, const void *const send[], unsigned receivers,
                               void *const recv[], size_t bytes) {
    unsigned ports = 0;
    for (; moved < move_count && moves[moved].step == step; moved++) {
        const struct derive_move *move = &moves[moved];
        unsigned port = ring.port[move->up ? RING_UP : RING_DOWN][move->j];
        ports |= 1u << port;
        host_check(senders >> port & 1 && is_move(move, send[port]));
    }
    host_check(senders == ports && bytes == sizeof(struct element));
    step++;
    return __real_cube_links_exchange(senders, send, receivers, recv, bytes);
}

static void iterate(unsigned b, uint64_t i, const void *own, const void *plus, const void *minus,
                    void *result, const void *context) {
    const struct element *element = own, *above = plus, *below = minus;
    uint32_t offset = UINT32_C(1) << b, last = (uint32_t)(*(const size_t *)context - 1);
    host_check(element->number == i && above->number == ((i + offset) & last) &&
               below->number == ((i - offset) & last));
    host_check(above->iterations == element->iterations &&
               below->iterations == element->iterations);
    struct element next = {element->number, element->iterations + 1};
    memcpy(result, &next, sizeof next);
}

static int run_program(void *argument) {
    size_t *elements = argument;
    struct element block[MOST_ELEMENTS];
    struct pm2b program = {.bytes = sizeof block[0],
                           .elements = *elements,
                           .function = iterate,
                           .context = elements,
                           .order = PM2B_DESCEND,
                           .execution = PM2B_PIPELINED};
    step = moved = 0;
    ring = ring_of_cube();
    for (size_t slot = 0; slot < loops.slots; slot++)
        block[slot] = (struct element){(uint32_t)(ring.place * loops.slots + slot), 0};
    host_check(pm2b_compute(&program, block, NULL, NULL) == 0);
    host_check(moved == move_count && step == (moved ? moves[moved - 1].step + 1 : 0));
    return 0;
}

/* All numbers of elements and of places, to 64 each. */
TEST(program_is_what_is_derived) {
    for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
        for (size_t elements = (size_t)1 << dimension; elements <= MOST_ELEMENTS; elements *= 2) {
            loops = derive_split(elements, (size_t)1 << dimension);
            struct derive_skew skew = derive_best(&loops);
            assert_true(derive_room(&loops) <= MOST_MOVES);
            move_count = derive_moves(&loops, &skew, moves);
            assert_int_equal(host_run(dimension, NULL, run_program, &elements), HOST_OK);
        }
}

TEST(loops_are_split_where_dependences_are_no_longer_alike) {
    loops = derive_split(64, 8);
    assert_int_equal(loops.iterations, 6);
    assert_int_equal(loops.far, 3);
    assert_int_equal(derive_distance(&loops, 2, 5, true), 0);
    assert_int_equal(derive_distance(&loops, 3, 3, true), 4);
    assert_int_equal(derive_distance(&loops, 3, 5, true), -4); /* of the next place */
}

TEST(skews_that_are_wrong_are_found) {
    loops = derive_split(64, 8);
    const struct derive_skew none = {.x = 1}, still = {.y = 1}, back = {.x = 1, .y = 2};
    assert_true(derive_keeps(&loops, &none));
    assert_false(derive_fits(&loops, &none)); /* all slots of an offset at once */
    assert_false(derive_keeps(&loops, &still));
    assert_true(derive_keeps(&loops, &back) && derive_fits(&loops, &back)); /* and longer */
    struct derive_skew best = derive_best(&loops);
    assert_true(best.x == 1 && best.y == 1);
    assert_int_equal(best.rounds, 8 + 3 - 1); /* L + n - 1 */
}
