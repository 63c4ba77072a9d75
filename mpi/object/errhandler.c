#include "mpi/object/errhandler.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "mpi/object/handle.h"
#include "net/system/system.h"

NODE_LOCAL MPI_Errhandler errhandler_world = MPI_ERRORS_ARE_FATAL, errhandler_self = NULL;

bool errhandler_is(MPI_Errhandler handler) {
    return errhandler_is_predefined(handler) || handle_is_address(handler);
}

void errhandler_keep(MPI_Errhandler handler) {
    if (!errhandler_is_predefined(handler))
        handler->references++;
}

void errhandler_release(MPI_Errhandler handler) {
    if (!errhandler_is_predefined(handler) && --handler->references == 0)
        free(handler);
}

void errhandler_replace(MPI_Errhandler *place, MPI_Errhandler handler) {
    MPI_Errhandler old = *place;
    errhandler_keep(handler);
    *place = handler;
    if (old)
        errhandler_release(old);
}

NODE_LOCAL bool job_initialized, job_finalized, job_survives;

const char *job_missing_world(void) {
    if (job_finalized)
        return "MPI_Finalize has been called";
    return job_initialized ? NULL : "MPI_Init has not been called";
}

/* Programs with sessions have another function of this name (mpi/session/running.c). */
const char *job_missing(void) __attribute__((weak, alias("job_missing_world")));

_Noreturn void job_end(int code) {
    fflush(stdout);
    fflush(stderr);
    uint8_t status = (uint8_t)code;
    system_end(status != 0 ? status : EXIT_FAILURE);
}
