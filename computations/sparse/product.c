#include "computations/sparse/product.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The part of a message after which a node first takes what its neighbour has sent. It is short of
 * the smallest ring, so that two nodes can send to each other before they receive. */
enum { PART_BYTES = 1 << 10 };

/* Exchanges messages with the neighbour, each of its own size. */
static int swap(int dimension, const void *send, size_t send_bytes, void *recv, size_t recv_bytes) {
    size_t bytes = send_bytes > recv_bytes ? send_bytes : recv_bytes;
    int error = 0;
    for (size_t done = 0; error == 0 && done < bytes; done += PART_BYTES) {
        size_t sent = done < send_bytes ? send_bytes - done : 0;
        size_t taken = done < recv_bytes ? recv_bytes - done : 0;
        if (sent > 0)
            error = cube_link_send(dimension, (const char *)send + done,
                                   sent < PART_BYTES ? sent : PART_BYTES);
        if (error == 0 && taken > 0)
            error = cube_link_recv(dimension, (char *)recv + done,
                                   taken < PART_BYTES ? taken : PART_BYTES);
    }
    return error;
}

static int owner_of(const struct division *division, size_t place) {
    return cube_gray((int)division_block_of(division, place));
}

/* The number of the highest bit that is set; the bits are not 0. */
static int highest_bit(unsigned bits) {
    int bit = 0;
    while (bits >> (bit + 1) != 0)
        bit++;
    return bit;
}

/* ---- Making the plan */

/* The places of the elements of others that a node needs, ascending, without repetitions. */
struct wanted {
    size_t count;
    uint32_t *place;
};

static int compare_places(const void *a, const void *b) {
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static void make_unique(struct wanted *wanted) {
    size_t kept = 0;
    if (wanted->count > 0)
        qsort(wanted->place, wanted->count, sizeof *wanted->place, compare_places);
    for (size_t k = 0; k < wanted->count; k++)
        if (kept == 0 || wanted->place[kept - 1] != wanted->place[k])
            wanted->place[kept++] = wanted->place[k];
    wanted->count = kept;
}

static int want_columns(struct wanted *wanted, const struct sparse_rows *rows, size_t first,
                        size_t own) {
    size_t elements = rows->begin[rows->rows];
    wanted->count = 0;
    wanted->place = malloc((elements + 1) * sizeof *wanted->place);
    if (wanted->place == NULL)
        return -ENOMEM;
    for (size_t k = 0; k < elements; k++)
        if (rows->column[k] < first || rows->column[k] - first >= own)
            wanted->place[wanted->count++] = rows->column[k];
    make_unique(wanted);
    return 0;
}

/* Moves to the step what is wanted of nodes that differ from this one in its dimension. */
static int split_off(struct sparse_step *step, struct wanted *wanted, int dimension,
                     const struct division *division) {
    size_t kept = 0;
    step->take = malloc((wanted->count + 1) * sizeof *step->take);
    if (step->take == NULL)
        return -ENOMEM;
    for (size_t k = 0; k < wanted->count; k++)
        if ((owner_of(division, wanted->place[k]) ^ cube_node()) >> dimension & 1)
            step->take[step->taken++] = wanted->place[k];
        else
            wanted->place[kept++] = wanted->place[k];
    wanted->count = kept;
    return 0;
}

/* Adds to what is wanted what the neighbour asks for and this node has not. */
static int want_for_neighbour(const struct sparse_step *step, struct wanted *wanted, size_t first,
                              size_t own) {
    uint32_t *place =
        realloc(wanted->place, (wanted->count + step->sent + 1) * sizeof *wanted->place);
    if (place == NULL)
        return -ENOMEM;
    wanted->place = place;
    for (size_t k = 0; k < step->sent; k++)
        if (step->send[k] < first || step->send[k] - first >= own)
            wanted->place[wanted->count++] = step->send[k];
    make_unique(wanted);
    return 0;
}

/* Tells the neighbour what is wanted of it, and hears what it wants. */
static int exchange_wishes(struct sparse_step *step, int dimension) {
    uint64_t taken = step->taken, sent;
    int error = swap(dimension, &taken, sizeof taken, &sent, sizeof sent);
    if (error != 0)
        return error;
    step->sent = (size_t)sent;
    step->send = malloc((step->sent + 1) * sizeof *step->send);
    if (step->send == NULL)
        return -ENOMEM;
    return swap(dimension, step->take, step->taken * sizeof *step->take, step->send,
                step->sent * sizeof *step->send);
}

static int plan_steps(struct sparse_product *product, const struct division *division) {
    size_t first = division_first(division), own = division_count(division);
    struct wanted wanted;
    int error = want_columns(&wanted, &product->rows, first, own);
    for (int d = cube_dim() - 1; error == 0 && d >= 0; d--) {
        error = split_off(&product->step[d], &wanted, d, division);
        if (error == 0)
            error = exchange_wishes(&product->step[d], d);
        if (error == 0)
            error = want_for_neighbour(&product->step[d], &wanted, first, own);
    }
    free(wanted.place);
    return error;
}

/* The place in the node's vector of an element that it has or takes. */
static uint32_t local_place(const struct sparse_product *product, const struct division *division,
                            uint32_t place) {
    size_t first = division_first(division);
    unsigned difference = (unsigned)(owner_of(division, place) ^ cube_node());
    if (difference == 0)
        return (uint32_t)(place - first);
    const struct sparse_step *step = &product->step[highest_bit(difference)];
    const uint32_t *found = bsearch(&place, step->take, step->taken, sizeof place, compare_places);
    return (uint32_t)(step->first + (size_t)(found - step->take));
}

/* Gives every element its place in the node's vector, and makes room for messages. */
static int settle(struct sparse_product *product, const struct division *division) {
    size_t end = division_count(division), most = 0;
    for (int d = 0; d < cube_dim(); d++) {
        struct sparse_step *step = &product->step[d];
        step->first = end;
        end += step->taken;
        most = step->sent > most ? step->sent : most;
        product->used |= (step->sent > 0 || step->taken > 0) ? 1u << d : 0;
    }
    for (int d = 0; d < cube_dim(); d++)
        for (size_t k = 0; k < product->step[d].sent; k++)
            product->step[d].send[k] = local_place(product, division, product->step[d].send[k]);
    for (size_t k = 0; k < product->rows.begin[product->rows.rows]; k++)
        product->rows.column[k] = local_place(product, division, product->rows.column[k]);
    product->rows.columns = end;
    product->vector = calloc(end + 1, sizeof *product->vector);
    product->packed = calloc(most + 1, sizeof *product->packed);
    return product->vector == NULL || product->packed == NULL ? -ENOMEM : 0;
}

int sparse_product_make(struct sparse_product *product, const struct division *division,
                        struct sparse_rows *matrix) {
    *product = (struct sparse_product){.rows = *matrix};
    *matrix = (struct sparse_rows){0};
    int error = plan_steps(product, division);
    if (error == 0)
        error = settle(product, division);
    /* Rounds of communication are the same at all nodes, those that have no part in one included.
     */
    uint32_t used = product->used;
    if (error == 0)
        error = cube_allreduce(&used, &used, 1, &cube_uint32, &cube_or);
    product->used = used;
    return error;
}

void sparse_product_free(struct sparse_product *product) {
    for (int d = 0; d < CUBE_DIMENSIONS; d++) {
        free(product->step[d].send);
        free(product->step[d].take);
    }
    free(product->packed);
    free(product->vector);
    sparse_rows_free(&product->rows);
    *product = (struct sparse_product){0};
}

/* ---- The product */

static int carry_out(struct sparse_product *product, int dimension, struct account *account) {
    const struct sparse_step *step = &product->step[dimension];
    for (size_t k = 0; k < step->sent; k++)
        product->packed[k] = product->vector[step->send[k]];
    account_communicate(account);
    int error = swap(dimension, product->packed, step->sent * sizeof *product->packed,
                     product->vector + step->first, step->taken * sizeof *product->vector);
    account_compute(account);
    return error;
}

int sparse_product_collect(struct sparse_product *product, const double *from,
                           struct account *account) {
    memcpy(product->vector, from, product->rows.rows * sizeof *from);
    for (int d = 0; d < cube_dim(); d++)
        if (product->used >> d & 1) {
            int error = carry_out(product, d, account);
            if (error != 0)
                return error;
        }
    return 0;
}

int sparse_product_apply(void *context, const double *from, double *to, struct account *account) {
    struct sparse_product *product = context;
    int error = sparse_product_collect(product, from, account);
    if (error == 0)
        sparse_rows_multiply(&product->rows, product->vector, to);
    return error;
}

/* ---- What the product takes, counted from the matrix */

enum { WORD_BITS = 64 };

/* The nodes that an element of `owner` comes to on its path to `node`: those that have the low bits
 * of the one and the high bits of the other. Adds them to a set of nodes. */
static void add_path(uint64_t set[], int owner, int node) {
    for (unsigned difference = (unsigned)(owner ^ node); difference != 0;
         difference &= difference - 1) {
        unsigned low = difference ^ (difference & (difference - 1));
        unsigned mask = 2 * low - 1, at = ((unsigned)node & mask) | ((unsigned)owner & ~mask);
        set[at / WORD_BITS] |= UINT64_C(1) << at % WORD_BITS;
    }
}

int sparse_product_cost(const struct sparse_rows *matrix, const struct division *division,
                        struct cost *cost) {
    size_t nodes = (size_t)cube_nodes(), set_words = (nodes + WORD_BITS - 1) / WORD_BITS;
    uint64_t *sets = calloc(matrix->columns * set_words + 1, sizeof *sets);
    /* How many elements each node takes in each step. */
    size_t(*taken)[CUBE_DIMENSIONS] = calloc(nodes, sizeof *taken);
    *cost = (struct cost){0};
    if (sets == NULL || taken == NULL) {
        free(sets);
        free(taken);
        return -ENOMEM;
    }
    for (size_t row = 0; row < matrix->rows; row++)
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++)
            add_path(sets + matrix->column[k] * set_words, owner_of(division, matrix->column[k]),
                     owner_of(division, row));
    for (size_t column = 0; column < matrix->columns; column++) {
        unsigned owner = (unsigned)owner_of(division, column);
        for (unsigned node = 0; node < nodes; node++)
            if (sets[column * set_words + node / WORD_BITS] >> node % WORD_BITS & 1)
                taken[node][highest_bit(node ^ owner)]++;
    }
    free(sets);
    for (int d = 0; d < cube_dim(); d++) {
        size_t all = 0, most = 0;
        for (unsigned node = 0; node < nodes; node++) {
            all += taken[node][d];
            most = taken[node][d] > most ? taken[node][d] : most;
        }
        if (all == 0)
            continue;
        cost->steps++;
        cost->words += all;
        cost->time += cost_of_exchange(1, most, sizeof(double)).time;
    }
    free(taken);
    return 0;
}
