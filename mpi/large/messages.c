/* Messages with large counts. */
#include <limits.h>

#include "mpi/large/large.h"
#include "mpi/object/error.h"

#define SENDS(name, nonblocking)                                                                   \
    MPI_CALL(int, name##_c, const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,     \
             int tag, MPI_Comm comm) {                                                             \
        LARGE(one, buf, count, datatype)                                                           \
        return PMPI_##name(buf, one.count, one.type, dest, tag, comm);                             \
    }                                                                                              \
    MPI_CALL(int, nonblocking##_c, const void *buf, MPI_Count count, MPI_Datatype datatype,        \
             int dest, int tag, MPI_Comm comm, MPI_Request *request) {                             \
        LARGE(one, buf, count, datatype)                                                           \
        return PMPI_##nonblocking(buf, one.count, one.type, dest, tag, comm, request);             \
    }                                                                                              \
    MPI_CALL(int, name##_init_c, const void *buf, MPI_Count count, MPI_Datatype datatype,          \
             int dest, int tag, MPI_Comm comm, MPI_Request *request) {                             \
        LARGE(one, buf, count, datatype)                                                           \
        return PMPI_##name##_init(buf, one.count, one.type, dest, tag, comm, request);             \
    }

SENDS(Send, Isend)
SENDS(Bsend, Ibsend)
SENDS(Ssend, Issend)
SENDS(Rsend, Irsend)

/* What follows the count and the type is the same with and without _c. */
#define RECEIVE(name, parameters, arguments)                                                       \
    MPI_CALL(int, name##_c, void *buf, MPI_Count count, MPI_Datatype datatype,                     \
             LARGE_EACH parameters) {                                                              \
        LARGE(one, buf, count, datatype)                                                           \
        return PMPI_##name(buf, one.count, one.type, LARGE_EACH arguments);                        \
    }

RECEIVE(Recv, (int source, int tag, MPI_Comm comm, MPI_Status *status), (source, tag, comm, status))
RECEIVE(Irecv, (int source, int tag, MPI_Comm comm, MPI_Request *request),
        (source, tag, comm, request))
RECEIVE(Recv_init, (int source, int tag, MPI_Comm comm, MPI_Request *request),
        (source, tag, comm, request))
RECEIVE(Sendrecv_replace,
        (int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
        (dest, sendtag, source, recvtag, comm, status))
RECEIVE(Isendrecv_replace,
        (int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
        (dest, sendtag, source, recvtag, comm, request))

#define EXCHANGE(name, last, last_name)                                                            \
    MPI_CALL(int, name##_c, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,       \
             int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,     \
             int source, int recvtag, MPI_Comm comm, last) {                                       \
        LARGE(sent, sendbuf, sendcount, sendtype)                                                  \
        LARGE(received, recvbuf, recvcount, recvtype)                                              \
        return PMPI_##name(sendbuf, sent.count, sent.type, dest, sendtag, recvbuf, received.count, \
                           received.type, source, recvtag, comm, last_name);                       \
    }

EXCHANGE(Sendrecv, MPI_Status *status, status)
EXCHANGE(Isendrecv, MPI_Request *request, request)

#define MATCHED(name, last, last_name)                                                             \
    MPI_CALL(int, name##_c, void *buf, MPI_Count count, MPI_Datatype datatype,                     \
             MPI_Message *message, last) {                                                         \
        MPI_Comm comm = MPI_COMM_SELF;                                                             \
        LARGE(one, buf, count, datatype)                                                           \
        return PMPI_##name(buf, one.count, one.type, message, last_name);                          \
    }

MATCHED(Mrecv, MPI_Status *status, status)
MATCHED(Imrecv, MPI_Request *request, request)

MPI_CALL(int, Buffer_attach_c, void *buffer, MPI_Count size) {
    if (size > INT_MAX)
        return FAIL(MPI_ERR_COUNT, "size is %lld, and a buffer may have %d bytes", (long long)size,
                    INT_MAX);
    return PMPI_Buffer_attach(buffer, size < 0 ? -1 : (int)size);
}

MPI_CALL(int, Buffer_detach_c, void *buffer_addr, MPI_Count *size) {
    CHECK_OUTPUT(buffer_addr);
    CHECK_OUTPUT(size);
    int bytes = 0, error = PMPI_Buffer_detach(buffer_addr, &bytes);
    *size = bytes;
    return error;
}
