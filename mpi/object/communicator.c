#include "mpi/object/communicator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/object/attribute.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/info.h"
#include "mpi/object/topology.h"
#include "net/node.h"

/* These are weak, because communicators have no info and no attributes in programs that give them
 * none. */
#pragma weak info_release
#pragma weak attributes_delete

NODE_LOCAL struct MPI_ABI_Comm comm_world;
NODE_LOCAL MPI_Comm comm_self;
NODE_LOCAL MPI_Group comm_processes;
NODE_LOCAL int comm_application;
NODE_LOCAL int comm_count;
NODE_LOCAL void (*comm_ends)(const struct MPI_ABI_Comm *comm);

/* All communicators but those two, linked by `older`. */
static NODE_LOCAL MPI_Comm newest;

/* The contexts of MPI_COMM_WORLD and MPI_COMM_SELF. */
enum { CONTEXT_WORLD = 0, CONTEXT_SELF = CONTEXTS };

static void fill(MPI_Comm comm, uint32_t context, MPI_Group local, MPI_Group remote) {
    *comm = (struct MPI_ABI_Comm){
        .references = 1,
        .context = context,
        .local = local,
        .remote = remote ? remote : local,
        .shortest = job_survives ? NULL
                    : remote     ? remote
                                 : local,
        .rank = local == MPI_GROUP_EMPTY ? MPI_UNDEFINED : local->rank,
        .errhandler = MPI_ERRORS_ARE_FATAL,
        .info = MPI_INFO_NULL,
        .name = "",
    };
    group_keep(comm->local);
    if (remote)
        group_keep(remote);
}

bool comm_start(int size, const int world[]) {
    group_self = (int)node.number;
    contexts_start();
    MPI_Group all = group_make(size, world), one = group_make(1, &group_self);
    comm_self = malloc(sizeof *comm_self);
    if (!all || !one || !comm_self)
        return false;
    fill(&comm_world, CONTEXT_WORLD, all, NULL);
    fill(comm_self, CONTEXT_SELF, one, NULL);
    comm_world.name = "MPI_COMM_WORLD";
    comm_self->name = "MPI_COMM_SELF";
    comm_processes = all;
    group_release(one);
    return true;
}

bool comm_choose_world(int size, const int world[]) {
    MPI_Group chosen = group_make(size, world);
    if (!chosen)
        return false;
    group_release(comm_world.local);
    comm_world.local = chosen;
    comm_world.rank = chosen->rank;
    return true;
}

/* Whether a communicator is one that the user has made, and not a part of another object. */
static bool counts(const struct MPI_ABI_Comm *comm) {
    return comm->context % CONTEXTS == 0 && !comm->is_inner;
}

void comm_make_inner(MPI_Comm comm, const char *name) {
    comm_count--;
    comm->is_inner = true;
    comm->name = name;
}

static void let_go(MPI_Comm comm) {
    if (comm->kept)
        comm->forget(comm);
    if (comm_is_inter(comm))
        group_release(comm->remote);
    if (comm->both)
        comm_release(comm->both);
    free(comm->name_memory);
    topology_release(comm->topology);
    if (comm->info != MPI_INFO_NULL)
        info_release(comm->info);
    group_release(comm->local);
    errhandler_release(comm->errhandler);
}

MPI_Comm comm_newest(void) {
    MPI_Comm comm = newest;
    while (comm && !counts(comm))
        comm = comm->older;
    return comm;
}

MPI_Comm comm_after(MPI_Comm comm) {
    if (!comm)
        return &comm_world;
    return comm == &comm_world ? newest : comm->older;
}

MPI_Comm comm_find(uint32_t context) {
    if (context == CONTEXT_WORLD || context == CONTEXT_SELF)
        return context == CONTEXT_WORLD ? &comm_world : comm_self;
    MPI_Comm comm = newest;
    while (comm && comm->context != context)
        comm = comm->older;
    return comm;
}

const char *comm_called(uint32_t context, char text[MPI_MAX_OBJECT_NAME]) {
    const struct MPI_ABI_Comm *comm = comm_find(context);
    if (comm && comm->name[0] != 0)
        strcpy(text, comm->name);
    else
        snprintf(text, MPI_MAX_OBJECT_NAME, "%" PRIu32, context);
    return text;
}

/* The shortest paths of messages and of collective calls look at these members, and not at the
 * references. */
static void leave_shortest_paths(MPI_Comm comm) {
    comm->remote = comm->shortest = NULL;
    comm->subcube = 0;
}

void comm_end(void) {
    comm_world.references = 0;
    let_go(&comm_world);
    let_go(comm_self);
    free(comm_self);
    comm_self = NULL;
    group_release(comm_processes);
    comm_world.name = "";
    comm_world.name_memory = NULL;
    leave_shortest_paths(&comm_world);
    contexts_stop();
}

void comm_hide_world(void) {
    comm_world.references = 0;
    leave_shortest_paths(&comm_world);
}

void comm_show_world(void) {
    comm_world.references = 1;
    comm_world.remote = comm_world.local;
    comm_world.shortest = job_survives ? NULL : comm_world.local;
}

MPI_Errhandler *comm_errhandler_place(MPI_Comm comm) {
    if (comm == MPI_COMM_SELF || comm == comm_self)
        return &errhandler_self;
    bool own = handle_is_address(comm) && comm != &comm_world;
    return own ? &comm->errhandler : &errhandler_world;
}

MPI_Errhandler comm_errhandler(MPI_Comm comm) {
    MPI_Errhandler handler = *comm_errhandler_place(comm);
    return handler ? handler : errhandler_world;
}

MPI_Comm comm_make(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote) {
    MPI_Comm comm = malloc(sizeof *comm);
    if (!comm)
        return NULL;
    if (context == context_next())
        context_take();
    fill(comm, context, local, remote);
    comm_count += counts(comm);
    comm->older = newest;
    newest = comm;
    comm->errhandler = comm_errhandler(parent);
    errhandler_keep(comm->errhandler);
    return comm;
}

int comm_delete_attributes(MPI_Comm comm, MPI_Comm handle) {
    return !comm->attributes ? MPI_SUCCESS : attributes_delete(&comm->attributes, handle);
}

void comm_keep(MPI_Comm comm) {
    comm->references++;
}

void comm_release(MPI_Comm comm) {
    if (--comm->references > 0)
        return;
    if (comm_ends)
        comm_ends(comm);
    let_go(comm);
    MPI_Comm *link = &newest;
    while (*link != comm)
        link = &(*link)->older;
    *link = comm->older;
    comm_count -= counts(comm);
    leave_shortest_paths(comm);
    free(comm);
}
