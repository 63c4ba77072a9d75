/* Finds collective operations that move wrong data or mix with each other: blocking, nonblocking
 * and persistent ones, several at a time. */
#include "random.h"

enum { AT_A_TIME = 3, BLOCKS_MOST = WORLD_MOST, UNIQUE = 1000 };
enum operation {
    BARRIER,
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    OPERATIONS
};

/* Who sends and receives, and which side has a block for each process. */
static const struct trait {
    const char *name;
    bool only_root_sends, only_root_receives, sends_blocks, receives_blocks;
    bool has_counts; /* its blocks may differ */
} traits[OPERATIONS] = {
    [BARRIER] = {.name = "MPI_Barrier"},
    [BCAST] = {.name = "MPI_Bcast", .only_root_sends = true},
    [GATHER] = {.name = "MPI_Gather", .only_root_receives = true, .receives_blocks = true},
    [GATHERV] = {.name = "MPI_Gatherv",
                 .only_root_receives = true,
                 .receives_blocks = true,
                 .has_counts = true},
    [SCATTER] = {.name = "MPI_Scatter", .only_root_sends = true, .sends_blocks = true},
    [SCATTERV] = {.name = "MPI_Scatterv",
                  .only_root_sends = true,
                  .sends_blocks = true,
                  .has_counts = true},
    [ALLGATHER] = {.name = "MPI_Allgather", .receives_blocks = true},
    [ALLGATHERV] = {.name = "MPI_Allgatherv", .receives_blocks = true, .has_counts = true},
    [ALLTOALL] = {.name = "MPI_Alltoall", .sends_blocks = true, .receives_blocks = true},
    [ALLTOALLV] = {.name = "MPI_Alltoallv",
                   .sends_blocks = true,
                   .receives_blocks = true,
                   .has_counts = true},
    [ALLTOALLW] = {.name = "MPI_Alltoallw",
                   .sends_blocks = true,
                   .receives_blocks = true,
                   .has_counts = true},
};

/* One side of an operation: blocks of a buffer, one for each process. */
struct side {
    struct buffer buffer;
    int counts[BLOCKS_MOST], places[BLOCKS_MOST], bytes[BLOCKS_MOST];
    MPI_Datatype types[BLOCKS_MOST];
    bool used;
};

struct collective {
    const struct family *family;
    enum operation operation;
    const struct trait *trait;
    enum form form;
    uint64_t action;
    struct type type;
    int root, count;
    bool in_place;
    int sizes[BLOCKS_MOST][BLOCKS_MOST]; /* of an exchange: elements, by sender and receiver */
    struct side out, in;
    MPI_Request request;
};

/* Lays the blocks, whose sizes are in side->counts, into a buffer: in a random order and with gaps,
 * or without both if `orderly`. */
static void side_make(struct side *side, struct collective *of, struct draw *own, bool orderly) {
    int order[BLOCKS_MOST], end = 0, size = of->family->size;
    draw_order(own, size, order);
    for (int i = 0; i < size; i++) {
        int block = orderly ? i : order[i];
        side->places[block] = end;
        end += side->counts[block] + (orderly ? 0 : draw_below(own, 3));
        side->types[block] = of->type.datatype;
    }
    buffer_make(&side->buffer, &of->type, end);
    for (int i = 0; i < size; i++)
        side->bytes[i] = (int)(side->places[i] * of->type.extent);
    side->used = true;
}

static int block_of(const struct collective *of, int from, int to) {
    if (!of->trait->has_counts)
        return of->count;
    return of->sizes[of->trait->only_root_sends ? 0 : from][of->trait->sends_blocks ? to : 0];
}

/* Returns a number of what one process sends to another. What goes into a broadcast or a gather has
 * the same number for all receivers. */
static int name_of(const struct collective *of, int from, int to) {
    return from * UNIQUE + (of->trait->sends_blocks ? to : 0);
}

static bool sends(const struct collective *of, int rank) {
    return of->operation != BARRIER && (!of->trait->only_root_sends || rank == of->root);
}

static bool receives(const struct collective *of, int rank) {
    return of->operation != BARRIER && (!of->trait->only_root_receives || rank == of->root);
}

static void make(struct collective *of, struct draw *common, struct draw *own,
                 const struct family *family, int number) {
    *of = (struct collective){.family = family, .request = MPI_REQUEST_NULL};
    of->action = (uint64_t)job.round * AT_A_TIME + (uint64_t)number;
    of->operation = (enum operation)draw_below(common, OPERATIONS);
    of->trait = &traits[of->operation];
    of->form = (enum form)draw_below(common, FORMS);
    of->root = draw_below(common, family->size);
    of->in_place = draw_below(common, 4) == 0;
    of->count = draw_below(common, 5);
    if (draw_below(common, 10) == 0)
        of->count = draw_below(common, of->operation == BCAST ? 3000 : 500);
    for (int i = 0; i < family->size; i++)
        for (int j = 0; j < family->size; j++)
            of->sizes[i][j] = draw_below(common, 4);
    /* In place, what a process gets lies where its own data lay, so both have the same size. */
    if (of->in_place && of->operation >= ALLTOALL)
        for (int i = 0; i < family->size; i++)
            for (int j = 0; j < i; j++)
                of->sizes[i][j] = of->sizes[j][i];
    type_draw(common, &of->type);
    int rank = family->rank;
    bool v = of->trait->has_counts;
    if (receives(of, rank)) {
        for (int i = 0; i < family->size; i++)
            of->in.counts[i] =
                i == of->root || of->trait->receives_blocks ? block_of(of, i, rank) : 0;
        side_make(&of->in, of, own, !v || !of->trait->receives_blocks);
    }
    bool from_in =
        of->in_place && of->in.used && !of->trait->sends_blocks && of->operation != BCAST;
    from_in |= of->in_place && of->operation >= ALLTOALL;
    from_in |= of->operation == BCAST;
    if (from_in) {
        /* A broadcast has one buffer. Data that are in place are read from where the result is
         * written. */
        for (int i = 0; i < family->size; i++) {
            int start = of->in.places[i];
            if (of->operation >= ALLTOALL)
                buffer_fill(&of->in.buffer, start, start + of->in.counts[i], of->action,
                            name_of(of, rank, i), 0);
            else if (i == rank && sends(of, rank))
                buffer_fill(&of->in.buffer, start, start + of->in.counts[i], of->action,
                            name_of(of, rank, 0), 0);
        }
    } else if (sends(of, rank)) {
        for (int i = 0; i < family->size; i++)
            of->out.counts[i] = of->trait->sends_blocks ? block_of(of, rank, i)
                                : i == 0                ? block_of(of, rank, 0)
                                                        : 0;
        side_make(&of->out, of, own, !v || !of->trait->sends_blocks);
        for (int i = 0; i < family->size; i++) {
            int start = of->out.places[i];
            buffer_fill(&of->out.buffer, start, start + of->out.counts[i], of->action,
                        name_of(of, rank, i), 0);
        }
    }
}

static void begin(struct collective *of) {
    MPI_Comm comm = of->family->comm;
    MPI_Datatype type = of->type.datatype;
    int root = of->root, rank = of->family->rank;
    void *out = of->out.used ? of->out.buffer.base : NULL;
    void *in = of->in.used ? of->in.buffer.base : NULL;
    int sent = of->out.used ? of->out.counts[0] : 0;
    /* In place: a receiver gives MPI_IN_PLACE for its send buffer, and the root of a scatter gives
     * it for its receive buffer. */
    void *from = of->in_place && of->in.used ? MPI_IN_PLACE : out;
    bool root_keeps = of->in_place && rank == root;
    switch (of->operation) {
    case BARRIER:
        RUN(Barrier, Ibarrier, comm);
    case BCAST:
        RUN(Bcast, Ibcast, in, of->count, type, root, comm);
    case GATHER:
        RUN(Gather, Igather, from, of->count, type, in, of->count, type, root, comm);
    case GATHERV:
        RUN(Gatherv, Igatherv, from, sent, type, in, of->in.counts, of->in.places, type, root,
            comm);
    case SCATTER:
        RUN(Scatter, Iscatter, out, of->count, type, root_keeps ? MPI_IN_PLACE : in, of->count,
            type, root, comm);
    case SCATTERV:
        RUN(Scatterv, Iscatterv, out, of->out.counts, of->out.places, type,
            root_keeps ? MPI_IN_PLACE : in, of->sizes[0][rank], type, root, comm);
    case ALLGATHER:
        RUN(Allgather, Iallgather, from, of->count, type, in, of->count, type, comm);
    case ALLGATHERV:
        RUN(Allgatherv, Iallgatherv, from, sent, type, in, of->in.counts, of->in.places, type,
            comm);
    case ALLTOALL:
        RUN(Alltoall, Ialltoall, from, of->count, type, in, of->count, type, comm);
    case ALLTOALLV:
        RUN(Alltoallv, Ialltoallv, from, of->out.counts, of->out.places, type, in, of->in.counts,
            of->in.places, type, comm);
    default:
        RUN(Alltoallw, Ialltoallw, from, of->out.counts, of->out.bytes, of->out.types, in,
            of->in.counts, of->in.bytes, of->in.types, comm);
    }
}

static void end(struct collective *of) {
    int rank = of->family->rank;
    bool kept =
        of->in_place && rank == of->root && of->trait->only_root_sends && of->trait->sends_blocks;
    if (of->in.used) {
        for (int i = 0; i < of->family->size && !kept; i++) {
            int start = of->in.places[i];
            buffer_check(&of->in.buffer, start, start + of->in.counts[i], of->action,
                         name_of(of, i, rank), 0, of->trait->name);
        }
        buffer_check_rest(&of->in.buffer, of->trait->name);
        buffer_free(&of->in.buffer);
    }
    if (of->out.used)
        buffer_free(&of->out.buffer);
    type_free(&of->type);
}

void collective_action(void) {
    const struct family *family = family_choose();
    if (family->comm == MPI_COMM_NULL)
        return;
    static _Thread_local struct collective at_once[AT_A_TIME];
    struct draw common = {mix(job.seed, (uint64_t)job.round, (uint64_t)family->world[0])};
    struct draw own = {mix(job.seed + 1, (uint64_t)job.round, (uint64_t)job.rank)};
    int count = 1 + draw_below(&common, AT_A_TIME);
    MPI_Request requests[AT_A_TIME];
    MPI_Status statuses[AT_A_TIME] = {0};
    int requested = 0;
    for (int i = 0; i < count; i++) {
        make(&at_once[i], &common, &own, family, i);
        begin(&at_once[i]);
        if (at_once[i].request != MPI_REQUEST_NULL)
            requests[requested++] = at_once[i].request;
    }
    wait_somehow(&own, requested, requests, statuses);
    for (int i = 0; i < count; i++)
        end(&at_once[i]);
}
