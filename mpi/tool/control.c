/* Control variables (MPI 5.0, section 15.3.6). Those of algorithms are the environment's
 * (mpi/collective/call.h): a written value applies to all later collective calls. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/message/eager.h"
#include "mpi/message/strict.h"
#include "mpi/object/communicator.h"
#include "mpi/tool/tool.h"

enum { VALUE_BYTES = 64 /* room for any algorithm's name */, NUMBER_STRICT = TOOL_ALGORITHMS };

static struct MPI_T_enum_t truth = {"switch", 2, {"off", "on"}};

#define ALGORITHM(operation)                                                                       \
    {                                                                                              \
        "CUBE_MPI_" operation, "algorithm of this collective operation (empty: automatic)",        \
            MPI_CHAR, VALUE_BYTES, MPI_T_SCOPE_ALL_EQ, MPI_T_ENUM_NULL                             \
    }
const struct tool_control tool_controls[TOOL_CONTROLS] = {
    ALGORITHM("ALLGATHER"),
    ALGORITHM("ALLGATHERV"),
    ALGORITHM("ALLREDUCE"),
    ALGORITHM("ALLTOALL"),
    ALGORITHM("ALLTOALLV"),
    ALGORITHM("ALLTOALLW"),
    ALGORITHM("BARRIER"),
    ALGORITHM("BCAST"),
    ALGORITHM("EXSCAN"),
    ALGORITHM("GATHER"),
    ALGORITHM("GATHERV"),
    ALGORITHM("REDUCE"),
    ALGORITHM("REDUCE_SCATTER"),
    ALGORITHM("REDUCE_SCATTER_BLOCK"),
    ALGORITHM("SCAN"),
    ALGORITHM("SCATTER"),
    ALGORITHM("SCATTERV"),
    [NUMBER_STRICT] = {"MPI_STRICT", "more checks, as with MPI_STRICT=1", MPI_INT, 1,
                       MPI_T_SCOPE_READONLY, &truth},
    {"eager_limit", "bytes of the longest message that is sent eagerly", MPI_INT, 1,
     MPI_T_SCOPE_CONSTANT, MPI_T_ENUM_NULL},
};

/* A handle is an address in this array; its index is the variable's number. */
static char places[TOOL_CONTROLS];

static int number_of(MPI_T_cvar_handle handle) {
    uintptr_t number = (uintptr_t)handle - (uintptr_t)places;
    return number < TOOL_CONTROLS ? (int)number : -1;
}

TOOL_NUMBER(MPI_T_cvar_get_num, TOOL_CONTROLS)

int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                        int *bind, int *scope) {
    RETURN_UNLESS_INDEX(cvar_index, TOOL_CONTROLS);
    const struct tool_control *control = &tool_controls[cvar_index];
    tool_text(control->name, name, name_len);
    tool_text(control->description, desc, desc_len);
    TOOL_SET(verbosity, MPI_T_VERBOSITY_TUNER_BASIC);
    TOOL_SET(datatype, control->type);
    TOOL_SET(enumtype, control->values);
    TOOL_SET(bind, MPI_T_BIND_NO_OBJECT);
    TOOL_SET(scope, control->scope);
    return MPI_SUCCESS;
}

int MPI_T_cvar_get_index(const char *name, int *cvar_index) {
    RETURN_UNLESS_OUTPUT(name && cvar_index);
    for (int i = 0; i < TOOL_CONTROLS; i++)
        if (strcmp(tool_controls[i].name, name) == 0) {
            *cvar_index = i;
            return MPI_SUCCESS;
        }
    return MPI_T_ERR_INVALID_NAME;
}

int MPI_T_cvar_handle_alloc(int cvar_index, UNUSED void *obj_handle, MPI_T_cvar_handle *handle,
                            int *count) {
    RETURN_UNLESS_INDEX(cvar_index, TOOL_CONTROLS);
    RETURN_UNLESS_OUTPUT(handle && count);
    *handle = (MPI_T_cvar_handle)(places + cvar_index);
    *count = tool_controls[cvar_index].count;
    return MPI_SUCCESS;
}

int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) {
    RETURN_UNLESS_OUTPUT(handle);
    RETURN_UNLESS(number_of(*handle) >= 0, MPI_T_ERR_INVALID_HANDLE);
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf) {
    RETURN_UNLESS_STARTED();
    int number = number_of(handle);
    RETURN_UNLESS(number >= 0, MPI_T_ERR_INVALID_HANDLE);
    RETURN_UNLESS_OUTPUT(buf);
    if (number >= TOOL_ALGORITHMS) {
        *(int *)buf = number == NUMBER_STRICT ? strict : (int)EAGER_MOST;
        return MPI_SUCCESS;
    }
    const char *value = getenv(tool_controls[number].name);
    size_t length = value ? strnlen(value, VALUE_BYTES - 1) : 0;
    memcpy(buf, value ? value : "", length);
    ((char *)buf)[length] = '\0';
    return MPI_SUCCESS;
}

/* Communicators keep whether an algorithm may have been chosen for them; each has to look again. */
int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf) {
    RETURN_UNLESS_STARTED();
    int number = number_of(handle);
    RETURN_UNLESS(number >= 0, MPI_T_ERR_INVALID_HANDLE);
    RETURN_UNLESS_OUTPUT(buf);
    RETURN_UNLESS(number < TOOL_ALGORITHMS, MPI_T_ERR_CVAR_SET_NEVER);
    const char *name = tool_controls[number].name, *value = buf;
    RETURN_UNLESS(strnlen(value, VALUE_BYTES) < VALUE_BYTES, MPI_T_ERR_INVALID);
    int error = value[0] == '\0' ? unsetenv(name) : setenv(name, value, 1);
    RETURN_UNLESS(error == 0, MPI_T_ERR_MEMORY);
    for (MPI_Comm comm = comm_after(NULL); comm; comm = comm_after(comm))
        comm->subcube = 0;
    return MPI_SUCCESS;
}
