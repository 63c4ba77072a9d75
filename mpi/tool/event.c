/* Events and their sources (MPI 5.0, section 15.3.8): there are none. So no number of one and no
 * handle is right. */
#include "mpi/tool/tool.h"

TOOL_NUMBER(MPI_T_event_get_num, 0)
TOOL_NUMBER(MPI_T_source_get_num, 0)

/* Functions that do nothing have no use for their arguments. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define ALWAYS_WRONG(name, error, ...)                                                             \
    int name(__VA_ARGS__) {                                                                        \
        RETURN_UNLESS_STARTED();                                                                   \
        return error;                                                                              \
    }
ALWAYS_WRONG(MPI_T_event_get_info, MPI_T_ERR_INVALID_INDEX, int event_index, char *name,
             int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[],
             MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype,
             MPI_Info *info, char *desc, int *desc_len, int *bind)
ALWAYS_WRONG(MPI_T_event_get_index, MPI_T_ERR_INVALID_NAME, const char *name, int *event_index)
ALWAYS_WRONG(MPI_T_event_handle_alloc, MPI_T_ERR_INVALID_INDEX, int event_index, void *obj_handle,
             MPI_Info info, MPI_T_event_registration *event_registration)
ALWAYS_WRONG(MPI_T_event_handle_set_info, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration, MPI_Info info)
ALWAYS_WRONG(MPI_T_event_handle_get_info, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration, MPI_Info *info_used)
ALWAYS_WRONG(MPI_T_event_register_callback, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
             void *user_data, MPI_T_event_cb_function event_cb_function)
ALWAYS_WRONG(MPI_T_event_callback_set_info, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)
ALWAYS_WRONG(MPI_T_event_callback_get_info, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
             MPI_Info *info_used)
ALWAYS_WRONG(MPI_T_event_handle_free, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration, void *user_data,
             MPI_T_event_free_cb_function free_cb_function)
ALWAYS_WRONG(MPI_T_event_set_dropped_handler, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_registration event_registration,
             MPI_T_event_dropped_cb_function dropped_cb_function)
ALWAYS_WRONG(MPI_T_event_read, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance,
             int element_index, void *buffer)
ALWAYS_WRONG(MPI_T_event_copy, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance,
             void *buffer)
ALWAYS_WRONG(MPI_T_event_get_timestamp, MPI_T_ERR_INVALID_HANDLE,
             MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
ALWAYS_WRONG(MPI_T_event_get_source, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance,
             int *source_index)
ALWAYS_WRONG(MPI_T_source_get_info, MPI_T_ERR_INVALID_INDEX, int source_index, char *name,
             int *name_len, char *desc, int *desc_len, MPI_T_source_order *ordering,
             MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info)
ALWAYS_WRONG(MPI_T_source_get_timestamp, MPI_T_ERR_INVALID_INDEX, int source_index,
             MPI_Count *timestamp)
