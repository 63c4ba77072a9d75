/* Groups: ordered sets of processes (MPI 5.0, section 7.3). A process is known by its rank in
 * MPI_COMM_WORLD. */
#ifndef MPI_GROUP_H
#define MPI_GROUP_H

#include "compiler.h"
#include "mpi.h"

struct MPI_ABI_Group {
    int references;
    int size;
    int rank;    /* this process's rank in the group, or MPI_UNDEFINED */
    int world[]; /* by rank in the group: the rank in MPI_COMM_WORLD */
};

/* This process's rank in MPI_COMM_WORLD, which MPI_Init sets before it makes a group. */
extern NODE_LOCAL int group_self;

/* The object of a handle, or null if the handle is none. */
MPI_Group group_object(MPI_Group group);

/* A group of processes, of which the caller has one reference, or null without memory. The list is
 * copied. An empty group is MPI_GROUP_EMPTY. */
MPI_Group group_make(int size, const int world[]);

/* Takes a reference to a group, or gives one back, with which its memory may end. */
void group_keep(MPI_Group group);
void group_release(MPI_Group group);

/* The rank of a process in a group, or MPI_UNDEFINED. */
int group_find(const struct MPI_ABI_Group *group, int world);

#endif
