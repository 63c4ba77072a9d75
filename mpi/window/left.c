#include "mpi/window/left.h"

#include "mpi/message/finalize.h"
#include "mpi/window/target.h"

static NODE_LOCAL int key = MPI_KEYVAL_INVALID;

static int report(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    int count = 0;
    for (MPI_Win window = window_newest; window; window = window->older)
        count++;
    target_end();
    return left_told(&key, count, "window", count ? window_newest->comm->name : NULL,
                     "MPI_Win_free");
}

int left_windows(void) {
    return left_start(&key, report);
}
