#include "mpi/message/failure.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi/message/answer.h"
#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/messages/active.h"
#include "net/system/system.h"
#include "net/wait.h"

NODE_LOCAL int failure_count;
NODE_LOCAL int *failure_dead;

enum state { STATE_LIVES, STATE_DEAD, STATE_LEFT }; /* LEFT: it has called MPI_Finalize */

static NODE_LOCAL uint8_t *states; /* by node */
static NODE_LOCAL int left_count;

static NODE_LOCAL uint32_t *revoked; /* contexts */
static NODE_LOCAL int revoked_count;

/* This process's own death, or that of all of its node. */
static NODE_LOCAL bool planned, passing, of_node;
static NODE_LOCAL uint64_t planned_at; /* by system_cycles */
static NODE_LOCAL bool (*send_queued)(void);

/* ---- Who is dead ---- */

bool failure_is_dead(uint32_t node) {
    return job_survives && states[node] == STATE_DEAD;
}

static bool has(const struct MPI_ABI_Comm *comm, int world) {
    return group_find(comm->local, world) != MPI_UNDEFINED ||
           group_find(comm->remote, world) != MPI_UNDEFINED;
}

int failure_members(const struct MPI_ABI_Comm *comm, int known) {
    int members = 0;
    for (int i = 0; i < known; i++)
        members += has(comm, failure_dead[i]);
    return members;
}

int failure_news(void) {
    return failure_count + revoked_count;
}

/* A communicator whose making has failed here has no context, and counts as revoked. */
bool failure_is_revoked(uint32_t context) {
    if (context == CONTEXT_NONE)
        return true;
    for (int i = 0; i < revoked_count; i++)
        if (revoked[i] == context)
            return true;
    return false;
}

/* Returns the communicator that the user knows, to which a message of this context belongs. */
static MPI_Comm comm_of(uint32_t context) {
    return comm_find(context - context % CONTEXTS);
}

int failure_unacknowledged(uint32_t context) {
    MPI_Comm comm = comm_of(context);
    for (int i = comm ? comm->acknowledged : failure_count; i < failure_count; i++)
        if (group_find(comm->remote, failure_dead[i]) != MPI_UNDEFINED)
            return failure_dead[i];
    return MPI_PROC_NULL;
}

/* Whether a context is for messages between two processes, which need nobody else. */
static bool is_between_two(uint32_t context) {
    uint32_t kind = context % CONTEXTS;
    return kind == 0 || kind == CONTEXT_MAKING || kind == CONTEXT_INTRODUCTIONS ||
           kind == CONTEXT_PARTITIONS;
}

int failure_of(uint32_t context, int world) {
    if (failure_is_revoked(context - context % CONTEXTS))
        return MPIX_ERR_REVOKED;
    if (failure_count == 0)
        return MPI_SUCCESS;
    if (world >= 0 && states[world] == STATE_DEAD)
        return MPIX_ERR_PROC_FAILED;
    if (is_between_two(context))
        return world >= 0 || failure_unacknowledged(context) < 0 ? MPI_SUCCESS
                                                                 : MPIX_ERR_PROC_FAILED_PENDING;
    MPI_Comm comm = comm_of(context);
    return comm && failure_members(comm, failure_count) > 0 ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS;
}

/* ---- What others tell ---- */

bool failure_gone(uint32_t source, const struct envelope *envelope) {
    if (states[source] != STATE_LIVES ||
        (envelope->number != STATE_DEAD && envelope->number != STATE_LEFT))
        answer_broken(source, "invalid or repeated notice of the sender's end");
    states[source] = (uint8_t)envelope->number;
    if (envelope->number == STATE_LEFT) {
        left_count++;
        return false;
    }
    failure_dead[failure_count++] = (int)source;
    return true;
}

/* Notes a revocation. Returns whether it was not known. */
static bool note_revoked(uint32_t context) {
    if (failure_is_revoked(context))
        return false;
    uint32_t *more = realloc(revoked, ((size_t)revoked_count + 1) * sizeof *more);
    if (!more) {
        answer_no_memory(node.number, sizeof *more);
        return false; /* for cppcheck, as this never comes */
    }
    revoked = more;
    revoked[revoked_count++] = context;
    return true;
}

static void tell(const struct MPI_ABI_Group *group, struct envelope envelope) {
    for (int rank = 0; rank < group->size; rank++) {
        uint32_t to = (uint32_t)group->world[rank];
        if (to != node.number && states[to] != STATE_DEAD)
            answer_send(to, envelope, node.time.on ? time_now() : 0);
    }
}

static void tell_revoked(MPI_Comm comm, uint32_t context) {
    const struct envelope envelope = {.kind = ENVELOPE_REVOKE, .key = context};
    tell(comm->local, envelope);
    if (comm_is_inter(comm))
        tell(comm->remote, envelope);
}

void failure_fell(uint32_t source) {
    if (states[source] != STATE_LIVES)
        return;
    states[source] = STATE_DEAD;
    failure_dead[failure_count++] = (int)source;
    for (int i = 0; i < revoked_count; i++) {
        MPI_Comm comm = comm_of(revoked[i]);
        if (comm)
            tell_revoked(comm, revoked[i]);
    }
}

bool failure_revoked(const struct envelope *envelope) {
    return note_revoked((uint32_t)envelope->key);
}

/* All of these messages leave, whatever becomes of this process. */
void failure_revoke(MPI_Comm comm) {
    if (job_survives && note_revoked(comm->context))
        tell_revoked(comm, comm->context);
}

static void tell_gone(enum state state) {
    tell(comm_world.local, (struct envelope){.kind = ENVELOPE_GONE, .number = state});
}

void failure_leave(void) {
    planned = false;
    system_at_kill = NULL;
    tell_gone(STATE_LEFT);
    struct waiting waiting = wait_begin_bare("MPI_Finalize");
    while (left_count + failure_count < comm_world.local->size - 1)
        active_wait(&waiting);
}

/* ---- The own death ---- */

/* What has been sent leaves by and by, as the node forwards. */
static void end_as_dead(void) {
    planned = false;
    system_at_kill = NULL;
    system_at_exit = NULL;
    fflush(stderr);
    system_died(node.time.on ? time_now() : 0);
    tell_gone(STATE_DEAD);
    active_stop();
    job_finalized = true;
    _exit(EXIT_SUCCESS);
}

static void die(void) {
    fprintf(stderr, "MPI: rank %d died\n", comm_world.rank);
    end_as_dead();
}

void failure_exit(int status) {
    if (!job_survives)
        return;
    fprintf(stderr, "MPI: rank %d died: it ended with status %d, without MPI_Finalize\n",
            comm_world.rank, status);
    end_as_dead();
}

/* As long as a death is planned, the process does not sleep for more than a moment, so that it does
 * not miss the time. */
enum { PASS_TICKS = 625 }; /* see active_poll */

/* Stands before the function of net's that sends what is queued, which every wait calls at a moment
 * at which nothing is half done. */
static bool send_or_die(void) {
    bool moved = send_queued();
    if (!planned || passing || job_finalized)
        return moved;
    bool due = (int64_t)(system_cycles() - planned_at) >= 0;
    if (due && of_node) {
        planned = false;
        if (fault_hooks && fault_hooks->fail)
            fault_hooks->fail();
        return moved;
    }
    if (due)
        raise(SIGKILL);
    if (node.time.turns) {
        passing = true;
        wait_until("a while", system_ticks() + PASS_TICKS);
        passing = false;
    }
    return true;
}

/* Looks for this process in the environment's MPI_FAIL_RANK or MPI_FAIL_NODE. */
static void look_for_own(const char *text, bool node_fails) {
    while (text && *text) {
        char *end;
        unsigned long rank = strtoul(text, &end, 10);
        unsigned long long after = *end == '@' ? strtoull(end + 1, &end, 10) : 0;
        if (rank == (unsigned long)comm_world.rank) {
            planned = true;
            of_node = node_fails;
            planned_at = system_cycles() + after;
        }
        text = *end == ',' ? end + 1 : NULL;
    }
}

void failure_plan(void) {
    if (job_survives)
        system_at_kill = die;
    look_for_own(getenv("MPI_FAIL_RANK"), false);
    look_for_own(getenv("MPI_FAIL_NODE"), true);
    if (planned) {
        send_queued = active_channel.send_queued;
        active_channel.send_queued = send_or_die;
    }
}

bool failure_start(void) {
    const char *wanted = getenv("MPI_FT");
    job_survives = wanted && strcmp(wanted, "ulfm") == 0;
    failure_count = left_count = revoked_count = 0;
    planned = false;
    if (!job_survives)
        return true;
    uint32_t nodes = UINT32_C(1) << node.dimension;
    states = calloc(nodes, sizeof *states);
    failure_dead = malloc(nodes * sizeof *failure_dead);
    for (uint32_t i = 0; i < nodes && states && failure_dead; i++)
        if (fault_has_failed(i))
            failure_fell(i);
    return states && failure_dead;
}
