#include "mpi/object/error.h"
#include "mpi/object/errhandler.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/object/communicator.h"
#include "mpi/object/error_code.h"
#include "net/messages/active.h"
#include "net/system/system.h"

/* Room for the name of a function and a message; longer ones are cut. */
static NODE_LOCAL char detail[256];

const char *error_detail(void) {
    return detail;
}

void error_place(char text[ERROR_PLACE_BYTES]) {
    char callers[CUBE_CALLERS_BYTES];
    system_callers(callers);
    snprintf(text, ERROR_PLACE_BYTES, "%s%s", callers[0] ? ERROR_CALLED_FROM : "", callers);
}

int error_null(MPI_Comm comm, const char *call, const char *argument) {
    return error_null_at(comm, call, argument, 0);
}

int error_null_at(MPI_Comm comm, const char *call, const char *names, int place) {
    while (place-- > 0)
        names += strcspn(names, ",") + strlen(", ");
    return error_raise(comm, call, MPI_ERR_ARG, "%.*s is a null pointer", (int)strcspn(names, ","),
                       names);
}

int error_raise(MPI_Comm comm, const char *call, int code, const char *format, ...) {
    MPI_Errhandler handler = comm_errhandler(comm);
    /* A program that repeats a call which fails at once never waits: here it hears what others
     * tell, such as a revocation. */
    if (job_survives && comm_self)
        active_poll();
    if (handler == MPI_ERRORS_RETURN)
        return code; /* at once, for programs that poll for errors make many */
    va_list arguments;
    va_start(arguments, format);
    int length = snprintf(detail, sizeof detail, "%s: ", call);
    vsnprintf(detail + length, sizeof detail - (size_t)length, format, arguments);
    va_end(arguments);
    if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT) {
        char place[ERROR_PLACE_BYTES];
        error_place(place);
        int class = error_class(code); /* the text of MPI_ERR_OTHER would add nothing */
        fprintf(stderr, class == MPI_ERR_OTHER ? "%s%.0s%s\n" : "%s (%s)%s\n", detail,
                error_text(class), place);
        job_end(class);
    }
    if (comm == &comm_world || comm == comm_self) /* the handles that the user knows */
        comm = comm == &comm_world ? MPI_COMM_WORLD : MPI_COMM_SELF;
    handler->function(&comm, &code);
    return code;
}
