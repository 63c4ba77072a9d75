/* Communicators as objects (MPI 5.0, chapter 7). */
#ifndef MPI_COMMUNICATOR_H
#define MPI_COMMUNICATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/object/group.h"

struct attribute;
struct topology;

/* No handle below this is an address: those of predefined objects are less than 2^10 (section
 * 20.3). */
enum { COMM_FIRST_ADDRESS = 0x1000 };

/* A communicator has several contexts, which messages match by: its member `context`, for messages
 * between processes, and those that lie so far behind it. So members are multiples of CONTEXTS. 0
 * and CONTEXTS are those of MPI_COMM_WORLD and MPI_COMM_SELF. All others are chosen by one process
 * of the new communicator alone, its leader, from numbers that no other process chooses, by the
 * leader's rank in MPI_COMM_WORLD. So there is no server, and nobody has to agree. No context is
 * used twice, so no message of a communicator that was freed meets a receive of another one. */
enum {
    CONTEXT_COLLECTIVES = 1, /* for collective operations */
    CONTEXT_MAKING = 2,      /* for calls that make communicators, and are not collective on it */
    CONTEXT_BOTH = 4,        /* that of `both` */
    CONTEXTS = 8
};

/* A collective call of this process on a communicator, for reports. */
struct comm_call {
    int number;    /* of the call on the communicator, from 0 on */
    int operation; /* an enum operation_number (mpi/collective/call.h); 0: none */
    int count;     /* -1 if there are several. A member without an argument has any value */
    int root;
    MPI_Datatype type; /* it may have been freed, and is only compared */
    MPI_Op op;         /* as the type */
};
enum { COMM_CALLS = 4 /* the last calls that are kept; a power of two */ };

struct MPI_ABI_Comm {
    int references; /* the user's handle, and the operations that use it */
    uint32_t context;
    MPI_Group local;  /* has this process */
    MPI_Group remote; /* where ranks in messages count: `local`, or an intercommunicator's other */
    int rank;         /* this process's, in `local` */
    int collectives;  /* collective operations begun on it: the tag of the next one */
    int calling;      /* the operation of the call that is under way, or 0 */
    struct comm_call calls[COMM_CALLS]; /* call k is at k modulo COMM_CALLS */
    uint32_t subcube; /* what is known of its place on the cube (mpi/collective/on_cube.h), or 0 */
    MPI_Errhandler errhandler;
    struct attribute *attributes;
    struct topology *topology; /* or null */
    MPI_Comm both; /* of an intercommunicator: the processes of both groups as one, by which they
                      agree; else null. All have the same group first */
    MPI_Info info;
    void *kept;                    /* what collective operations keep (mpi/collective/kept.h), */
    void (*forget)(MPI_Comm comm); /* and what frees it; or null */
    MPI_Comm older;                /* the one that was made before it and has not ended */
    const char *name;              /* "" if it has none */
    char *name_memory;             /* its memory, or null */
};

/* Those of this process, which are there from MPI_Init to MPI_Finalize: without references, or
 * null, before and after. */
extern NODE_LOCAL struct MPI_ABI_Comm comm_world;
extern NODE_LOCAL MPI_Comm comm_self;

/* Communicators that the user has made and that have not ended, and the newest of them, or null. */
extern NODE_LOCAL int comm_count;
MPI_Comm comm_newest(void);

/* The communicator of a context, or null if it has ended. */
MPI_Comm comm_find(uint32_t context);

/* Goes through the communicators of this process, MPI_COMM_WORLD first. Returns the one after
 * `comm`, or the first one if that is null; null after the last. */
MPI_Comm comm_after(MPI_Comm comm);

/* How reports call the communicator whose messages have this context: by its name, or by the
 * context if it has no name or has ended. Writes that to `text` and returns `text`. */
const char *comm_called(uint32_t context, char text[MPI_MAX_OBJECT_NAME]);

/* The object of a handle, or null if the handle is none, or this is not between MPI_Init and
 * MPI_Finalize. */
always_inline MPI_Comm comm_object(MPI_Comm comm) {
    MPI_Comm object = comm == MPI_COMM_WORLD  ? &comm_world
                      : comm == MPI_COMM_SELF ? comm_self
                                              : comm;
    return (uintptr_t)object < COMM_FIRST_ADDRESS || object->references == 0 ? NULL : object;
}

/* Makes MPI_COMM_WORLD, of `size` processes of which this is `rank`, and MPI_COMM_SELF, and frees
 * them. Returns whether there was memory. */
bool comm_start(int size, int rank);
void comm_end(void);

static inline bool comm_is_inter(const struct MPI_ABI_Comm *comm) {
    return comm->remote != comm->local;
}

/* The context of the next new communicator of which this process is the leader, or 0 if it has used
 * up all of its 2^20. */
uint32_t comm_context_next(void);

/* The error handler of a communicator, and the place where it is kept. Those of MPI_COMM_WORLD and
 * MPI_COMM_SELF are there also before MPI_Init and after MPI_Finalize. */
MPI_Errhandler comm_errhandler(MPI_Comm comm);
MPI_Errhandler *comm_errhandler_place(MPI_Comm comm);

/* A new communicator, of which the caller has one reference and the error handler is that of
 * `parent`, or null without memory. It takes a reference to each group. `remote` is null but for an
 * intercommunicator, whose `both` the caller then makes. Where the context is this process's next
 * one, it is used up. */
MPI_Comm comm_make(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote);

/* Takes a reference to a communicator, or gives one back, with which its memory may end. */
void comm_keep(MPI_Comm comm);
void comm_release(MPI_Comm comm);

#endif
