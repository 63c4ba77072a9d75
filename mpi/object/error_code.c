#include "mpi/object/error_code.h"

#include <stddef.h>
#include <string.h>

#include "mpi/object/error_added.h"

/* A text for each class, without a pointer each: what no program uses costs least so. */
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
                            "known error not in this list\0"
                            "internal error of the MPI library\0"
                            "pending request\0"
                            "error code is in the status\0"
                            "permission denied\0"
                            "error related to the amode of a file\0"
                            "invalid assertion argument\0"
                            "invalid file name\0"
                            "invalid base argument\0"
                            "error in a data conversion function\0"
                            "invalid displacement argument\0"
                            "data representation is already defined\0"
                            "file exists\0"
                            "file is in use\0"
                            "invalid file handle\0"
                            "info key is too long\0"
                            "info key is not defined\0"
                            "info value is too long\0"
                            "invalid info argument\0"
                            "other input or output error\0"
                            "invalid attribute key\0"
                            "invalid lock type argument\0"
                            "service name is not published\0"
                            "no memory\0"
                            "collective arguments are not the same on all processes\0"
                            "not enough space\0"
                            "file does not exist\0"
                            "invalid port name\0"
                            "quota exceeded\0"
                            "file or file system is read-only\0"
                            "memory cannot be attached\0"
                            "conflicting accesses to a window\0"
                            "target memory is not part of the window\0"
                            "memory cannot be shared\0"
                            "wrong synchronization of a window\0"
                            "service name cannot be unpublished\0"
                            "invalid size argument\0"
                            "error in spawning processes\0"
                            "unsupported data representation\0"
                            "unsupported operation\0"
                            "invalid window argument\0"
                            "window has the wrong flavor\0"
                            "operation failed because a peer process has aborted\0"
                            "value is too large to store\0"
                            "invalid session argument\0"
                            "invalid error handler handle\0";

const char *error_text(int code) {
    if (code < 0)
        return NULL;
    if (code > ERROR_LAST_OWN)
        return error_added_text(code);
    const char *text = texts;
    while (code-- > 0)
        text += strlen(text) + 1;
    return text;
}

int error_class(int code) {
    if (code >= 0 && code <= ERROR_LAST_OWN)
        return code;
    return error_added_class(code);
}
