/* A router's start, and its actions in a cycle. */
#include <string.h>

#include "programs/wormhole/router.h"
#include "programs/wormhole/rule.h"

void router_start(struct router *router, uint32_t node, uint32_t dimensions, uint32_t lanes) {
    uint32_t channels = dimensions * lanes + 1;
    *router = (struct router){
        .node = node,
        .dimensions = dimensions,
        .local = channels - 1,
        .free = (1u << channels) - 1,
    };
    memset(router->output_of, NO_CHANNEL, sizeof router->output_of);
    memset(router->input_of, NO_CHANNEL, sizeof router->input_of);
}

/* Returns the first of the free outputs that the header in `input` may take, or NO_CHANNEL. */
static uint32_t choose(const struct router *router, const struct rule *rule, uint32_t input) {
    uint32_t destination = router->buffer[input].destination;
    uint32_t outputs = 1u << router->local;
    if (destination != router->node)
        outputs = rule->outputs(router->dimensions, router->node, destination, input);
    outputs &= router->free;
    return outputs == 0 ? NO_CHANNEL : (uint32_t)__builtin_ctz(outputs);
}

void router_arbitrate(struct router *router, const struct rule *rule) {
    uint32_t still = 0;
    for (uint32_t k = 0; k < router->waiting_count; k++) {
        uint32_t input = router->waiting[k];
        uint32_t output = choose(router, rule, input);
        if (output == NO_CHANNEL) {
            router->waiting[still++] = (uint8_t)input;
            continue;
        }
        router->output_of[input] = (uint8_t)output;
        router->input_of[output] = (uint8_t)input;
        router->free &= ~(1u << output);
    }
    router->waiting_count = router->waiting_before = still;
    router->may_inject = !router_is_occupied(router, router->local);
    if (router->ejected) {
        router->ejected = false;
        router->free |= 1u << router->local;
    }
    router->moving = router->used = 0;
    for (uint32_t inputs = router->occupied; inputs != 0; inputs &= inputs - 1) {
        uint32_t output = router->output_of[__builtin_ctz(inputs)];
        if (output != NO_CHANNEL)
            router->moving |= 1u << output;
    }
}

/* Adds a header to those that wait. It comes after those of earlier cycles, and those of this cycle
 * are in the order of their channels. */
static void wait_for_output(struct router *router, uint32_t input) {
    uint32_t k = router->waiting_count++;
    for (; k > router->waiting_before && router->waiting[k - 1] > input; k--)
        router->waiting[k] = router->waiting[k - 1];
    router->waiting[k] = (uint8_t)input;
}

void router_accept(struct router *router, uint32_t input, struct flit flit) {
    router->buffer[input] = flit;
    router->occupied |= 1u << input;
    if (flit.kind == FLIT_HEADER)
        wait_for_output(router, input);
}
