/* Finds reductions in the wrong order, by operators that do not commute, or of wrong operands. What
 * each operator means on each type is tested by tests/unit/mpi/test_operator.c. */
#include "random.h"

enum { COUNT_MOST = 3000, NUMBER_BYTES = 16 };
enum operation { REDUCE, ALLREDUCE, SCATTER, SCATTER_BLOCK, SCAN, EXSCAN, OPERATIONS };

/* An affine map x -> a x + b of the numbers modulo a prime. The composition of such maps does not
 * commute. */
struct map {
    unsigned a, b;
};
enum { PRIME = 10007 };

static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
    const struct map *first = in;
    struct map *second = inout;
    (void)type;
    for (int i = 0; i < *count; i++) {
        unsigned a = second[i].a * first[i].a % PRIME;
        second[i].b = (second[i].a * first[i].b + second[i].b) % PRIME;
        second[i].a = a;
    }
}

/* How one kind of number is drawn and combined here, and what type and operator MPI is given. */
struct number {
    const char *name;
    size_t bytes;
    void (*make)(uint64_t hash, void *number);
    void (*combine)(const void *left, void *right); /* right = left o right */
    MPI_Datatype type;                              /* or null: pairs of unsigned */
    MPI_Op op;                                      /* or null: composition */
};

static void int_make(uint64_t hash, void *number) {
    *(int *)number = (int)(hash % 7) - 3;
}
static void char_make(uint64_t hash, void *number) {
    *(signed char *)number = (signed char)hash;
}
static void map_make(uint64_t hash, void *number) {
    *(struct map *)number =
        (struct map){(unsigned)(hash % PRIME), (unsigned)(hash / PRIME % PRIME)};
}
struct located {
    double value;
    int place;
};
static void located_make(uint64_t hash, void *number) {
    memset(number, 0, sizeof(struct located));
    *(struct located *)number = (struct located){(double)(hash % 3), (int)(hash >> 40) & 63};
}

static void int_sum(const void *left, void *right) {
    *(int *)right += *(const int *)left;
}
static void char_min(const void *left, void *right) {
    if (*(const signed char *)left < *(signed char *)right)
        *(signed char *)right = *(const signed char *)left;
}
static void map_compose(const void *left, void *right) {
    struct map copy = *(const struct map *)left;
    compose(&copy, right, &(int){1}, NULL);
}
static void located_max(const void *left, void *right) {
    const struct located *one = left;
    struct located *other = right;
    if (one->value > other->value)
        *other = *one;
    else if (one->value == other->value && one->place < other->place)
        other->place = one->place;
}

static const struct number numbers[] = {
    {"a sum of int", sizeof(int), int_make, int_sum, MPI_INT, MPI_SUM},
    {"a minimum of char", 1, char_make, char_min, MPI_SIGNED_CHAR, MPI_MIN},
    {"a maximum with its place", sizeof(struct located), located_make, located_max, MPI_DOUBLE_INT,
     MPI_MAXLOC},
    {"maps one after the other", sizeof(struct map), map_make, map_compose, MPI_DATATYPE_NULL,
     MPI_OP_NULL},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

struct reduction {
    const struct family *family;
    const struct number *number;
    enum operation operation;
    enum form form;
    int count, root;
    int counts[WORLD_MOST]; /* of a reduce-scatter; the last one holds their sum */
    bool in_place;
    MPI_Datatype type;
    MPI_Op op;
    unsigned char *send, *receive;
    MPI_Request request;
};

static int total(const struct reduction *of) {
    return of->operation == SCATTER         ? of->counts[WORLD_MOST - 1]
           : of->operation == SCATTER_BLOCK ? of->count * of->family->size
                                            : of->count;
}

static void operand(const struct reduction *of, int rank, int i, void *number) {
    uint64_t which = (uint64_t)rank << 32 | (uint64_t)i;
    of->number->make(mix(job.seed + 2, (uint64_t)job.round, which), number);
}

/* Combines element i of the ranks `from` to `to` - 1, in this order. */
static void combined(const struct reduction *of, int from, int to, int i, void *result) {
    operand(of, to - 1, i, result);
    for (int rank = to - 2; rank >= from; rank--) {
        _Alignas(16) unsigned char left[NUMBER_BYTES];
        operand(of, rank, i, left);
        of->number->combine(left, result);
    }
}

static void run(struct reduction *of) {
    MPI_Comm comm = of->family->comm;
    void *send = of->in_place ? MPI_IN_PLACE : of->send;
    switch (of->operation) {
    case REDUCE:
        if (of->family->rank != of->root)
            send = of->send;
        RUN(Reduce, Ireduce, send, of->receive, of->count, of->type, of->op, of->root, comm);
    case ALLREDUCE:
        RUN(Allreduce, Iallreduce, send, of->receive, of->count, of->type, of->op, comm);
    case SCATTER:
        RUN(Reduce_scatter, Ireduce_scatter, send, of->receive, of->counts, of->type, of->op, comm);
    case SCATTER_BLOCK:
        RUN(Reduce_scatter_block, Ireduce_scatter_block, send, of->receive, of->count, of->type,
            of->op, comm);
    case SCAN:
        RUN(Scan, Iscan, send, of->receive, of->count, of->type, of->op, comm);
    default:
        RUN(Exscan, Iexscan, send, of->receive, of->count, of->type, of->op, comm);
    }
}

static void check(const struct reduction *of) {
    int rank = of->family->rank, size = of->family->size, from = 0, to = size, first = 0;
    int count = of->count;
    if (of->operation == REDUCE && rank != of->root)
        return;
    if (of->operation == SCATTER) {
        for (int i = 0; i < rank; i++)
            first += of->counts[i];
        count = of->counts[rank];
    } else if (of->operation == SCATTER_BLOCK) {
        first = rank * count;
    } else if (of->operation == SCAN) {
        to = rank + 1;
    } else if (of->operation == EXSCAN) {
        to = rank;
    }
    for (int i = 0; i < count && from < to; i++) {
        _Alignas(16) unsigned char expected[NUMBER_BYTES] = {0};
        combined(of, from, to, first + i, expected);
        if (memcmp(expected, of->receive + (size_t)i * of->number->bytes, of->number->bytes) != 0)
            wrong("reduction %d, form %d, of %s: element %d of %d is wrong", of->operation,
                  of->form, of->number->name, i, count);
    }
}

void reduction_action(void) {
    const struct family *family = family_choose();
    if (family->comm == MPI_COMM_NULL)
        return;
    static _Thread_local struct reduction reduction;
    struct reduction *of = &reduction;
    struct draw common = {mix(job.seed, (uint64_t)job.round, (uint64_t)family->world[0])};
    *of = (struct reduction){.family = family, .request = MPI_REQUEST_NULL};
    of->number = &numbers[draw_below(&common, NUMBERS)];
    of->operation = (enum operation)draw_below(&common, OPERATIONS);
    of->form = (enum form)draw_below(&common, FORMS);
    of->root = draw_below(&common, family->size);
    of->in_place = draw_below(&common, 4) == 0;
    of->count = draw_below(&common, draw_below(&common, 5) == 0 ? COUNT_MOST : 5);
    for (int i = 0; i < family->size; i++)
        of->counts[i] = draw_below(&common, 5);
    int sum = 0;
    for (int i = 0; i < family->size; i++)
        sum += of->counts[i];
    if (family->size < WORLD_MOST)
        of->counts[WORLD_MOST - 1] = sum;
    else
        of->operation = of->operation == SCATTER ? ALLREDUCE : of->operation;
    of->type = of->number->type;
    of->op = of->number->op;
    if (of->type == MPI_DATATYPE_NULL) {
        MPI_Type_contiguous(2, MPI_UNSIGNED, &of->type);
        MPI_Type_commit(&of->type);
        MPI_Op_create(compose, 0, &of->op);
    }
    size_t bytes = of->number->bytes;
    int elements = total(of);
    of->send = calloc((size_t)elements + 1, bytes);
    of->receive = calloc((size_t)elements + 1, bytes);
    if (!of->send || !of->receive)
        wrong("no memory for a reduction");
    for (int i = 0; i < elements; i++)
        operand(of, family->rank, i, (of->in_place ? of->receive : of->send) + (size_t)i * bytes);
    if (of->in_place && of->operation == REDUCE && family->rank != of->root)
        memcpy(of->send, of->receive, (size_t)elements * bytes);
    run(of);
    if (of->request != MPI_REQUEST_NULL) {
        MPI_Status status = {0};
        struct draw own = {mix(job.seed + 1, (uint64_t)job.round, (uint64_t)job.rank)};
        wait_somehow(&own, 1, &of->request, &status);
    }
    check(of);
    free(of->send);
    free(of->receive);
    if (of->number->type == MPI_DATATYPE_NULL) {
        MPI_Type_free(&of->type);
        MPI_Op_free(&of->op);
    }
}
