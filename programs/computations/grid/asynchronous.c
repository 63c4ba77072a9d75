#include "programs/computations/grid/asynchronous.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "cube.h"

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
        struct side *side = &sides[count];
        *side = (struct side){
            .direction = d, .dimension = grid->dimension[d], .points = grid_edge_points(grid, d)};
        side->leaving = calloc(2 * (side->points + 1), sizeof(double));
        if (!side->leaving)
            return -ENOMEM;
        side->newest = side->leaving + side->points + 1;
        for (size_t point = 0; point < side->points; point++)
            side->newest[point + 1] = field[grid_edge_place(grid, d, (int64_t)point, 1)];
        count++;
    }
    return count;
}

static int send_edges(const struct grid *grid, struct side sides[], int count, const double *field,
                      double next) {
    int error = 0;
    for (struct side *side = sides; side < sides + count && error == 0; side++) {
        side->leaving[0] = next;
        for (size_t point = 0; point < side->points; point++)
            side->leaving[point + 1] =
                field[grid_edge_place(grid, side->direction, (int64_t)point, 0)];
        error = cube_link_send(side->dimension, side->leaving, bytes_of(side));
    }
    return error;
}

/* What came last from a neighbour that has died stays, and nothing more is asked of it. */
static int receive(struct side *side) {
    int error = cube_link_recv(side->dimension, side->newest, bytes_of(side));
    if (error == -EHOSTDOWN)
        side->newest[0] = INFINITY;
    return error == -EHOSTDOWN ? 0 : error;
}

/* Takes all that has arrived. */
static int receive_arrived(struct side sides[], int count) {
    int error = 0;
    for (struct side *side = sides; side < sides + count; side++)
        while (error == 0 && side->newest[0] <= (double)cube_time() &&
               cube_link_arrived(side->dimension) == 1)
            error = receive(side);
    return error;
}

static int receive_rest(struct side sides[], int count) {
    int error = 0;
    for (struct side *side = sides; side < sides + count; side++)
        while (error == 0 && side->newest[0] < INFINITY)
            error = receive(side);
    return error;
}

static void fill_frame(const struct grid *grid, const struct side sides[], int count,
                       double *field) {
    for (const struct side *side = sides; side < sides + count; side++)
        for (size_t point = 0; point < side->points; point++)
            field[grid_edge_place(grid, side->direction, (int64_t)point, 1)] =
                side->newest[point + 1];
}

static int iterate(struct grid *grid, const struct stencil *stencil, struct fields *fields,
                   uint64_t work, uint64_t until, struct progress *progress, struct side sides[],
                   int count) {
    int error = 0;
    for (; error == 0 && cube_time() < until; progress->iterations++) {
        fill_frame(grid, sides, count, fields->now);
        poisson_iterate(stencil, grid->own_rows, grid->own_columns, grid->stride, fields->now,
                        fields->right, fields->next);
        fields_turn(fields);
        cube_work(work);
        uint64_t worked = cube_time();
        error = send_edges(grid, sides, count, fields->now, (double)(worked + work));
        if (error == 0)
            error = receive_arrived(sides, count);
        progress->communicating += cube_time() - worked;
    }
    if (error == 0)
        error = send_edges(grid, sides, count, fields->now, INFINITY);
    if (error == 0)
        error = receive_rest(sides, count);
    fill_frame(grid, sides, count, fields->now);
    return error;
}

int asynchronous_iterate(struct grid *grid, const struct stencil *stencil, struct fields *fields,
                         uint64_t work, uint64_t until, struct progress *progress) {
    struct side sides[GRID_DIRECTIONS] = {0};
    if (!cube_timed())
        return -EINVAL;
    int count = start_sides(grid, sides, fields->now);
    int error =
        count < 0 ? count : iterate(grid, stencil, fields, work, until, progress, sides, count);
    for (int i = 0; i < GRID_DIRECTIONS; i++)
        free(sides[i].leaving);
    return error;
}
