/* The texts of error classes that are in no report of this library, for programs that ask for them.
 */
#include "mpi/object/error_code.h"
#include "mpi/object/text_list.h"

/* The texts by class. A text is empty where error_code.c has it. */
static const char texts[] = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                            "known error not in this list\0"
                            "\0\0\0"
                            "permission denied\0"
                            "error related to the amode of a file\0"
                            "invalid assertion argument\0"
                            "invalid file name\0"
                            "invalid base argument\0"
                            "\0"
                            "invalid displacement argument\0"
                            "data representation is already defined\0"
                            "file exists\0"
                            "file is in use\0"
                            "invalid file handle\0"
                            "\0\0\0\0"
                            "other input or output error\0"
                            "\0"
                            "invalid lock type argument\0"
                            "service name is not published\0"
                            "\0"
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
                            "invalid session argument\0";

const char *error_text_foreign(int class) {
    return text_in(texts, class);
}

const char *error_text_of_any(int code) {
    return error_text(code);
}
