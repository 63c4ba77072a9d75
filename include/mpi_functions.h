/* The functions of this MPI, by the standard's chapters; only mpi.h includes this file. The
 * standard says what each function does, and what its arguments are. */
#ifndef MPI_FUNCTIONS_H
#define MPI_FUNCTIONS_H

#include "mpi_tool.h" /* IWYU pragma: export */

#ifdef __cplusplus
extern "C" {
#endif

/* MPI_(int, X, ...) declares int MPI_X(...) and its twin int PMPI_X(...). */
#define MPI_(type, name, ...)                                                                      \
    type MPI_##name(__VA_ARGS__);                                                                  \
    type PMPI_##name(__VA_ARGS__)

/* The functions with counts: with ints, and with large ones, whose names end with _c. */
#define MPI_NAME_(name)   name
#define MPI_COUNT_        int
#define MPI_DISPLACEMENT_ int
#define MPI_BYTES_        MPI_Aint
#include "mpi_counted.h"
#define MPI_NAME_(name)   name##_c
#define MPI_COUNT_        MPI_Count
#define MPI_DISPLACEMENT_ MPI_Aint
#define MPI_BYTES_        MPI_Count
#include "mpi_counted.h"

/* Chapter 3: messages from one rank to another. */
MPI_(int, Probe, int source, int tag, MPI_Comm comm, MPI_Status *status);
MPI_(int, Iprobe, int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
MPI_(int, Mprobe, int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
MPI_(int, Improbe, int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
     MPI_Status *status);
MPI_(int, Buffer_flush, void);
MPI_(int, Buffer_iflush, MPI_Request *request);
MPI_(int, Comm_flush_buffer, MPI_Comm comm);
MPI_(int, Comm_iflush_buffer, MPI_Comm comm, MPI_Request *request);
MPI_(int, Wait, MPI_Request *request, MPI_Status *status);
MPI_(int, Test, MPI_Request *request, int *flag, MPI_Status *status);
MPI_(int, Waitall, int count, MPI_Request requests[], MPI_Status statuses[]);
MPI_(int, Testall, int count, MPI_Request requests[], int *flag, MPI_Status statuses[]);
MPI_(int, Waitany, int count, MPI_Request requests[], int *index, MPI_Status *status);
MPI_(int, Testany, int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);
MPI_(int, Waitsome, int incount, MPI_Request requests[], int *outcount, int indices[],
     MPI_Status statuses[]);
MPI_(int, Testsome, int incount, MPI_Request requests[], int *outcount, int indices[],
     MPI_Status statuses[]);
MPI_(int, Request_get_status, MPI_Request request, int *flag, MPI_Status *status);
MPI_(int, Request_get_status_all, int count, const MPI_Request requests[], int *flag,
     MPI_Status statuses[]);
MPI_(int, Request_get_status_any, int count, const MPI_Request requests[], int *index, int *flag,
     MPI_Status *status);
MPI_(int, Request_get_status_some, int incount, const MPI_Request requests[], int *outcount,
     int indices[], MPI_Status statuses[]);
MPI_(int, Request_free, MPI_Request *request);
MPI_(int, Start, MPI_Request *request);
MPI_(int, Startall, int count, MPI_Request requests[]);
MPI_(int, Cancel, MPI_Request *request);
MPI_(int, Test_cancelled, const MPI_Status *status, int *flag);
MPI_(int, Grequest_start, MPI_Grequest_query_function *query_fn,
     MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn,
     void *extra_state, MPI_Request *request);
MPI_(int, Grequest_complete, MPI_Request request);
MPI_(int, Status_set_cancelled, MPI_Status *status, int flag);
MPI_(int, Status_set_elements_x, MPI_Status *status, MPI_Datatype datatype, MPI_Count count);
MPI_(int, Status_get_source, const MPI_Status *status, int *source);
MPI_(int, Status_get_tag, const MPI_Status *status, int *tag);
MPI_(int, Status_get_error, const MPI_Status *status, int *error);
MPI_(int, Status_set_source, MPI_Status *status, int source);
MPI_(int, Status_set_tag, MPI_Status *status, int tag);
MPI_(int, Status_set_error, MPI_Status *status, int error);

/* Chapter 4: messages in partitions. */
MPI_(int, Pready, int partition, MPI_Request request);
MPI_(int, Pready_range, int partition_low, int partition_high, MPI_Request request);
MPI_(int, Pready_list, int length, const int array_of_partitions[], MPI_Request request);
MPI_(int, Parrived, MPI_Request request, int partition, int *flag);

/* Chapter 5: datatypes. */
MPI_(int, Type_dup, MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_(int, Type_commit, MPI_Datatype *datatype);
MPI_(int, Type_free, MPI_Datatype *datatype);
MPI_(int, Type_size_x, MPI_Datatype datatype, MPI_Count *size);
MPI_(int, Type_get_extent_x, MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent);
MPI_(int, Type_get_true_extent_x, MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent);
MPI_(int, Type_get_envelope, MPI_Datatype datatype, int *num_integers, int *num_addresses,
     int *num_datatypes, int *combiner);
MPI_(int, Type_get_contents, MPI_Datatype datatype, int max_integers, int max_addresses,
     int max_datatypes, int integers[], MPI_Aint addresses[], MPI_Datatype datatypes[]);
MPI_(int, Type_get_envelope_c, MPI_Datatype datatype, MPI_Count *num_integers,
     MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes,
     int *combiner);
MPI_(int, Type_get_contents_c, MPI_Datatype datatype, MPI_Count max_integers,
     MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int integers[],
     MPI_Aint addresses[], MPI_Count large_counts[], MPI_Datatype datatypes[]);
MPI_(int, Type_create_f90_real, int p, int r, MPI_Datatype *newtype);
MPI_(int, Type_create_f90_complex, int p, int r, MPI_Datatype *newtype);
MPI_(int, Type_create_f90_integer, int r, MPI_Datatype *newtype);
MPI_(int, Type_match_size, int typeclass, int size, MPI_Datatype *datatype);
MPI_(int, Type_get_value_index, MPI_Datatype value_type, MPI_Datatype index_type,
     MPI_Datatype *pair_type);
MPI_(int, Get_address, const void *location, MPI_Aint *address);
MPI_(MPI_Aint, Aint_add, MPI_Aint base, MPI_Aint displacement);
MPI_(MPI_Aint, Aint_diff, MPI_Aint address1, MPI_Aint address2);
MPI_(int, Get_elements_x, const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);

/* Chapter 6: collective operations. */
MPI_(int, Barrier, MPI_Comm comm);
MPI_(int, Ibarrier, MPI_Comm comm, MPI_Request *request);
MPI_(int, Barrier_init, MPI_Comm comm, MPI_Info info, MPI_Request *request);
MPI_(int, Op_free, MPI_Op *op);
MPI_(int, Op_commutative, MPI_Op op, int *commute);

/* Chapter 7: groups, communicators, attributes and names. */
MPI_(int, Group_size, MPI_Group group, int *size);
MPI_(int, Group_rank, MPI_Group group, int *rank);
MPI_(int, Group_translate_ranks, MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
     int ranks2[]);
MPI_(int, Group_compare, MPI_Group group1, MPI_Group group2, int *result);
MPI_(int, Group_union, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
MPI_(int, Group_intersection, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
MPI_(int, Group_difference, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
MPI_(int, Group_incl, MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
MPI_(int, Group_excl, MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
MPI_(int, Group_range_incl, MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
MPI_(int, Group_range_excl, MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
MPI_(int, Group_free, MPI_Group *group);
MPI_(int, Comm_size, MPI_Comm comm, int *size);
MPI_(int, Comm_rank, MPI_Comm comm, int *rank);
MPI_(int, Comm_compare, MPI_Comm comm1, MPI_Comm comm2, int *result);
MPI_(int, Comm_group, MPI_Comm comm, MPI_Group *group);
MPI_(int, Comm_dup, MPI_Comm comm, MPI_Comm *newcomm);
MPI_(int, Comm_dup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
MPI_(int, Comm_idup, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
MPI_(int, Comm_idup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
     MPI_Request *request);
MPI_(int, Comm_create, MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
MPI_(int, Comm_create_group, MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm);
MPI_(int, Comm_create_from_group, MPI_Group group, const char *stringtag, MPI_Info info,
     MPI_Errhandler errhandler, MPI_Comm *newcomm);
MPI_(int, Comm_split, MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
MPI_(int, Comm_split_type, MPI_Comm comm, int split_type, int key, MPI_Info info,
     MPI_Comm *newcomm);
MPI_(int, Comm_free, MPI_Comm *comm);
MPI_(int, Comm_disconnect, MPI_Comm *comm);
MPI_(int, Comm_set_info, MPI_Comm comm, MPI_Info info);
MPI_(int, Comm_get_info, MPI_Comm comm, MPI_Info *info_used);
MPI_(int, Comm_test_inter, MPI_Comm comm, int *flag);
MPI_(int, Comm_remote_size, MPI_Comm comm, int *size);
MPI_(int, Comm_remote_group, MPI_Comm comm, MPI_Group *group);
MPI_(int, Intercomm_create, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
     int remote_leader, int tag, MPI_Comm *newintercomm);
MPI_(int, Intercomm_create_from_groups, MPI_Group local_group, int local_leader,
     MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info,
     MPI_Errhandler errhandler, MPI_Comm *newintercomm);
MPI_(int, Intercomm_merge, MPI_Comm intercomm, int high, MPI_Comm *newintracomm);
MPI_(int, Comm_set_name, MPI_Comm comm, const char *name);
MPI_(int, Comm_get_name, MPI_Comm comm, char *name, int *resultlen);
MPI_(int, Type_set_name, MPI_Datatype datatype, const char *name);
MPI_(int, Type_get_name, MPI_Datatype datatype, char *name, int *resultlen);
MPI_(int, Comm_create_keyval, MPI_Comm_copy_attr_function *copy_fn,
     MPI_Comm_delete_attr_function *delete_fn, int *keyval, void *extra_state);
MPI_(int, Comm_free_keyval, int *keyval);
MPI_(int, Comm_set_attr, MPI_Comm comm, int keyval, void *value);
MPI_(int, Comm_get_attr, MPI_Comm comm, int keyval, void *value, int *flag);
MPI_(int, Comm_delete_attr, MPI_Comm comm, int keyval);
MPI_(int, Type_create_keyval, MPI_Type_copy_attr_function *copy_fn,
     MPI_Type_delete_attr_function *delete_fn, int *keyval, void *extra_state);
MPI_(int, Type_free_keyval, int *keyval);
MPI_(int, Type_set_attr, MPI_Datatype datatype, int keyval, void *value);
MPI_(int, Type_get_attr, MPI_Datatype datatype, int keyval, void *value, int *flag);
MPI_(int, Type_delete_attr, MPI_Datatype datatype, int keyval);

/* Chapter 8: process topologies. */
MPI_(int, Dims_create, int nnodes, int ndims, int dims[]);
MPI_(int, Cart_create, MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
     MPI_Comm *comm_cart);
MPI_(int, Cartdim_get, MPI_Comm comm, int *ndims);
MPI_(int, Cart_get, MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
MPI_(int, Cart_rank, MPI_Comm comm, const int coords[], int *rank);
MPI_(int, Cart_coords, MPI_Comm comm, int rank, int maxdims, int coords[]);
MPI_(int, Cart_shift, MPI_Comm comm, int direction, int displacement, int *source, int *dest);
MPI_(int, Cart_sub, MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm);
MPI_(int, Cart_map, MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank);
MPI_(int, Graph_create, MPI_Comm comm, int nnodes, const int index[], const int edges[],
     int reorder, MPI_Comm *comm_graph);
MPI_(int, Graphdims_get, MPI_Comm comm, int *nnodes, int *nedges);
MPI_(int, Graph_get, MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]);
MPI_(int, Graph_neighbors_count, MPI_Comm comm, int rank, int *nneighbors);
MPI_(int, Graph_neighbors, MPI_Comm comm, int rank, int maxneighbors, int neighbors[]);
MPI_(int, Graph_map, MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank);
MPI_(int, Dist_graph_create, MPI_Comm comm, int n, const int sources[], const int degrees[],
     const int destinations[], const int *weights, MPI_Info info, int reorder,
     MPI_Comm *comm_dist_graph);
MPI_(int, Dist_graph_create_adjacent, MPI_Comm comm, int indegree, const int sources[],
     const int *sourceweights, int outdegree, const int destinations[], const int *destweights,
     MPI_Info info, int reorder, MPI_Comm *comm_dist_graph);
MPI_(int, Dist_graph_neighbors_count, MPI_Comm comm, int *indegree, int *outdegree, int *weighted);
MPI_(int, Dist_graph_neighbors, MPI_Comm comm, int maxindegree, int sources[], int *sourceweights,
     int maxoutdegree, int destinations[], int *destweights);
MPI_(int, Topo_test, MPI_Comm comm, int *status);

/* Chapter 9: the environment; errors. */
MPI_(int, Get_version, int *version, int *subversion);
MPI_(int, Get_library_version, char *version, int *resultlen);
MPI_(int, Abi_get_version, int *abi_major, int *abi_minor);
MPI_(int, Get_processor_name, char *name, int *resultlen);
MPI_(int, Alloc_mem, MPI_Aint size, MPI_Info info, void *baseptr);
MPI_(int, Free_mem, void *base);
MPI_(int, Comm_create_errhandler, MPI_Comm_errhandler_function *function,
     MPI_Errhandler *errhandler);
MPI_(int, Comm_set_errhandler, MPI_Comm comm, MPI_Errhandler errhandler);
MPI_(int, Comm_get_errhandler, MPI_Comm comm, MPI_Errhandler *errhandler);
MPI_(int, Comm_call_errhandler, MPI_Comm comm, int errorcode);
MPI_(int, Session_create_errhandler, MPI_Session_errhandler_function *session_errhandler_fn,
     MPI_Errhandler *errhandler);
MPI_(int, Session_set_errhandler, MPI_Session session, MPI_Errhandler errhandler);
MPI_(int, Session_get_errhandler, MPI_Session session, MPI_Errhandler *errhandler);
MPI_(int, Session_call_errhandler, MPI_Session session, int errorcode);
MPI_(int, Errhandler_free, MPI_Errhandler *errhandler);
MPI_(int, Error_string, int errorcode, char *string, int *resultlen);
MPI_(int, Error_class, int errorcode, int *errorclass);
MPI_(int, Add_error_class, int *errorclass);
MPI_(int, Add_error_code, int errorclass, int *errorcode);
MPI_(int, Add_error_string, int errorcode, const char *string);
MPI_(int, Remove_error_class, int errorclass);
MPI_(int, Remove_error_code, int errorcode);
MPI_(int, Remove_error_string, int errorcode);
MPI_(double, Wtime, void);
MPI_(double, Wtick, void);

/* Chapter 10: info. */
MPI_(int, Info_create, MPI_Info *info);
MPI_(int, Info_set, MPI_Info info, const char *key, const char *value);
MPI_(int, Info_create_env, int argc, char *argv[], MPI_Info *info);
MPI_(int, Info_delete, MPI_Info info, const char *key);
MPI_(int, Info_get, MPI_Info info, const char *key, int valuelen, char *value, int *flag);
MPI_(int, Info_get_valuelen, MPI_Info info, const char *key, int *valuelen, int *flag);
MPI_(int, Info_get_string, MPI_Info info, const char *key, int *buflen, char *value, int *flag);
MPI_(int, Info_get_nkeys, MPI_Info info, int *nkeys);
MPI_(int, Info_get_nthkey, MPI_Info info, int n, char *key);
MPI_(int, Info_dup, MPI_Info info, MPI_Info *newinfo);
MPI_(int, Info_free, MPI_Info *info);

/* Chapter 11: start and end. */
MPI_(int, Init, int *argc, char ***argv);
MPI_(int, Init_thread, int *argc, char ***argv, int required, int *provided);
MPI_(int, Initialized, int *flag);
MPI_(int, Finalize, void);
MPI_(int, Finalized, int *flag);
MPI_(int, Abort, MPI_Comm comm, int errorcode);
MPI_(int, Query_thread, int *provided);
MPI_(int, Is_thread_main, int *flag);
MPI_(int, Session_init, MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session);
MPI_(int, Session_finalize, MPI_Session *session);
MPI_(int, Session_get_info, MPI_Session session, MPI_Info *info_used);
MPI_(int, Session_get_num_psets, MPI_Session session, MPI_Info info, int *npset_names);
MPI_(int, Session_get_nth_pset, MPI_Session session, MPI_Info info, int n, int *pset_len,
     char *pset_name);
MPI_(int, Session_get_pset_info, MPI_Session session, const char *pset_name, MPI_Info *info);
MPI_(int, Group_from_session_pset, MPI_Session session, const char *pset_name, MPI_Group *newgroup);
MPI_(int, Comm_spawn, const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
     MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]);
MPI_(int, Comm_spawn_multiple, int count, char *array_of_commands[], char **array_of_argv[],
     const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm,
     MPI_Comm *intercomm, int array_of_errcodes[]);
MPI_(int, Comm_get_parent, MPI_Comm *parent);
MPI_(int, Open_port, MPI_Info info, char *port_name);
MPI_(int, Close_port, const char *port_name);
MPI_(int, Comm_accept, const char *port_name, MPI_Info info, int root, MPI_Comm comm,
     MPI_Comm *newcomm);
MPI_(int, Comm_connect, const char *port_name, MPI_Info info, int root, MPI_Comm comm,
     MPI_Comm *newcomm);
MPI_(int, Publish_name, const char *service_name, MPI_Info info, const char *port_name);
MPI_(int, Unpublish_name, const char *service_name, MPI_Info info, const char *port_name);
MPI_(int, Lookup_name, const char *service_name, MPI_Info info, char *port_name);

/* Section 15.2.4: for profilers. */
MPI_(int, Pcontrol, const int level, ...);

/* Section 15.3: for tools. */
MPI_(int, T_init_thread, int required, int *provided);
MPI_(int, T_finalize, void);
MPI_(int, T_enum_get_info, MPI_T_enum enumtype, int *num, char *name, int *name_len);
MPI_(int, T_enum_get_item, MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len);
MPI_(int, T_cvar_get_num, int *num_cvar);
MPI_(int, T_cvar_get_info, int cvar_index, char *name, int *name_len, int *verbosity,
     MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
     int *scope);
MPI_(int, T_cvar_get_index, const char *name, int *cvar_index);
MPI_(int, T_cvar_handle_alloc, int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
     int *count);
MPI_(int, T_cvar_handle_free, MPI_T_cvar_handle *handle);
MPI_(int, T_cvar_read, MPI_T_cvar_handle handle, void *buf);
MPI_(int, T_cvar_write, MPI_T_cvar_handle handle, const void *buf);
MPI_(int, T_pvar_get_num, int *num_pvar);
MPI_(int, T_pvar_get_info, int pvar_index, char *name, int *name_len, int *verbosity,
     int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
     int *bind, int *readonly, int *continuous, int *atomic);
MPI_(int, T_pvar_get_index, const char *name, int var_class, int *pvar_index);
MPI_(int, T_pvar_session_create, MPI_T_pvar_session *pe_session);
MPI_(int, T_pvar_session_free, MPI_T_pvar_session *pe_session);
MPI_(int, T_pvar_handle_alloc, MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle,
     MPI_T_pvar_handle *handle, int *count);
MPI_(int, T_pvar_handle_free, MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle);
MPI_(int, T_pvar_start, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle);
MPI_(int, T_pvar_stop, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle);
MPI_(int, T_pvar_reset, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle);
MPI_(int, T_pvar_read, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf);
MPI_(int, T_pvar_write, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf);
MPI_(int, T_pvar_readreset, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf);
MPI_(int, T_category_get_num, int *num_cat);
MPI_(int, T_category_get_info, int cat_index, char *name, int *name_len, char *desc, int *desc_len,
     int *num_cvars, int *num_pvars, int *num_categories);
MPI_(int, T_category_get_num_events, int cat_index, int *num_events);
MPI_(int, T_category_get_index, const char *name, int *cat_index);
MPI_(int, T_category_changed, int *update_number);
MPI_(int, T_category_get_cvars, int cat_index, int len, int indices[]);
MPI_(int, T_category_get_pvars, int cat_index, int len, int indices[]);
MPI_(int, T_category_get_events, int cat_index, int len, int indices[]);
MPI_(int, T_category_get_categories, int cat_index, int len, int indices[]);
MPI_(int, T_event_get_info, int event_index, char *name, int *name_len, int *verbosity,
     MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements,
     MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind);
MPI_(int, T_event_get_index, const char *name, int *event_index);
MPI_(int, T_event_handle_alloc, int event_index, void *obj_handle, MPI_Info info,
     MPI_T_event_registration *event_registration);
MPI_(int, T_event_handle_set_info, MPI_T_event_registration event_registration, MPI_Info info);
MPI_(int, T_event_handle_get_info, MPI_T_event_registration event_registration,
     MPI_Info *info_used);
MPI_(int, T_event_register_callback, MPI_T_event_registration event_registration,
     MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
     MPI_T_event_cb_function event_cb_function);
MPI_(int, T_event_callback_set_info, MPI_T_event_registration event_registration,
     MPI_T_cb_safety cb_safety, MPI_Info info);
MPI_(int, T_event_callback_get_info, MPI_T_event_registration event_registration,
     MPI_T_cb_safety cb_safety, MPI_Info *info_used);
MPI_(int, T_event_handle_free, MPI_T_event_registration event_registration, void *user_data,
     MPI_T_event_free_cb_function free_cb_function);
MPI_(int, T_event_set_dropped_handler, MPI_T_event_registration event_registration,
     MPI_T_event_dropped_cb_function dropped_cb_function);
MPI_(int, T_event_read, MPI_T_event_instance event_instance, int element_index, void *buffer);
MPI_(int, T_event_copy, MPI_T_event_instance event_instance, void *buffer);
MPI_(int, T_event_get_timestamp, MPI_T_event_instance event_instance, MPI_Count *event_timestamp);
MPI_(int, T_event_get_source, MPI_T_event_instance event_instance, int *source_index);
MPI_(int, T_source_get_info, int source_index, char *name, int *name_len, char *desc, int *desc_len,
     MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks,
     MPI_Info *info);
MPI_(int, T_source_get_timestamp, int source_index, MPI_Count *timestamp);
MPI_(int, T_event_get_num, int *num_events);
MPI_(int, T_source_get_num, int *num_sources);

/* Chapters 16 and 17: what the standard has taken out or may take out. */
MPI_(int, Address, void *location, MPI_Aint *address);
MPI_(int, Type_hvector, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
     MPI_Datatype *newtype);
MPI_(int, Type_hindexed, int count, int blocklengths[], MPI_Aint displacements[],
     MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_(int, Type_struct, int count, int blocklengths[], MPI_Aint displacements[],
     MPI_Datatype types[], MPI_Datatype *newtype);
MPI_(int, Type_extent, MPI_Datatype datatype, MPI_Aint *extent);
MPI_(int, Type_lb, MPI_Datatype datatype, MPI_Aint *displacement);
MPI_(int, Type_ub, MPI_Datatype datatype, MPI_Aint *displacement);
MPI_(int, Errhandler_create, MPI_Handler_function *function, MPI_Errhandler *errhandler);
MPI_(int, Errhandler_set, MPI_Comm comm, MPI_Errhandler errhandler);
MPI_(int, Errhandler_get, MPI_Comm comm, MPI_Errhandler *errhandler);
MPI_(int, Keyval_create, MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
     void *extra_state);
MPI_(int, Keyval_free, int *keyval);
MPI_(int, Attr_put, MPI_Comm comm, int keyval, void *value);
MPI_(int, Attr_get, MPI_Comm comm, int keyval, void *value, int *flag);
MPI_(int, Attr_delete, MPI_Comm comm, int keyval);

/* Chapter 12: the memory of other ranks. */
MPI_(int, Win_create_dynamic, MPI_Info info, MPI_Comm comm, MPI_Win *win);
MPI_(int, Win_attach, MPI_Win win, void *base, MPI_Aint size);
MPI_(int, Win_detach, MPI_Win win, const void *base);
MPI_(int, Win_free, MPI_Win *win);
MPI_(int, Fetch_and_op, const void *origin_addr, void *result_addr, MPI_Datatype datatype,
     int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
MPI_(int, Compare_and_swap, const void *origin_addr, const void *compare_addr, void *result_addr,
     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
MPI_(int, Win_fence, int assert, MPI_Win win);
MPI_(int, Win_start, MPI_Group group, int assert, MPI_Win win);
MPI_(int, Win_complete, MPI_Win win);
MPI_(int, Win_post, MPI_Group group, int assert, MPI_Win win);
MPI_(int, Win_wait, MPI_Win win);
MPI_(int, Win_test, MPI_Win win, int *flag);
MPI_(int, Win_lock, int lock_type, int rank, int assert, MPI_Win win);
MPI_(int, Win_unlock, int rank, MPI_Win win);
MPI_(int, Win_lock_all, int assert, MPI_Win win);
MPI_(int, Win_unlock_all, MPI_Win win);
MPI_(int, Win_flush, int rank, MPI_Win win);
MPI_(int, Win_flush_all, MPI_Win win);
MPI_(int, Win_flush_local, int rank, MPI_Win win);
MPI_(int, Win_flush_local_all, MPI_Win win);
MPI_(int, Win_sync, MPI_Win win);
MPI_(int, Win_create_keyval, MPI_Win_copy_attr_function *copy_fn,
     MPI_Win_delete_attr_function *delete_fn, int *keyval, void *extra_state);
MPI_(int, Win_free_keyval, int *keyval);
MPI_(int, Win_set_attr, MPI_Win win, int win_keyval, void *attribute_val);
MPI_(int, Win_get_attr, MPI_Win win, int win_keyval, void *attribute_val, int *flag);
MPI_(int, Win_delete_attr, MPI_Win win, int win_keyval);
MPI_(int, Win_set_name, MPI_Win win, const char *win_name);
MPI_(int, Win_get_name, MPI_Win win, char *win_name, int *resultlen);
MPI_(int, Win_get_group, MPI_Win win, MPI_Group *group);
MPI_(int, Win_set_info, MPI_Win win, MPI_Info info);
MPI_(int, Win_get_info, MPI_Win win, MPI_Info *info_used);
MPI_(int, Win_create_errhandler, MPI_Win_errhandler_function *win_errhandler_fn,
     MPI_Errhandler *errhandler);
MPI_(int, Win_set_errhandler, MPI_Win win, MPI_Errhandler errhandler);
MPI_(int, Win_get_errhandler, MPI_Win win, MPI_Errhandler *errhandler);
MPI_(int, Win_call_errhandler, MPI_Win win, int errorcode);

/* Chapter 19: handles and statuses of Fortran. */
#define MPI_HANDLE_(name, type)                                                                    \
    MPI_(MPI_Fint, name##_c2f, type handle);                                                       \
    MPI_(type, name##_f2c, MPI_Fint handle);                                                       \
    MPI_(int, name##_toint, type handle);                                                          \
    MPI_(type, name##_fromint, int handle)
MPI_HANDLE_(Comm, MPI_Comm);
MPI_HANDLE_(Errhandler, MPI_Errhandler);
MPI_HANDLE_(File, MPI_File);
MPI_HANDLE_(Group, MPI_Group);
MPI_HANDLE_(Info, MPI_Info);
MPI_HANDLE_(Message, MPI_Message);
MPI_HANDLE_(Op, MPI_Op);
MPI_HANDLE_(Request, MPI_Request);
MPI_HANDLE_(Session, MPI_Session);
MPI_HANDLE_(Type, MPI_Datatype);
MPI_HANDLE_(Win, MPI_Win);
MPI_(int, Status_c2f, const MPI_Status *c_status, MPI_Fint *f_status);
MPI_(int, Status_f2c, const MPI_Fint *f_status, MPI_Status *c_status);
MPI_(int, Status_c2f08, const MPI_Status *c_status, MPI_F08_status *f08_status);
MPI_(int, Status_f082c, const MPI_F08_status *f08_status, MPI_Status *c_status);
MPI_(int, Status_f2f08, const MPI_Fint *f_status, MPI_F08_status *f08_status);
MPI_(int, Status_f082f, const MPI_F08_status *f08_status, MPI_Fint *f_status);

/* An access to a file, at an offset or at a pointer, and its form for large counts: blocking ones
 * end with a status, nonblocking ones with a request. A split one has two functions. */
#define MPI_FILE_AT_(name, data, end)                                                              \
    MPI_(int, File_##name, MPI_File fh, MPI_Offset offset, data *buf, int count,                   \
         MPI_Datatype datatype, end);                                                              \
    MPI_(int, File_##name##_c, MPI_File fh, MPI_Offset offset, data *buf, MPI_Count count,         \
         MPI_Datatype datatype, end)
#define MPI_FILE_(name, data, end)                                                                 \
    MPI_(int, File_##name, MPI_File fh, data *buf, int count, MPI_Datatype datatype, end);         \
    MPI_(int, File_##name##_c, MPI_File fh, data *buf, MPI_Count count, MPI_Datatype datatype, end)
#define MPI_FILE_SPLIT_AT_(name, data)                                                             \
    MPI_(int, File_##name##_begin, MPI_File fh, MPI_Offset offset, data *buf, int count,           \
         MPI_Datatype datatype);                                                                   \
    MPI_(int, File_##name##_begin_c, MPI_File fh, MPI_Offset offset, data *buf, MPI_Count count,   \
         MPI_Datatype datatype);                                                                   \
    MPI_(int, File_##name##_end, MPI_File fh, data *buf, MPI_Status *status)
#define MPI_FILE_SPLIT_(name, data)                                                                \
    MPI_(int, File_##name##_begin, MPI_File fh, data *buf, int count, MPI_Datatype datatype);      \
    MPI_(int, File_##name##_begin_c, MPI_File fh, data *buf, MPI_Count count,                      \
         MPI_Datatype datatype);                                                                   \
    MPI_(int, File_##name##_end, MPI_File fh, data *buf, MPI_Status *status)

/* Chapter 14: files. */
MPI_(int, File_open, MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh);
MPI_(int, File_close, MPI_File *fh);
MPI_(int, File_delete, const char *filename, MPI_Info info);
MPI_(int, File_set_size, MPI_File fh, MPI_Offset size);
MPI_(int, File_preallocate, MPI_File fh, MPI_Offset size);
MPI_(int, File_get_size, MPI_File fh, MPI_Offset *size);
MPI_(int, File_get_group, MPI_File fh, MPI_Group *group);
MPI_(int, File_get_amode, MPI_File fh, int *amode);
MPI_(int, File_set_info, MPI_File fh, MPI_Info info);
MPI_(int, File_get_info, MPI_File fh, MPI_Info *info_used);
MPI_(int, File_set_view, MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
     const char *datarep, MPI_Info info);
MPI_(int, File_get_view, MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
     char *datarep);
MPI_FILE_AT_(read_at, void, MPI_Status *status);
MPI_FILE_AT_(read_at_all, void, MPI_Status *status);
MPI_FILE_AT_(write_at, const void, MPI_Status *status);
MPI_FILE_AT_(write_at_all, const void, MPI_Status *status);
MPI_FILE_AT_(iread_at, void, MPI_Request *request);
MPI_FILE_AT_(iread_at_all, void, MPI_Request *request);
MPI_FILE_AT_(iwrite_at, const void, MPI_Request *request);
MPI_FILE_AT_(iwrite_at_all, const void, MPI_Request *request);
MPI_FILE_(read, void, MPI_Status *status);
MPI_FILE_(read_all, void, MPI_Status *status);
MPI_FILE_(write, const void, MPI_Status *status);
MPI_FILE_(write_all, const void, MPI_Status *status);
MPI_FILE_(iread, void, MPI_Request *request);
MPI_FILE_(iread_all, void, MPI_Request *request);
MPI_FILE_(iwrite, const void, MPI_Request *request);
MPI_FILE_(iwrite_all, const void, MPI_Request *request);
MPI_(int, File_seek, MPI_File fh, MPI_Offset offset, int whence);
MPI_(int, File_get_position, MPI_File fh, MPI_Offset *offset);
MPI_(int, File_get_byte_offset, MPI_File fh, MPI_Offset offset, MPI_Offset *disp);
MPI_FILE_(read_shared, void, MPI_Status *status);
MPI_FILE_(write_shared, const void, MPI_Status *status);
MPI_FILE_(iread_shared, void, MPI_Request *request);
MPI_FILE_(iwrite_shared, const void, MPI_Request *request);
MPI_FILE_(read_ordered, void, MPI_Status *status);
MPI_FILE_(write_ordered, const void, MPI_Status *status);
MPI_(int, File_seek_shared, MPI_File fh, MPI_Offset offset, int whence);
MPI_(int, File_get_position_shared, MPI_File fh, MPI_Offset *offset);
MPI_FILE_SPLIT_AT_(read_at_all, void);
MPI_FILE_SPLIT_AT_(write_at_all, const void);
MPI_FILE_SPLIT_(read_all, void);
MPI_FILE_SPLIT_(write_all, const void);
MPI_FILE_SPLIT_(read_ordered, void);
MPI_FILE_SPLIT_(write_ordered, const void);
MPI_(int, File_get_type_extent, MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent);
MPI_(int, File_get_type_extent_c, MPI_File fh, MPI_Datatype datatype, MPI_Count *extent);
MPI_(int, File_set_atomicity, MPI_File fh, int flag);
MPI_(int, File_get_atomicity, MPI_File fh, int *flag);
MPI_(int, File_sync, MPI_File fh);
MPI_(int, File_create_errhandler, MPI_File_errhandler_function *file_errhandler_fn,
     MPI_Errhandler *errhandler);
MPI_(int, File_set_errhandler, MPI_File file, MPI_Errhandler errhandler);
MPI_(int, File_get_errhandler, MPI_File file, MPI_Errhandler *errhandler);
MPI_(int, File_call_errhandler, MPI_File fh, int errorcode);

#undef MPI_
#undef MPI_HANDLE_
#undef MPI_FILE_AT_
#undef MPI_FILE_
#undef MPI_FILE_SPLIT_AT_
#undef MPI_FILE_SPLIT_

#ifdef __cplusplus
}
#endif

#endif
