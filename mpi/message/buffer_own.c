/* Buffers of communicators (MPI 5.0, section 3.6), which their buffered sends use. */
#include <limits.h>
#include <stdlib.h>

#include "mpi/message/arguments.h"
#include "mpi/message/buffer.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

struct own {
    struct own *next;
    uint32_t context;
    struct buffer buffer;
};
static NODE_LOCAL struct own *all;

/* Returns the place that leads to what a communicator has, or the one at the list's end. */
static struct own **place(const struct MPI_ABI_Comm *comm) {
    struct own **link = &all;
    while (*link && (*link)->context != comm->context)
        link = &(*link)->next;
    return link;
}

bool buffer_forget(const struct MPI_ABI_Comm *comm) {
    struct own **link = place(comm), *own = *link;
    if (own && own->buffer.first)
        return false;
    if (own)
        *link = own->next;
    free(own);
    return true;
}

int buffer_send(const char *call, struct transfer *transfer) {
    struct own *own = *place(transfer->comm);
    return own ? buffer_send_from(&own->buffer, call, transfer)
               : buffer_send_shared(call, transfer);
}

int MPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size) {
    COMM_OR_RETURN(object, comm);
    struct own **link = place(object);
    if (*link)
        return buffer_attach(&(*link)->buffer, __func__, comm, buffer, size);
    struct own *made = calloc(1, sizeof *made);
    if (!made)
        return error_raise(comm, __func__, MPI_ERR_NO_MEM, FULL_HEAP);
    made->context = object->context;
    int error = buffer_attach(&made->buffer, __func__, comm, buffer, size);
    if (error != MPI_SUCCESS)
        free(made);
    else
        *link = made;
    return error;
}

/* Where there is no buffer, a null pointer is detached, as by MPI_Buffer_detach. */
int MPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size) {
    COMM_OR_RETURN(object, comm, buffer_addr, size);
    struct own **link = place(object), *own = *link;
    *(void **)buffer_addr = NULL;
    *size = 0;
    if (own) {
        buffer_detach(&own->buffer, "MPI_Comm_detach_buffer", buffer_addr, size);
        *link = own->next;
        free(own);
    }
    return MPI_SUCCESS;
}

int MPI_Comm_flush_buffer(MPI_Comm comm) {
    COMM_OR_RETURN(object, comm);
    struct own *own = *place(object);
    if (own)
        buffer_flush(&own->buffer, "MPI_Comm_flush_buffer");
    return MPI_SUCCESS;
}

int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request) {
    COMM_OR_RETURN(object, comm, request);
    static NODE_LOCAL struct buffer none; /* in which nothing waits */
    struct own *own = *place(object);
    return buffer_iflush(own ? &own->buffer : &none, __func__, object, request);
}

/* ---- Large counts ---- */

int MPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size) {
    if (size > INT_MAX)
        return error_raise(comm, __func__, MPI_ERR_COUNT,
                           "size is %lld (a buffer has at most %d bytes)", (long long)size,
                           INT_MAX);
    return PMPI_Comm_attach_buffer(comm, buffer, size < 0 ? -1 : (int)size);
}

int MPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size) {
    RETURN_IF_NULL_ON(comm, buffer_addr, size);
    int bytes = 0, error = PMPI_Comm_detach_buffer(comm, buffer_addr, &bytes);
    *size = bytes;
    return error;
}
