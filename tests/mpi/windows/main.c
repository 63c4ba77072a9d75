/* Finds wrong contents of windows, called by: windows SEED ROUNDS (random programs), and: windows
 * ends. */
#include "windows.h"

_Thread_local struct job job = {.name = "windows"};
_Thread_local struct program program;

long element(const void *memory, int i) {
    if (program.type == MPI_INT)
        return ((const int *)memory)[i];
    return program.type == MPI_LONG ? ((const long *)memory)[i] : (long)((const double *)memory)[i];
}

void set_element(void *memory, int i, long value) {
    if (program.type == MPI_INT)
        ((int *)memory)[i] = (int)value;
    else if (program.type == MPI_LONG)
        ((long *)memory)[i] = value;
    else
        ((double *)memory)[i] = (double)value;
}

/* ---- Windows ---- */

static void window_make(void) {
    MPI_Aint bytes = (MPI_Aint)(ELEMENTS * program.bytes), base;
    int how = draw(3), unit = draw(2) ? 1 : (int)program.bytes;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "false");
    program.unit = how == 2 ? 1 : unit;
    memset(program.base, 0, sizeof program.base);
    if (how == 0) {
        MPI_Win_allocate(bytes, unit, info, program.comm, &program.memory, &program.win);
    } else {
        program.memory = malloc((size_t)bytes);
        if (how == 1)
            MPI_Win_create(program.memory, bytes, unit, info, program.comm, &program.win);
        else
            MPI_Win_create_dynamic(info, program.comm, &program.win);
    }
    if (how == 2) {
        MPI_Win_attach(program.win, program.memory, bytes);
        MPI_Get_address(program.memory, &base);
        MPI_Allgather(&base, 1, MPI_AINT, program.base, 1, MPI_AINT, program.comm);
    }
    MPI_Info_free(&info);
    for (int rank = 0; rank < job.size; rank++)
        for (int i = 0; i < ELEMENTS; i++)
            program.model[rank][i] = 31 * rank + i;
    for (int i = 0; i < ELEMENTS; i++)
        set_element(program.memory, i, program.model[job.rank][i]);
    MPI_Barrier(program.comm); /* nobody operates on it before */
}

static void window_free(void) {
    int flavor_is, *flavor;
    MPI_Win_get_attr(program.win, MPI_WIN_CREATE_FLAVOR, &flavor, &flavor_is);
    bool own = *flavor != MPI_WIN_FLAVOR_ALLOCATE;
    if (*flavor == MPI_WIN_FLAVOR_DYNAMIC)
        MPI_Win_detach(program.win, program.memory);
    MPI_Win_free(&program.win);
    if (own)
        free(program.memory);
}

static void window_check(void) {
    for (int i = 0; i < ELEMENTS; i++)
        if (element(program.memory, i) != program.model[job.rank][i])
            wrong("element %d of the window is %ld, not %ld", i, element(program.memory, i),
                  program.model[job.rank][i]);
}

/* ---- Epochs ---- */

enum { WORKS_MOST = 60 };

/* Draws the operations of an epoch: each on a part of a window that no other one touches, but for
 * the parts that are shared. */
static int draw_works(struct work works[]) {
    int used[RANKS_MOST] = {0}, count = 0;
    for (int i = draw(WORKS_MOST); i > 0; i--) {
        int origin = draw(job.size), target = draw(job.size), length = 1 + draw(300);
        if (draw(4) == 0) {
            work_draw(&works[count++], origin, target, ELEMENTS - SHARED, SHARED);
        } else if (used[target] + length <= ELEMENTS - SHARED) {
            work_draw(&works[count++], origin, target, used[target], length);
            used[target] += length;
        }
    }
    return count;
}

/* A message round the ring, and a sum, beside the operations. */
static void talk(void) {
    int next = (job.rank + 1) % job.size, before = (job.rank + job.size - 1) % job.size, from = -1,
        sum;
    MPI_Request request;
    MPI_Irecv(&from, 1, MPI_INT, before, job.round, program.comm, &request);
    MPI_Send(&job.rank, 1, MPI_INT, next, job.round, program.comm);
    MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, program.comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (from != before || sum != job.size * (job.size - 1) / 2)
        wrong("a message or a sum is wrong: %d, %d", from, sum);
}

enum epoch_kind { FENCE, POST, LOCK, LOCK_ALL, EPOCHS };

static void begin_works(struct work works[], int count, enum epoch_kind kind, bool exclusive) {
    for (int i = 0; i < count; i++) {
        struct work *work = &works[i];
        if (work->origin != job.rank)
            continue;
        if (kind == LOCK)
            MPI_Win_lock(exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, work->target, 0,
                         program.win);
        work_begin(work);
        if (kind == LOCK)
            MPI_Win_unlock(work->target, program.win);
        if (kind == LOCK_ALL && work->values[0] % 5 == 0)
            MPI_Win_flush(work->target, program.win);
        if (kind == LOCK_ALL && work->values[0] % 5 == 1)
            MPI_Win_flush_local(work->target, program.win);
    }
}

static void epoch(void) {
    static _Thread_local struct work works[WORKS_MOST];
    enum epoch_kind kind = draw(EPOCHS);
    int count = draw_works(works), talks = draw(2), exclusive = draw(2), flag = 0;
    MPI_Group all;
    program.passive = kind >= LOCK;
    for (int i = 0; i < count; i++)
        work_model(&works[i]);
    MPI_Win_get_group(program.win, &all);
    if (kind == FENCE)
        MPI_Win_fence(draw(2) ? MPI_MODE_NOPRECEDE : 0, program.win);
    if (kind == POST) {
        MPI_Win_post(all, 0, program.win);
        MPI_Win_start(all, 0, program.win);
    }
    if (kind == LOCK_ALL)
        MPI_Win_lock_all(0, program.win);
    begin_works(works, count, kind, exclusive);
    if (talks)
        talk();
    if (kind == FENCE)
        MPI_Win_fence(draw(2) ? MPI_MODE_NOSUCCEED : 0, program.win);
    if (kind == POST) {
        MPI_Win_complete(program.win);
        if (talks)
            MPI_Win_wait(program.win);
        else
            while (!flag)
                MPI_Win_test(program.win, &flag);
    }
    if (kind == LOCK_ALL)
        MPI_Win_unlock_all(program.win);
    for (int i = 0; i < count; i++)
        if (works[i].origin == job.rank)
            work_end(&works[i]);
    MPI_Barrier(program.comm);
    window_check();
    MPI_Barrier(program.comm);
    MPI_Group_free(&all);
}

/* All processes, or a half of them in the opposite order. */
static void comm_make(int world_rank, int world_size) {
    int parts = world_size > 1 ? draw(2) : 0;
    program.comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, parts ? world_rank % 2 : 0, parts ? -world_rank : world_rank,
                   &program.comm);
    MPI_Comm_rank(program.comm, &job.rank);
    MPI_Comm_size(program.comm, &job.size);
}

int main(int count, char **arguments) {
    static const MPI_Datatype types[] = {MPI_INT, MPI_LONG, MPI_DOUBLE};
    int world_rank, world_size, size;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (count == 2 && strcmp(arguments[1], "ends") == 0) {
        ends_run();
        if (world_rank == 0)
            printf("ends, %d processes: all right\n", world_size);
        return MPI_Finalize();
    }
    if (count != 3 || world_size > RANKS_MOST)
        wrong("it takes a seed and a number of rounds, and at most %d processes", RANKS_MOST);
    job.seed = strtoull(arguments[1], NULL, 10);
    int rounds = atoi(arguments[2]);
    for (job.round = 1; job.round <= rounds; job.round++) {
        job.shared.state = job.seed * 1000003 + (uint64_t)job.round;
        program.type = types[draw(3)];
        MPI_Type_size(program.type, &size);
        program.bytes = (size_t)size;
        comm_make(world_rank, world_size);
        window_make();
        for (int epochs = 1 + draw(4); epochs > 0; epochs--)
            epoch();
        window_free();
        MPI_Comm_free(&program.comm);
    }
    if (world_rank == 0)
        printf("seed %llu, %d processes: all right\n", (unsigned long long)job.seed, world_size);
    MPI_Finalize();
    return 0;
}
