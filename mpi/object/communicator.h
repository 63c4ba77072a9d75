/* Communicators as objects (MPI 5.0, chapter 7). */
#ifndef MPI_COMMUNICATOR_H
#define MPI_COMMUNICATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/object/context.h"
#include "mpi/object/group.h"
#include "mpi/object/handle.h"

struct attribute;
struct topology;

/* A collective call of this process on a communicator, for reports. */
struct comm_call {
    int number;    /* of the call on the communicator, from 0 on */
    int operation; /* an enum operation_number (mpi/collective/call.h); 0: none */
    int count;     /* -1 if there are several. A member without an argument has any value */
    int root;
    MPI_Datatype type; /* it may have been freed, and is only compared */
    MPI_Op op;         /* it may have been freed, too */
};
enum { COMM_CALLS = 4 /* the last calls that are kept; a power of two */ };

struct MPI_ABI_Comm {
    MPI_Group local; /* the group that has this process */
    int rank;        /* this process's, in `local` */
    uint32_t context;
    int references;   /* the user's handle, and the operations that use it. It is 0 after the memory
                         has been freed, as it lies behind the allocator's own words. So a handle of
                         a freed communicator is detected */
    MPI_Group remote; /* the group that ranks in messages refer to: `local`, or the other group */
    MPI_Group shortest; /* `remote`, or null where messages do not go the shortest ways */
    int collectives;    /* how many collective operations have begun on it: the next one's tag */
    int calling;        /* the operation of the call that is under way, or 0 */
    unsigned prepared;  /* how many persistent collective operations have been made on it */
    struct comm_call calls[COMM_CALLS]; /* call k is at index k modulo COMM_CALLS */
    int acknowledged;                   /* the number of acknowledged deaths, from the first on
                                           (mpi/message/failure.h) */
    int agreements;   /* how many have begun (mpi/message/agree.h): the next one's number */
    uint32_t subcube; /* its place on the cube as far as known (mpi/collective/on_cube.h), or 0 */
    MPI_Errhandler errhandler;
    struct attribute *attributes;
    struct topology *topology; /* or null */
    MPI_Comm both; /* of an intercommunicator: an intracommunicator of both groups, by which they
                    * agree; otherwise null. All processes have the same group first in it */
    MPI_Info info;
    void *kept;                    /* state of collective operations (mpi/collective/call.h) */
    void (*forget)(MPI_Comm comm); /* the function that frees it, or null */
    MPI_Comm older;                /* the one that was made before this one and has not ended */
    const char *name;              /* "" if it has none */
    char *name_memory;             /* the memory of the name, or null */
    bool is_inner;                 /* it is a window's or a file's, and not the program's */
};

/* MPI_COMM_WORLD and MPI_COMM_SELF of this process. They exist from MPI_Init to MPI_Finalize.
 * Before and after, the first has no references, and the second is null. In programs with sessions
 * the second is an object without references wherever MPI runs without them. */
extern NODE_LOCAL struct MPI_ABI_Comm comm_world;
extern NODE_LOCAL MPI_Comm comm_self;

/* The number of communicators that the user has made and that have not ended, and the newest of
 * them, or null. */
extern NODE_LOCAL int comm_count;
MPI_Comm comm_newest(void);

/* Gives a new communicator to a window or a file, and a name that need not be freed. */
void comm_make_inner(MPI_Comm comm, const char *name);

/* Returns the communicator that has a context, or null if it has ended. */
MPI_Comm comm_find(uint32_t context);

/* Goes through the communicators of this process, MPI_COMM_WORLD first. Returns the one after
 * `comm`, or the first one if `comm` is null; returns null after the last. */
MPI_Comm comm_after(MPI_Comm comm);

/* Writes to `text` the name in reports of the communicator whose messages have this context, and
 * returns `text`: its name, or the context if it has no name or has ended. */
const char *comm_called(uint32_t context, char text[MPI_MAX_OBJECT_NAME]);

/* Returns the object of a handle. Returns null if the handle is no communicator, or if this is not
 * between MPI_Init and MPI_Finalize. */
ALWAYS_INLINE MPI_Comm comm_object(MPI_Comm comm) {
    MPI_Comm object = comm == MPI_COMM_WORLD  ? &comm_world
                      : comm == MPI_COMM_SELF ? comm_self
                                              : comm;
    return !handle_is_address(object) || object->references == 0 ? NULL : object;
}

/* All processes of the run: those of MPI_COMM_WORLD, unless processes may be spawned (mpi/session/
 * service.h). */
extern NODE_LOCAL MPI_Group comm_processes;

/* The value of MPI_APPNUM: which of several programs this process runs. */
extern NODE_LOCAL int comm_application;

/* comm_start makes MPI_COMM_WORLD, whose `size` processes are on the nodes `world`, by their ranks,
 * and MPI_COMM_SELF, of this process alone. It returns whether there was memory. comm_end frees
 * both. */
bool comm_start(int size, const int world[]);
void comm_end(void);

/* Makes MPI_COMM_WORLD consist of some of the processes, while it is hidden. Returns whether there
 * was memory. */
bool comm_choose_world(int size, const int world[]);

/* Returns the rank of the process on a node among all processes, or MPI_UNDEFINED. It is that in
 * MPI_COMM_WORLD, unless one of the two was spawned. */
static inline int comm_world_rank(int world) {
    return group_find(comm_processes, world);
}

static inline bool comm_is_inter(const struct MPI_ABI_Comm *comm) {
    return comm->remote != comm->local;
}

/* Hides the object of MPI_COMM_WORLD between comm_start and comm_end, so that its handle is no
 * communicator, and shows it again. The library goes on using its group. */
void comm_hide_world(void);
void comm_show_world(void);

/* Return the error handler of a communicator, and the place where it is kept. The handlers of
 * MPI_COMM_WORLD and MPI_COMM_SELF exist also before MPI_Init and after MPI_Finalize. */
MPI_Errhandler comm_errhandler(MPI_Comm comm);
MPI_Errhandler *comm_errhandler_place(MPI_Comm comm);

/* Makes a communicator, which the caller has one reference to, or returns null without memory. Its
 * error handler is that of `parent`. It takes a reference to each group. `remote` is null except
 * for an intercommunicator; the caller then also makes its `both`. If the context is the next one
 * of this process, it is used up. */
MPI_Comm comm_make(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote);

/* Deletes all attributes of a communicator, whose user handle is `handle`, and calls the user's
 * functions for that. Returns the error of the first function that fails, or MPI_SUCCESS. */
int comm_delete_attributes(MPI_Comm comm, MPI_Comm handle);

/* Take a reference to a communicator, and give one back. With the last one its memory is freed. */
void comm_keep(MPI_Comm comm);
void comm_release(MPI_Comm comm);

/* Optional. Called before the memory of a communicator is freed. */
extern NODE_LOCAL void (*comm_ends)(const struct MPI_ABI_Comm *comm);

#endif
