/* Finds errors of sessions (MPI 5.0, section 11.3), by the program that the argument names. Prints
 * "right" at rank 0 of the processes, or the place of an error. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

#define CHECK(truth)                                                                               \
    do {                                                                                           \
        if (!(truth) && wrong++ < 5)                                                               \
            fprintf(stderr, "%s:%d: not so: %s\n", __func__, __LINE__, #truth);                    \
    } while (0)

static MPI_Session open_session(void) {
    MPI_Session session;
    CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    return session;
}

static MPI_Comm of_set(MPI_Session session, const char *set, const char *tag) {
    MPI_Group group;
    MPI_Comm comm;
    CHECK(MPI_Group_from_session_pset(session, set, &group) == MPI_SUCCESS);
    CHECK(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm) ==
          MPI_SUCCESS);
    MPI_Group_free(&group);
    return comm;
}

static int tell(MPI_Comm comm) {
    int rank, all;
    MPI_Comm_rank(comm, &rank);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        puts(all == 0 ? "right" : "wrong");
    MPI_Comm_free(&comm);
    return all != 0;
}

/* ---- What a session says of its sets ---- */

static void ask(MPI_Session session, int size) {
    int sets, bytes = 0, flag;
    char name[MPI_MAX_PSET_NAME_LEN] = "?", value[32];
    CHECK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets) == MPI_SUCCESS && sets == 2);
    CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &bytes, name) == MPI_SUCCESS);
    CHECK(bytes == sizeof "mpi://WORLD" && strcmp(name, "?") == 0);
    CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &bytes, name) == MPI_SUCCESS);
    CHECK(strcmp(name, "mpi://WORLD") == 0);
    bytes = 8;
    CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, &bytes, name) == MPI_SUCCESS);
    CHECK(strcmp(name, "mpi://S") == 0 && bytes == sizeof "mpi://SELF");
    for (int set = 0; set < 2; set++) {
        MPI_Info info;
        int room = sizeof value;
        CHECK(MPI_Session_get_pset_info(session, set ? "mpi://SELF" : "MPI://world", &info) ==
              MPI_SUCCESS);
        MPI_Info_get_string(info, "mpi_size", &room, value, &flag);
        CHECK(flag && atoi(value) == (set ? 1 : size));
        MPI_Info_free(&info);
    }
    MPI_Info used;
    int room = sizeof value;
    CHECK(MPI_Session_get_info(session, &used) == MPI_SUCCESS);
    MPI_Info_get_string(used, "thread_level", &room, value, &flag);
    CHECK(flag && strcmp(value, "MPI_THREAD_SINGLE") == 0);
    MPI_Info_free(&used);
}

/* ---- Communicators of groups ---- */

static void between_groups(MPI_Session session, int rank, int size) {
    MPI_Group all, even, odd;
    MPI_Comm own, both, merged;
    MPI_Info hints;
    int flag, value[3], sum, at;
    char hint[8];
    CHECK(MPI_Group_from_session_pset(session, "mpi://WORLD", &all) == MPI_SUCCESS);
    MPI_Group_range_incl(all, 1, (int[][3]){{0, size - 1, 2}}, &even);
    MPI_Group_difference(all, even, &odd);
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "taste", "sweet");
    CHECK(MPI_Comm_create_from_group(rank % 2 ? odd : even, "half", hints, MPI_ERRORS_RETURN,
                                     &own) == MPI_SUCCESS);
    MPI_Info_free(&hints);
    MPI_Comm_get_info(own, &hints);
    MPI_Info_get_string(hints, "taste", &(int){sizeof hint}, hint, &flag);
    CHECK(flag && strcmp(hint, "sweet") == 0);
    MPI_Info_free(&hints);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, own);
    int mine = (size + 1 - rank % 2) / 2;
    CHECK(sum == mine * (mine - 1) + mine * (rank % 2));
    MPI_Comm_rank(own, &at);
    CHECK(at == rank / 2);
    if (size > 1) {
        /* What the leaders say of the other group counts; the others say nothing. */
        MPI_Group other = rank / 2 == 0 ? (rank % 2 ? even : odd) : MPI_GROUP_NULL;
        CHECK(MPI_Intercomm_create_from_groups(rank % 2 ? odd : even, 0, other, 0, "halves",
                                               MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                               &both) == MPI_SUCCESS);
        MPI_Comm_test_inter(both, &flag);
        MPI_Comm_remote_size(both, &value[0]);
        CHECK(flag && value[0] == size - mine);
        MPI_Intercomm_merge(both, rank % 2, &merged);
        MPI_Comm_size(merged, &value[0]);
        CHECK(value[0] == size);
        MPI_Comm_free(&merged);
        MPI_Comm_free(&both);
    }
    MPI_Comm_free(&own);
    CHECK(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                     &own) == MPI_SUCCESS &&
          own == MPI_COMM_NULL);
    CHECK(MPI_Intercomm_create_from_groups(MPI_GROUP_EMPTY, 0, MPI_GROUP_NULL, 0, "none",
                                           MPI_INFO_NULL, MPI_ERRORS_RETURN, &own) == MPI_SUCCESS &&
          own == MPI_COMM_NULL);
    MPI_Group_free(&all);
    MPI_Group_free(&even);
    MPI_Group_free(&odd);
}

/* ---- All else on a communicator of a session ---- */

static int complete(void *state, MPI_Status *status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int nothing(void *state) {
    (void)state;
    return MPI_SUCCESS;
}

static int stop(void *state, int done) {
    (void)state, (void)done;
    return MPI_SUCCESS;
}

static void communicate(MPI_Comm comm) {
    int rank, size, got = -1, put = -1;
    static char room[MPI_BSEND_OVERHEAD + 64];
    MPI_Request request;
    MPI_Win win;
    void *buffer;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Buffer_attach(room, sizeof room);
    CHECK(MPI_Bsend(&rank, 1, MPI_INT, next, 5, comm) == MPI_SUCCESS);
    CHECK(MPI_Buffer_iflush(&request) == MPI_SUCCESS);
    CHECK(MPI_Recv(&got, 1, MPI_INT, last, 5, comm, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS && got == last);
    MPI_Buffer_detach(&buffer, &(int){0});
    CHECK(MPI_Win_create(&put, sizeof put, 1, MPI_INFO_NULL, comm, &win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(put == last);
    MPI_Win_free(&win);
    CHECK(MPI_Grequest_start(complete, nothing, stop, NULL, &request) == MPI_SUCCESS);
    MPI_Grequest_complete(request);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

/* Sessions alone, one after the other, and several at once. */
static int alone(void) {
    int flag, size, rank;
    for (int round = 0; round < 2; round++) {
        MPI_Session session = open_session(), other = open_session();
        MPI_Comm all = of_set(session, "mpi://WORLD", "all"),
                 self = of_set(other, "mpi://SELF", "");
        MPI_Comm_size(all, &size);
        MPI_Comm_rank(all, &rank);
        ask(session, size);
        between_groups(session, rank, size);
        communicate(all);
        communicate(self);
        MPI_Comm_free(&self);
        CHECK(MPI_Session_finalize(&other) == MPI_SUCCESS && other == MPI_SESSION_NULL);
        CHECK(MPI_Initialized(&flag) == MPI_SUCCESS && !flag);
        if (round == 1 && tell(all) != 0)
            return EXIT_FAILURE;
        if (round == 0)
            MPI_Comm_disconnect(&all);
        CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS);
    }
    CHECK(MPI_Finalized(&flag) == MPI_SUCCESS && !flag);
    return wrong != 0;
}

/* Sessions before, beside and after the World Model. */
static int beside(void) {
    MPI_Session before = open_session(), after;
    MPI_Group world, set;
    int result, rank, size;
    MPI_Comm first = of_set(before, "mpi://WORLD", "first");
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_from_session_pset(before, "mpi://WORLD", &set);
    MPI_Group_compare(world, set, &result);
    CHECK(result == MPI_IDENT);
    MPI_Comm_compare(MPI_COMM_WORLD, first, &result);
    CHECK(result == MPI_CONGRUENT);
    communicate(MPI_COMM_WORLD);
    communicate(first);
    MPI_Group_free(&set);
    MPI_Group_free(&world);
    MPI_Comm_free(&first);
    CHECK(MPI_Session_finalize(&before) == MPI_SUCCESS);
    after = open_session();
    CHECK(MPI_Finalize() == MPI_SUCCESS);
    ask(after, size);
    first = of_set(after, "mpi://WORLD", "first");
    communicate(first);
    result = tell(first);
    MPI_Session_finalize(&after);
    return result || wrong;
}

/* Only one process has sessions: whether others have some is nothing to it. */
static int one(int rank) {
    if (rank != 0)
        return 0;
    MPI_Session session = open_session();
    MPI_Comm self = of_set(session, "mpi://SELF", "self");
    communicate(self);
    int result = tell(self);
    MPI_Session_finalize(&session);
    return result;
}

/* ---- Erroneous calls ---- */

static MPI_Session raised_on;
static int raised;

static void handle(MPI_Session *session, int *code, ...) {
    raised_on = *session;
    raised = *code;
}

static int comm_raised;

static void handle_comm(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    comm_raised = *code;
}

/* Whether a call on the session has called its handler with this class, which it has returned. */
static int is(int error, MPI_Session session, int class) {
    int right = error == class && raised == class && raised_on == session;
    raised_on = MPI_SESSION_NULL;
    raised = 0;
    return right;
}

static int errors(void) {
    MPI_Session session, none = MPI_SESSION_NULL, closed;
    MPI_Errhandler own, got, of_comm;
    MPI_Group group, alone;
    MPI_Comm comm;
    int n = 4;
    char long_tag[MPI_MAX_STRINGTAG_LEN + 1], name[8];
    memset(long_tag, 't', sizeof long_tag);
    long_tag[MPI_MAX_STRINGTAG_LEN] = 0;
    MPI_Session_create_errhandler(handle, &own);
    MPI_Comm_create_errhandler(handle_comm, &of_comm);
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Session_init((MPI_Info)0, MPI_ERRORS_RETURN, &session) == MPI_ERR_INFO &&
          session == MPI_SESSION_NULL);
    CHECK(MPI_Session_init(MPI_INFO_NULL, own, &session) == MPI_SUCCESS);
    CHECK(MPI_Session_get_errhandler(session, &got) == MPI_SUCCESS && got == own);
    MPI_Errhandler_free(&got);
    CHECK(
        is(MPI_Session_set_errhandler(session, MPI_ERRHANDLER_NULL), session, MPI_ERR_ERRHANDLER));
    CHECK(MPI_Session_call_errhandler(session, MPI_ERR_IO) == MPI_SUCCESS &&
          is(raised, session, MPI_ERR_IO));
    CHECK(is(MPI_Session_call_errhandler(session, -9), session, MPI_ERR_ARG));
    CHECK(is(MPI_Session_get_num_psets(session, (MPI_Info)0, &n), session, MPI_ERR_INFO));
    CHECK(is(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 2, &n, name), session, MPI_ERR_ARG));
    CHECK(is(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, -1, &n, name), session, MPI_ERR_ARG));
    CHECK(
        is(MPI_Session_get_pset_info(session, "mpi://ALL", &(MPI_Info){0}), session, MPI_ERR_ARG));
    CHECK(is(MPI_Session_get_pset_info(session, NULL, &(MPI_Info){0}), session, MPI_ERR_ARG));
    CHECK(is(MPI_Group_from_session_pset(session, "", &group), session, MPI_ERR_ARG) &&
          group == MPI_GROUP_NULL);
    CHECK(MPI_Session_finalize(&none) == MPI_ERR_SESSION);

    /* Communicators of groups raise errors on the handler that they are to have. */
    CHECK(MPI_Group_from_session_pset(session, "mpi://SELF", &group) == MPI_SUCCESS);
    MPI_Group_excl(group, 1, (int[]){0}, &alone);
    CHECK(alone == MPI_GROUP_EMPTY);
    const struct {
        MPI_Group group;
        const char *tag;
        MPI_Info info;
        int class;
    } calls[] = {{MPI_GROUP_NULL, "x", MPI_INFO_NULL, MPI_ERR_GROUP},
                 {group, NULL, MPI_INFO_NULL, MPI_ERR_ARG},
                 {group, long_tag, MPI_INFO_NULL, MPI_ERR_ARG},
                 {group, "x", (MPI_Info)0, MPI_ERR_INFO}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        comm_raised = 0;
        CHECK(MPI_Comm_create_from_group(calls[i].group, calls[i].tag, calls[i].info, of_comm,
                                         &comm) == calls[i].class
              && comm_raised == calls[i].class);
        CHECK(MPI_Intercomm_create_from_groups(calls[i].group, 0, group, 0, calls[i].tag,
                                               calls[i].info, of_comm, &comm) == calls[i].class);
    }
    CHECK(MPI_Comm_create_from_group(group, "x", MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &comm) ==
          MPI_ERR_ERRHANDLER);
    CHECK(MPI_Intercomm_create_from_groups(group, 1, group, 0, "x", MPI_INFO_NULL, of_comm,
                                           &comm) == MPI_ERR_RANK);
    CHECK(MPI_Intercomm_create_from_groups(group, 0, group, 1, "x", MPI_INFO_NULL, of_comm,
                                           &comm) == MPI_ERR_RANK);
    CHECK(MPI_Intercomm_create_from_groups(group, 0, MPI_GROUP_NULL, 0, "x", MPI_INFO_NULL, of_comm,
                                           &comm) == MPI_ERR_GROUP);
    CHECK(
        MPI_Intercomm_create_from_groups(group, 0, group, 0, "x", MPI_INFO_NULL, of_comm, &comm) ==
        MPI_ERR_COMM); /* they have processes in common */
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1) {
        MPI_Group all, others;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_excl(all, 1, &rank, &others);
        CHECK(MPI_Comm_create_from_group(others, "x", MPI_INFO_NULL, of_comm, &comm) ==
              MPI_ERR_GROUP);
        MPI_Group_free(&all);
        MPI_Group_free(&others);
    }
    CHECK(MPI_Comm_create_from_group(group, "x", MPI_INFO_NULL, of_comm, &comm) == MPI_SUCCESS);
    CHECK(MPI_Comm_split(comm, -9, 0, &(MPI_Comm){0}) == MPI_ERR_ARG && comm_raised == MPI_ERR_ARG);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    closed = session;
    CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS);
    CHECK(MPI_Session_finalize(&closed) == MPI_ERR_SESSION);
    CHECK(MPI_Session_get_info(closed, &(MPI_Info){0}) == MPI_ERR_SESSION);
    MPI_Errhandler_free(&own);
    MPI_Errhandler_free(&of_comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int result = tell(comm);
    MPI_Finalize();
    return result;
}

/* ---- Programs that go wrong, each in its own way ---- */

static int world_in_session(void) {
    int size;
    open_session();
    return MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static int left_open(void) {
    open_session();
    return 0;
}

static int left_objects(void) {
    static int word;
    MPI_Win win;
    MPI_Session session = open_session();
    MPI_Comm comm = of_set(session, "mpi://WORLD", "left");
    MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, comm, &win);
    return MPI_Session_finalize(&session);
}

static int other_tags(int node) {
    MPI_Session session = open_session();
    of_set(session, "mpi://WORLD", node == 0 ? "one" : "other");
    return MPI_Session_finalize(&session);
}

int main(int argc, char *argv[]) {
    const char *what = argc > 1 ? argv[1] : "";
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Get_processor_name(name, &(int){0});
    int node = atoi(name + strlen("node"));
    if (strcmp(what, "alone") == 0)
        return alone();
    if (strcmp(what, "beside") == 0)
        return beside();
    if (strcmp(what, "one") == 0)
        return one(node);
    if (strcmp(what, "errors") == 0)
        return errors();
    if (strcmp(what, "world") == 0)
        return world_in_session();
    if (strcmp(what, "open") == 0)
        return left_open();
    if (strcmp(what, "left") == 0)
        return left_objects();
    return other_tags(node);
}
