#include "mpi/communicator/making.h"

#include "mpi/datatype/type.h"
#include "mpi/message/transfer.h"

static struct transfer begin(uint32_t context, int world, int tag, void *bytes, size_t size) {
    return (struct transfer){
        .world = world,
        .tag = tag,
        .context = context,
        .mode = TRANSFER_STANDARD,
        .layout = &type_object(MPI_BYTE)->layout,
        .buffer = bytes,
        .count = (MPI_Count)size,
    };
}

int talk_send(uint32_t context, int world, int tag, const void *bytes, size_t size,
              const char *call) {
    struct transfer sending = begin(context, world, tag, (void *)(uintptr_t)bytes, size);
    transfer_send(&sending);
    transfer_wait(&sending, call);
    return sending.error;
}

int talk_receive(uint32_t context, int world, int tag, void *bytes, size_t size, const char *call) {
    struct transfer receiving = begin(context, world, tag, bytes, size);
    transfer_receive(&receiving);
    transfer_wait(&receiving, call);
    return receiving.error;
}

int talk_exchange(uint32_t context, int world, int tag, const void *sent, size_t sent_size,
                  void *received, size_t received_size, const char *call) {
    struct transfer sending = begin(context, world, tag, (void *)(uintptr_t)sent, sent_size);
    struct transfer receiving = begin(context, world, tag, received, received_size);
    transfer_receive(&receiving);
    transfer_send(&sending);
    transfer_wait(&sending, call);
    transfer_wait(&receiving, call);
    return sending.error != MPI_SUCCESS ? sending.error : receiving.error;
}
