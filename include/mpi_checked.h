/* What clang checks of the calls of MPI in a program; only mpi.h includes this file, in the pass
 * that 'mpicc -Wmpi' makes with MPI_CHECKED_, which generates no code. It declares functions again,
 * with attributes: the type of a buffer is that of its datatype (-Wtype-safety), a count is no more
 * than the elements of an array that clang sees (-Wuser-defined-warnings), and a communicator is
 * not MPI_COMM_NULL (-Wnonnull). */
#ifndef MPI_CHECKED_H
#define MPI_CHECKED_H

/* nonnull knows no other value. */
#undef MPI_COMM_NULL
#define MPI_COMM_NULL ((MPI_Comm)0)

/* The C type of each datatype, by the handle's number. */
#define MPI_TAG_(number, ...)                                                                      \
    static const uintptr_t mpi_tag_##number                                                        \
        __attribute__((type_tag_for_datatype(mpi, __VA_ARGS__), unused)) = number
MPI_TAG_(0x201, MPI_Aint);
MPI_TAG_(0x202, MPI_Count);
MPI_TAG_(0x203, MPI_Offset);
MPI_TAG_(0x208, short);
MPI_TAG_(0x209, int);
MPI_TAG_(0x20a, long);
MPI_TAG_(0x20b, long long);
MPI_TAG_(0x20c, unsigned short);
MPI_TAG_(0x20d, unsigned);
MPI_TAG_(0x20e, unsigned long);
MPI_TAG_(0x20f, unsigned long long);
MPI_TAG_(0x210, float);
MPI_TAG_(0x212, _Complex float);
MPI_TAG_(0x214, double);
MPI_TAG_(0x216, _Complex double);
MPI_TAG_(0x220, long double);
MPI_TAG_(0x240, int8_t);
MPI_TAG_(0x241, uint8_t);
MPI_TAG_(0x243, char);
MPI_TAG_(0x244, signed char);
MPI_TAG_(0x245, unsigned char);
MPI_TAG_(0x248, int16_t);
MPI_TAG_(0x249, uint16_t);
MPI_TAG_(0x250, int32_t);
MPI_TAG_(0x251, uint32_t);
MPI_TAG_(0x258, int64_t);
MPI_TAG_(0x259, uint64_t);

/* Which arguments are a buffer and its datatype, and which one is the communicator. */
#define MPI_AGAIN_(name, ...)                                                                      \
    extern __typeof__(MPI_##name) MPI_##name __attribute__((__VA_ARGS__));                         \
    extern __typeof__(MPI_##name##_c) MPI_##name##_c __attribute__((__VA_ARGS__))
#define MPI_HAS_(buffer, type) pointer_with_type_tag(mpi, buffer, type)
#define MPI_SENDS_(name, nonblocking)                                                              \
    MPI_AGAIN_(name, MPI_HAS_(1, 3), nonnull(6));                                                  \
    MPI_AGAIN_(nonblocking, MPI_HAS_(1, 3), nonnull(6));                                           \
    MPI_AGAIN_(name##_init, MPI_HAS_(1, 3), nonnull(6))
#define MPI_ALL_(name, nonblocking, ...)                                                           \
    MPI_AGAIN_(name, __VA_ARGS__);                                                                 \
    MPI_AGAIN_(nonblocking, __VA_ARGS__);                                                          \
    MPI_AGAIN_(name##_init, __VA_ARGS__)
MPI_SENDS_(Send, Isend);
MPI_SENDS_(Bsend, Ibsend);
MPI_SENDS_(Ssend, Issend);
MPI_SENDS_(Rsend, Irsend);
MPI_SENDS_(Recv, Irecv);
MPI_AGAIN_(Sendrecv, MPI_HAS_(1, 3), MPI_HAS_(6, 8), nonnull(11));
MPI_AGAIN_(Isendrecv, MPI_HAS_(1, 3), MPI_HAS_(6, 8), nonnull(11));
MPI_AGAIN_(Sendrecv_replace, MPI_HAS_(1, 3), nonnull(8));
MPI_AGAIN_(Isendrecv_replace, MPI_HAS_(1, 3), nonnull(8));
MPI_AGAIN_(Mrecv, MPI_HAS_(1, 3));
MPI_AGAIN_(Imrecv, MPI_HAS_(1, 3));
MPI_AGAIN_(Psend_init, MPI_HAS_(1, 4), nonnull(7));
MPI_AGAIN_(Precv_init, MPI_HAS_(1, 4), nonnull(7));
MPI_AGAIN_(Pack, MPI_HAS_(1, 3), nonnull(7));
MPI_AGAIN_(Unpack, MPI_HAS_(4, 6), nonnull(7));
MPI_ALL_(Bcast, Ibcast, MPI_HAS_(1, 3), nonnull(5));
MPI_ALL_(Gather, Igather, MPI_HAS_(1, 3), MPI_HAS_(4, 6), nonnull(8));
MPI_ALL_(Gatherv, Igatherv, MPI_HAS_(1, 3), MPI_HAS_(4, 7), nonnull(9));
MPI_ALL_(Scatter, Iscatter, MPI_HAS_(1, 3), MPI_HAS_(4, 6), nonnull(8));
MPI_ALL_(Scatterv, Iscatterv, MPI_HAS_(1, 4), MPI_HAS_(5, 7), nonnull(9));
MPI_ALL_(Allgather, Iallgather, MPI_HAS_(1, 3), MPI_HAS_(4, 6), nonnull(7));
MPI_ALL_(Allgatherv, Iallgatherv, MPI_HAS_(1, 3), MPI_HAS_(4, 7), nonnull(8));
MPI_ALL_(Alltoall, Ialltoall, MPI_HAS_(1, 3), MPI_HAS_(4, 6), nonnull(7));
MPI_ALL_(Alltoallv, Ialltoallv, MPI_HAS_(1, 4), MPI_HAS_(5, 8), nonnull(9));
MPI_ALL_(Reduce, Ireduce, MPI_HAS_(1, 4), MPI_HAS_(2, 4), nonnull(7));
MPI_ALL_(Allreduce, Iallreduce, MPI_HAS_(1, 4), MPI_HAS_(2, 4), nonnull(6));
MPI_ALL_(Reduce_scatter, Ireduce_scatter, MPI_HAS_(1, 4), MPI_HAS_(2, 4), nonnull(6));
MPI_ALL_(Reduce_scatter_block, Ireduce_scatter_block, MPI_HAS_(1, 4), MPI_HAS_(2, 4), nonnull(6));
MPI_ALL_(Scan, Iscan, MPI_HAS_(1, 4), MPI_HAS_(2, 4), nonnull(6));
MPI_ALL_(Exscan, Iexscan, MPI_HAS_(1, 4), MPI_HAS_(2, 4), nonnull(6));
MPI_AGAIN_(Put, MPI_HAS_(1, 3));
MPI_AGAIN_(Rput, MPI_HAS_(1, 3));
MPI_AGAIN_(Get, MPI_HAS_(1, 3));
MPI_AGAIN_(Rget, MPI_HAS_(1, 3));
MPI_AGAIN_(Accumulate, MPI_HAS_(1, 3));
MPI_AGAIN_(Raccumulate, MPI_HAS_(1, 3));
MPI_AGAIN_(Get_accumulate, MPI_HAS_(1, 3), MPI_HAS_(4, 6));
MPI_AGAIN_(Rget_accumulate, MPI_HAS_(1, 3), MPI_HAS_(4, 6));
extern __typeof__(MPI_Barrier) MPI_Barrier __attribute__((nonnull(1)));
extern __typeof__(MPI_Comm_rank) MPI_Comm_rank __attribute__((nonnull(1)));
extern __typeof__(MPI_Comm_size) MPI_Comm_size __attribute__((nonnull(1)));

/* Returns the bytes of an element, or 0 if they are not known: as an expression that folds where
 * the datatype is one of the above. The fixed sizes are in the handle (MPI 5.0, section 20.2). */
#define MPI_IN_(type, low, high) ((uintptr_t)(type) >= (low) && (uintptr_t)(type) < (high))
#define MPI_WIDTH_(type)                                                                            \
    (MPI_IN_(type, 0x208, 0x218)   ? (uintptr_t)("2488248840880880"[(uintptr_t)(type)-0x208] - '0') \
     : MPI_IN_(type, 0x240, 0x260) ? (uintptr_t)1 << ((uintptr_t)(type) >> 3 & 3)                   \
                                   : 0)
#define MPI_MORE_(buffer, count, type)                                                             \
    (__builtin_object_size(buffer, 0) < (uintptr_t)(count)*MPI_WIDTH_(type))
/* clang refuses a condition that it cannot fold, and takes one of this form for one that it might.
 */
#define MPI_FITS_(buffer, count, type)                                                             \
    __attribute__((diagnose_if(__builtin_constant_p(MPI_MORE_(buffer, count, type))                \
                                   ? MPI_MORE_(buffer, count, type)                                \
                                   : MPI_MORE_(buffer, count, type),                               \
                               "the count exceeds the buffer of argument " #buffer, "warning")))
#define MPI_SIZED_(name, data, ...)                                                                \
    int MPI_##name(data *buf, int count, MPI_Datatype datatype, __VA_ARGS__)                       \
        MPI_FITS_(buf, count, datatype)
#define MPI_REDUCED_(name, ...)                                                                    \
    int MPI_##name(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,           \
                   __VA_ARGS__) MPI_FITS_(sendbuf, count, datatype)                                \
        MPI_FITS_(recvbuf, count, datatype)
MPI_SIZED_(Send, const void, int dest, int tag, MPI_Comm comm);
MPI_SIZED_(Ssend, const void, int dest, int tag, MPI_Comm comm);
MPI_SIZED_(Bsend, const void, int dest, int tag, MPI_Comm comm);
MPI_SIZED_(Isend, const void, int dest, int tag, MPI_Comm comm, MPI_Request *request);
MPI_SIZED_(Issend, const void, int dest, int tag, MPI_Comm comm, MPI_Request *request);
MPI_SIZED_(Recv, void, int source, int tag, MPI_Comm comm, MPI_Status *status);
MPI_SIZED_(Irecv, void, int source, int tag, MPI_Comm comm, MPI_Request *request);
MPI_SIZED_(Bcast, void, int root, MPI_Comm comm);
MPI_SIZED_(Ibcast, void, int root, MPI_Comm comm, MPI_Request *request);
MPI_REDUCED_(Reduce, MPI_Op op, int root, MPI_Comm comm);
MPI_REDUCED_(Allreduce, MPI_Op op, MPI_Comm comm);
MPI_REDUCED_(Scan, MPI_Op op, MPI_Comm comm);
MPI_REDUCED_(Exscan, MPI_Op op, MPI_Comm comm);

#endif
