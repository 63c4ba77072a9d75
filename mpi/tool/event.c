/* Events and their sources (MPI 5.0, section 15.3.8): there are none. So no number of one and no
 * handle is right. */
#include "mpi/object/profile.h"
#include "mpi/tool/tool.h"

#define NONE(name, count)                                                                          \
    MPI_CALL(int, T_##name, int *count) {                                                          \
        TOOL_STARTED();                                                                            \
        TOOL_OUTPUT(count);                                                                        \
        *(count) = 0;                                                                              \
        return MPI_SUCCESS;                                                                        \
    }
NONE(event_get_num, num_events)
NONE(source_get_num, num_sources)

/* A function that always returns this error once the interface has been started. */
#define REFUSED(error, name, ...)                                                                  \
    MPI_CALL(int, T_##name, __VA_ARGS__) {                                                         \
        TOOL_STARTED();                                                                            \
        return error;                                                                              \
    }

/* Functions that do nothing have no use for their arguments. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(MPI_T_ERR_INVALID_INDEX, event_get_info, int event_index, char *name, int *name_len,
        int *verbosity, MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
        int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len,
        int *bind)
REFUSED(MPI_T_ERR_INVALID_NAME, event_get_index, const char *name, int *event_index)
REFUSED(MPI_T_ERR_INVALID_INDEX, event_handle_alloc, int event_index, void *obj_handle,
        MPI_Info info, MPI_T_event_registration *event_registration)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_handle_set_info,
        MPI_T_event_registration event_registration, MPI_Info info)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_handle_get_info,
        MPI_T_event_registration event_registration, MPI_Info *info_used)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_register_callback,
        MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
        void *user_data, MPI_T_event_cb_function event_cb_function)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_callback_set_info,
        MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_callback_get_info,
        MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info *info_used)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_handle_free, MPI_T_event_registration event_registration,
        void *user_data, MPI_T_event_free_cb_function free_cb_function)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_set_dropped_handler,
        MPI_T_event_registration event_registration,
        MPI_T_event_dropped_cb_function dropped_cb_function)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_read, MPI_T_event_instance event_instance,
        int element_index, void *buffer)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_copy, MPI_T_event_instance event_instance, void *buffer)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_get_timestamp, MPI_T_event_instance event_instance,
        MPI_Count *event_timestamp)
REFUSED(MPI_T_ERR_INVALID_HANDLE, event_get_source, MPI_T_event_instance event_instance,
        int *source_index)
REFUSED(MPI_T_ERR_INVALID_INDEX, source_get_info, int source_index, char *name, int *name_len,
        char *desc, int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
        MPI_Count *max_ticks, MPI_Info *info)
REFUSED(MPI_T_ERR_INVALID_INDEX, source_get_timestamp, int source_index, MPI_Count *timestamp)
