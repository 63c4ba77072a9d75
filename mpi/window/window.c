#include "mpi/window/window.h"

#include "mpi/object/error_code.h"

/* This is weak: see errhandler.h. */
#pragma weak job_missing

NODE_LOCAL MPI_Win window_newest;

/* A program with windows is linked with the texts of their errors. */
static const char *(*const texts)(int class) __attribute__((used)) = error_text_foreign;

int window_none(const char *call, MPI_Win win) {
    if (job_missing())
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_WIN, "%s", job_missing());
    return error_raise(MPI_COMM_SELF, call, MPI_ERR_WIN,
                       win == MPI_WIN_NULL || !win ? "the window is MPI_WIN_NULL"
                                                   : "invalid or freed window");
}

void window_wait_begin(struct window_waiting *waiting, const char *call, MPI_Win window, int rank) {
    waiting->waiting = wait_begin(call, CUBE_NOBODY, 0);
    const char *name = window->comm->name;
    waiting->details[0] = (struct cube_detail){(uintptr_t) "window ", (uintptr_t)name, 0};
    waiting->details[1] = (struct cube_detail){0};
    if (rank >= 0)
        waiting->details[1] = (struct cube_detail){(uintptr_t) "rank ", 0, rank};
    for (unsigned i = 2; i < CUBE_DETAILS; i++)
        waiting->details[i] = (struct cube_detail){0};
    waiting->waiting.details = waiting->details;
}
