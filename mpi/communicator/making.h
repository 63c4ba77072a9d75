/* Shared by the calls that make communicators (MPI 5.0, section 7.4.2). */
#ifndef MPI_MAKING_H
#define MPI_MAKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/message/arguments.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

/* Raises an error of the function in which this stands, on a communicator. */
#define FAIL_ON(comm, code, ...) error_raise(comm, __func__, code, __VA_ARGS__)

/* Returns with an error, raised in the function `call`, if a communicator is an intercommunicator.
 */
#define RETURN_IF_INTER(comm, call, object)                                                        \
    if (comm_is_inter(object))                                                                     \
    return error_raise(                                                                            \
        comm, call, MPI_ERR_COMM,                                                                  \
        "the communicator is an intercommunicator (expected: an intracommunicator)")

/* Returns the intracommunicator by which all processes of a communicator agree. */
static inline MPI_Comm making_all(MPI_Comm comm) {
    return comm_is_inter(comm) ? comm->both : comm;
}

/* Return the ranks at which an intercommunicator's local and remote group begin in `both`. */
static inline int making_local_start(const struct MPI_ABI_Comm *comm) {
    return comm->both->rank - comm->rank;
}

static inline int making_remote_start(const struct MPI_ABI_Comm *comm) {
    return making_local_start(comm) > 0 ? 0 : comm->local->size;
}

/* Makes a communicator with the context that its leader has offered, the result of context_next
 * there. `remote` is null except for an intercommunicator. For that, `local_first` says whether
 * `local` is the first group in `both`: all processes have to agree which group is first. Returns
 * MPI_SUCCESS, MPI_ERR_NO_MEM, or MPI_ERR_OTHER if the leader had no context left. */
int making_end(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote,
               bool local_first, MPI_Comm *newcomm);

/* Gives back the reference of the program, or of the call that has made a communicator. *comm
 * becomes MPI_COMM_NULL. Operations that have not ended keep the communicator until they do. */
void making_free(MPI_Comm *comm);

/* Makes an intracommunicator of some processes of `comm`, of which the ranks in its member `local`
 * count. All processes of `comm` call this. Those that are to be in the same new communicator give
 * the same group. Those that are to be in none give MPI_GROUP_EMPTY, and get MPI_COMM_NULL. Returns
 * the same errors as making_end. */
int making_of_group(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);

/* Makes the group of the processes that have these ranks in a group. Returns whether there was
 * memory. */
bool making_group(MPI_Group group, int size, const int ranks[], MPI_Group *newgroup);

/* Makes an intercommunicator of `local`, all of whose processes call this in the function `call`,
 * and of another group whose processes do the same. At local_leader, `peer` is a communicator with
 * a remote group in which the other leader has the rank remote_leader; the leaders find each other
 * by its context and by the tag. Returns the same errors as making_end, and MPI_ERR_COMM if the
 * groups have processes in common, MPI_ERR_GROUP if the other is no group, and those of a death. */
int making_between(MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader, int tag,
                   MPI_Comm *newcomm, const char *call);

/* The leader of a group that cannot be connected because of a death tells the other leader, which
 * waits in MPI_Intercomm_create. */
void making_decline(MPI_Comm peer, int remote_leader, int tag, const char *call);

/* Raises an error that a function above has returned, in the function `call`, and returns it.
 * Nothing is raised if it is MPI_SUCCESS. */
int making_raise(MPI_Comm comm, const char *call, int error);

/* ---- Messages of bytes that the library sends and receives ---- */

/* Describes a message of bytes, which are not copied. `world` is the other process's node, or for a
 * receive MPI_ANY_SOURCE. The caller sends or receives it (mpi/message/transfer.h). */
struct transfer talk_bytes(uint32_t context, int world, int tag, void *bytes, size_t size);

/* Send bytes to a process, or receive them, and wait until that is done. Return MPI_SUCCESS, or the
 * class of the error with which it has failed. `world` is the other
 * process's node, or for a receive MPI_ANY_SOURCE. `call` is the function that waits, for reports
 * of deadlocks. */
int talk_send(uint32_t context, int world, int tag, const void *bytes, size_t size,
              const char *call);
int talk_receive(uint32_t context, int world, int tag, void *bytes, size_t size, const char *call);

/* Sends and receives at once, and waits for both. */
int talk_exchange(uint32_t context, int world, int tag, const void *sent, size_t sent_size,
                  void *received, size_t received_size, const char *call);

#endif
