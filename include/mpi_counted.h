/* The functions of this MPI that have a form with large counts (MPI 5.0, section 2.5.8);
 * mpi_functions.h includes this list once for each form, and defines before:
 *
 *     N_(name)       the name of a function
 *     COUNT_         the type of a count
 *     DISPLACEMENT_  that of a displacement in elements, and of what else is an MPI_Aint in the
 *                    large form
 *     BYTES_         that of a displacement in bytes */
#define C_(name, ...) MPI_(int, name, __VA_ARGS__)

/* The blocking, the nonblocking and the persistent form of a collective operation. */
#define COLLECTIVE_(name, nonblocking, ...)                                                        \
    C_(N_(name), __VA_ARGS__, MPI_Comm comm);                                                      \
    C_(N_(nonblocking), __VA_ARGS__, MPI_Comm comm, MPI_Request *request);                         \
    C_(N_(name##_init), __VA_ARGS__, MPI_Comm comm, MPI_Info info, MPI_Request *request)

/* The blocking, the nonblocking and the persistent form of a way to send. */
#define SEND_(name, nonblocking)                                                                   \
    C_(N_(name), const void *buf, COUNT_ count, MPI_Datatype datatype, int dest, int tag,          \
       MPI_Comm comm);                                                                             \
    C_(N_(nonblocking), const void *buf, COUNT_ count, MPI_Datatype datatype, int dest, int tag,   \
       MPI_Comm comm, MPI_Request *request);                                                       \
    C_(N_(name##_init), const void *buf, COUNT_ count, MPI_Datatype datatype, int dest, int tag,   \
       MPI_Comm comm, MPI_Request *request)

/* What an operation on the memory of another rank takes at its target. */
#define TARGET_                                                                                    \
    int target_rank, MPI_Aint target_disp, COUNT_ target_count, MPI_Datatype target_datatype
#define ORIGIN_(data) data *origin_addr, COUNT_ origin_count, MPI_Datatype origin_datatype
#define RESULT_       void *result_addr, COUNT_ result_count, MPI_Datatype result_datatype

/* Chapter 3: messages from one rank to another. */
SEND_(Send, Isend);
SEND_(Bsend, Ibsend);
SEND_(Ssend, Issend);
SEND_(Rsend, Irsend);
C_(N_(Recv), void *buf, COUNT_ count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
   MPI_Status *status);
C_(N_(Irecv), void *buf, COUNT_ count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
   MPI_Request *request);
C_(N_(Recv_init), void *buf, COUNT_ count, MPI_Datatype datatype, int source, int tag,
   MPI_Comm comm, MPI_Request *request);
C_(N_(Sendrecv), const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype, int dest,
   int sendtag, void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype, int source, int recvtag,
   MPI_Comm comm, MPI_Status *status);
C_(N_(Isendrecv), const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype, int dest,
   int sendtag, void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype, int source, int recvtag,
   MPI_Comm comm, MPI_Request *request);
C_(N_(Sendrecv_replace), void *buf, COUNT_ count, MPI_Datatype datatype, int dest, int sendtag,
   int source, int recvtag, MPI_Comm comm, MPI_Status *status);
C_(N_(Isendrecv_replace), void *buf, COUNT_ count, MPI_Datatype datatype, int dest, int sendtag,
   int source, int recvtag, MPI_Comm comm, MPI_Request *request);
C_(N_(Mrecv), void *buf, COUNT_ count, MPI_Datatype datatype, MPI_Message *message,
   MPI_Status *status);
C_(N_(Imrecv), void *buf, COUNT_ count, MPI_Datatype datatype, MPI_Message *message,
   MPI_Request *request);
C_(N_(Buffer_attach), void *buffer, COUNT_ size);
C_(N_(Buffer_detach), void *buffer_addr, COUNT_ *size);
C_(N_(Get_count), const MPI_Status *status, MPI_Datatype datatype, COUNT_ *count);
C_(N_(Status_set_elements), MPI_Status *status, MPI_Datatype datatype, COUNT_ count);

/* Chapter 4: messages in partitions. */
C_(N_(Psend_init), const void *buf, int partitions, COUNT_ count, MPI_Datatype datatype, int dest,
   int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
C_(N_(Precv_init), void *buf, int partitions, COUNT_ count, MPI_Datatype datatype, int source,
   int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);

/* Chapter 5: datatypes. */
C_(N_(Type_contiguous), COUNT_ count, MPI_Datatype oldtype, MPI_Datatype *newtype);
C_(N_(Type_vector), COUNT_ count, COUNT_ blocklength, COUNT_ stride, MPI_Datatype oldtype,
   MPI_Datatype *newtype);
C_(N_(Type_create_hvector), COUNT_ count, COUNT_ blocklength, BYTES_ stride, MPI_Datatype oldtype,
   MPI_Datatype *newtype);
C_(N_(Type_indexed), COUNT_ count, const COUNT_ blocklengths[], const COUNT_ displacements[],
   MPI_Datatype oldtype, MPI_Datatype *newtype);
C_(N_(Type_create_hindexed), COUNT_ count, const COUNT_ blocklengths[],
   const BYTES_ displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype);
C_(N_(Type_create_indexed_block), COUNT_ count, COUNT_ blocklength, const COUNT_ displacements[],
   MPI_Datatype oldtype, MPI_Datatype *newtype);
C_(N_(Type_create_hindexed_block), COUNT_ count, COUNT_ blocklength, const BYTES_ displacements[],
   MPI_Datatype oldtype, MPI_Datatype *newtype);
C_(N_(Type_create_struct), COUNT_ count, const COUNT_ blocklengths[], const BYTES_ displacements[],
   const MPI_Datatype types[], MPI_Datatype *newtype);
C_(N_(Type_create_subarray), int ndims, const COUNT_ sizes[], const COUNT_ subsizes[],
   const COUNT_ starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype);
C_(N_(Type_create_darray), int size, int rank, int ndims, const COUNT_ gsizes[],
   const int distribs[], const int dargs[], const int psizes[], int order, MPI_Datatype oldtype,
   MPI_Datatype *newtype);
C_(N_(Type_create_resized), MPI_Datatype oldtype, BYTES_ lb, BYTES_ extent, MPI_Datatype *newtype);
C_(N_(Type_size), MPI_Datatype datatype, COUNT_ *size);
C_(N_(Type_get_extent), MPI_Datatype datatype, BYTES_ *lb, BYTES_ *extent);
C_(N_(Type_get_true_extent), MPI_Datatype datatype, BYTES_ *lb, BYTES_ *extent);
C_(N_(Get_elements), const MPI_Status *status, MPI_Datatype datatype, COUNT_ *count);
C_(N_(Pack), const void *inbuf, COUNT_ incount, MPI_Datatype datatype, void *outbuf, COUNT_ outsize,
   COUNT_ *position, MPI_Comm comm);
C_(N_(Unpack), const void *inbuf, COUNT_ insize, COUNT_ *position, void *outbuf, COUNT_ outcount,
   MPI_Datatype datatype, MPI_Comm comm);
C_(N_(Pack_size), COUNT_ incount, MPI_Datatype datatype, MPI_Comm comm, COUNT_ *size);
C_(N_(Pack_external), const char datarep[], const void *inbuf, COUNT_ incount,
   MPI_Datatype datatype, void *outbuf, BYTES_ outsize, BYTES_ *position);
C_(N_(Unpack_external), const char datarep[], const void *inbuf, BYTES_ insize, BYTES_ *position,
   void *outbuf, COUNT_ outcount, MPI_Datatype datatype);
C_(N_(Pack_external_size), const char datarep[], COUNT_ incount, MPI_Datatype datatype,
   BYTES_ *size);

/* Chapter 6: collective operations. */
COLLECTIVE_(Bcast, Ibcast, void *buffer, COUNT_ count, MPI_Datatype datatype, int root);
COLLECTIVE_(Gather, Igather, const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype,
            void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype, int root);
COLLECTIVE_(Gatherv, Igatherv, const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype,
            void *recvbuf, const COUNT_ recvcounts[], const DISPLACEMENT_ displs[],
            MPI_Datatype recvtype, int root);
COLLECTIVE_(Scatter, Iscatter, const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype,
            void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype, int root);
COLLECTIVE_(Scatterv, Iscatterv, const void *sendbuf, const COUNT_ sendcounts[],
            const DISPLACEMENT_ displs[], MPI_Datatype sendtype, void *recvbuf, COUNT_ recvcount,
            MPI_Datatype recvtype, int root);
COLLECTIVE_(Allgather, Iallgather, const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype,
            void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype);
COLLECTIVE_(Allgatherv, Iallgatherv, const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype,
            void *recvbuf, const COUNT_ recvcounts[], const DISPLACEMENT_ displs[],
            MPI_Datatype recvtype);
COLLECTIVE_(Alltoall, Ialltoall, const void *sendbuf, COUNT_ sendcount, MPI_Datatype sendtype,
            void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype);
COLLECTIVE_(Alltoallv, Ialltoallv, const void *sendbuf, const COUNT_ sendcounts[],
            const DISPLACEMENT_ sdispls[], MPI_Datatype sendtype, void *recvbuf,
            const COUNT_ recvcounts[], const DISPLACEMENT_ rdispls[], MPI_Datatype recvtype);
COLLECTIVE_(Alltoallw, Ialltoallw, const void *sendbuf, const COUNT_ sendcounts[],
            const DISPLACEMENT_ sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
            const COUNT_ recvcounts[], const DISPLACEMENT_ rdispls[],
            const MPI_Datatype recvtypes[]);
COLLECTIVE_(Reduce, Ireduce, const void *sendbuf, void *recvbuf, COUNT_ count,
            MPI_Datatype datatype, MPI_Op op, int root);
COLLECTIVE_(Allreduce, Iallreduce, const void *sendbuf, void *recvbuf, COUNT_ count,
            MPI_Datatype datatype, MPI_Op op);
COLLECTIVE_(Reduce_scatter, Ireduce_scatter, const void *sendbuf, void *recvbuf,
            const COUNT_ recvcounts[], MPI_Datatype datatype, MPI_Op op);
COLLECTIVE_(Reduce_scatter_block, Ireduce_scatter_block, const void *sendbuf, void *recvbuf,
            COUNT_ recvcount, MPI_Datatype datatype, MPI_Op op);
COLLECTIVE_(Scan, Iscan, const void *sendbuf, void *recvbuf, COUNT_ count, MPI_Datatype datatype,
            MPI_Op op);
COLLECTIVE_(Exscan, Iexscan, const void *sendbuf, void *recvbuf, COUNT_ count,
            MPI_Datatype datatype, MPI_Op op);
C_(N_(Op_create), N_(MPI_User_function) * user_fn, int commute, MPI_Op *op);
C_(N_(Reduce_local), const void *inbuf, void *inoutbuf, COUNT_ count, MPI_Datatype datatype,
   MPI_Op op);

/* Chapter 8: process topologies. */
COLLECTIVE_(Neighbor_allgather, Ineighbor_allgather, const void *sendbuf, COUNT_ sendcount,
            MPI_Datatype sendtype, void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype);
COLLECTIVE_(Neighbor_allgatherv, Ineighbor_allgatherv, const void *sendbuf, COUNT_ sendcount,
            MPI_Datatype sendtype, void *recvbuf, const COUNT_ recvcounts[],
            const DISPLACEMENT_ displs[], MPI_Datatype recvtype);
COLLECTIVE_(Neighbor_alltoall, Ineighbor_alltoall, const void *sendbuf, COUNT_ sendcount,
            MPI_Datatype sendtype, void *recvbuf, COUNT_ recvcount, MPI_Datatype recvtype);
COLLECTIVE_(Neighbor_alltoallv, Ineighbor_alltoallv, const void *sendbuf, const COUNT_ sendcounts[],
            const DISPLACEMENT_ sdispls[], MPI_Datatype sendtype, void *recvbuf,
            const COUNT_ recvcounts[], const DISPLACEMENT_ rdispls[], MPI_Datatype recvtype);
COLLECTIVE_(Neighbor_alltoallw, Ineighbor_alltoallw, const void *sendbuf, const COUNT_ sendcounts[],
            const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
            const COUNT_ recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]);

/* Chapter 12: the memory of other ranks. */
C_(N_(Win_create), void *base, MPI_Aint size, DISPLACEMENT_ disp_unit, MPI_Info info, MPI_Comm comm,
   MPI_Win *win);
C_(N_(Win_allocate), MPI_Aint size, DISPLACEMENT_ disp_unit, MPI_Info info, MPI_Comm comm,
   void *baseptr, MPI_Win *win);
C_(N_(Win_allocate_shared), MPI_Aint size, DISPLACEMENT_ disp_unit, MPI_Info info, MPI_Comm comm,
   void *baseptr, MPI_Win *win);
C_(N_(Win_shared_query), MPI_Win win, int rank, MPI_Aint *size, DISPLACEMENT_ *disp_unit,
   void *baseptr);
C_(N_(Put), ORIGIN_(const void), TARGET_, MPI_Win win);
C_(N_(Rput), ORIGIN_(const void), TARGET_, MPI_Win win, MPI_Request *request);
C_(N_(Get), ORIGIN_(void), TARGET_, MPI_Win win);
C_(N_(Rget), ORIGIN_(void), TARGET_, MPI_Win win, MPI_Request *request);
C_(N_(Accumulate), ORIGIN_(const void), TARGET_, MPI_Op op, MPI_Win win);
C_(N_(Raccumulate), ORIGIN_(const void), TARGET_, MPI_Op op, MPI_Win win, MPI_Request *request);
C_(N_(Get_accumulate), ORIGIN_(const void), RESULT_, TARGET_, MPI_Op op, MPI_Win win);
C_(N_(Rget_accumulate), ORIGIN_(const void), RESULT_, TARGET_, MPI_Op op, MPI_Win win,
   MPI_Request *request);

#undef C_
#undef COLLECTIVE_
#undef SEND_
#undef TARGET_
#undef ORIGIN_
#undef RESULT_
#undef N_
#undef COUNT_
#undef DISPLACEMENT_
#undef BYTES_
