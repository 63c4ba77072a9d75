/* Versions, memory and profiling control (MPI 5.0, sections 9.1, 9.2, 15.2.4 and 20.2). */
#include <stdlib.h>
#include <string.h>

#include "mpi/object/error.h"
#include "mpi/object/info.h"

int MPI_Get_version(int *version, int *subversion) {
    RETURN_IF_NULL(version, subversion);
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

int MPI_Abi_get_version(int *abi_major, int *abi_minor) {
    RETURN_IF_NULL(abi_major, abi_minor);
    *abi_major = MPI_ABI_VERSION;
    *abi_minor = MPI_ABI_SUBVERSION;
    return MPI_SUCCESS;
}

int MPI_Get_library_version(char *version, int *resultlen) {
    RETURN_IF_NULL(version, resultlen);
    static const char text[] = "graycube's MPI 5.0, for hypercubes";
    memcpy(version, text, sizeof text);
    *resultlen = sizeof text - 1;
    return MPI_SUCCESS;
}

/* Messages are sent from and received in all memory equally well, so this memory comes from the
 * heap. */
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) {
    RETURN_IF_NULL(baseptr);
    RETURN_UNLESS_HINTS(MPI_COMM_SELF, __func__, info);
    if (size < 0)
        return FAIL(MPI_ERR_ARG, "size is %lld (expected: 0 or more)", (long long)size);
    void *memory = malloc(size == 0 ? 1 : (size_t)size);
    if (!memory)
        return FAIL_MEMORY();
    *(void **)baseptr = memory;
    return MPI_SUCCESS;
}

int MPI_Free_mem(void *base) {
    free(base);
    return MPI_SUCCESS;
}

/* Does nothing here. A profiler has a function of its own with this name. */
int MPI_Pcontrol(UNUSED const int level, ...) {
    return MPI_SUCCESS;
}
