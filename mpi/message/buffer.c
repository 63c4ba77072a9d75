/* Sends in the buffered mode (MPI 5.0, sections 3.4 and 3.6).
 *
 * The buffer holds blocks, in the order of their addresses. Each block is a header with the packed
 * bytes of a message behind it. A message takes the first gap that is large enough, and its block
 * is gone when the message has been sent. The header is smaller than MPI_BSEND_OVERHEAD, so a
 * buffer of as many bytes as section 3.6 says holds all the messages, whatever its address is. */
#include "mpi/message/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/message/message.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"
#include "net/system/buffers.h"

/* This is weak: see arguments.h. */
#pragma weak arguments_self

struct block {
    struct block *next;
    struct buffer *buffer;
    size_t size; /* of the whole block, in bytes */
    struct transfer transfer;
    struct layout packed; /* of the data; the type may be freed while the send goes on */
    char data[];
};

enum { ALIGNMENT = _Alignof(max_align_t) };

/* The overhead also covers the bytes that alignment loses at the buffer's beginning and at a
 * block's end. */
static_assert(sizeof(struct block) + 2 * (ALIGNMENT - 1) <= MPI_BSEND_OVERHEAD,
              "a message takes no more than its bytes and this");

static NODE_LOCAL struct buffer shared; /* the process's */

static char *up(const char *address) {
    return (char *)(((uintptr_t)address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

/* ---- Blocks ---- */

static void sent(struct transfer *transfer) {
    struct block *block = (struct block *)((char *)transfer - offsetof(struct block, transfer));
    struct block **link = &block->buffer->first;
    while (*link != block)
        link = &(*link)->next;
    *link = block->next;
    if (block->buffer->given == MPI_BUFFER_AUTOMATIC)
        free(block);
}

/* Returns the first gap of `size` bytes, or null if there is none. *place becomes the link in which
 * a block in this gap is to be entered. */
static struct block *find_gap(struct buffer *buffer, size_t size, struct block ***place) {
    char *gap = up(buffer->given), *end = (char *)buffer->given + buffer->bytes;
    struct block **link = &buffer->first;
    for (; *link; link = &(*link)->next) {
        if ((size_t)((char *)*link - gap) >= size)
            break;
        gap = up((char *)*link + (*link)->size);
    }
    *place = link;
    const char *stop = *link ? (char *)*link : end;
    return gap <= stop && (size_t)(stop - gap) >= size ? (struct block *)gap : NULL;
}

/* Returns a block for `bytes` packed bytes, or null if there is no room. */
static struct block *take_block(struct buffer *buffer, size_t bytes) {
    size_t size = sizeof(struct block) + bytes;
    struct block **place = &buffer->first, *block = NULL;
    if (buffer->given == MPI_BUFFER_AUTOMATIC)
        block = malloc(size);
    else if (buffer->given)
        block = find_gap(buffer, size, &place);
    if (!block)
        return NULL;
    block->buffer = buffer;
    block->next = *place;
    block->size = size;
    *place = block;
    return block;
}

/* ---- Sending ---- */

int buffer_send_from(struct buffer *buffer, const char *call, struct transfer *transfer) {
    MPI_Count bytes = transfer->count * transfer->layout->size;
    struct block *block;
    do
        block = take_block(buffer, (size_t)bytes);
    while (!block && active_progress()); /* something may have left meanwhile */
    if (!block)
        return error_raise(transfer->comm, call, MPI_ERR_BUFFER,
                           "the attached buffer of %d bytes is full: the message has %lld, and "
                           "each needs up to MPI_BSEND_OVERHEAD more",
                           buffer->given == MPI_BUFFER_AUTOMATIC ? 0 : buffer->bytes,
                           (long long)bytes);
    pieces_pack(transfer->layout, transfer->buffer, 0, block->data, bytes);
    block->packed = pieces_packed(transfer->layout);
    block->transfer = *transfer;
    block->transfer.buffer = block->data;
    block->transfer.layout = &block->packed;
    block->transfer.count = bytes;
    block->transfer.ended = sent;
    transfer->identity = transfer_next_identity();
    transfer_send(&block->transfer); /* after which the block may be gone */
    transfer->receives = transfer->cancelling = transfer->cancelled = transfer->leaving = false;
    transfer->awaits = TRANSFER_NOTHING;
    transfer->number = 0;
    transfer->packed = NULL;
    transfer->stamp = 0;
    transfer->error = MPI_SUCCESS;
    transfer->done = true;
    progress_pass();
    return MPI_SUCCESS;
}

int buffer_send_shared(const char *call, struct transfer *transfer) {
    return buffer_send_from(&shared, call, transfer);
}

/* Programs with buffers of communicators have another function of this name (buffer_own.c). */
int buffer_send(const char *call, struct transfer *transfer)
    __attribute__((weak, alias("buffer_send_shared")));

static int start(MPI_Request request) {
    struct message_request *message = (struct message_request *)request;
    int error = MPI_SUCCESS;
    message_starts(message);
    if (message->transfer.world != MPI_PROC_NULL)
        error = buffer_send(request->call, &message->transfer);
    if (error == MPI_SUCCESS)
        request_done(request);
    else
        request->active = false;
    return error;
}

static const struct request_kind buffered_kind = {
    .start = start,
    .finish = message_finish,
    .cancel = message_cancel,
    .free = message_release,
};

int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    struct transfer transfer;
    int error = arguments_of_send(
        __func__, &(struct arguments){buf, count, datatype, dest, tag, comm}, &transfer);
    if (error != MPI_SUCCESS || transfer.world == MPI_PROC_NULL)
        return error;
    return buffer_send(__func__, &transfer);
}

MESSAGE_STARTED(MPI_Ibsend, MPI_Bsend_init, const void *, buffered_kind, TRANSFER_STANDARD, false)

/* ---- The buffer ---- */

int buffer_attach(struct buffer *buffer, const char *call, MPI_Comm comm, void *attached,
                  int size) {
    if (buffer->given)
        return error_raise(comm, call, MPI_ERR_BUFFER,
                           "a buffer is already attached (detach it first)");
    if (!attached)
        return error_raise(comm, call, MPI_ERR_BUFFER, "the buffer is null");
    if (size < 0)
        return error_raise(comm, call, MPI_ERR_ARG, "size is %d (expected: 0 or more)", size);
    if (attached != MPI_BUFFER_AUTOMATIC)
        buffer_used(BUFFER_GIVEN, attached, (size_t)size);
    *buffer = (struct buffer){.given = attached, .bytes = size};
    return MPI_SUCCESS;
}

int MPI_Buffer_attach(void *attached, int size) {
    return buffer_attach(&shared, __func__, MPI_COMM_SELF, attached, size);
}

/* The name of a wait has no room for the function's, so reports take it from the details. */
void buffer_flush(const struct buffer *buffer, const char *call) {
    const struct cube_detail details[CUBE_DETAILS] = {{.name = (uintptr_t)call}};
    struct waiting waiting = wait_begin("", CUBE_NOBODY, 0);
    waiting.details = details;
    while (buffer->first)
        active_wait(&waiting);
}

void buffer_detach(struct buffer *buffer, const char *call, void *buffer_addr, int *size) {
    buffer_flush(buffer, call);
    *(void **)buffer_addr = buffer->given;
    *size = buffer->given == MPI_BUFFER_AUTOMATIC ? 0 : buffer->bytes;
    *buffer = (struct buffer){0};
}

int MPI_Buffer_detach(void *buffer_addr, int *size) {
    RETURN_IF_NULL(buffer_addr, size);
    buffer_detach(&shared, __func__, buffer_addr, size);
    return MPI_SUCCESS;
}

int MPI_Buffer_flush(void) {
    buffer_flush(&shared, "MPI_Buffer_flush");
    return MPI_SUCCESS;
}

/* ---- Flushes that nobody waits for yet ---- */

/* A flush, and the blocks that were in the buffer when it began and have not been sent. */
struct flush {
    struct MPI_ABI_Request request;
    struct flush *next; /* in the list of those that are not done */
    size_t left;
    const struct block *blocks[];
};
static NODE_LOCAL struct flush *flushes;

static void sent_to_flush(struct transfer *transfer) {
    const struct block *block =
        (struct block *)((char *)transfer - offsetof(struct block, transfer));
    sent(transfer);
    for (struct flush **link = &flushes, *flush; (flush = *link);) {
        for (size_t i = 0; i < flush->left; i++)
            if (flush->blocks[i] == block)
                flush->blocks[i] = flush->blocks[--flush->left];
        if (flush->left > 0) {
            link = &flush->next;
            continue;
        }
        *link = flush->next;
        request_done(&flush->request);
    }
}

static const struct request_kind flush_kind = {.finish = request_finish, .free = request_release};

int buffer_iflush(struct buffer *buffer, const char *call, MPI_Comm comm, MPI_Request *request) {
    size_t count = 0;
    for (const struct block *block = buffer->first; block; block = block->next)
        count++;
    struct flush *made = malloc(sizeof *made + count * sizeof(struct block *));
    if (!made)
        return error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
    request_begin(&made->request, &flush_kind, call, comm, false);
    made->left = 0;
    made->next = flushes;
    for (struct block *block = buffer->first; block; block = block->next) {
        made->blocks[made->left++] = block;
        block->transfer.ended = sent_to_flush;
    }
    if (made->left > 0)
        flushes = made;
    else
        request_done(&made->request);
    *request = &made->request;
    return MPI_SUCCESS;
}

int MPI_Buffer_iflush(MPI_Request *request) {
    RETURN_IF_NULL(request);
    MPI_Comm comm = arguments_self(__func__);
    return comm ? buffer_iflush(&shared, __func__, comm, request) : MPI_ERR_COMM;
}
