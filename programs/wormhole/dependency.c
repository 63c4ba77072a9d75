/* Channel dependency graphs, by trying every path of every message. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "programs/wormhole/dependency.h"
#include "programs/wormhole/router.h"

/* Channels are numbered node by node. An input of a router is a channel by which a message has come
 * to it, or the injection channel of a node. */
struct graph {
    const struct rule *rule;
    uint32_t dimensions;
    uint32_t nodes;
    uint32_t outputs;  /* of a router, ejection left out */
    uint32_t channels; /* of all */
    uint32_t escape;   /* set of outputs that must not form a cycle */
    uint8_t *edge;     /* channels times channels: 1 where the first depends on the second */
    uint32_t *stack;   /* inputs that are to be examined */
    uint8_t *seen;     /* inputs that have been examined, for one destination or one channel */
};

static uint32_t number_of(const struct graph *graph, uint32_t node, uint32_t output) {
    return node * graph->outputs + output;
}

/* The router at the end of an output, whose input has the same number. */
static uint32_t end_of(const struct graph *graph, uint32_t node, uint32_t output) {
    return node ^ 1u << output % graph->dimensions;
}

/* An input of a router, at which a message is. */
struct router_input {
    uint32_t node;
    uint32_t input; /* graph->outputs: injection */
};

static void push(struct graph *graph, uint32_t *depth, struct router_input at) {
    uint32_t number = at.node * (graph->outputs + 1) + at.input;
    if (graph->seen[number])
        return;
    graph->seen[number] = 1;
    graph->stack[(*depth)++] = number;
}

static struct router_input pop(const struct graph *graph, uint32_t *depth) {
    uint32_t number = graph->stack[--*depth];
    return (struct router_input){number / (graph->outputs + 1), number % (graph->outputs + 1)};
}

static void forget(struct graph *graph) {
    memset(graph->seen, 0, graph->nodes * (graph->outputs + 1));
}

static uint32_t outputs_at(const struct graph *graph, struct router_input at,
                           uint32_t destination) {
    if (at.node == destination)
        return 0;
    return graph->rule->outputs(graph->dimensions, at.node, destination, at.input);
}

/* Adds edges from `held` to the channels of the escape lane for which a message may wait that holds
 * `held` and has come to its end. It may wait for them at once, or after channels of other lanes.
 */
static void add_edges(struct graph *graph, struct channel held, uint32_t destination) {
    uint32_t depth = 0;
    uint32_t from = number_of(graph, held.node, held.output);
    forget(graph);
    push(graph, &depth, (struct router_input){end_of(graph, held.node, held.output), held.output});
    while (depth > 0) {
        struct router_input at = pop(graph, &depth);
        for (uint32_t left = outputs_at(graph, at, destination); left != 0; left &= left - 1) {
            uint32_t output = (uint32_t)__builtin_ctz(left);
            if (graph->escape >> output & 1)
                graph->edge[(size_t)from * graph->channels + number_of(graph, at.node, output)] = 1;
            else
                push(graph, &depth, (struct router_input){end_of(graph, at.node, output), output});
        }
    }
}

/* Visits all places that messages for `destination` can come to, and marks in `held` the channels
 * of the escape that they can hold. Returns false if a message has no escape, and stores where in
 * *dead_end. */
static bool visit(struct graph *graph, uint32_t destination, uint8_t held[],
                  struct channel *dead_end) {
    uint32_t depth = 0;
    forget(graph);
    for (uint32_t node = 0; node < graph->nodes; node++)
        push(graph, &depth, (struct router_input){node, graph->outputs});
    while (depth > 0) {
        struct router_input at = pop(graph, &depth);
        uint32_t outputs = outputs_at(graph, at, destination);
        if (at.node != destination && (outputs & graph->escape) == 0) {
            *dead_end = (struct channel){at.node, at.input};
            return false;
        }
        for (; outputs != 0; outputs &= outputs - 1) {
            uint32_t output = (uint32_t)__builtin_ctz(outputs);
            if (graph->escape >> output & 1)
                held[number_of(graph, at.node, output)] = 1;
            push(graph, &depth, (struct router_input){end_of(graph, at.node, output), output});
        }
    }
    return true;
}

/* ---- Cycles ---- */

enum { WHITE, GREY, BLACK }; /* not met; on the path that is being followed; followed to the end */

/* Searches depth first from `start`. path[k] is the channel at depth k, and next[k] the first
 * channel that has not been tried from it. Returns the depth of the channel to which the path comes
 * back, and the depth of the last channel in *end. Returns UINT32_MAX if there is no cycle. */
static uint32_t follow(const struct graph *graph, uint32_t start, uint8_t colour[], uint32_t path[],
                       uint32_t next[], uint32_t *end) {
    uint32_t depth = 0;
    path[0] = start;
    next[0] = 0;
    colour[start] = GREY;
    for (;;) {
        const uint8_t *edge = &graph->edge[(size_t)path[depth] * graph->channels];
        uint32_t to = next[depth];
        while (to < graph->channels && (!edge[to] || colour[to] == BLACK))
            to++;
        next[depth] = to + 1;
        if (to == graph->channels) {
            colour[path[depth]] = BLACK;
            if (depth-- == 0)
                return UINT32_MAX;
        } else if (colour[to] == GREY) {
            uint32_t back = depth;
            while (path[back] != to)
                back--;
            *end = depth;
            return back;
        } else {
            path[++depth] = to;
            next[depth] = 0;
            colour[to] = GREY;
        }
    }
}

static void find_cycle(const struct graph *graph, uint8_t colour[], uint32_t path[],
                       uint32_t next[], struct dependency *dependency) {
    memset(colour, WHITE, graph->channels);
    for (uint32_t start = 0; start < graph->channels; start++) {
        uint32_t end, back;
        if (colour[start] != WHITE)
            continue;
        back = follow(graph, start, colour, path, next, &end);
        if (back == UINT32_MAX)
            continue;
        dependency->verdict = DEPENDENCY_CYCLIC;
        dependency->length = end - back + 1;
        for (uint32_t k = 0; k < dependency->length && k < DEPENDENCY_CYCLE; k++)
            dependency->cycle[k] =
                (struct channel){path[back + k] / graph->outputs, path[back + k] % graph->outputs};
        return;
    }
}

static void check(struct graph *graph, uint8_t held[], uint32_t path[], uint32_t next[],
                  struct dependency *dependency) {
    *dependency = (struct dependency){.verdict = DEPENDENCY_FREE};
    for (uint32_t destination = 0; destination < graph->nodes; destination++) {
        memset(held, 0, graph->channels);
        if (!visit(graph, destination, held, &dependency->cycle[0])) {
            dependency->verdict = DEPENDENCY_DEAD_END;
            dependency->length = 1;
            return;
        }
        for (uint32_t channel = 0; channel < graph->channels; channel++)
            if (held[channel])
                add_edges(graph,
                          (struct channel){channel / graph->outputs, channel % graph->outputs},
                          destination);
    }
    for (size_t k = 0; k < (size_t)graph->channels * graph->channels; k++)
        dependency->edges += graph->edge[k];
    find_cycle(graph, held, path, next, dependency);
}

int dependency_check(const struct rule *rule, uint32_t dimensions, struct dependency *dependency) {
    uint32_t all = (1u << dimensions) - 1;
    struct graph graph = {
        .rule = rule,
        .dimensions = dimensions,
        .nodes = 1u << dimensions,
        .outputs = dimensions * rule->lanes,
        .escape = all << rule->escape * dimensions,
    };
    graph.channels = graph.nodes * graph.outputs;
    uint32_t places = graph.nodes * (graph.outputs + 1);
    graph.edge = calloc(graph.channels, graph.channels);
    graph.stack = malloc(places * sizeof *graph.stack);
    graph.seen = malloc(places);
    uint8_t *held = malloc(graph.channels);
    uint32_t *path = malloc(graph.channels * sizeof *path);
    uint32_t *next = malloc(graph.channels * sizeof *next);
    int error = -ENOMEM;
    if (graph.edge && graph.stack && graph.seen && held && path && next) {
        check(&graph, held, path, next, dependency);
        error = 0;
    }
    free(next);
    free(path);
    free(held);
    free(graph.seen);
    free(graph.stack);
    free(graph.edge);
    return error;
}
