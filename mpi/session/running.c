#include "mpi/session/session.h"

#include <stdbool.h>
#include <stddef.h>

#include "mpi/communicator/start.h"
#include "mpi/message/arguments.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "net/system/system.h"

NODE_LOCAL int running_sessions;

NODE_LOCAL int (*running_joins)(void);

/* The object of MPI_COMM_SELF, and its replacement, without references, while that handle is
 * invalid. Actions for the end are kept at either (mpi/message/leftovers.h). */
static NODE_LOCAL MPI_Comm self;
static NODE_LOCAL struct MPI_ABI_Comm hidden = {.name = "MPI_COMM_SELF"};

static void hide(void) {
    self = comm_self;
    comm_self = &hidden;
    comm_hide_world();
}

static void show(void) {
    comm_self = self;
    comm_show_world();
}

int start_world(void) {
    job_initialized = true;
    show();
    return running_joins ? running_joins() : MPI_SUCCESS;
}

int finish_world(void) {
    job_finalized = true;
    hide();
    return MPI_SUCCESS;
}

const char *job_missing(void) {
    if (running_sessions == 0)
        return job_missing_world();
    if (job_finalized)
        return "MPI_Finalize has been called, and the handle does not belong to a session";
    return job_initialized
               ? NULL
               : "MPI_Init has not been called, and the handle does not belong to a session";
}

MPI_Comm arguments_self(const char *call) {
    return comm_self == &hidden && running_sessions > 0 ? self
                                                        : arguments_comm(call, MPI_COMM_SELF);
}

/* All processes come here, those that have never opened a session, too. One that has left something
 * open does not know that others have ended, and so they wait for it, as they do where
 * MPI_Finalize is missing. */
static int end(int status) {
    bool in_world = job_initialized && !job_finalized;
    if (running_sessions > 0 || in_world)
        return start_unfinished(status, in_world ? "MPI_Finalize" : "MPI_Session_finalize");
    comm_delete_attributes(&hidden, MPI_COMM_SELF);
    show();
    finish_all();
    return status;
}

/* Before the program's constructors, and on the host after those that make this process a node
 * (kernel/native/start.c). */
enum { BEGIN_PRIORITY = 102 };

static __attribute__((constructor(BEGIN_PRIORITY))) void begin(void) {
    start_all();
    job_initialized = false;
    system_at_exit = end;
    hide();
}
