/* Messages at a node, as they are made and as they are injected. Both follow the same stream of
 * random numbers, so no queue has to be stored, however long it grows. */
#include "programs/wormhole/source.h"

/* Returns the time of the message after the one at `time`. */
static uint64_t next_time(const struct source *source, struct random *random, uint64_t time) {
    unsigned __int128 interval =
        (unsigned __int128)random_exponential(random) * source->interval >> RANDOM_FRACTION_BITS;
    return time + (uint64_t)interval;
}

void source_start_burst(struct source *source, uint32_t node, uint32_t destination, uint32_t length,
                        uint64_t limit) {
    *source =
        (struct source){.node = node, .destination = destination, .length = length, .limit = limit};
}

/* Returns a stream of random numbers that no other node has. */
static struct random stream_of(uint32_t node, uint64_t seed) {
    struct random random = {.state = seed};
    for (uint32_t k = 0; k <= node; k++)
        random.state = random_word(&random);
    return random;
}

void source_start_poisson(struct source *source, uint32_t node, uint32_t destination,
                          uint32_t length, double load, uint64_t seed) {
    *source = (struct source){
        .node = node,
        .destination = destination,
        .length = length,
        .limit = UINT64_MAX,
        .interval = (uint64_t)(length / load * (1 << SOURCE_TIME_BITS)),
        .made_random = stream_of(node, seed),
    };
    source->sent_random = source->made_random;
    source->made_time = next_time(source, &source->made_random, 0);
    source->sent_time = next_time(source, &source->sent_random, 0);
}

void source_make(struct source *source, uint32_t cycle) {
    while (source->made < source->limit && source->made_time >> SOURCE_TIME_BITS <= cycle) {
        source->made++;
        if (source->interval != 0)
            source->made_time = next_time(source, &source->made_random, source->made_time);
    }
}

struct flit source_flit(struct source *source) {
    struct flit flit = {.source = source->node, .destination = source->destination};
    if (source->left == 0) {
        source->left = source->length;
        source->created = (uint32_t)(source->sent_time >> SOURCE_TIME_BITS);
        source->sent++;
        if (source->interval != 0)
            source->sent_time = next_time(source, &source->sent_random, source->sent_time);
        flit.kind = FLIT_HEADER;
    } else {
        flit.kind = source->left == 1 ? FLIT_TAIL : FLIT_BODY;
    }
    flit.created = source->created;
    flit.number = (source->length - source->left) & (SOURCE_LENGTH - 1);
    source->left--;
    return flit;
}
