/* What the calls that make communicators share (MPI 5.0, section 7.4.2). */
#ifndef MPI_MAKING_H
#define MPI_MAKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

/* In a function with an argument `handle`: declares its object, or raises that there is none. */
#define COMM_OBJECT(object, handle)                                                                \
    MPI_Comm object = comm_object(handle);                                                         \
    if ((object) == NULL)                                                                          \
    return FAIL(MPI_ERR_COMM, "the communicator is %s",                                            \
                (handle) == MPI_COMM_NULL ? "MPI_COMM_NULL" : "no handle")

/* Raises an error of this function on a communicator. */
#define FAIL_ON(comm, code, ...) error_raise(comm, __func__, code, __VA_ARGS__)

/* The intracommunicator by which all processes of a communicator agree. */
static inline MPI_Comm making_all(MPI_Comm comm) {
    return comm_is_inter(comm) ? comm->both : comm;
}

/* Where an intercommunicator's groups begin in `both`. */
static inline int making_local_start(const struct MPI_ABI_Comm *comm) {
    return comm->both->rank - comm->rank;
}

static inline int making_remote_start(const struct MPI_ABI_Comm *comm) {
    return making_local_start(comm) > 0 ? 0 : comm->local->size;
}

/* Makes a communicator with the context that its leader offered: what comm_context_next said there.
 * `remote` is null but for an intercommunicator, where `local_first` says which group is the first
 * one in `both`: the same at all processes. Returns MPI_SUCCESS, MPI_ERR_NO_MEM, or MPI_ERR_OTHER
 * if the leader had no context left. */
int making_end(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote,
               bool local_first, MPI_Comm *newcomm);

/* Makes the communicator of both groups of an intercommunicator. Returns null without memory. */
MPI_Comm making_both(MPI_Comm comm, const struct MPI_ABI_Group *first,
                     const struct MPI_ABI_Group *second);

/* The program, or the call that has made it, lets go of a communicator: *comm becomes
 * MPI_COMM_NULL. Operations that have not ended keep it until they do. */
void making_free(MPI_Comm *comm);

/* Makes an intracommunicator of some processes of `comm`, whose member `local` and ranks count. All
 * processes of `comm` call this, those that are to be in the same communicator with the same group,
 * and those that are to be in none with MPI_GROUP_EMPTY: they get MPI_COMM_NULL. Returns errors as
 * making_end does. */
int making_of_group(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);

/* Makes the group of the processes that have these ranks in a group. Returns whether there was
 * memory. */
bool making_group(MPI_Group group, int size, const int ranks[], MPI_Group *newgroup);

/* Raises an error that making has returned, in the function `call`. Returns the error; MPI_SUCCESS
 * is none. */
int making_raise(MPI_Comm comm, const char *call, int error);

#endif
