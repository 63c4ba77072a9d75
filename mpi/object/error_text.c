/* The texts of error classes that are in no report of most programs, for those that ask for them,
 * or have windows. */
#include "mpi/object/error_code.h"

static const char *const texts[ERROR_LAST_OWN + 1] = {
    [MPI_ERR_OTHER] = "known error not in this list",
    [MPI_ERR_ACCESS] = "permission denied",
    [MPI_ERR_AMODE] = "error related to the amode of a file",
    [MPI_ERR_ASSERT] = "invalid assertion argument",
    [MPI_ERR_BAD_FILE] = "invalid file name",
    [MPI_ERR_BASE] = "invalid base argument",
    [MPI_ERR_DISP] = "invalid displacement argument",
    [MPI_ERR_DUP_DATAREP] = "data representation is already defined",
    [MPI_ERR_FILE_EXISTS] = "file exists",
    [MPI_ERR_FILE_IN_USE] = "file is in use",
    [MPI_ERR_FILE] = "invalid file handle",
    [MPI_ERR_IO] = "other input or output error",
    [MPI_ERR_LOCKTYPE] = "invalid lock type argument",
    [MPI_ERR_NAME] = "service name is not published",
    [MPI_ERR_NOT_SAME] = "collective arguments are not the same on all processes",
    [MPI_ERR_NO_SPACE] = "not enough space",
    [MPI_ERR_NO_SUCH_FILE] = "file does not exist",
    [MPI_ERR_PORT] = "invalid port name",
    [MPI_ERR_QUOTA] = "quota exceeded",
    [MPI_ERR_READ_ONLY] = "file or file system is read-only",
    [MPI_ERR_RMA_ATTACH] = "memory cannot be attached",
    [MPI_ERR_RMA_CONFLICT] = "conflicting accesses to a window",
    [MPI_ERR_RMA_RANGE] = "target memory is not part of the window",
    [MPI_ERR_RMA_SHARED] = "memory cannot be shared",
    [MPI_ERR_RMA_SYNC] = "wrong synchronization of a window",
    [MPI_ERR_SERVICE] = "service name cannot be unpublished",
    [MPI_ERR_SIZE] = "invalid size argument",
    [MPI_ERR_SPAWN] = "error in spawning processes",
    [MPI_ERR_UNSUPPORTED_DATAREP] = "unsupported data representation",
    [MPI_ERR_UNSUPPORTED_OPERATION] = "unsupported operation",
    [MPI_ERR_WIN] = "invalid window argument",
    [MPI_ERR_RMA_FLAVOR] = "window has the wrong flavor",
    [MPI_ERR_PROC_ABORTED] = "operation failed because a peer process has aborted",
    [MPI_ERR_VALUE_TOO_LARGE] = "value is too large to store",
    [MPI_ERR_SESSION] = "invalid session argument",
};

const char *error_text_foreign(int class) {
    return texts[class] ? texts[class] : "";
}
