/* The best order for a set of communications: section 5 of Hou et al., by dynamic programming.
 *
 * The cost of a bit on its dimension depends on the set of bits below, not on their order. So the
 * best order of a set of bits on the lowest dimensions is the best order of all of them except one,
 * followed by that one (theorem 5). These are n 2^(n-1) cases instead of n!.
 *
 * One elimination gives the contention of all bits above a set. For a set we keep the rank of its
 * rows in its columns, and the other rows that are independent of these.
 *
 * An order with the least maximum is far from unique. Of all orders that have it, one with the
 * least sum is found by a second pass, which allows no dimension more than the maximum of the
 * first. (One pass with both as one key is not exact: a set of bits may have its least maximum in
 * an order that spoils the sum, when later dimensions have a larger maximum anyway.) */
#include <errno.h>
#include <stdlib.h>

#include "programs/mapping/optimize.h"

enum { ROUND_SETS = 1 << 10 }; /* sets between two reports of progress */

/* What is kept for one communication, by set of bits. */
struct ranks {
    uint16_t *independent; /* bits whose row is independent of the rows of the set */
    uint8_t *deficit;      /* bits of the set less the rank of its rows in its columns */
};

struct program {
    const struct communication *communications;
    size_t count;
    uint32_t size; /* bits */
    struct ranks *ranks;
    uint64_t *best; /* by set, the least that its bits cost; UINT64_MAX: more than is allowed */
    optimize_progress *progress;
    void *context;
    uint32_t done;
    uint32_t all;
};

static void report(struct program *program, uint32_t set) {
    if (set % ROUND_SETS != 0)
        return;
    if (program->progress)
        program->progress(program->context, program->done, program->all);
    program->done++;
}

/* Reduces the rows of `set` by each other, which leaves a basis, and then every other row by that
 * basis: if something is left of a row, it is independent of the rows of the set. */
static void find_rank(const struct bit_matrix *matrix, uint32_t set, struct ranks *ranks) {
    uint32_t basis[BIT_MATRIX_SIZE];
    uint32_t rank = 0, independent = 0;
    uint32_t all = bit_matrix_all(matrix->size);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t rows = pass == 0 ? set : all & ~set; rows != 0; rows &= rows - 1) {
            uint32_t bit = (uint32_t)__builtin_ctz(rows);
            uint32_t row = bit_matrix_reduced(basis, rank, matrix->row[bit] & set);
            if (row != 0 && pass == 0)
                basis[rank++] = row;
            else if (row != 0)
                independent |= 1u << bit;
        }
    }
    ranks->independent[set] = (uint16_t)independent;
    ranks->deficit[set] = (uint8_t)((uint32_t)__builtin_popcount(set) - rank);
}

/* Returns what communication_contention would return, from the ranks that have been found. */
static uint32_t contention(const struct program *program, size_t which, uint32_t below,
                           uint32_t bit) {
    const struct communication *communication = &program->communications[which];
    if (communication_keeps(communication, bit))
        return 0;
    uint32_t free = below;
    if (communication->by_destination)
        free = bit_matrix_all(program->size) & ~(below | 1u << bit);
    const struct ranks *ranks = &program->ranks[which];
    return 1u << (ranks->deficit[free] - (ranks->independent[free] >> bit & 1u));
}

/* What a bit costs on the dimension above `below`: the largest contention, or the sum. */
struct cost {
    uint64_t largest;
    uint64_t sum;
};

static struct cost cost_of(const struct program *program, uint32_t below, uint32_t bit) {
    struct cost cost = {0, 0};
    for (size_t which = 0; which < program->count; which++) {
        uint64_t more = contention(program, which, below, bit);
        cost.largest = more > cost.largest ? more : cost.largest;
        cost.sum += more;
    }
    return cost;
}

/* Returns what a dimension counts for in the objective whose maximum is looked for. */
static uint64_t counted(enum objective objective, struct cost cost) {
    return objective == OBJECTIVE_LARGEST ? cost.largest : cost.sum;
}

/* Returns the least maximum over the dimensions. */
static uint64_t least_maximum(struct program *program, enum objective objective) {
    uint32_t all = bit_matrix_all(program->size);
    program->best[0] = 0;
    for (uint32_t set = 1; set <= all; set++) {
        program->best[set] = UINT64_MAX;
        for (uint32_t last = set; last != 0; last &= last - 1) {
            uint32_t bit = (uint32_t)__builtin_ctz(last), below = set & ~(1u << bit);
            uint64_t value = counted(objective, cost_of(program, below, bit));
            value = program->best[below] > value ? program->best[below] : value;
            program->best[set] = value < program->best[set] ? value : program->best[set];
        }
        report(program, set);
    }
    return program->best[all];
}

/* Returns the least sum of `set` if `bit` is the highest of its bits and no dimension counts more
 * than `most`, or UINT64_MAX. */
static uint64_t sum_with_highest(const struct program *program, enum objective objective,
                                 uint64_t most, uint32_t set, uint32_t bit) {
    uint32_t below = set & ~(1u << bit);
    struct cost cost = cost_of(program, below, bit);
    if (program->best[below] == UINT64_MAX || counted(objective, cost) > most)
        return UINT64_MAX;
    return program->best[below] + cost.sum;
}

/* Returns the least sum if no dimension counts more than `most`. */
static uint64_t least_sum(struct program *program, enum objective objective, uint64_t most) {
    uint32_t all = bit_matrix_all(program->size);
    program->best[0] = 0;
    for (uint32_t set = 1; set <= all; set++) {
        program->best[set] = UINT64_MAX;
        for (uint32_t last = set; last != 0; last &= last - 1) {
            uint64_t sum =
                sum_with_highest(program, objective, most, set, (uint32_t)__builtin_ctz(last));
            program->best[set] = sum < program->best[set] ? sum : program->best[set];
        }
        report(program, set);
    }
    return program->best[all];
}

/* Returns the order that reaches the least sum. From the highest dimension down it takes the
 * highest bit that reaches it. */
static struct order walk_back(const struct program *program, enum objective objective,
                              uint64_t most) {
    struct order order = {.size = program->size};
    uint32_t set = bit_matrix_all(program->size);
    for (uint32_t k = program->size; k-- > 0;) {
        uint32_t bit = program->size - 1;
        while (!(set >> bit & 1) ||
               sum_with_highest(program, objective, most, set, bit) != program->best[set])
            bit--;
        order.bit[k] = (uint8_t)bit;
        set &= ~(1u << bit);
    }
    return order;
}

static void solve(struct program *program, enum objective objective, struct optimum *optimum) {
    uint32_t sets = 1u << program->size;
    for (uint32_t set = 0; set < sets; set++) {
        for (size_t which = 0; which < program->count; which++)
            find_rank(&program->communications[which].matrix, set, &program->ranks[which]);
        report(program, set);
    }
    uint64_t most = UINT64_MAX;
    if (objective != OBJECTIVE_SUM)
        most = least_maximum(program, objective);
    optimum->sum = least_sum(program, objective, most);
    optimum->objective = objective == OBJECTIVE_SUM ? optimum->sum : most;
    optimum->order = walk_back(program, objective, most);
    if (program->progress)
        program->progress(program->context, program->all, program->all);
}

int optimize_set(const struct communication communications[], size_t count,
                 enum objective objective, optimize_progress *progress, void *context,
                 struct optimum *optimum) {
    if (count == 0)
        return -EINVAL;
    uint32_t size = communications[0].matrix.size;
    for (size_t which = 1; which < count; which++)
        if (communications[which].matrix.size != size)
            return -EINVAL;
    size_t sets = (size_t)1 << size;
    uint32_t passes = objective == OBJECTIVE_SUM ? 2 : 3;
    struct program program = {
        .communications = communications,
        .count = count,
        .size = size,
        .ranks = malloc(count * sizeof *program.ranks),
        .best = malloc(sets * sizeof *program.best),
        .progress = progress,
        .context = context,
        .all = passes * (uint32_t)((sets + ROUND_SETS - 1) / ROUND_SETS),
    };
    uint16_t *independent = malloc(count * sets * sizeof *independent);
    uint8_t *deficit = malloc(count * sets);
    int error = -ENOMEM;
    if (program.ranks && program.best && independent && deficit) {
        for (size_t which = 0; which < count; which++)
            program.ranks[which] =
                (struct ranks){independent + which * sets, deficit + which * sets};
        solve(&program, objective, optimum);
        error = 0;
    }
    free(deficit);
    free(independent);
    free(program.best);
    free(program.ranks);
    return error;
}
