/* Start and end of the tools' interface, and its enumerations (MPI 5.0, sections 15.3.4 and
 * 15.3.5). */
#include "mpi/tool/tool.h"

#include <stdio.h>
#include <string.h>

NODE_LOCAL int tool_uses;

void tool_text(const char *text, char *buffer, int *length) {
    if (!length)
        return;
    if (buffer && *length > 0)
        snprintf(buffer, (size_t)*length, "%s", text);
    *length = (int)strlen(text) + 1;
}

int MPI_T_init_thread(UNUSED int required, int *provided) {
    if (!provided)
        return MPI_T_ERR_INVALID;
    *provided = MPI_THREAD_SINGLE;
    tool_uses++;
    return MPI_SUCCESS;
}

int MPI_T_finalize(void) {
    RETURN_UNLESS_STARTED();
    tool_uses--;
    return MPI_SUCCESS;
}

int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) {
    RETURN_UNLESS(enumtype, MPI_T_ERR_INVALID_HANDLE);
    TOOL_SET(num, enumtype->count);
    tool_text(enumtype->name, name, name_len);
    return MPI_SUCCESS;
}

int MPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len) {
    RETURN_UNLESS(enumtype, MPI_T_ERR_INVALID_HANDLE);
    RETURN_UNLESS_INDEX(indx, enumtype->count);
    TOOL_SET(value, indx);
    tool_text(enumtype->items[indx], name, name_len);
    return MPI_SUCCESS;
}
