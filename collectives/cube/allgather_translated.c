/* All-gather by a broadcast tree that all nodes translate to themselves (translation.h). After
 * Ozveren, section 2.3 and appendix B.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     allgather-binomial      (t_s + t_w m)(N - 1)
 *     allgather-classes       (t_s + t_w m) C, with C the classes of node numbers under rotation
 *     allgather-all-port      (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/shared.h"
#include "collectives/schedule/translation.h"

void allgather_translated(const struct shape *shape, uint32_t node, uint32_t number, uint32_t steps,
                          struct step *step) {
    allgather_own(node, number, step);
    for (uint32_t port = 0; number <= steps && port < shape->dimension; port++) {
        uint32_t head = translation_head(shape->table, shape->dimension, number, port);
        if (head == 0)
            continue;
        /* This node is the tail of the arc that carries the first of these blocks, and the head of
         * the arc that carries the second. */
        step_send(step, port, single_block(AREA_OUTPUT, node ^ head ^ 1u << port));
        step_receive(step, port, single_block(AREA_OUTPUT, node ^ head));
    }
}

/* ---- "allgather-binomial": the tree of "bcast-binomial" ----
 *
 * In its step i the tree has 2^(i - 1) arcs, all on one dimension. So r_max,i = 2^(i - 1)
 * (translation.h), which makes N - 1 steps, and SIMD is enough. Any other tree can be translated in
 * the same way.
 *
 * Example, n = 3, the tree's arcs; on each of them node v sends the block of v ^ tail:
 *     step 1         0 -> 4 (port 2)                  r_max = 1
 *     steps 2, 3     0 -> 2, 4 -> 6 (port 1)          r_max = 2
 *     steps 4 to 7   0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7   r_max = 4
 */
FORMULA(size_t, binomial_bytes, translation_bytes(shape, steps_of_others(shape)))

static void binomial_table(const struct shape *shape, void *table) {
    translation_of_broadcast(&broadcast_binomial, shape->dimension, table);
}

VARIANT_STEP(binomial_step, allgather_translated, steps_of_others(shape))

const struct algorithm allgather_binomial = {
    .name = "allgather-binomial",
    .operation = &allgather_operation,
    .ports = PORTS_SIMD,
    .source = "Ozveren, 2.3, proposition 2.2, of the binomial tree",
    .steps = steps_of_others,
    .table_bytes = binomial_bytes,
    .make_table = binomial_table,
    .step = binomial_step,
};

/* ---- "allgather-classes": the tree by shift classes, a class in each step ----
 *
 * Proposition B.1 says that there are ceil(C(n, w) / n) classes of weight w, of which at most one
 * is short. For n = 8, w = 4 there are 10 classes and not 9, because 00110011 and 01010101 are both
 * short.
 *
 * Example, n = 3. The heads of the arcs; each class fills its step:
 *     step 1   001 010 100      from 000
 *     step 2   011 110 101      from 010 100 001
 *     step 3   111              from 110
 */
VARIANT_STEP(classes_step, allgather_translated, classes_tree_steps(shape))

const struct algorithm allgather_classes = {
    .name = "allgather-classes",
    .operation = &allgather_operation,
    .ports = PORTS_ALL,
    .source = "Ozveren, appendix B",
    .steps = classes_tree_steps,
    .packets = allgather_link_words,
    .bound = dense_tree_steps, /* a node receives at most n of its N - 1 blocks in a step */
    .table_bytes = classes_tree_bytes,
    .make_table = classes_tree_make,
    .step = classes_step,
};

/* ---- "allgather-all-port": the tree by shift classes, without gaps ----
 *
 * Example, n = 4, where the classes of 0101 (two numbers) and 1111 (one) are short:
 *     dimension   0      1      2      3
 *     step 1      0001   0010   0100   1000
 *     step 2      0011   0110   1100   1001
 *     step 3      0101   1010   1101   1011   the last two belong to the class of 0111
 *     step 4      0111   1110   1111
 */
VARIANT_STEP(dense_step, allgather_translated, dense_tree_steps(shape))

const struct algorithm allgather_all_port = {
    .name = "allgather-all-port",
    .operation = &allgather_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "after Ozveren, 2.3, without gaps between classes",
    .steps = dense_tree_steps,
    .packets = allgather_link_words,
    .table_bytes = dense_tree_bytes,
    .make_table = dense_tree_make,
    .step = dense_step,
};
