#include "programs/computations/cost.h"

#include "cube.h"

struct cost cost_sum(struct cost first, struct cost second) {
    return (struct cost){.steps = first.steps + second.steps,
                         .words = first.words + second.words,
                         .time = first.time + second.time};
}

struct cost cost_times(struct cost cost, uint64_t times) {
    return (struct cost){.steps = cost.steps * times,
                         .words = cost.words * times,
                         .time = cost.time * (double)times};
}

struct cost cost_of_call(const char *algorithm, const struct cube_case *given, size_t words,
                         size_t word_bytes) {
    struct cube_algorithm found;
    if (cube_catalogue_find(algorithm, given, &found) != 0)
        return (struct cost){0};
    return (struct cost){.steps = found.steps,
                         .words = found.link_words * words,
                         .time = cube_catalogue_estimate(algorithm, given, words * word_bytes)};
}

struct cost cost_of_exchange(uint64_t messages, size_t words, size_t word_bytes) {
    if (cube_dim() == 0)
        return (struct cost){0};
    /* In a subcube of two nodes an all-gather is one exchange. */
    const struct cube_case pair = {.dimensions = 1};
    return (struct cost){
        .steps = 1,
        .words = messages * words,
        .time = cube_catalogue_estimate("allgather-exchange", &pair, words * word_bytes)};
}
