/* Groups: ordered sets of processes (MPI 5.0, section 7.3). A process is known by the number of its
 * node, which is its rank in MPI_COMM_WORLD where no node is dead. */
#ifndef MPI_GROUP_H
#define MPI_GROUP_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"

struct MPI_ABI_Group {
    int references;
    int size;
    int rank;         /* this process's rank in the group, or MPI_UNDEFINED */
    const int *world; /* the node of each process, by its rank in the group: a part of group_nodes
                         if they are consecutive, or else `list` */
    int list[];
};

/* 0, 1, 2, ... CUBE_MAX_NODES - 1. All processes share this memory. */
extern const int group_nodes[];

/* This process's node, which MPI_Init sets before it makes a group. */
extern NODE_LOCAL int group_self;

/* Returns the object of a handle, or null if the handle is no group. */
MPI_Group group_object(MPI_Group group);

/* Makes a group of processes, which the caller has one reference to, or returns null without
 * memory. The list is copied. An empty group is MPI_GROUP_EMPTY. */
MPI_Group group_make(int size, const int world[]);

/* Take a reference to a group, and give one back. With the last one its memory is freed. */
void group_keep(MPI_Group group);
void group_release(MPI_Group group);

/* Whether a process has the number of its node as its rank in a group. In most groups the processes
 * keep their order, and many groups begin with the one on node 0. */
ALWAYS_INLINE bool group_keeps(const struct MPI_ABI_Group *group, int world) {
    return (unsigned)world < (unsigned)group->size && group->world[world] == world;
}

/* Returns the rank of a process in a group, or MPI_UNDEFINED. */
int group_find(const struct MPI_ABI_Group *group, int world);

/* For a function that has an argument `handle`: declares the object of this group, or raises an
 * error (error.h) if there is none. */
#define NO_GROUP "the group is MPI_GROUP_NULL, or no group"
#define GROUP_OR_RETURN(object, handle)                                                            \
    const struct MPI_ABI_Group *object = group_object(handle);                                     \
    if (!(object))                                                                                 \
    return FAIL(MPI_ERR_GROUP, NO_GROUP)

#endif
