/* Finds, by the programs of tests/mpi/windows, which the machine also runs, errors that only
 * sanitizers see; and wrong decisions of a window's owner about bounds, conflicts and locks. */
#include <stdio.h>
#include <stdlib.h>

#include "mpi/message/strict.h"
#include "mpi/object/communicator.h"
#include "mpi/window/apply.h"
#include "mpi/window/conflict.h"
#include "mpi/window/target.h"
#include "tests/unit/mpi/worlds.h"
#include "tests/unit/nodes.h"

/* Their main function, which is compiled with this name. */
int windows_main(int count, char **arguments);

static int random_program(void *seed) {
    char *arguments[] = {"windows", seed, HOST_THREADS_ALONE ? "3" : "8", NULL};
    int status = windows_main(3, arguments);
    host_check(comm_count == 0);
    return status;
}

static int ends(UNUSED void *unused) {
    char *arguments[] = {"windows", "ends", NULL};
    return windows_main(2, arguments);
}

TEST(test_ends) {
    const struct host_options options = {.ranks = 3, .routed = 4096};
    assert_int_equal(host_run(2, &options, ends, NULL), HOST_OK);
}

TEST(test_random_windows) {
    run_program(random_program, 4, CUBE_PAGE_CLOCK);
}

/* ---- What lies in a window ---- */

enum { EXPOSED = 64 };

TEST(test_exposed) {
    static const struct {
        struct piece_list piece;
        uint64_t bytes; /* that the packet says */
        bool lies;
    } rows[] = {
        {{0, 0, EXPOSED, 1}, EXPOSED, true},
        {{0, 0, EXPOSED + 1, 1}, EXPOSED + 1, false},
        {{EXPOSED - 1, 0, 1, 1}, 1, true},
        {{EXPOSED - 1, 0, 2, 1}, 2, false},
        {{EXPOSED, 0, 1, 1}, 1, false},
        {{-1, 0, 2, 1}, 2, false},
        {{0, 16, 16, 4}, 64, true},
        {{0, 16, 17, 4}, 68, false},
        {{1, 16, 16, 4}, 64, false},
        {{48, -16, 16, 4}, 64, true},
        {{47, -16, 16, 4}, 64, false},
        {{49, -16, 16, 4}, 64, false},
        {{0, 16, 8, 4}, 31, false},
        {{0, 16, 8, 4}, 33, false},
        {{0, 0, 8, 0}, 0, false},
        {{0, INT64_MAX, 8, 3}, 24, false},
        {{INT64_MAX - 4, 0, 8, 1}, 8, false},
    };
    char memory[EXPOSED];
    struct region region = {.base = memory, .size = EXPOSED};
    struct MPI_ABI_Win window = {.regions = &region};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct packet packet = {
            .kind = PACKET_PUT, .flags = FLAG_PIECES, .place = 1, .bytes = rows[i].bytes};
        bool lies = apply_is_exposed(&window, &packet, &rows[i].piece);
        if (lies != rows[i].lies)
            fail_msg("row %zu", i);
    }
}

/* ---- Which operations conflict ---- */

enum { PLACE = 8 };

/* An operation of rank 0 on 8 bytes at PLACE, and one of a rank on 8 bytes at `place`: in either
 * order they are told, or not. */
TEST(test_conflicts) {
#define OP(op) ((uint8_t)(uintptr_t)(op))
    static const struct {
        uint8_t kind, other;
        MPI_Op op, other_op;
        int rank;
        uint64_t place;
        bool told;
    } rows[] = {
        {PACKET_GET, PACKET_GET, MPI_OP_NULL, MPI_OP_NULL, 1, PLACE, false},
        {PACKET_GET, PACKET_PUT, MPI_OP_NULL, MPI_OP_NULL, 0, PLACE, true},
        {PACKET_PUT, PACKET_PUT, MPI_OP_NULL, MPI_OP_NULL, 1, PLACE + 8, false},
        {PACKET_PUT, PACKET_PUT, MPI_OP_NULL, MPI_OP_NULL, 1, PLACE - 8, false},
        {PACKET_PUT, PACKET_PUT, MPI_OP_NULL, MPI_OP_NULL, 1, PLACE + 7, true},
        {PACKET_PUT, PACKET_PUT, MPI_OP_NULL, MPI_OP_NULL, 1, PLACE - 7, true},
        {PACKET_GET, PACKET_ACCUMULATE, MPI_OP_NULL, MPI_SUM, 1, PLACE, true},
        {PACKET_PUT, PACKET_FETCH, MPI_OP_NULL, MPI_NO_OP, 1, PLACE, true},
        {PACKET_ACCUMULATE, PACKET_FETCH, MPI_SUM, MPI_SUM, 1, PLACE, false},
        {PACKET_ACCUMULATE, PACKET_FETCH, MPI_SUM, MPI_NO_OP, 1, PLACE, false},
        {PACKET_ACCUMULATE, PACKET_COMPARE, MPI_SUM, MPI_REPLACE, 1, PLACE, false},
        {PACKET_ACCUMULATE, PACKET_ACCUMULATE, MPI_SUM, MPI_MAX, 1, PLACE, true},
        {PACKET_ACCUMULATE, PACKET_ACCUMULATE, MPI_SUM, MPI_MAX, 0, PLACE, false},
    };
    struct MPI_ABI_Comm comm = {.rank = 2};
    strict = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct packet packets[] = {
            {.kind = rows[i].kind, .op = OP(rows[i].op), .place = PLACE, .bytes = 8},
            {.kind = rows[i].other, .op = OP(rows[i].other_op), .place = rows[i].place, .bytes = 8},
        };
        for (int first = 0; first < 2; first++) {
            struct MPI_ABI_Win window = {.comm = &comm};
            conflict_note(&window, &packets[first], NULL, first ? rows[i].rank : 0);
            conflict_note(&window, &packets[!first], NULL, first ? 0 : rows[i].rank);
            conflict_end(&window);
            if ((window.conflict[0] != 0) != rows[i].told)
                fail_msg("row %zu", i);
        }
    }
    strict = false;
}

/* In the strict mode origin and target have as many bytes, of the same types. */
static int alike(UNUSED void *unused) {
    begin();
    int words[4] = {1, 2, 3, 4}, found[4];
    int *memory;
    MPI_Win win;
    MPI_Win_allocate(sizeof words, sizeof *words, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    int next = (rank + 1) % size;
#define PUT(count, type, other_count, other)                                                       \
    MPI_Put(words, count, type, next, 0, other_count, other, win)
    host_check(PUT(2, MPI_INT, 2, MPI_INT) == MPI_SUCCESS);
    host_check(PUT(8, MPI_PACKED, 2, MPI_INT) == MPI_SUCCESS);
    host_check(PUT(1, MPI_INT, 2, MPI_INT) == (strict ? MPI_ERR_TYPE : MPI_SUCCESS));
    host_check(PUT(1, MPI_FLOAT, 1, MPI_INT) == (strict ? MPI_ERR_TYPE : MPI_SUCCESS));
    host_check(PUT(2, MPI_INT, 1, MPI_INT) == MPI_ERR_TRUNCATE);
    host_check(MPI_Get_accumulate(words, 1, MPI_INT, found, 2, MPI_INT, next, 0, 1, MPI_INT,
                                  MPI_SUM, win) == (strict ? MPI_ERR_TYPE : MPI_SUCCESS));
    host_check(MPI_Get(found, 2, MPI_INT, next, 0, 1, MPI_INT, win) ==
               (strict ? MPI_ERR_TYPE : MPI_SUCCESS));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}

TEST(test_alike) {
    run_all(alike, NULL, 2, 4);
    setenv("MPI_STRICT", "1", 1);
    run_all(alike, NULL, 2, 4);
    unsetenv("MPI_STRICT");
}

/* ---- Who gets the lock ---- */

/* Rank 0 is asked in the names of others, in this order: 1 shares it, 2 wants it alone, and 3 and 4
 * come later and would share it. */
static void ask(MPI_Win win) {
    const struct target *targets = win->targets;
    for (int each = 1; each <= 4; each++)
        lock_asked(win, each, each == 2, 0);
    for (int each = 1; each <= 4; each++)
        host_check(targets[each].holds == (each == 1 ? LOCK_HELD : LOCK_WAITS));
    lock_returned(win, 1, 0);
    for (int each = 2; each <= 4; each++)
        host_check(targets[each].holds == (each == 2 ? LOCK_HELD : LOCK_WAITS));
    lock_returned(win, 2, 0);
    host_check(targets[3].holds == LOCK_HELD && targets[4].holds == LOCK_HELD);
    host_check(win->shared == 2 && win->exclusive == 0);
    lock_returned(win, 3, 0);
    lock_returned(win, 4, 0);
}

TEST_WITH_VERDICT(test_lock_order, HOST_OK, 3, 3, .ranks = 5) {
    int *memory;
    MPI_Win win;
    begin();
    MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    struct target *owner = &win->targets[0];
    owner->lock = rank > 0 ? LOCK_WAITS : LOCK_NONE;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        ask(win);
    WINDOW_WAIT(__func__, win, 0, owner->lock != LOCK_WAITS);
    owner->lock = LOCK_NONE;
    MPI_Win_free(&win);
    MPI_Finalize();
}
