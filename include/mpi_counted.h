/* The functions of this MPI that have a form with large counts (MPI 5.0, section 2.5.8);
 * mpi_functions.h includes this list once for each form, and defines before:
 *
 *     MPI_NAME_(name)    the name of a function
 *     MPI_COUNT_         the type of a count
 *     MPI_DISPLACEMENT_  that of a displacement in elements, and of what else is an MPI_Aint in the
 *                        large form
 *     MPI_BYTES_         that of a displacement in bytes */
#define MPI_COUNTED_(name, ...)                                                                    \
    int MPI_NAME_(MPI_##name)(__VA_ARGS__);                                                        \
    int MPI_NAME_(PMPI_##name)(__VA_ARGS__)

/* The blocking, the nonblocking and the persistent form of a collective operation. */
#define MPI_COLLECTIVE_(name, nonblocking, ...)                                                    \
    MPI_COUNTED_(name, __VA_ARGS__, MPI_Comm comm);                                                \
    MPI_COUNTED_(nonblocking, __VA_ARGS__, MPI_Comm comm, MPI_Request *request);                   \
    MPI_COUNTED_(name##_init, __VA_ARGS__, MPI_Comm comm, MPI_Info info, MPI_Request *request)

/* The blocking, the nonblocking and the persistent form of a way to send. */
#define MPI_SEND_(name, nonblocking)                                                               \
    MPI_COUNTED_(name, const void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int dest,         \
                 int tag, MPI_Comm comm);                                                          \
    MPI_COUNTED_(nonblocking, const void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int dest,  \
                 int tag, MPI_Comm comm, MPI_Request *request);                                    \
    MPI_COUNTED_(name##_init, const void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int dest,  \
                 int tag, MPI_Comm comm, MPI_Request *request)

/* The target's parameters of a one-sided operation. */
#define MPI_TARGET_                                                                                \
    int target_rank, MPI_Aint target_disp, MPI_COUNT_ target_count, MPI_Datatype target_datatype
#define MPI_ORIGIN_(data) data *origin_addr, MPI_COUNT_ origin_count, MPI_Datatype origin_datatype
#define MPI_RESULT_       void *result_addr, MPI_COUNT_ result_count, MPI_Datatype result_datatype

/* Chapter 3: messages from one rank to another. */
MPI_SEND_(Send, Isend);
MPI_SEND_(Bsend, Ibsend);
MPI_SEND_(Ssend, Issend);
MPI_SEND_(Rsend, Irsend);
MPI_COUNTED_(Recv, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int source, int tag,
             MPI_Comm comm, MPI_Status *status);
MPI_COUNTED_(Irecv, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int source, int tag,
             MPI_Comm comm, MPI_Request *request);
MPI_COUNTED_(Recv_init, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int source, int tag,
             MPI_Comm comm, MPI_Request *request);
MPI_COUNTED_(Sendrecv, const void *sendbuf, MPI_COUNT_ sendcount, MPI_Datatype sendtype, int dest,
             int sendtag, void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype, int source,
             int recvtag, MPI_Comm comm, MPI_Status *status);
MPI_COUNTED_(Isendrecv, const void *sendbuf, MPI_COUNT_ sendcount, MPI_Datatype sendtype, int dest,
             int sendtag, void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype, int source,
             int recvtag, MPI_Comm comm, MPI_Request *request);
MPI_COUNTED_(Sendrecv_replace, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int dest,
             int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
MPI_COUNTED_(Isendrecv_replace, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, int dest,
             int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request);
MPI_COUNTED_(Mrecv, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, MPI_Message *message,
             MPI_Status *status);
MPI_COUNTED_(Imrecv, void *buf, MPI_COUNT_ count, MPI_Datatype datatype, MPI_Message *message,
             MPI_Request *request);
MPI_COUNTED_(Buffer_attach, void *buffer, MPI_COUNT_ size);
MPI_COUNTED_(Buffer_detach, void *buffer_addr, MPI_COUNT_ *size);
MPI_COUNTED_(Comm_attach_buffer, MPI_Comm comm, void *buffer, MPI_COUNT_ size);
MPI_COUNTED_(Comm_detach_buffer, MPI_Comm comm, void *buffer_addr, MPI_COUNT_ *size);
MPI_COUNTED_(Get_count, const MPI_Status *status, MPI_Datatype datatype, MPI_COUNT_ *count);
MPI_COUNTED_(Status_set_elements, MPI_Status *status, MPI_Datatype datatype, MPI_COUNT_ count);

/* Chapter 4: messages in partitions. */
MPI_COUNTED_(Psend_init, const void *buf, int partitions, MPI_COUNT_ count, MPI_Datatype datatype,
             int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
MPI_COUNTED_(Precv_init, void *buf, int partitions, MPI_COUNT_ count, MPI_Datatype datatype,
             int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);

/* Chapter 5: datatypes. */
MPI_COUNTED_(Type_contiguous, MPI_COUNT_ count, MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_vector, MPI_COUNT_ count, MPI_COUNT_ blocklength, MPI_COUNT_ stride,
             MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_hvector, MPI_COUNT_ count, MPI_COUNT_ blocklength, MPI_BYTES_ stride,
             MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_indexed, MPI_COUNT_ count, const MPI_COUNT_ blocklengths[],
             const MPI_COUNT_ displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_hindexed, MPI_COUNT_ count, const MPI_COUNT_ blocklengths[],
             const MPI_BYTES_ displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_indexed_block, MPI_COUNT_ count, MPI_COUNT_ blocklength,
             const MPI_COUNT_ displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_hindexed_block, MPI_COUNT_ count, MPI_COUNT_ blocklength,
             const MPI_BYTES_ displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_struct, MPI_COUNT_ count, const MPI_COUNT_ blocklengths[],
             const MPI_BYTES_ displacements[], const MPI_Datatype types[], MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_subarray, int ndims, const MPI_COUNT_ sizes[], const MPI_COUNT_ subsizes[],
             const MPI_COUNT_ starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_darray, int size, int rank, int ndims, const MPI_COUNT_ gsizes[],
             const int distribs[], const int dargs[], const int psizes[], int order,
             MPI_Datatype oldtype, MPI_Datatype *newtype);
MPI_COUNTED_(Type_create_resized, MPI_Datatype oldtype, MPI_BYTES_ lb, MPI_BYTES_ extent,
             MPI_Datatype *newtype);
MPI_COUNTED_(Type_size, MPI_Datatype datatype, MPI_COUNT_ *size);
MPI_COUNTED_(Type_get_extent, MPI_Datatype datatype, MPI_BYTES_ *lb, MPI_BYTES_ *extent);
MPI_COUNTED_(Type_get_true_extent, MPI_Datatype datatype, MPI_BYTES_ *lb, MPI_BYTES_ *extent);
MPI_COUNTED_(Get_elements, const MPI_Status *status, MPI_Datatype datatype, MPI_COUNT_ *count);
MPI_COUNTED_(Pack, const void *inbuf, MPI_COUNT_ incount, MPI_Datatype datatype, void *outbuf,
             MPI_COUNT_ outsize, MPI_COUNT_ *position, MPI_Comm comm);
MPI_COUNTED_(Unpack, const void *inbuf, MPI_COUNT_ insize, MPI_COUNT_ *position, void *outbuf,
             MPI_COUNT_ outcount, MPI_Datatype datatype, MPI_Comm comm);
MPI_COUNTED_(Pack_size, MPI_COUNT_ incount, MPI_Datatype datatype, MPI_Comm comm, MPI_COUNT_ *size);
MPI_COUNTED_(Pack_external, const char datarep[], const void *inbuf, MPI_COUNT_ incount,
             MPI_Datatype datatype, void *outbuf, MPI_BYTES_ outsize, MPI_BYTES_ *position);
MPI_COUNTED_(Unpack_external, const char datarep[], const void *inbuf, MPI_BYTES_ insize,
             MPI_BYTES_ *position, void *outbuf, MPI_COUNT_ outcount, MPI_Datatype datatype);
MPI_COUNTED_(Pack_external_size, const char datarep[], MPI_COUNT_ incount, MPI_Datatype datatype,
             MPI_BYTES_ *size);

/* Chapter 6: collective operations. */
MPI_COLLECTIVE_(Bcast, Ibcast, void *buffer, MPI_COUNT_ count, MPI_Datatype datatype, int root);
MPI_COLLECTIVE_(Gather, Igather, const void *sendbuf, MPI_COUNT_ sendcount, MPI_Datatype sendtype,
                void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype, int root);
MPI_COLLECTIVE_(Gatherv, Igatherv, const void *sendbuf, MPI_COUNT_ sendcount, MPI_Datatype sendtype,
                void *recvbuf, const MPI_COUNT_ recvcounts[], const MPI_DISPLACEMENT_ displs[],
                MPI_Datatype recvtype, int root);
MPI_COLLECTIVE_(Scatter, Iscatter, const void *sendbuf, MPI_COUNT_ sendcount, MPI_Datatype sendtype,
                void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype, int root);
MPI_COLLECTIVE_(Scatterv, Iscatterv, const void *sendbuf, const MPI_COUNT_ sendcounts[],
                const MPI_DISPLACEMENT_ displs[], MPI_Datatype sendtype, void *recvbuf,
                MPI_COUNT_ recvcount, MPI_Datatype recvtype, int root);
MPI_COLLECTIVE_(Allgather, Iallgather, const void *sendbuf, MPI_COUNT_ sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype);
MPI_COLLECTIVE_(Allgatherv, Iallgatherv, const void *sendbuf, MPI_COUNT_ sendcount,
                MPI_Datatype sendtype, void *recvbuf, const MPI_COUNT_ recvcounts[],
                const MPI_DISPLACEMENT_ displs[], MPI_Datatype recvtype);
MPI_COLLECTIVE_(Alltoall, Ialltoall, const void *sendbuf, MPI_COUNT_ sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype);
MPI_COLLECTIVE_(Alltoallv, Ialltoallv, const void *sendbuf, const MPI_COUNT_ sendcounts[],
                const MPI_DISPLACEMENT_ sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const MPI_COUNT_ recvcounts[], const MPI_DISPLACEMENT_ rdispls[],
                MPI_Datatype recvtype);
MPI_COLLECTIVE_(Alltoallw, Ialltoallw, const void *sendbuf, const MPI_COUNT_ sendcounts[],
                const MPI_DISPLACEMENT_ sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                const MPI_COUNT_ recvcounts[], const MPI_DISPLACEMENT_ rdispls[],
                const MPI_Datatype recvtypes[]);
MPI_COLLECTIVE_(Reduce, Ireduce, const void *sendbuf, void *recvbuf, MPI_COUNT_ count,
                MPI_Datatype datatype, MPI_Op op, int root);
MPI_COLLECTIVE_(Allreduce, Iallreduce, const void *sendbuf, void *recvbuf, MPI_COUNT_ count,
                MPI_Datatype datatype, MPI_Op op);
MPI_COLLECTIVE_(Reduce_scatter, Ireduce_scatter, const void *sendbuf, void *recvbuf,
                const MPI_COUNT_ recvcounts[], MPI_Datatype datatype, MPI_Op op);
MPI_COLLECTIVE_(Reduce_scatter_block, Ireduce_scatter_block, const void *sendbuf, void *recvbuf,
                MPI_COUNT_ recvcount, MPI_Datatype datatype, MPI_Op op);
MPI_COLLECTIVE_(Scan, Iscan, const void *sendbuf, void *recvbuf, MPI_COUNT_ count,
                MPI_Datatype datatype, MPI_Op op);
MPI_COLLECTIVE_(Exscan, Iexscan, const void *sendbuf, void *recvbuf, MPI_COUNT_ count,
                MPI_Datatype datatype, MPI_Op op);
MPI_COUNTED_(Op_create, MPI_NAME_(MPI_User_function) * user_fn, int commute, MPI_Op *op);
MPI_COUNTED_(Reduce_local, const void *inbuf, void *inoutbuf, MPI_COUNT_ count,
             MPI_Datatype datatype, MPI_Op op);

/* Chapter 8: process topologies. */
MPI_COLLECTIVE_(Neighbor_allgather, Ineighbor_allgather, const void *sendbuf, MPI_COUNT_ sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype);
MPI_COLLECTIVE_(Neighbor_allgatherv, Ineighbor_allgatherv, const void *sendbuf,
                MPI_COUNT_ sendcount, MPI_Datatype sendtype, void *recvbuf,
                const MPI_COUNT_ recvcounts[], const MPI_DISPLACEMENT_ displs[],
                MPI_Datatype recvtype);
MPI_COLLECTIVE_(Neighbor_alltoall, Ineighbor_alltoall, const void *sendbuf, MPI_COUNT_ sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_COUNT_ recvcount, MPI_Datatype recvtype);
MPI_COLLECTIVE_(Neighbor_alltoallv, Ineighbor_alltoallv, const void *sendbuf,
                const MPI_COUNT_ sendcounts[], const MPI_DISPLACEMENT_ sdispls[],
                MPI_Datatype sendtype, void *recvbuf, const MPI_COUNT_ recvcounts[],
                const MPI_DISPLACEMENT_ rdispls[], MPI_Datatype recvtype);
MPI_COLLECTIVE_(Neighbor_alltoallw, Ineighbor_alltoallw, const void *sendbuf,
                const MPI_COUNT_ sendcounts[], const MPI_Aint sdispls[],
                const MPI_Datatype sendtypes[], void *recvbuf, const MPI_COUNT_ recvcounts[],
                const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]);

/* Chapter 12: the memory of other ranks. */
MPI_COUNTED_(Win_create, void *base, MPI_Aint size, MPI_DISPLACEMENT_ disp_unit, MPI_Info info,
             MPI_Comm comm, MPI_Win *win);
MPI_COUNTED_(Win_allocate, MPI_Aint size, MPI_DISPLACEMENT_ disp_unit, MPI_Info info, MPI_Comm comm,
             void *baseptr, MPI_Win *win);
MPI_COUNTED_(Win_allocate_shared, MPI_Aint size, MPI_DISPLACEMENT_ disp_unit, MPI_Info info,
             MPI_Comm comm, void *baseptr, MPI_Win *win);
MPI_COUNTED_(Win_shared_query, MPI_Win win, int rank, MPI_Aint *size, MPI_DISPLACEMENT_ *disp_unit,
             void *baseptr);
MPI_COUNTED_(Put, MPI_ORIGIN_(const void), MPI_TARGET_, MPI_Win win);
MPI_COUNTED_(Rput, MPI_ORIGIN_(const void), MPI_TARGET_, MPI_Win win, MPI_Request *request);
MPI_COUNTED_(Get, MPI_ORIGIN_(void), MPI_TARGET_, MPI_Win win);
MPI_COUNTED_(Rget, MPI_ORIGIN_(void), MPI_TARGET_, MPI_Win win, MPI_Request *request);
MPI_COUNTED_(Accumulate, MPI_ORIGIN_(const void), MPI_TARGET_, MPI_Op op, MPI_Win win);
MPI_COUNTED_(Raccumulate, MPI_ORIGIN_(const void), MPI_TARGET_, MPI_Op op, MPI_Win win,
             MPI_Request *request);
MPI_COUNTED_(Get_accumulate, MPI_ORIGIN_(const void), MPI_RESULT_, MPI_TARGET_, MPI_Op op,
             MPI_Win win);
MPI_COUNTED_(Rget_accumulate, MPI_ORIGIN_(const void), MPI_RESULT_, MPI_TARGET_, MPI_Op op,
             MPI_Win win, MPI_Request *request);

#undef MPI_COUNTED_
#undef MPI_COLLECTIVE_
#undef MPI_SEND_
#undef MPI_TARGET_
#undef MPI_ORIGIN_
#undef MPI_RESULT_
#undef MPI_NAME_
#undef MPI_COUNT_
#undef MPI_DISPLACEMENT_
#undef MPI_BYTES_
