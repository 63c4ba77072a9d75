/* Random collective calls on a communicator: all processes think of the same arguments, and each
 * compares its buffer, to the last byte, with what the operation means (MPI 5.0, chapter 6).
 * Several nonblocking ones are outstanding, and are waited for in another order at each process.
 * For tests on the host and on the machine: they define check(condition), which reports that it
 * does not hold.
 */
#ifndef TESTS_MPI_CALLS_H
#define TESTS_MPI_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"

/* ---- Elements: maps x -> a x + b modulo 2^32, which are composed; that is associative, and does
 * not commute unless a is 1 ---- */

struct map {
    uint32_t a, b;
};

static struct map composed(struct map first, struct map second) {
    return (struct map){first.a * second.a, first.b * second.a + second.b};
}

enum { TYPES = 4, NUMBERS = 3 };

/* One process. */
static NODE_LOCAL struct process {
    MPI_Datatype types[TYPES]; /* the last one: numbers, for MPI_SUM */
    MPI_Op compose, add;
    uint64_t common, own; /* states of random numbers: the same at all, and this process's */
} self;

static uint32_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static int common(int below) {
    return (int)(next(&self.common) % (uint32_t)below);
}

/* The operator of users: on elements wherever the type has them. */
static void combine(void *in, void *inout, int *count, MPI_Datatype *type) {
    const struct layout *layout = &type_object(*type)->layout;
    for (int i = 0; i < *count; i++) {
        struct map left, right;
        pieces_pack(layout, in, i * layout->size, &left, sizeof left);
        pieces_pack(layout, inout, i * layout->size, &right, sizeof right);
        left = composed(left, right);
        pieces_unpack(layout, inout, i * layout->size, &left, sizeof left);
    }
}

static void start_process(uint64_t seed) {
    MPI_Datatype gaps;
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    self = (struct process){.common = seed, .own = seed + (uint64_t)rank};
    MPI_Type_contiguous(2, MPI_UINT32_T, &self.types[0]);
    MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){12, -8}, MPI_UINT32_T, &gaps);
    MPI_Type_create_resized(gaps, -8, 28, &self.types[1]);
    MPI_Type_create_resized(gaps, 16, -28, &self.types[2]);
    MPI_Type_free(&gaps);
    for (int t = 0; t < NUMBERS; t++)
        MPI_Type_commit(&self.types[t]);
    self.types[NUMBERS] = MPI_UINT64_T;
    MPI_Op_create(combine, 0, &self.compose);
    MPI_Op_create(combine, 1, &self.add);
}

static void end_process(void) {
    for (int t = 0; t < NUMBERS; t++)
        MPI_Type_free(&self.types[t]);
    MPI_Op_free(&self.compose);
    MPI_Op_free(&self.add);
    MPI_Finalize();
}

/* ---- A call that has been begun ---- */

enum { EDGE = 64, PATTERN = 0xa5, MOST = 16 };

struct buffer {
    char *memory;
    size_t bytes;
    char *first; /* the address of element 0 */
};

struct job {
    MPI_Comm comm;
    int p, rank, root, number;
    int type, m, in_place, reduction; /* 0: composes, 1: adds, 2: the library's sum */
    struct buffer in, out, wanted, before;
    int counts[MOST], places[MOST], all; /* of blocks: elements, where, and the room for them */
    int *tables[4];                      /* for the arguments: counts and displacements */
    MPI_Datatype many[MOST];
    MPI_Request request;
    int left; /* how often a persistent request is still to be started */
};

static struct buffer make_buffer(int type, int count) {
    MPI_Aint extent = layout_extent(&type_object(self.types[type])->layout);
    MPI_Aint reach = extent < 0 ? -extent : extent;
    struct buffer buffer = {.bytes = (size_t)(2 * EDGE + (count + 1) * reach)};
    buffer.memory = malloc(buffer.bytes);
    memset(buffer.memory, PATTERN, buffer.bytes);
    buffer.first = buffer.memory + EDGE + (extent < 0 && count > 0 ? (count - 1) * reach : 0);
    return buffer;
}

static void put(const struct job *job, const struct buffer *buffer, int i, struct map map) {
    const struct layout *layout = &type_object(self.types[job->type])->layout;
    pieces_unpack(layout, buffer->first, i * layout->size, &map, sizeof map);
}

/* Element i of a process's data. */
static struct map element(const struct job *job, int rank, int i) {
    uint32_t seed = (uint32_t)(rank * 1000003 + job->number * 10007 + i) * 2654435761u;
    return (struct map){job->reduction == 0 ? seed | 1 : 1, seed >> 7};
}

/* Element i of the processes `first` to `last`, combined. */
static struct map reduced(const struct job *job, int first, int last, int i) {
    struct map sum = element(job, first, i);
    for (int rank = first + 1; rank <= last; rank++) {
        struct map one = element(job, rank, i);
        if (job->reduction == 2) {
            uint64_t left, right;
            memcpy(&left, &sum, sizeof left);
            memcpy(&right, &one, sizeof right);
            left += right;
            memcpy(&sum, &left, sizeof left);
        } else {
            sum = composed(sum, one);
        }
    }
    return sum;
}

static MPI_Op op_of(const struct job *job) {
    return job->reduction == 0 ? self.compose : job->reduction == 1 ? self.add : MPI_SUM;
}

/* Blocks of `m` elements or, if `any`, of different counts, in the opposite order with gaps. */
static void choose_blocks(struct job *job, int any) {
    for (int r = 0; r < job->p; r++) {
        job->counts[r] = any ? (r * 7 + job->number) % (job->m + 1) : job->m;
        job->places[r] = any ? (job->p - 1 - r) * (job->m + 2) : r * job->m;
    }
    job->all = any ? job->p * (job->m + 2) : job->p * job->m;
}

static void give(struct job *job, int count) {
    job->in = make_buffer(job->type, count);
    for (int i = 0; i < count; i++)
        put(job, &job->in, i, element(job, job->rank, i));
}

static void expect(struct job *job, int count) {
    job->out = make_buffer(job->type, count);
    job->wanted = make_buffer(job->type, count);
}

/* What is there before, and stays: in place. */
static void lay(struct job *job, int i, struct map map) {
    put(job, &job->out, i, map);
    put(job, &job->wanted, i, map);
}

/* ---- The operations: each fills the buffers in, and calls ---- */

#define TYPE self.types[job->type]
#define FORMS(name, begin, ...)                                                                    \
    if (form == 0)                                                                                 \
        check(MPI_##name(__VA_ARGS__, job->comm) == MPI_SUCCESS);                                  \
    else if (form == 1)                                                                            \
        check(MPI_##begin(__VA_ARGS__, job->comm, &job->request) == MPI_SUCCESS);                  \
    else                                                                                           \
        check(MPI_##name##_init(__VA_ARGS__, job->comm, MPI_INFO_NULL, &job->request) ==           \
              MPI_SUCCESS)

static void barrier(struct job *job, int form) {
    give(job, 0);
    expect(job, 0);
    if (form == 0)
        check(MPI_Barrier(job->comm) == MPI_SUCCESS);
    else if (form == 1)
        check(MPI_Ibarrier(job->comm, &job->request) == MPI_SUCCESS);
    else
        check(MPI_Barrier_init(job->comm, MPI_INFO_NULL, &job->request) == MPI_SUCCESS);
}

static void broadcast(struct job *job, int form) {
    give(job, 0);
    expect(job, job->m);
    for (int i = 0; i < job->m; i++) {
        put(job, &job->wanted, i, element(job, job->root, i));
        if (job->rank == job->root)
            put(job, &job->out, i, element(job, job->root, i));
    }
    FORMS(Bcast, Ibcast, job->out.first, job->m, TYPE, job->root);
}

static void gather(struct job *job, int form, int any) {
    int is_root = job->rank == job->root, in_place = job->in_place && is_root;
    choose_blocks(job, any);
    give(job, job->m);
    expect(job, is_root ? job->all : 0);
    for (int r = 0; is_root && r < job->p; r++)
        for (int i = 0; i < job->counts[r]; i++) {
            put(job, &job->wanted, job->places[r] + i, element(job, r, i));
            if (in_place && r == job->rank)
                put(job, &job->out, job->places[r] + i, element(job, r, i));
        }
    const void *send = in_place ? MPI_IN_PLACE : job->in.first;
    if (any) {
        FORMS(Gatherv, Igatherv, send, job->counts[job->rank], TYPE, job->out.first,
              is_root ? job->counts : NULL, is_root ? job->places : NULL, TYPE, job->root);
    } else {
        FORMS(Gather, Igather, send, job->m, TYPE, job->out.first, job->m, TYPE, job->root);
    }
}

static void scatter(struct job *job, int form, int any) {
    int is_root = job->rank == job->root, in_place = job->in_place && is_root;
    choose_blocks(job, any);
    give(job, is_root ? job->all : 0);
    expect(job, job->m);
    for (int i = 0; !in_place && i < job->counts[job->rank]; i++)
        put(job, &job->wanted, i, element(job, job->root, job->places[job->rank] + i));
    void *receive = in_place ? MPI_IN_PLACE : job->out.first;
    if (any) {
        FORMS(Scatterv, Iscatterv, job->in.first, is_root ? job->counts : NULL,
              is_root ? job->places : NULL, TYPE, receive, job->counts[job->rank], TYPE, job->root);
    } else {
        FORMS(Scatter, Iscatter, job->in.first, job->m, TYPE, receive, job->m, TYPE, job->root);
    }
}

static void allgather(struct job *job, int form, int any) {
    choose_blocks(job, any);
    give(job, job->m);
    expect(job, job->all);
    for (int r = 0; r < job->p; r++)
        for (int i = 0; i < job->counts[r]; i++) {
            put(job, &job->wanted, job->places[r] + i, element(job, r, i));
            if (job->in_place && r == job->rank)
                put(job, &job->out, job->places[r] + i, element(job, r, i));
        }
    const void *send = job->in_place ? MPI_IN_PLACE : job->in.first;
    if (any) {
        FORMS(Allgatherv, Iallgatherv, send, job->counts[job->rank], TYPE, job->out.first,
              job->counts, job->places, TYPE);
    } else {
        FORMS(Allgather, Iallgather, send, job->m, TYPE, job->out.first, job->m, TYPE);
    }
}

/* Rank r sends (r + s + number) mod (m + 1) elements to rank s, and so gets as many back. */
static void choose_pairs(struct job *job) {
    for (int r = 0; r < job->p; r++)
        job->counts[r] = (r + job->rank + job->number) % (job->m + 1);
}

enum { PLAIN, COUNTS, EACH_TYPE };

static void alltoall(struct job *job, int form, int kind) {
    choose_blocks(job, kind != PLAIN);
    if (kind != PLAIN)
        choose_pairs(job);
    give(job, job->all);
    expect(job, job->all);
    int extent = (int)layout_extent(&type_object(TYPE)->layout);
    job->tables[0] = malloc(sizeof job->places);
    for (int r = 0; r < job->p; r++) {
        job->many[r] = TYPE;
        job->tables[0][r] = job->places[r] * extent;
        for (int i = 0; i < job->counts[r]; i++) {
            int place = job->places[r] + i, theirs = job->places[job->rank] + i;
            put(job, &job->wanted, place, element(job, r, theirs));
            if (job->in_place)
                put(job, &job->out, place, element(job, job->rank, place));
        }
    }
    const void *send = job->in_place ? MPI_IN_PLACE : job->in.first;
    if (kind == PLAIN) {
        FORMS(Alltoall, Ialltoall, send, job->m, TYPE, job->out.first, job->m, TYPE);
    } else if (kind == COUNTS) {
        FORMS(Alltoallv, Ialltoallv, send, job->counts, job->places, TYPE, job->out.first,
              job->counts, job->places, TYPE);
    } else {
        FORMS(Alltoallw, Ialltoallw, send, job->counts, job->tables[0], job->many, job->out.first,
              job->counts, job->tables[0], job->many);
    }
}

enum { REDUCE, ALLREDUCE, SCAN, EXSCAN };

static void reduce(struct job *job, int form, int what) {
    int here = what != REDUCE || job->rank == job->root, in_place = job->in_place && here;
    int last = what == SCAN ? job->rank : what == EXSCAN ? job->rank - 1 : job->p - 1;
    give(job, job->m);
    expect(job, job->m);
    for (int i = 0; i < job->m; i++) {
        if (in_place)
            lay(job, i, element(job, job->rank, i));
        if (here && last >= 0)
            put(job, &job->wanted, i, reduced(job, 0, last, i));
    }
    const void *send = in_place ? MPI_IN_PLACE : job->in.first;
    MPI_Op op = op_of(job);
    if (what == REDUCE) {
        FORMS(Reduce, Ireduce, send, job->out.first, job->m, TYPE, op, job->root);
    } else if (what == ALLREDUCE) {
        FORMS(Allreduce, Iallreduce, send, job->out.first, job->m, TYPE, op);
    } else if (what == SCAN) {
        FORMS(Scan, Iscan, send, job->out.first, job->m, TYPE, op);
    } else {
        FORMS(Exscan, Iexscan, send, job->out.first, job->m, TYPE, op);
    }
}

static void reduce_scatter(struct job *job, int form, int any) {
    choose_blocks(job, any);
    int all = 0, before = 0;
    for (int r = 0; r < job->p; r++) {
        before += r < job->rank ? job->counts[r] : 0;
        all += job->counts[r];
    }
    give(job, all);
    expect(job, job->in_place ? all : job->m);
    for (int i = 0; job->in_place && i < all; i++)
        lay(job, i, element(job, job->rank, i));
    for (int i = 0; i < job->counts[job->rank]; i++)
        put(job, &job->wanted, i, reduced(job, 0, job->p - 1, before + i));
    const void *send = job->in_place ? MPI_IN_PLACE : job->in.first;
    MPI_Op op = op_of(job);
    if (any) {
        FORMS(Reduce_scatter, Ireduce_scatter, send, job->out.first, job->counts, TYPE, op);
    } else {
        FORMS(Reduce_scatter_block, Ireduce_scatter_block, send, job->out.first, job->m, TYPE, op);
    }
}

static void call(struct job *job, int form, int operation) {
    switch (operation) {
    case 0:
        barrier(job, form);
        break;
    case 1:
        broadcast(job, form);
        break;
    case 2:
    case 3:
        gather(job, form, operation - 2);
        break;
    case 4:
    case 5:
        scatter(job, form, operation - 4);
        break;
    case 6:
    case 7:
        allgather(job, form, operation - 6);
        break;
    case 8:
    case 9:
    case 10:
        alltoall(job, form, operation - 8);
        break;
    case 11:
    case 12:
    case 13:
    case 14:
        reduce(job, form, operation - 11);
        break;
    default:
        reduce_scatter(job, form, operation - 15);
        break;
    }
}
enum { OPERATIONS = 17 };

/* ---- Random calls ---- */

static int finish(struct job *job) {
    bool same = memcmp(job->out.memory, job->wanted.memory, job->out.bytes) == 0;
    check(same);
    if (job->left > 0) {
        job->left--;
        if (same && job->before.memory != NULL)
            memcpy(job->out.memory, job->before.memory, job->out.bytes);
        check(MPI_Start(&job->request) == MPI_SUCCESS);
        return 0;
    }
    if (job->request != MPI_REQUEST_NULL)
        check(MPI_Request_free(&job->request) == MPI_SUCCESS);
    free(job->in.memory);
    free(job->out.memory);
    free(job->wanted.memory);
    free(job->before.memory);
    free(job->tables[0]);
    return 1;
}

/* Begins a random call on a communicator. Returns whether it is outstanding. */
static int begin(struct job *job, MPI_Comm comm, int number) {
    static const int lengths[] = {0, 1, 3, 10, 100, 3000};
    *job = (struct job){.comm = comm, .number = number, .request = MPI_REQUEST_NULL};
    MPI_Comm_size(comm, &job->p);
    MPI_Comm_rank(comm, &job->rank);
    int operation = common(OPERATIONS), form = common(3);
    job->root = common(job->p);
    job->in_place = common(3) == 0 && operation != 1;
    job->m = lengths[common(operation >= 6 && operation <= 10 ? 5 : 6)];
    job->reduction = common(3);
    job->type = job->reduction == 2 ? NUMBERS : common(NUMBERS);
    call(job, form, operation);
    if (form == 0)
        return !finish(job);
    if (form == 2) {
        job->left = 2;
        job->before = make_buffer(0, 0);
        free(job->before.memory);
        job->before.memory = malloc(job->out.bytes);
        memcpy(job->before.memory, job->out.memory, job->out.bytes);
        check(MPI_Start(&job->request) == MPI_SUCCESS);
        job->left--;
    }
    return 1;
}

enum { OUTSTANDING = 4, ROUND = 8 };

/* Makes ROUND random calls on a communicator, the first of which has this number, and waits for
 * all of them. */
static void make_calls(MPI_Comm comm, int number) {
    struct job jobs[OUTSTANDING];
    int outstanding = 0;
    for (int k = 0; k < ROUND; k++) {
        outstanding += begin(&jobs[outstanding], comm, number + k);
        /* What is waited for first each process decides alone, unless a wait leads to another
         * start: for that start other processes may wait. */
        while (outstanding == OUTSTANDING || (k == ROUND - 1 && outstanding > 0)) {
            int starts = 0;
            for (int j = 0; j < outstanding; j++)
                starts += jobs[j].left;
            int chosen =
                starts > 0 ? common(outstanding) : (int)(next(&self.own) % (uint32_t)outstanding);
            check(MPI_Wait(&jobs[chosen].request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
            if (finish(&jobs[chosen]))
                jobs[chosen] = jobs[--outstanding];
        }
    }
}

/* Makes about so many calls on random communicators: all processes, or some of them, in ascending
 * or descending order. Those that are left out have a communicator of their own. */
static void make_random_calls(int calls) {
    int size, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int number = 0; number < calls; number += ROUND) {
        bool all = number / ROUND % 3 == 0;
        uint32_t set = next(&self.common);
        int key = common(3) == 0 ? -rank : rank;
        MPI_Comm comm = MPI_COMM_WORLD;
        if (!all)
            check(MPI_Comm_split(MPI_COMM_WORLD, (int)(set >> rank & 1), key, &comm) ==
                  MPI_SUCCESS);
        uint64_t before = self.common;
        make_calls(comm, number);
        self.common = before + 1;
        if (!all)
            check(MPI_Comm_free(&comm) == MPI_SUCCESS);
    }
}

#endif
