/* Messages for making communicators. */
#include <mpi.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/object/communicator.h"
#include "mpi/session/session.h"
#include "net/node.h"
#include "tests/hostile/forgeries/forgery.h"

/* Node 1 tells of a group: of its size, its leader's rank, a context, and of one process. Node 0
 * then sends that one a message. */
static int tell_group(int group_size, int process) {
    const int side[] = {group_size, 1, CONTEXTS};
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (node.number == 0) {
        MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1, 0, &made);
        if (made != MPI_COMM_NULL)
            MPI_Send(&forgery_word, 1, MPI_UINT64_T, 0, FORGERY_GO, made);
    } else {
        talk_send(CONTEXT_MAKING, 0, 0, side, sizeof side, "forged");
        talk_send(CONTEXT_MAKING, 0, 0, &process, sizeof process, "forged");
    }
    return 0;
}

static int run_empty_group(void) {
    return tell_group(-1, 1);
}

static int run_strange_group(void) {
    return tell_group(1, 1 << 20);
}

/* Node 1 tells of a negative number of edges of a graph. */
static int run_graph(void) {
    int source = 0, degree = 1, destination = 1, numbers = -3000;
    int counts[2];
    MPI_Comm made;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (node.number == 0)
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, MPI_UNWEIGHTED,
                              MPI_INFO_NULL, 1, &made);
    else
        collective_allgather(&comm_world, &numbers, counts, sizeof numbers);
    return 0;
}

/* Node 1 leads a group, and chooses a context that is node 0's to choose. */
static int run_strange_context(void) {
    static const uint32_t context = 3 * CONTEXTS; /* as node 0 would */
    MPI_Comm made;
    MPI_Group all, group;
    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, (int[]){1, 0}, &group);
    if (node.number == 0)
        MPI_Comm_create_from_group(group, "", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
    else
        talk_send(CREATE_CONTEXT + CONTEXT_MAKING, 0, create_tag("", group), &context,
                  sizeof context, "forged");
    return 0;
}

/* Node 1 gives itself a rank that its group does not have. */
static int run_far_rank(void) {
    static const int membership[] = {1 << 20, CONTEXTS}; /* its rank, a context */
    int memberships[4];
    MPI_Comm between, made;
    MPI_Group self;
    MPI_Init(NULL, NULL);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, node.number == 0, 0, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_SELF, &self);
    if (node.number == 0)
        MPI_Comm_create(between, self, &made);
    else
        collective_allgather(between->both, membership, memberships, sizeof membership);
    return 0;
}

/* Node 0 tells where the processes of a graph are to be: nowhere. */
static int run_placed(void) {
    static const int places[] = {1 << 20, 1 << 20};
    int source = 0, degree = 1, destination = 1, numbers = 0, told = MPI_SUCCESS;
    int counts[2], starts[2] = {0}, edges[9];
    MPI_Comm made;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (node.number == 1) {
        MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, MPI_UNWEIGHTED,
                              MPI_INFO_NULL, 1, &made);
        return 0;
    }
    collective_allgather(&comm_world, &numbers, counts, sizeof numbers);
    MPI_Allgatherv(NULL, 0, MPI_INT, edges, counts, starts, MPI_INT, MPI_COMM_WORLD);
    collective_broadcast(&comm_world, &told, sizeof told, 0);
    collective_broadcast(&comm_world, (void *)(uintptr_t)places, sizeof places, 0);
    return 0;
}

static const struct forgery list[] = {
    {"a group of less than no processes", NULL, .run = run_empty_group},
    {"a group of a process that there is not", NULL, .run = run_strange_group},
    {"a context of another leader", "sent an invalid communicator number",
     .run = run_strange_context},
    {"a rank that a group does not have", NULL, .run = run_far_rank},
    {"places that there are not", NULL, .run = run_placed, .victim = 1},
    {"a graph with less than no edges", NULL, .run = run_graph},
};
const struct forgery_list forgeries_of_communicators = {list, sizeof list / sizeof list[0]};
