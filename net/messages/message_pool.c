#include "net/messages/message_pool.h"

#include <assert.h>

#include "compiler.h"
#include "net/allocate.h"
#include "net/copy.h"
#include "net/node.h"

enum { POOL_BLOCK = 64 };

/* Room for a message whose payload fits beside a header in one slot. */
union short_message {
    struct message message;
    uint8_t all[offsetof(struct message, payload) + COPY_SMALL];
};
static_assert(sizeof(union short_message) == CUBE_SLOT_BYTES, "a short message fills a slot");

struct pool_block {
    struct pool_block *older;
    union short_message room[POOL_BLOCK];
};

/* The first block is there from the start. */
static NODE_LOCAL struct pool {
    struct message *free;      /* rooms that came back, linked by `next` */
    struct pool_block *newest; /* the only block with rooms that were never taken */
    uint32_t taken;            /* rooms of that block that have been taken */
    struct pool_block first;
} pool;

void message_pool_start(void) {
    pool.free = NULL;
    pool.newest = &pool.first;
    pool.taken = 0;
}

void message_pool_stop(void) {
    while (pool.newest && pool.newest != &pool.first) {
        struct pool_block *block = pool.newest;
        pool.newest = block->older;
        net_free(block);
    }
}

/* Returns a room that was never taken, or null if memory is short. */
static COLD struct message *pool_extend(void) {
    if (pool.taken == POOL_BLOCK) {
        struct pool_block *block = net_allocate(sizeof *block);
        if (!block)
            return NULL;
        block->older = pool.newest;
        pool.newest = block;
        pool.taken = 0;
    }
    return &pool.newest->room[pool.taken++].message;
}

struct message *message_allocate(size_t capacity) {
    if (capacity > COPY_SMALL)
        return net_allocate(sizeof(struct message) + capacity);
    struct message *message = pool.free;
    if (UNLIKELY(!message))
        return pool_extend();
    pool.free = message->next;
    return message;
}

void message_free(struct message *message) {
    if (message->capacity > COPY_SMALL) {
        net_free(message);
        return;
    }
    message->next = pool.free;
    pool.free = message;
}
