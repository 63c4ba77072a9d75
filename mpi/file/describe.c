/* Queries of files: group, access mode, hints, atomicity (MPI 5.0, sections 14.2.7, 14.2.8 and
 * 14.6.1). */
#include "mpi/file/file.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

PROFILED(MPI_File_get_group);
int MPI_File_get_group(MPI_File fh, MPI_Group *group) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, group);
    *group = fh->comm->local;
    group_keep(*group);
    return MPI_SUCCESS;
}

PROFILED(MPI_File_get_amode);
int MPI_File_get_amode(MPI_File fh, int *amode) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, amode);
    *amode = fh->amode;
    return MPI_SUCCESS;
}

PROFILED(MPI_File_get_atomicity);
int MPI_File_get_atomicity(MPI_File fh, int *flag) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, flag);
    *flag = fh->is_atomic;
    return MPI_SUCCESS;
}

/* Hints are kept; the one that means something here is in together.h. */
PROFILED(MPI_File_set_info);
int MPI_File_set_info(MPI_File fh, MPI_Info info) {
    RETURN_UNLESS_FILE(fh);
    if (!info_is(info))
        return FAIL_FILE(fh, MPI_ERR_INFO, "the info object is MPI_INFO_NULL");
    const char *key;
    bool set = true;
    for (int i = 0; set && (key = info_key(info, i)); i++)
        set = info_set(fh->info, key, info_value(info, key));
    return set ? MPI_SUCCESS : FAIL_FILE(fh, MPI_ERR_NO_MEM, FULL_HEAP);
}

PROFILED(MPI_File_get_info);
int MPI_File_get_info(MPI_File fh, MPI_Info *info_used) {
    RETURN_UNLESS_FILE(fh);
    RETURN_IF_NULL_ON(fh->comm, info_used);
    *info_used = info_copy(fh->info);
    return *info_used ? MPI_SUCCESS : FAIL_FILE(fh, MPI_ERR_NO_MEM, FULL_HEAP);
}
