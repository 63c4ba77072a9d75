/* Finds sizes of a total exchange that do not fit together and pass, and wrong templates. */
#include <errno.h>
#include <string.h>

#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { MOST_NODES = 1 << 4 };

/* What tests/arguments.h does not say: it has the same offsets for both buffers. */
AT_NODE(run_wrong_sizes) {
    uint8_t a[16] = {0}, b[16];
    const size_t good[] = {0, 3, 6}, descending[] = {0, 3, 2}, shorter[] = {0, 2, 4};
    const struct cube_choice whole = {.algorithm = "alltoall-ecube"};
    host_check(cube_alltoallv_by(&whole, a, good, b, good) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, descending) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, NULL) == -EINVAL);
    host_check(cube_alltoallv(a, good, b, shorter) == -EMSGSIZE); /* its own block */
    host_check(cube_alltoallv(a, shorter, b, good) == -EMSGSIZE);
    const size_t *all = cube_node() == 0 ? good : shorter;
    host_check(cube_alltoallv(a, all, b, all) == -EMSGSIZE);
}

TEST(wrong_sizes_are_told) {
    assert_int_equal(host_run(1, NULL, run_wrong_sizes, NULL), HOST_UNRECEIVED);
}

/* ---- The template, and what it is the template of ---- */

/* Prefix sums by the template: the message is the sum of the subcube so far, and `context` this
 * node's result. Texts are added, for they show the order. */
static void put_in_front(char *text, const char *what) {
    char both[2 * MOST_NODES + 1];
    strcpy(both, what);
    strcat(both, text);
    strcpy(text, both);
}

static size_t add_texts(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                        void *context) {
    (void)dimension;
    if (upper) {
        put_in_front(context, arrived);
        put_in_front(message, arrived);
    } else {
        strcat(message, arrived);
    }
    return bytes;
}

/* An all-gather by the template: the message doubles in each exchange. */
static size_t join(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                   void *context) {
    (void)dimension;
    (void)context;
    uint8_t *at = message;
    if (upper)
        memmove(at + bytes, at, bytes);
    memcpy(upper ? at : at + bytes, arrived, bytes);
    return 2 * bytes;
}

TEST_AT_NODES(operations_are_instances_of_the_template, 0, 4) {
    int me = cube_node(), nodes = cube_nodes();
    char sigma[2 * MOST_NODES + 1] = {(char)('A' + me)}, x[sizeof sigma];
    strcpy(x, sigma);
    host_check(cube_exchange_all(sigma, sizeof sigma, sizeof sigma, add_texts, x) == 0);
    for (int node = 0; node < nodes; node++) {
        host_check(sigma[node] == 'A' + node);
        host_check(node > me || x[node] == 'A' + node);
    }
    host_check(strlen(x) == (size_t)me + 1 && strlen(sigma) == (size_t)nodes);
}

AT_NODE(run_wrong_templates) {
    int32_t all[2] = {0};
    host_check(cube_exchange_all(all, 4, 7, join, NULL) == -EINVAL); /* after the exchange */
    size_t bytes = cube_node() == 0 ? 4 : 8;
    host_check(cube_exchange_all(all, bytes, 8, join, NULL) == -EMSGSIZE);
}

TEST(wrong_templates_are_refused) {
    assert_int_equal(host_run(1, NULL, run_wrong_templates, NULL), HOST_UNRECEIVED);
}
