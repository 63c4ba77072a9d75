/* Partitioned messages (MPI 5.0, chapter 4): a message whose parts leave as soon as the sender
 * marks them as ready.
 *
 * Sends and receives match in the order in which they are made. So each send begins with an
 * introduction, with the user's tag, in a separate context: it has the number, length and tags of
 * the partitions. Each partition of the sender is a message then, in another context. A receive
 * whose introduction has not come yet posts its messages when it comes. */
#include <stdio.h>
#include <stdlib.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/status.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/message/arguments.h"
#include "mpi/message/progress.h"
#include "mpi/message/request.h"
#include "mpi/message/transfer.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

struct introduction {
    int32_t first_tag; /* of the sender's partition 0; the others follow */
    int32_t partitions;
    int64_t bytes; /* of each */
};

/* What a transfer of one partition of the sender's needs. */
struct part {
    struct partitioned *whole;
    struct transfer transfer;
    char *packed; /* of a receive that ends within an element of its own type; or null */
    bool ready;
};

struct partitioned {
    struct MPI_ABI_Request request;
    bool receives;
    bool freed; /* by the user, while the introduction is on its way */
    int rank, tag;
    int partitions;  /* this process's */
    MPI_Count bytes; /* of each of these */
    MPI_Datatype type;
    void *buffer;
    struct introduction introduction; /* of the sender, as soon as `introduces` is done */
    struct transfer introduces;
    struct part *parts; /* the sender's partitions, or null before they are known */
    int ended;          /* parts */
    int error;
};

/* The tags of this process's partitions. They come back after 2^31. */
static NODE_LOCAL uint32_t next_tag;

static struct partitioned *of(MPI_Request request) {
    return (struct partitioned *)request;
}

/* ---- Parts ---- */

static void release_memory(struct partitioned *whole) {
    for (int i = 0; whole->parts && i < whole->introduction.partitions; i++)
        free(whole->parts[i].packed);
    free(whole->parts);
    type_release(whole->type);
    free(whole);
}

static void part_ended(struct transfer *transfer) {
    struct part *part = (struct part *)((char *)transfer - offsetof(struct part, transfer));
    struct partitioned *whole = part->whole;
    part->ready = true;
    if (transfer->error != MPI_SUCCESS)
        whole->error = transfer->error;
    else if (part->packed)
        pieces_unpack(&whole->type->layout, whole->buffer,
                      (part - whole->parts) * whole->introduction.bytes, part->packed,
                      whole->introduction.bytes);
    if (++whole->ended == whole->introduction.partitions)
        request_done(&whole->request);
}

/* Makes the parts, with all that does not change from start to start. Returns whether there was
 * memory. */
static bool make_parts(struct partitioned *whole) {
    const struct introduction *told = &whole->introduction;
    const struct layout *layout = &whole->type->layout;
    MPI_Count size = layout->size > 0 ? layout->size : 1;
    whole->parts = calloc((size_t)told->partitions + 1, sizeof *whole->parts);
    for (int i = 0; whole->parts && i < told->partitions; i++) {
        struct part *part = &whole->parts[i];
        part->whole = whole;
        part->transfer = whole->introduces;
        part->transfer.context = whole->request.comm->context + CONTEXT_PARTITIONS;
        part->transfer.tag = (int)((uint32_t)told->first_tag + (uint32_t)i) & INT32_MAX;
        part->transfer.ended = part_ended;
        if (told->bytes % size != 0) {
            part->transfer.layout = &pieces_row;
            part->transfer.count = told->bytes;
            part->transfer.buffer = part->packed = malloc((size_t)told->bytes);
            if (!part->packed)
                return false;
        } else {
            part->transfer.layout = layout;
            part->transfer.count = told->bytes / size;
            part->transfer.buffer =
                (void *)((uintptr_t)whole->buffer +
                         (uintptr_t)(i * (told->bytes / size) * layout_extent(layout)));
        }
    }
    return whole->parts;
}

/* Posts the receives of all parts; `earliest` is that of transfers. */
static void receive_parts(struct partitioned *whole, uint64_t earliest) {
    const struct introduction *told = &whole->introduction;
    whole->error = whole->introduces.error;
    /* What a neighbour has written may be anything. */
    MPI_Count sent;
    if (whole->error == MPI_SUCCESS &&
        (whole->introduces.bytes != sizeof *told || told->partitions < 0 || told->bytes < 0 ||
         __builtin_mul_overflow(told->partitions, told->bytes, &sent) ||
         sent != whole->partitions * whole->bytes))
        whole->error = MPI_ERR_TRUNCATE;
    if (whole->error == MPI_SUCCESS && !whole->parts && !make_parts(whole))
        whole->error = MPI_ERR_NO_MEM;
    if (whole->error != MPI_SUCCESS || told->partitions == 0) {
        request_done(&whole->request);
        return;
    }
    for (int i = 0; i < told->partitions; i++)
        whole->parts[i].ready = false;
    /* With the last part the request may be gone. */
    for (int i = 0, partitions = told->partitions; i < partitions; i++) {
        whole->parts[i].transfer.earliest = earliest;
        transfer_receive(&whole->parts[i].transfer);
    }
}

static void introduced(struct transfer *transfer) {
    struct partitioned *whole =
        (struct partitioned *)((char *)transfer - offsetof(struct partitioned, introduces));
    if (whole->freed)
        release_memory(whole);
    else if (whole->receives && whole->request.active)
        receive_parts(whole, transfer->time);
}

/* ---- Requests ---- */

static int start(MPI_Request request) {
    struct partitioned *whole = of(request);
    whole->ended = 0;
    whole->error = MPI_SUCCESS;
    if (whole->introduces.world == MPI_PROC_NULL || (!whole->receives && whole->partitions == 0)) {
        request_done(request);
    } else if (!whole->receives) {
        for (int i = 0; i < whole->partitions; i++)
            whole->parts[i].ready = false;
    } else if (whole->introduces.done) {
        receive_parts(whole, 0);
    }
    progress_pass();
    return MPI_SUCCESS;
}

static int finish(MPI_Request request, MPI_Status *status) {
    struct partitioned *whole = of(request);
    if (whole->introduces.world == MPI_PROC_NULL) {
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < whole->ended; i++)
        transfer_take(&whole->parts[i].transfer);
    status_of_collective(status);
    if (whole->receives && status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = whole->rank;
        status->MPI_TAG = whole->tag;
        status_set_bytes(status,
                         whole->error == MPI_SUCCESS ? whole->partitions * whole->bytes : 0);
    }
    return whole->error;
}

static void explain(MPI_Request request, char *text, size_t bytes) {
    const struct partitioned *whole = of(request);
    if (whole->error == MPI_ERR_TRUNCATE)
        snprintf(text, bytes,
                 "the receive has %d partitions of %lld bytes, but rank %d sends %d of %lld",
                 whole->partitions, (long long)whole->bytes, whole->rank,
                 whole->introduction.partitions, (long long)whole->introduction.bytes);
}

static struct request_details details(MPI_Request request) {
    return progress_details_of(&of(request)->introduces);
}

static void release(MPI_Request request) {
    struct partitioned *whole = of(request);
    bool is_begun = whole->introduces.world != MPI_PROC_NULL;
    whole->freed = is_begun && !whole->introduces.done;
    if (!whole->freed) {
        release_memory(whole);
    } else if (whole->receives) {
        bool done = false;
        cancel_transfer(&whole->introduces, &done);
    }
}

static const struct request_kind send_kind = {
    .start = start, .finish = finish, .explain = explain, .details = details, .free = release};
static const struct request_kind receive_kind = {
    .start = start, .finish = finish, .explain = explain, .details = details, .free = release};

static int make(const char *call, const void *buffer, int partitions, MPI_Count count,
                MPI_Datatype datatype, int rank, int tag, MPI_Comm comm, bool receives,
                MPI_Request *request) {
    struct transfer transfer;
    bool is_large = count > INT32_MAX;
    RETURN_ON_ERROR(arguments_of_send(
        call,
        &(struct arguments){buffer, is_large ? INT32_MAX : (int)count, datatype, rank, tag, comm},
        &transfer));
    MPI_Comm object = transfer.comm;
    if (!request)
        return error_null(object, call, "request");
    if (partitions < 0)
        return error_raise(object, call, MPI_ERR_ARG, "partitions is %d (expected: 0 or more)",
                           partitions);
    MPI_Count bytes, all;
    if (__builtin_mul_overflow(count, transfer.layout->size, &bytes) ||
        __builtin_mul_overflow(bytes, partitions, &all) || bytes > (MPI_Count)ACTIVE_MOST_BYTES)
        return error_raise(
            object, call, MPI_ERR_COUNT,
            "a partition of %lld elements of %lld bytes exceeds the limit of a message",
            (long long)count, (long long)transfer.layout->size);
    if (transfer.world != MPI_PROC_NULL)
        elements_used(BUFFER_GIVEN, transfer.layout, buffer, partitions * count);
    struct partitioned *made = calloc(1, sizeof *made);
    if (!made)
        return error_raise(object, call, MPI_ERR_NO_MEM, FULL_HEAP);
    made->receives = receives;
    made->rank = rank;
    made->tag = tag;
    made->partitions = partitions;
    made->bytes = bytes;
    made->type = type_object(datatype);
    made->buffer = (void *)buffer;
    made->introduces = transfer;
    type_keep(made->type);
    request_begin(&made->request, receives ? &receive_kind : &send_kind, call, object, true);
    if (transfer.world != MPI_PROC_NULL) {
        if (!receives) {
            made->introduction = (struct introduction){(int32_t)next_tag, partitions, bytes};
            next_tag = (next_tag + (uint32_t)partitions) & INT32_MAX;
            if (!make_parts(made)) {
                made->introduces.world = MPI_PROC_NULL; /* it is not begun */
                request_free(&made->request);
                return error_raise(object, call, MPI_ERR_NO_MEM, FULL_HEAP);
            }
        }
        made->introduces.context = object->context + CONTEXT_INTRODUCTIONS;
        made->introduces.layout = &pieces_row;
        made->introduces.buffer = &made->introduction;
        made->introduces.count = sizeof made->introduction;
        made->introduces.ended = introduced;
        if (receives)
            transfer_receive(&made->introduces);
        else
            transfer_send(&made->introduces);
        progress_pass();
    }
    *request = &made->request;
    return MPI_SUCCESS;
}

#define INITIALIZED(name, buffer, number, receives)                                                \
    int name(buffer buf, int partitions, number count, MPI_Datatype datatype, int rank, int tag,   \
             MPI_Comm comm, MPI_Info info, MPI_Request *request) {                                 \
        RETURN_UNLESS_HINTS(comm, __func__, info);                                                 \
        return make(__func__, buf, partitions, count, datatype, rank, tag, comm, receives,         \
                    request);                                                                      \
    }
INITIALIZED(MPI_Psend_init, const void *, int, false)
INITIALIZED(MPI_Precv_init, void *, int, true)
INITIALIZED(MPI_Psend_init_c, const void *, MPI_Count, false)
INITIALIZED(MPI_Precv_init_c, void *, MPI_Count, true)

/* ---- Partitions ---- */

/* Checks that `count` partitions of a send, those in a list or the ones from `first` on, may become
 * ready, and sends them. */
static int ready(const char *call, MPI_Request request, int first, const int list[], int count) {
    if (!handle_is_address(request) || request->kind != &send_kind)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_REQUEST,
                           "the request is not from MPI_Psend_init");
    if (!request->active)
        return error_raise(request->comm, call, MPI_ERR_REQUEST,
                           "the request is not active: start it first");
    struct partitioned *whole = of(request);
    for (int i = 0; i < count; i++) {
        int partition = list ? list[i] : first + i;
        if (partition < 0 || partition >= whole->partitions)
            return error_raise(request->comm, call, MPI_ERR_ARG,
                               "partition %d is out of range (there are %d)", partition,
                               whole->partitions);
        if (whole->parts && whole->parts[partition].ready)
            return error_raise(request->comm, call, MPI_ERR_ARG, "partition %d is already ready",
                               partition);
    }
    /* With the last part the request may be gone. */
    struct part *parts = whole->parts;
    for (int i = 0; parts && i < count; i++) {
        struct part *part = &parts[list ? list[i] : first + i];
        part->ready = true;
        elements_used(BUFFER_READ, part->transfer.layout, part->transfer.buffer,
                      part->transfer.count);
        transfer_send(&part->transfer);
    }
    progress_pass();
    return MPI_SUCCESS;
}

int MPI_Pready(int partition, MPI_Request request) {
    return ready(__func__, request, partition, NULL, 1);
}

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
    if (partition_low > partition_high)
        return FAIL(MPI_ERR_ARG, "the range from %d to %d is empty", partition_low, partition_high);
    return ready(__func__, request, partition_low, NULL, partition_high - partition_low + 1);
}

int MPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request) {
    if (length < 0)
        return FAIL(MPI_ERR_ARG, "length is %d (expected: 0 or more)", length);
    RETURN_IF_NULL_ARRAY(length, array_of_partitions);
    return ready(__func__, request, 0, array_of_partitions, length);
}

/* Whether all has come that a partition of the receiver consists of. */
static bool has_arrived(const struct partitioned *whole, int partition) {
    if (whole->request.done || !whole->request.active)
        return true;
    if (!whole->parts || whole->introduction.bytes == 0)
        return false;
    MPI_Count first = partition * whole->bytes / whole->introduction.bytes;
    MPI_Count last = (partition + 1) * whole->bytes - 1;
    for (MPI_Count i = first; i * whole->introduction.bytes <= last; i++)
        if (!whole->parts[i].ready)
            return false;
    return true;
}

int MPI_Parrived(MPI_Request request, int partition, int *flag) {
    RETURN_IF_NULL(flag);
    if (request == MPI_REQUEST_NULL) {
        *flag = true;
        return MPI_SUCCESS;
    }
    if (!handle_is_address(request) || request->kind != &receive_kind)
        return FAIL(MPI_ERR_REQUEST, "the request is not from MPI_Precv_init");
    const struct partitioned *whole = of(request);
    if (partition < 0 || partition >= whole->partitions)
        return error_raise(request->comm, __func__, MPI_ERR_ARG,
                           "partition %d is out of range (there are %d)", partition,
                           whole->partitions);
    if (!has_arrived(whole, partition))
        active_poll();
    *flag = has_arrived(whole, partition);
    return MPI_SUCCESS;
}
