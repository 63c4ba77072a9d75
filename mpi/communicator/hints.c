/* Hints on communicators (MPI 5.0, section 7.4.4). */
#include "mpi/communicator/making.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

/* Hints that are not given stay as they are. */
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
    COMM_OR_RETURN(object, comm);
    if (!info_is(info))
        return FAIL_ON(comm, MPI_ERR_INFO, "the info object is MPI_INFO_NULL");
    if (object->info == MPI_INFO_NULL) {
        MPI_Info made = info_make();
        if (!made)
            return making_raise(comm, __func__, MPI_ERR_NO_MEM);
        object->info = made;
    }
    object->subcube = 0; /* hints may choose algorithms (mpi/collective/call.h) */
    const char *key;
    for (int i = 0; (key = info_key(info, i)); i++)
        if (!info_set(object->info, key, info_value(info, key)))
            return making_raise(comm, __func__, MPI_ERR_NO_MEM);
    return MPI_SUCCESS;
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used) {
    RETURN_IF_NULL_ON(comm, info_used);
    COMM_OR_RETURN(object, comm);
    *info_used = object->info == MPI_INFO_NULL ? info_make() : info_copy(object->info);
    return making_raise(comm, __func__, *info_used ? MPI_SUCCESS : MPI_ERR_NO_MEM);
}
