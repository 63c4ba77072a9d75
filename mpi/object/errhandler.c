#include "mpi/object/errhandler.h"

#include <stdlib.h>

NODE_LOCAL MPI_Errhandler errhandler_world = MPI_ERRORS_ARE_FATAL, errhandler_self = NULL;

bool errhandler_is(MPI_Errhandler handler) {
    return handler && handler != MPI_ERRHANDLER_NULL;
}

void errhandler_keep(MPI_Errhandler handler) {
    if (!errhandler_is_predefined(handler))
        handler->references++;
}

void errhandler_release(MPI_Errhandler handler) {
    if (!errhandler_is_predefined(handler) && --handler->references == 0)
        free(handler);
}
