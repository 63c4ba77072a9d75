/* Finds a result that is read after the epoch has ended, and an operation that comes after it,
 * called by: windows ends. Each end of an epoch, with each operation, of lengths below and above
 * what goes in one piece, is kept, and is answered from where it lies. As soon as the end allows,
 * the target's window is overwritten. */
#include "windows.h"

enum { MOST = 100000, ORIGIN = 0, BLOCK = 3, STRIDE = 4 };

enum operation { PUTS, GETS, ACCUMULATES, GET_ACCUMULATES, FETCHES, SWAPS, OPERATIONS };
static const char *const names[] = {"put",          "get",         "accumulate", "get_accumulate",
                                    "fetch_and_op", "compare_swap"};

/* What ends the origin's operations, and who overwrites the window then. */
enum writer { TARGET, OTHER };
enum {
    FENCE,
    WAIT,
    TEST,
    LOCK,
    LOCK_ALL,
    FLUSH,
    FLUSH_ALL,
    FLUSH_LOCAL,
    REQUEST,
};
static const struct ending {
    const char *name;
    int how, lock;
    enum writer writer;
} endings[] = {
    {"MPI_Win_fence", FENCE, 0, TARGET},
    {"MPI_Win_wait", WAIT, 0, TARGET},
    {"MPI_Win_test", TEST, 0, TARGET},
    {"MPI_Win_unlock (exclusive)", LOCK, MPI_LOCK_EXCLUSIVE, TARGET},
    {"MPI_Win_unlock (exclusive), another writes", LOCK, MPI_LOCK_EXCLUSIVE, OTHER},
    {"MPI_Win_unlock (shared)", LOCK, MPI_LOCK_SHARED, TARGET},
    {"MPI_Win_unlock (shared), another writes", LOCK, MPI_LOCK_SHARED, OTHER},
    {"MPI_Win_unlock_all", LOCK_ALL, 0, TARGET},
    {"MPI_Win_unlock_all, another writes", LOCK_ALL, 0, OTHER},
    {"MPI_Win_flush", FLUSH, 0, TARGET},
    {"MPI_Win_flush_all", FLUSH_ALL, 0, TARGET},
    {"MPI_Win_flush_local", FLUSH_LOCAL, 0, TARGET},
    {"MPI_Wait", REQUEST, 0, TARGET},
};

static _Thread_local struct round {
    const struct ending *ending;
    enum operation operation;
    int count;    /* elements */
    bool strided; /* in the window */
    int target, writer;
    int *window, *sent, *result;
    MPI_Group alone; /* the other one of origin and target */
    MPI_Request request;
} now;

/* The place of an element in the window, and what is there before, is sent, and is there at last.
 */
static int place(int i) {
    return now.strided ? i / BLOCK * STRIDE + i % BLOCK : i;
}
static int before(int i) {
    return 3 * i + 1;
}
static int sent(int i) {
    return now.operation == SWAPS ? 7 : 5 * i + 2;
}
static int last(int i) {
    return -i - 1;
}
static bool reads(void) {
    return now.operation == GETS || now.operation >= GET_ACCUMULATES;
}

static void check_element(const char *what, int i, int is, int wanted) {
    if (is != wanted)
        wrong("%s after a %s of %d %s elements: %s has %d as element %d, not %d", now.ending->name,
              names[now.operation], now.count, now.strided ? "strided" : "adjacent", what, is, i,
              wanted);
}

/* What the operation has made of the window. */
static void check_written(void) {
    for (int i = 0; i < now.count; i++) {
        int wanted = now.operation == GETS                             ? before(i)
                     : now.operation == PUTS || now.operation == SWAPS ? sent(i)
                                                                       : before(i) + sent(i);
        check_element("the window", i, now.window[place(i)], wanted);
    }
}

static void operate(void) {
    MPI_Datatype type = MPI_INT;
    int n = now.count, count = n, compared = before(0);
    MPI_Win win = program.win;
    if (now.strided) {
        MPI_Type_vector(n / BLOCK, BLOCK, STRIDE, MPI_INT, &type);
        MPI_Type_commit(&type);
        count = 1;
    }
#define SENT   now.sent, n, MPI_INT
#define RESULT now.result, n, MPI_INT
#define AT     now.target, 0, count, type
    bool asks = now.ending->how == REQUEST;
    if (now.operation == PUTS)
        asks ? MPI_Rput(SENT, AT, win, &now.request) : MPI_Put(SENT, AT, win);
    else if (now.operation == GETS)
        asks ? MPI_Rget(RESULT, AT, win, &now.request) : MPI_Get(RESULT, AT, win);
    else if (now.operation == ACCUMULATES)
        asks ? MPI_Raccumulate(SENT, AT, MPI_SUM, win, &now.request)
             : MPI_Accumulate(SENT, AT, MPI_SUM, win);
    else if (now.operation == GET_ACCUMULATES)
        asks ? MPI_Rget_accumulate(SENT, RESULT, AT, MPI_SUM, win, &now.request)
             : MPI_Get_accumulate(SENT, RESULT, AT, MPI_SUM, win);
    else if (now.operation == FETCHES)
        MPI_Fetch_and_op(now.sent, now.result, MPI_INT, now.target, 0, MPI_SUM, win);
    else
        MPI_Compare_and_swap(now.sent, &compared, now.result, MPI_INT, now.target, 0, win);
    if (now.strided)
        MPI_Type_free(&type);
}

/* ---- Who does what ---- */

/* The origin tells the writer that it may try, and the writer waits for that. */
static void tell(void) {
    MPI_Send(NULL, 0, MPI_INT, now.writer, 1, program.comm);
}
static void hear(void) {
    MPI_Recv(NULL, 0, MPI_INT, ORIGIN, 1, program.comm, MPI_STATUS_IGNORE);
}

static void be_origin(void) {
    MPI_Win win = program.win;
    int how = now.ending->how;
    if (how == WAIT || how == TEST)
        MPI_Win_start(now.alone, 0, win);
    if (how == LOCK)
        MPI_Win_lock(now.ending->lock, now.target, 0, win);
    if (how >= LOCK_ALL)
        MPI_Win_lock_all(0, win);
    operate();
    if (how == WAIT || how == TEST)
        MPI_Win_complete(win);
    if (how == LOCK || how == LOCK_ALL)
        tell();
    if (how == LOCK)
        MPI_Win_unlock(now.target, win);
    if (how == LOCK_ALL)
        MPI_Win_unlock_all(win);
    if (how < FLUSH)
        return;
    if (how == REQUEST && now.operation < FETCHES)
        MPI_Wait(&now.request, MPI_STATUS_IGNORE);
    if (how == FLUSH_LOCAL && reads())
        MPI_Win_flush_local(now.target, win);
    else if (how == FLUSH_ALL)
        MPI_Win_flush_all(win);
    else if (how != REQUEST || now.operation != GETS) /* the others write, too */
        MPI_Win_flush(now.target, win);
    tell();
    MPI_Win_unlock_all(win);
}

/* Returns when the origin's epoch has ended. */
static void end_at_target(void) {
    int how = now.ending->how, flag = 0;
    if (how == WAIT || how == TEST)
        MPI_Win_post(now.alone, 0, program.win);
    if (how == WAIT)
        MPI_Win_wait(program.win);
    while (how == TEST && !flag)
        MPI_Win_test(program.win, &flag);
}

static void be_writer(void) {
    int how = now.ending->how, target = now.target;
    bool locks = how == LOCK || how == LOCK_ALL;
    if (how >= LOCK)
        hear();
    if (locks)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, program.win);
    if (job.rank == target) {
        check_written();
        for (int i = 0; i < now.count; i++)
            now.window[place(i)] = last(i);
    } else {
        for (int i = 0; i < now.count; i++)
            now.sent[place(i)] = last(i);
        MPI_Put(now.sent, place(now.count - 1) + 1, MPI_INT, target, 0, place(now.count - 1) + 1,
                MPI_INT, program.win);
    }
    if (locks)
        MPI_Win_unlock(target, program.win);
}

static void round_do(void) {
    bool fences = now.ending->how == FENCE;
    for (int i = 0; i < now.count; i++) {
        now.window[place(i)] = before(i);
        now.sent[i] = sent(i);
        now.result[i] = 0;
    }
    now.request = MPI_REQUEST_NULL;
    MPI_Barrier(program.comm);
    if (fences)
        MPI_Win_fence(0, program.win);
    if (job.rank == ORIGIN)
        be_origin();
    if (job.rank == now.target)
        end_at_target();
    if (fences)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, program.win);
    if (job.rank == now.writer)
        be_writer();
    MPI_Barrier(program.comm);
    for (int i = 0; i < now.count && job.rank == ORIGIN && reads(); i++)
        check_element("the result", i, now.result[i], before(i));
    for (int i = 0; i < now.count && job.rank == now.target; i++)
        check_element("the window at last", i, now.window[place(i)], last(i));
}

void ends_run(void) {
    static const int counts[] = {1, 99, 3000, 16386, 99999};
    MPI_Group all;
    program.comm = MPI_COMM_WORLD;
    MPI_Comm_rank(program.comm, &job.rank);
    MPI_Comm_size(program.comm, &job.size);
    if (job.size == 1)
        return;
    size_t bytes = (size_t)MOST / BLOCK * STRIDE * sizeof(int);
    now = (struct round){.target = job.size - 1,
                         .window = malloc(bytes),
                         .sent = malloc(bytes),
                         .result = malloc(bytes)};
    MPI_Win_create(now.window, (MPI_Aint)bytes, sizeof(int), MPI_INFO_NULL, program.comm,
                   &program.win);
    MPI_Comm_group(program.comm, &all);
    int peer = job.rank == ORIGIN ? now.target : ORIGIN;
    MPI_Group_incl(all, 1, &peer, &now.alone);
    for (size_t e = 0; e < sizeof endings / sizeof *endings; e++)
        for (now.operation = 0; now.operation < OPERATIONS; now.operation++)
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
                now.ending = &endings[e];
                now.count = counts[c];
                now.writer = now.ending->writer == TARGET ? now.target : 1;
                bool single = now.operation >= FETCHES;
                for (int strided = 0; strided < (c == 0 ? 1 : single ? 0 : 2); strided++) {
                    now.strided = strided;
                    round_do();
                }
            }
    MPI_Win_free(&program.win);
    MPI_Group_free(&now.alone);
    MPI_Group_free(&all);
    free(now.window);
    free(now.sent);
    free(now.result);
}
