#include "programs/computations/sparse/product.h"

#include <stdlib.h>
#include <string.h>

#include "programs/computations/must.h"

/* Exchanges messages with the neighbour, each of its own size. An empty one is not sent. */
static void swap(int dimension, const void *send, size_t send_bytes, void *recv,
                 size_t recv_bytes) {
    const void *sent[CUBE_DIMENSIONS];
    void *taken[CUBE_DIMENSIONS];
    size_t sent_bytes[CUBE_DIMENSIONS], taken_bytes[CUBE_DIMENSIONS];
    unsigned link = 1u << dimension;
    sent[dimension] = send;
    taken[dimension] = recv;
    sent_bytes[dimension] = send_bytes;
    taken_bytes[dimension] = recv_bytes;
    must(cube_links_exchangev(send_bytes > 0 ? link : 0, sent, sent_bytes,
                              recv_bytes > 0 ? link : 0, taken, taken_bytes),
         "the exchange of elements");
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

static void want_columns(struct wanted *wanted, const struct sparse_rows *rows, size_t first,
                         size_t own) {
    size_t elements = rows->begin[rows->rows];
    wanted->count = 0;
    wanted->place = allocate(elements, sizeof *wanted->place);
    for (size_t k = 0; k < elements; k++)
        if (rows->column[k] < first || rows->column[k] - first >= own)
            wanted->place[wanted->count++] = rows->column[k];
    make_unique(wanted);
}

/* Moves to the step what is wanted from nodes that differ from this one in the step's dimension. */
static void split_off(struct sparse_step *step, struct wanted *wanted, int dimension,
                      const struct division *division) {
    size_t kept = 0;
    step->take = allocate(wanted->count, sizeof *step->take);
    for (size_t k = 0; k < wanted->count; k++)
        if ((division_owner(division, wanted->place[k]) ^ cube_node()) >> dimension & 1)
            step->take[step->taken++] = wanted->place[k];
        else
            wanted->place[kept++] = wanted->place[k];
    wanted->count = kept;
}

/* Adds to what is wanted what the neighbour asks for and this node does not have. */
static void want_for_neighbour(const struct sparse_step *step, struct wanted *wanted, size_t first,
                               size_t own) {
    uint32_t *place = allocate(wanted->count + step->sent, sizeof *place);
    memcpy(place, wanted->place, wanted->count * sizeof *place);
    free(wanted->place);
    wanted->place = place;
    for (size_t k = 0; k < step->sent; k++)
        if (step->send[k] < first || step->send[k] - first >= own)
            wanted->place[wanted->count++] = step->send[k];
    make_unique(wanted);
}

/* Tells the neighbour what is wanted of it, and hears what it wants. */
static void exchange_wishes(struct sparse_step *step, int dimension) {
    uint64_t taken = step->taken, sent;
    swap(dimension, &taken, sizeof taken, &sent, sizeof sent);
    step->sent = (size_t)sent;
    step->send = allocate(step->sent, sizeof *step->send);
    swap(dimension, step->take, step->taken * sizeof *step->take, step->send,
         step->sent * sizeof *step->send);
}

static void plan_steps(struct sparse_product *product, const struct division *division) {
    size_t first = division_first(division), own = division_count(division);
    struct wanted wanted;
    want_columns(&wanted, &product->rows, first, own);
    for (int d = cube_dim() - 1; d >= 0; d--) {
        split_off(&product->step[d], &wanted, d, division);
        exchange_wishes(&product->step[d], d);
        want_for_neighbour(&product->step[d], &wanted, first, own);
    }
    free(wanted.place);
}

/* The place in the node's vector of an element that it has or takes. */
static uint32_t local_place(const struct sparse_product *product, const struct division *division,
                            uint32_t place) {
    int owner = division_owner(division, place);
    if (owner == cube_node())
        return (uint32_t)(place - division_first(division));
    const struct sparse_step *step = &product->step[division_dimension(owner, cube_node())];
    const uint32_t *found = bsearch(&place, step->take, step->taken, sizeof place, compare_places);
    return (uint32_t)(step->first + (size_t)(found - step->take));
}

/* Gives every element its place in the node's vector, and makes room for messages. */
static void settle(struct sparse_product *product, const struct division *division) {
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
    product->vector = allocate(end, sizeof *product->vector);
    product->packed = allocate(most, sizeof *product->packed);
}

void sparse_product_make(struct sparse_product *product, const struct division *division,
                         struct sparse_rows *matrix) {
    *product = (struct sparse_product){.rows = *matrix};
    *matrix = (struct sparse_rows){0};
    plan_steps(product, division);
    settle(product, division);
    /* All nodes have the same rounds of communication, whether they have a part in each or not. */
    uint32_t used = product->used;
    must(cube_allreduce(&used, &used, 1, &cube_uint32, &cube_or), "comparing rounds");
    product->used = used;
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

static void carry_out(struct sparse_product *product, int dimension, struct account *account) {
    const struct sparse_step *step = &product->step[dimension];
    for (size_t k = 0; k < step->sent; k++)
        product->packed[k] = product->vector[step->send[k]];
    account_communicate(account);
    swap(dimension, product->packed, step->sent * sizeof *product->packed,
         product->vector + step->first, step->taken * sizeof *product->vector);
    account_compute(account);
}

void sparse_product_collect(struct sparse_product *product, const double *from,
                            struct account *account) {
    memcpy(product->vector, from, product->rows.rows * sizeof *from);
    for (int d = 0; d < cube_dim(); d++)
        if (product->used >> d & 1)
            carry_out(product, d, account);
}

void sparse_product_apply(void *context, const double *from, double *to, struct account *account) {
    struct sparse_product *product = context;
    sparse_product_collect(product, from, account);
    sparse_rows_multiply(&product->rows, product->vector, to);
}
