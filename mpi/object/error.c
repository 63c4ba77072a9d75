#include "mpi/object/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error_code.h"
#include "mpi/object/job.h"

/* A message and the name of its function: longer ones are cut. */
static NODE_LOCAL char detail[256];

const char *error_detail(void) {
    return detail;
}

int error_raise(MPI_Comm comm, const char *call, int code, const char *format, ...) {
    MPI_Errhandler handler = comm_errhandler(comm);
    if (handler == MPI_ERRORS_RETURN)
        return code; /* at once: programs that poll for errors make many */
    va_list arguments;
    va_start(arguments, format);
    int length = snprintf(detail, sizeof detail, "%s: ", call + (call[0] == 'P'));
    vsnprintf(detail + length, sizeof detail - (size_t)length, format, arguments);
    va_end(arguments);
    if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT) {
        fprintf(stderr, "%s (%s)\n", detail, error_text(error_class(code)));
        job_end(error_class(code));
    }
    if (comm == &comm_world || comm == &comm_self) /* as the user knows them */
        comm = comm == &comm_world ? MPI_COMM_WORLD : MPI_COMM_SELF;
    handler->function(&comm, &code);
    return code;
}
