/* Hints on communicators (MPI 5.0, section 7.4.4). */
#include "mpi/communicator/making.h"
#include "mpi/object/info.h"
#include "mpi/object/profile.h"

/* Hints that are not given stay as they are. */
MPI_CALL(int, Comm_set_info, MPI_Comm comm, MPI_Info info) {
    COMM_OBJECT(object, comm);
    if (!info_is(info))
        return FAIL_ON(comm, MPI_ERR_INFO, "the info object is MPI_INFO_NULL");
    int error = MPI_SUCCESS, keys;
    if (object->info == MPI_INFO_NULL)
        error = PMPI_Info_create(&object->info);
    PMPI_Info_get_nkeys(info, &keys);
    for (int i = 0; i < keys && error == MPI_SUCCESS; i++) {
        char key[MPI_MAX_INFO_KEY];
        PMPI_Info_get_nthkey(info, i, key);
        error = PMPI_Info_set(object->info, key, info_value(info, key));
    }
    return error;
}

MPI_CALL(int, Comm_get_info, MPI_Comm comm, MPI_Info *info_used) {
    COMM_OBJECT(object, comm);
    if (object->info == MPI_INFO_NULL)
        return PMPI_Info_create(info_used);
    *info_used = info_copy(object->info);
    return *info_used != NULL ? MPI_SUCCESS : FAIL_MEMORY();
}
