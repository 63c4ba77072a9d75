#include "programs/computations/grid/asynchronous.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

/* The messages to and from one neighbour. The first number of a message is a time by the nodes'
 * clocks before which the next one does not leave, infinite if there is none; the edge follows.
 * Without this promise two nodes could ask, each at its own time, for a message that the other
 * sends only after its own question: Chandy and Misra, Distributed simulation, 1979. */
struct side {
    enum grid_direction direction;
    int dimension;
    size_t points;
    double *leaving, *newest; /* messages */
};

static size_t bytes_of(const struct side *side) {
    return (side->points + 1) * sizeof(double);
}

static int start_sides(const struct grid *grid, struct side sides[], const double *field) {
    int count = 0;
    for (enum grid_direction d = 0; d < GRID_DIRECTIONS; d++) {
        if (grid->dimension[d] < 0)
            continue;
        struct side *side = &sides[count++];
        *side = (struct side){
            .direction = d, .dimension = grid->dimension[d], .points = grid_edge_points(grid, d)};
        side->leaving = allocate(2 * (side->points + 1), sizeof(double));
        side->newest = side->leaving + side->points + 1;
        for (size_t point = 0; point < side->points; point++)
            side->newest[point + 1] = field[grid_edge_place(grid, d, (int64_t)point, 1)];
    }
    return count;
}

static void send_edges(const struct grid *grid, struct side sides[], int count, const double *field,
                       double next) {
    for (struct side *side = sides; side < sides + count; side++) {
        side->leaving[0] = next;
        for (size_t point = 0; point < side->points; point++)
            side->leaving[point + 1] =
                field[grid_edge_place(grid, side->direction, (int64_t)point, 0)];
        must(cube_link_send(side->dimension, side->leaving, bytes_of(side)), "sending an edge");
    }
}

/* What came last from a neighbour that has died stays, and nothing more is asked of it. */
static void receive(struct side *side) {
    int error = cube_link_recv(side->dimension, side->newest, bytes_of(side));
    if (error == -EHOSTDOWN)
        side->newest[0] = INFINITY;
    else
        must(error, "receiving an edge");
}

/* Takes all that has arrived. */
static void receive_arrived(struct side sides[], int count) {
    for (struct side *side = sides; side < sides + count; side++)
        while (side->newest[0] <= (double)cube_time() && cube_link_arrived(side->dimension) == 1)
            receive(side);
}

static void receive_rest(struct side sides[], int count) {
    for (struct side *side = sides; side < sides + count; side++)
        while (side->newest[0] < INFINITY)
            receive(side);
}

static void fill_frame(const struct grid *grid, const struct side sides[], int count,
                       double *field) {
    for (const struct side *side = sides; side < sides + count; side++)
        for (size_t point = 0; point < side->points; point++)
            field[grid_edge_place(grid, side->direction, (int64_t)point, 1)] =
                side->newest[point + 1];
}

void asynchronous_iterate(struct grid *grid, const struct stencil *stencil, struct fields *fields,
                          uint64_t work, uint64_t until, struct progress *progress) {
    struct side sides[GRID_DIRECTIONS] = {0};
    int count = start_sides(grid, sides, fields->now);
    for (; cube_time() < until; progress->iterations++) {
        fill_frame(grid, sides, count, fields->now);
        poisson_iterate(stencil, grid->own_rows, grid->own_columns, grid->stride, fields->now,
                        fields->right, fields->next);
        fields_turn(fields);
        cube_work(work);
        uint64_t worked = cube_time();
        send_edges(grid, sides, count, fields->now, (double)(worked + work));
        receive_arrived(sides, count);
        progress->communicating += cube_time() - worked;
    }
    send_edges(grid, sides, count, fields->now, INFINITY);
    receive_rest(sides, count);
    fill_frame(grid, sides, count, fields->now);
    for (int i = 0; i < count; i++)
        free(sides[i].leaving);
}
