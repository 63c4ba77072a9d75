/* Start and end (MPI 5.0, chapter 11), and the environment of a process (chapter 9). */
#include "mpi/communicator/start.h"

#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "formats/status.h"
#include "mpi/collective/record.h"
#include "mpi/datatype/type.h"
#include "mpi/message/answer.h"
#include "mpi/message/arguments.h"
#include "mpi/message/buffer.h"
#include "mpi/message/explore.h"
#include "mpi/message/failure.h"
#include "mpi/message/finalize.h"
#include "mpi/message/leftovers.h"
#include "mpi/message/matching.h"
#include "mpi/message/strict.h"
#include "mpi/message/transfer.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"
#include "net/system/system.h"
#include "net/ways/faults.h"

/* These are weak, so that a program without collective calls is linked without them. */
#pragma weak record_report_left
#pragma weak record_stop

bool start_spawns __attribute__((weak)) = false;

/* Returns when every process has called it (Hensgen, Finkel and Manber, "Two Algorithms for Barrier
 * Synchronization", 1988). A process that has heard of `distance` processes, itself included, tells
 * the one that is `distance` away about all of them. It sends messages of the cube, which wait for
 * receives. Active messages cannot be used before all processes have called this, for they may
 * reach a process that does not take them in. */
static void meet(int rank, int size, const int world[]) {
    for (int distance = 1; distance < size; distance *= 2) {
        cube_send(world[(rank + distance) % size], NULL, 0);
        cube_recv(world[(rank - distance + size) % size], NULL, 0);
    }
}

/* Makes the list of the nodes on which the program runs, `size` of them, where some nodes are dead,
 * and returns this process's place in it. The other nodes only forward. */
static int fill_world(int size, int world[]) {
    const struct faults faults = {node.dimension,
                                  (const uint16_t *)(uintptr_t)system_node_page()->dead};
    int own = 0;
    for (int rank = 0, at = 0; rank < size; at++) {
        if (faults_is_cut_off(&faults, (uint32_t)at))
            continue;
        if (at == cube_node())
            own = rank;
        world[rank++] = at;
    }
    return own;
}

int start_unfinished(int status, const char *missing) {
    failure_exit(status);
    if (status != EXIT_SUCCESS)
        return status;
    fprintf(stderr, "MPI: rank %d ended without %s\n", comm_world.rank, missing);
    fflush(stderr);
    return strict ? STATUS_UNFINALIZED : EXIT_SUCCESS;
}

static int look_whether_finished(int status) {
    return job_finalized ? status : start_unfinished(status, "MPI_Finalize");
}

int start_all(void) {
    if (!start_spawns && getenv("MPI_SPAWNABLE"))
        return error_raise(MPI_COMM_SELF, "MPI_Init", MPI_ERR_SPAWN, "--spawnable: nothing spawns");
    int size = (int)system_node_page()->ranks;
    int *live = system_node_page()->dead ? malloc((size_t)size * sizeof *live) : NULL;
    if (system_node_page()->dead && !live)
        return error_raise(MPI_COMM_SELF, "MPI_Init", MPI_ERR_NO_MEM, FULL_HEAP);
    int rank = live ? fill_world(size, live) : cube_node();
    const int *world = live ? live : group_nodes;
    bool started = transfer_start();
    started &= comm_start(size, world);
    comm_ends = ending_tell;
    meet(rank, size, world);
    if (started)
        failure_plan();
    free(live);
    if (!started)
        return error_raise(MPI_COMM_SELF, "MPI_Init", MPI_ERR_NO_MEM, FULL_HEAP);
    job_initialized = true;
    system_at_exit = look_whether_finished;
    wait_unmatched = leftover_unmatched;
    return MPI_SUCCESS;
}

int finish_all(void) {
    if (UNLIKELY(exploring))
        explore_end();
    finalize_messages();
    if (record_report_left)
        record_report_left();
    if (leftover_report() && strict) {
        finalize_sum(0); /* when all have told */
        job_end(STATUS_LEFT);
    }
    job_finalized = true;
    if (record_stop)
        record_stop();
    comm_end();
    transfer_end();
    type_free_predefined();
    return MPI_SUCCESS;
}

/* Programs with sessions have others of these names (mpi/session/running.c). */
int start_world(void) __attribute__((weak, alias("start_all")));
int finish_world(void) __attribute__((weak, alias("finish_all")));

/* Why MPI cannot be initialized again. */
static const char *again(void) {
    return job_finalized ? "MPI_Finalize has been called, and MPI cannot be initialized again"
                         : "MPI has been initialized before";
}

int MPI_Init(UNUSED int *argc, UNUSED char ***argv) {
    if (job_initialized)
        return FAIL(MPI_ERR_OTHER, "%s", again());
    return start_world();
}

/* A process has one thread, so this always provides MPI_THREAD_SINGLE. */
int MPI_Init_thread(UNUSED int *argc, UNUSED char ***argv, UNUSED int required, int *provided) {
    RETURN_IF_NULL(provided);
    *provided = MPI_THREAD_SINGLE;
    if (job_initialized)
        return FAIL(MPI_ERR_OTHER, "%s", again());
    return start_world();
}

int MPI_Initialized(int *flag) {
    RETURN_IF_NULL(flag);
    *flag = job_initialized;
    return MPI_SUCCESS;
}

int MPI_Finalize(void) {
    const char *missing = job_missing_world();
    if (missing)
        return FAIL(MPI_ERR_OTHER, "%s", missing);
    /* This is as if MPI_COMM_SELF were freed before all else (section 11.2.4). */
    int error = comm_delete_attributes(comm_self, MPI_COMM_SELF);
    if (error == MPI_SUCCESS)
        error = comm_delete_attributes(&comm_world, MPI_COMM_WORLD);
    if (error != MPI_SUCCESS)
        return FAIL(error, "an attribute's delete function returned %d", error);
    return finish_world();
}

int MPI_Finalized(int *flag) {
    RETURN_IF_NULL(flag);
    *flag = job_finalized;
    return MPI_SUCCESS;
}

int MPI_Abort(UNUSED MPI_Comm comm, int errorcode) {
    char place[ERROR_PLACE_BYTES];
    error_place(place);
    fprintf(stderr, "MPI_Abort: rank %d ends the program with %d%s\n",
            job_initialized ? comm_world.rank : cube_node(), errorcode, place);
    job_end(errorcode);
}

int MPI_Query_thread(int *provided) {
    RETURN_IF_NULL(provided);
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}

int MPI_Is_thread_main(int *flag) {
    RETURN_IF_NULL(flag);
    *flag = 1;
    return MPI_SUCCESS;
}

/* ---- Time (section 9.6) ---- */

static const double nanosecond = 1e-9;

/* Returns the time of the node's clock if there is one, so that programs measure by the cost model.
 * Otherwise it is that of the cycle counter, which counts instructions under cuberun --exact. */
double MPI_Wtime(void) {
    return (double)(cube_timed() ? cube_time() : cube_cycles()) * nanosecond;
}

double MPI_Wtick(void) {
    return nanosecond;
}

int MPI_Get_processor_name(char *name, int *resultlen) {
    RETURN_IF_NULL(name, resultlen);
    *resultlen = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node%d", cube_node());
    return MPI_SUCCESS;
}

/* ---- Ranks (section 7.4.1) ---- */

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    COMM_OR_RETURN(object, comm, rank);
    *rank = object->rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size) {
    COMM_OR_RETURN(object, comm, size);
    *size = object->local->size;
    return MPI_SUCCESS;
}

/* ---- The end of a communicator ---- */

/* This is weak: only programs with buffers of communicators have it. */
#pragma weak buffer_forget

/* Whether this process has something of a context that must not meet what another communicator of
 * this context does. Of agreements, and of a revocation, messages may still come. */
static bool is_left(const struct MPI_ABI_Comm *comm, uint32_t context) {
    bool left = comm->agreements > 0 || (job_survives && failure_is_revoked(context));
    for (const struct kept *kept = match_kept; kept && !left; kept = kept->next)
        left = match_context(kept->key) - context < CONTEXTS;
    return left;
}

void ending_tell(const struct MPI_ABI_Comm *comm) {
    uint32_t context = comm->context - comm->context % CONTEXTS, leader = context_leader(context);
    bool left = buffer_forget && !buffer_forget(comm);
    if (!context_comes_back(context) || left || is_left(comm, context))
        return;
    if (leader != node.number) {
        if (job_survives && failure_is_dead(leader))
            return;
        answer_send(leader, (struct envelope){.kind = ENVELOPE_ENDED, .key = context}, 0);
        finalize_alone++;
    } else if (context != comm->context) {
        context_note(context);
    } else {
        /* Each process of an intercommunicator also ends its `both`. */
        bool is_inter = comm_is_inter(comm);
        int members = comm->local->size + (is_inter ? comm->remote->size : 0);
        context_end(context, (is_inter ? 2 : 1) * members - 1);
    }
}
