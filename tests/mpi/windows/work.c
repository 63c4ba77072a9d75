/* Finds an operation on a window that leaves other bytes than the same done in memory. */
#include "windows.h"

enum {
    STRIDED = 3
}; /* elements at the origin lie so far apart, if they do not follow each other */

/* ---- Drawing ---- */

enum { OPS = 5 };
static const MPI_Op ops[OPS] = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_REPLACE, MPI_NO_OP};

void work_draw(struct work *work, int origin, int target, int lower, int length) {
    enum { ROW, VECTOR, INDEXED, SHAPES };
    *work = (struct work){.origin = origin, .target = target, .lower = lower};
    work->meets = lower >= ELEMENTS - SHARED;
    work->kind = work->meets ? ACCUMULATE : draw(KINDS);
    bool single = work->kind >= FETCH_AND_OP;
    work->shape = single ? ROW : draw(SHAPES);
    work->origin_shape = single ? 0 : draw(2);
    int most = single ? 1 : 1 + draw(length < PLACES_MOST ? length : PLACES_MOST), at = 0;
    int block = 1 + draw(4), gap = work->shape == ROW ? 0 : draw(4);
    for (int i = 0; i < most && at < length; i++) {
        work->places[work->count++] = at++;
        if (work->shape == VECTOR && work->count % block == 0)
            at += gap;
        else if (work->shape == INDEXED)
            at += draw(3);
    }
    if (work->shape == VECTOR) /* whole blocks */
        work->count = work->count < block ? 0 : work->count / block * block;
    if (work->shape == VECTOR && work->count == 0) {
        work->shape = ROW;
        work->count = 1;
    }
    work->op = work->meets ? MPI_SUM : ops[draw(work->kind == ACCUMULATE ? OPS - 1 : OPS)];
    if (work->kind == COMPARE_AND_SWAP && program.type == MPI_DOUBLE)
        work->kind = FETCH_AND_OP;
    for (int i = 0; i < work->count; i++)
        work->values[i] = draw(1000);
}

void work_model(struct work *work) {
    for (int i = 0; i < work->count; i++) {
        long *at = &program.model[work->target][work->lower + work->places[i]];
        long value = work->values[i];
        work->found[i] = *at;
        if (work->kind == PUT ||
            (work->kind == COMPARE_AND_SWAP && (value % 2 == 0 || *at == value)))
            *at = value;
        if (work->kind <= GET || work->kind == COMPARE_AND_SWAP)
            continue;
        if (work->op == MPI_SUM)
            *at = (*at + value) % 100000000;
        else if (work->op == MPI_REPLACE || (work->op == MPI_MIN && value < *at) ||
                 (work->op == MPI_MAX && value > *at))
            *at = value;
    }
}

/* ---- Doing ---- */

/* Makes a type of the elements at the work's places. Returns how many of it make them all. */
static int make_type(const struct work *work, MPI_Datatype *type) {
    int lengths[PLACES_MOST];
    *type = program.type;
    if (work->shape == 0)
        return work->count;
    int block = 1;
    while (block < work->count && work->places[block] == work->places[block - 1] + 1)
        block++;
    if (work->shape == 1 && block < work->count && work->count % block == 0) {
        MPI_Type_vector(work->count / block, block, work->places[block], program.type, type);
    } else {
        for (int i = 0; i < work->count; i++)
            lengths[i] = 1;
        MPI_Type_indexed(work->count, lengths, work->places, program.type, type);
    }
    MPI_Type_commit(type);
    return 1;
}

static int step(const struct work *work) {
    return work->origin_shape ? STRIDED : 1;
}

void work_begin(struct work *work) {
    MPI_Datatype target, origin = program.type;
    int count = work->count, target_count = make_type(work, &target);
    bool asks = program.passive && work->kind <= GET_ACCUMULATE && work->values[0] % 3 == 0;
    size_t bytes = (size_t)(count * step(work)) * program.bytes;
    MPI_Aint place =
        (program.base[work->target] + work->lower * (MPI_Aint)program.bytes) / program.unit;
    work->sent = calloc(1, bytes);
    work->result = calloc(1, bytes);
    work->request = MPI_REQUEST_NULL;
    for (int i = 0; i < count; i++)
        set_element(work->sent, i * step(work), work->values[i]);
    if (work->origin_shape) {
        MPI_Type_create_resized(program.type, 0, (MPI_Aint)(STRIDED * program.bytes), &origin);
        MPI_Type_commit(&origin);
    }
#define TARGET work->target, place, target_count, target
    switch (work->kind) {
    case PUT:
        if (asks)
            MPI_Rput(work->sent, count, origin, TARGET, program.win, &work->request);
        else
            MPI_Put(work->sent, count, origin, TARGET, program.win);
        break;
    case GET:
        if (asks)
            MPI_Rget(work->result, count, origin, TARGET, program.win, &work->request);
        else
            MPI_Get(work->result, count, origin, TARGET, program.win);
        break;
    case ACCUMULATE:
        if (asks)
            MPI_Raccumulate(work->sent, count, origin, TARGET, work->op, program.win,
                            &work->request);
        else
            MPI_Accumulate(work->sent, count, origin, TARGET, work->op, program.win);
        break;
    case GET_ACCUMULATE:
        if (asks)
            MPI_Rget_accumulate(work->sent, count, origin, work->result, count, origin, TARGET,
                                work->op, program.win, &work->request);
        else
            MPI_Get_accumulate(work->sent, count, origin, work->result, count, origin, TARGET,
                               work->op, program.win);
        break;
    case FETCH_AND_OP:
        MPI_Fetch_and_op(work->sent, work->result, program.type, work->target, place, work->op,
                         program.win);
        break;
    default: {
        /* An even value meets what is there; an odd one meets it by accident alone. */
        char compared[sizeof(long)];
        set_element(compared, 0, work->values[0] % 2 == 0 ? work->found[0] : work->values[0]);
        MPI_Compare_and_swap(work->sent, compared, work->result, program.type, work->target, place,
                             program.win);
    }
    }
    if (target != program.type)
        MPI_Type_free(&target);
    if (work->origin_shape)
        MPI_Type_free(&origin);
    if (work->values[0] % 2 != 0)
        MPI_Wait(&work->request, MPI_STATUS_IGNORE);
}

void work_end(struct work *work) {
    MPI_Wait(&work->request, MPI_STATUS_IGNORE);
    bool fetches = work->kind != PUT && work->kind != ACCUMULATE;
    for (int i = 0; fetches && i < work->count; i++) {
        long found = element(work->result, i * step(work));
        if (found != work->found[i])
            wrong("operation %d on rank %d found %ld at %d, not %ld", (int)work->kind, work->target,
                  found, work->lower + work->places[i], work->found[i]);
    }
    free(work->sent);
    free(work->result);
}
