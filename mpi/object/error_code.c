#include "mpi/object/error_code.h"

#include <stddef.h>

#include "mpi/object/error_added.h"
#include "mpi/object/text_list.h"

/* These are weak, so that programs that neither add errors nor ask for texts are linked without
 * them. */
#pragma weak error_added_text
#pragma weak error_added_class
#pragma weak error_text_foreign

/* A text for each class, one behind the other, so that no pointers are needed. It is empty for
 * classes whose texts are in error_text.c: those of files, windows and sessions, which programs
 * without these never see, and MPI_ERR_OTHER, whose text says nothing in a report. */
static const char texts[] = "no error\0"
                            "invalid buffer pointer\0"
                            "invalid count argument\0"
                            "invalid datatype argument\0"
                            "invalid tag argument\0"
                            "invalid communicator\0"
                            "invalid rank\0"
                            "invalid request handle\0"
                            "invalid root\0"
                            "invalid group\0"
                            "invalid operation\0"
                            "invalid topology\0"
                            "invalid dimension argument\0"
                            "invalid argument of some other kind\0"
                            "unknown error\0"
                            "message truncated on receive\0"
                            "\0"
                            "internal error of the MPI library\0"
                            "pending request\0"
                            "error code is in the status\0"
                            "\0\0\0\0\0"
                            "error in a data conversion function\0"
                            "\0\0\0\0\0"
                            "info key is too long\0"
                            "info key is not defined\0"
                            "info value is too long\0"
                            "invalid info argument\0"
                            "\0"
                            "invalid attribute key\0"
                            "\0\0"
                            "no memory\0"
                            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                            "invalid error handler handle\0"
                            "a process has died\0"
                            "a process has died that might have sent\0"
                            "the communicator was revoked\0";

/* `code` may be of any class, because a function of the program, called for an attribute, may
 * return any. */
const char *error_text(int code) {
    if (code < 0)
        return NULL;
    if (code > ERROR_LAST_OWN)
        return error_added_text ? error_added_text(code) : NULL;
    const char *text = text_in(texts, code);
    if (text[0] == 0)
        text = error_text_foreign ? error_text_foreign(code) : "error of another class";
    return text;
}

int error_class(int code) {
    if (code >= 0 && code <= ERROR_LAST_OWN)
        return code;
    return error_added_class ? error_added_class(code) : MPI_ERR_UNKNOWN;
}
