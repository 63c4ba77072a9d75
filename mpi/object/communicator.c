#include "mpi/object/communicator.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/object/errhandler.h"

NODE_LOCAL struct MPI_ABI_Comm comm_world, comm_self;

/* The contexts of MPI_COMM_WORLD and MPI_COMM_SELF. */
enum { CONTEXT_WORLD = 0, CONTEXT_SELF = 2 };

/* How a context tells who chose it: the bits above these are the leader's rank, plus 1. */
enum { CONTEXT_BITS = 22 };

/* The next context that this process chooses, less its own bits. */
static NODE_LOCAL uint32_t next_context;

static void fill(MPI_Comm comm, uint32_t context, MPI_Group local, MPI_Group remote) {
    *comm = (struct MPI_ABI_Comm){
        .references = 1,
        .context = context,
        .local = local,
        .remote = remote != NULL ? remote : local,
        .rank = local == MPI_GROUP_EMPTY ? MPI_UNDEFINED : local->rank,
        .errhandler = MPI_ERRORS_ARE_FATAL,
        .info = MPI_INFO_NULL,
    };
    group_keep(comm->local);
    if (remote != NULL)
        group_keep(remote);
}

bool comm_start(int size, int rank) {
    group_self = rank;
    next_context = 0;
    int *world = malloc((size_t)size * sizeof *world);
    if (world == NULL)
        return false;
    for (int i = 0; i < size; i++)
        world[i] = i;
    MPI_Group all = group_make(size, world), one = group_make(1, &rank);
    free(world);
    if (all == NULL || one == NULL)
        return false;
    fill(&comm_world, CONTEXT_WORLD, all, NULL);
    fill(&comm_self, CONTEXT_SELF, one, NULL);
    strcpy(comm_world.name, "MPI_COMM_WORLD");
    strcpy(comm_self.name, "MPI_COMM_SELF");
    group_release(all);
    group_release(one);
    return true;
}

static void let_go(MPI_Comm comm) {
    if (comm_is_inter(comm))
        group_release(comm->remote);
    group_release(comm->local);
    errhandler_release(comm->errhandler);
}

void comm_end(void) {
    comm_world.references = comm_self.references = 0;
    let_go(&comm_world);
    let_go(&comm_self);
}

uint32_t comm_context(void) {
    if (next_context >> CONTEXT_BITS != 0)
        return 0;
    uint32_t context = (uint32_t)(group_self + 1) << CONTEXT_BITS | next_context;
    next_context += 2;
    return context;
}

MPI_Comm comm_make(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote) {
    MPI_Comm comm = malloc(sizeof *comm);
    if (comm == NULL)
        return NULL;
    fill(comm, context, local, remote);
    comm->errhandler = parent == &comm_world  ? errhandler_world
                       : parent == &comm_self ? errhandler_self
                                              : parent->errhandler;
    if (comm->errhandler == NULL)
        comm->errhandler = errhandler_world;
    errhandler_keep(comm->errhandler);
    return comm;
}

void comm_keep(MPI_Comm comm) {
    comm->references++;
}

void comm_release(MPI_Comm comm) {
    if (--comm->references > 0)
        return;
    let_go(comm);
    free(comm);
}
