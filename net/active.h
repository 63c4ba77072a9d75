/* Active messages: messages between any two nodes whose arrival goes to a handler (von Eicken,
 * Culler, Goldstein and Schauser, "Active messages", 1992). For layers of the library that match
 * messages by rules of their own, as MPI does.
 *
 * An active message is a header of three words, which means something only to the layer above, and
 * bytes. It travels on the routed channel; with a word of data it fills one slot, and is relayed as
 * other short messages are. When its first piece arrives, the handler `begin` says where the bytes
 * go; when all of them are there, the handler `end` is called. Both are called wherever packets are
 * taken in (net/route.h). So a node makes progress in every call that waits: in a receive, on a
 * link, in a collective operation, and after its program has ended.
 *
 * Sending never waits. A message that finds no room is queued, and leaves piece by piece in the
 * same places in which others are taken in. There is one queue for each dimension, in the order of
 * the calls: so the messages from one node to another arrive in the order in which they were sent,
 * and each is complete before the next begins.
 *
 * There is no credit. The credits of net/credit.h bound what lies in an inbox, and there is no
 * inbox here: a piece that has arrived goes to its place at once, or is discarded. It never waits,
 * and the proof in net/route.h holds. Credit that came back with every piece would bound no memory,
 * and would cost an acknowledgement for each half window. A node that neither waits nor calls
 * leaves what is for it in the rings, as it does with messages.
 *
 * What bounds the memory of messages that nobody has asked for yet is for the layer above to count,
 * because it knows when they are asked for. MPI's matching can be built like this, with a header
 * that has room for a context and a tag (32 bits each), a rank, what the message is, a length or a
 * number, and bytes to give back:
 *
 *   - Each node may have so many bytes of short messages lying at each other one. The envelope, in
 *     the header, and the data leave together, and `begin` takes memory for the data if no receive
 *     matches. When the receive comes, the bytes are given back in the next header that goes to
 *     that node, or in a message of their own.
 *   - A message for which that does not suffice sends its envelope alone, with a number of its own.
 *     When a receive matches it, the receiver answers with this number and one of its own. The data
 *     follow, with the receiver's number in their header, so that `begin` returns the buffer of the
 *     receive and nothing is copied twice. Handlers send the answer and the data, so both leave
 *     whatever the two nodes wait for.
 *
 * The node's clock does not move when a message arrives, for the program has not asked for it. Each
 * arrival has its stamp, and the layer above calls active_take at the match.
 */
#ifndef NET_ACTIVE_H
#define NET_ACTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"
#include "net/foreign.h"
#include "net/wait.h"

/* The header of the layer above. */
struct active_header {
    uint64_t word[3];
};

/* The longest message, in bytes beside its header. */
#define ACTIVE_MOST_BYTES ((size_t)UINT32_MAX - sizeof(struct active_header))

/* ---- Arrival ---- */

/* Where a message goes. */
struct active_place {
    void *into;    /* has room for all of its bytes; null: they are discarded */
    void *message; /* anything that tells the layer above which message this is */
};

/* The handlers. They may send (active_send_from), but neither wait nor poll. What *header says may
 * be anything that a broken node writes; it is a copy, which does not change any more. */
struct active_handlers {
    /* A message of `bytes` bytes from node `source` begins to arrive. *header is valid during the
     * call. `stamp` is the time at which its first byte arrived, or 0 if there is no clock. */
    struct active_place (*begin)(uint32_t source, const struct active_header *header, size_t bytes,
                                 uint64_t stamp);

    /* All bytes of the message have arrived, or have been discarded. It is the one for which
     * `begin` returned `message`. */
    void (*end)(void *message);
};

/* From now on active messages are taken in, and go to these handlers, which are copied. Every node
 * calls this before any node sends: a barrier has to be between. A message for a node that has not
 * called it ends that node's program. */
void active_start(const struct active_handlers *handlers);

/* The program takes a message from node `source` of `bytes` bytes, which arrived with `stamp`. The
 * clock then shows at least the time at which the last of its bytes arrived. */
void active_take(uint32_t source, uint64_t stamp, size_t bytes);

/* ---- Sending ---- */

/* A message that is leaving. The caller fills in the members of the first group, and changes
 * neither them nor the data until the message has left. The others are net's. */
struct active_sending {
    struct active_header header;
    const void *data;
    size_t bytes; /* at most ACTIVE_MOST_BYTES */
    uint32_t to;  /* another node than this one */

    uint32_t staying; /* bytes that have not left, the header's included */
    uint64_t stamp;
    struct active_sending *next; /* in the queue */
};

/* Sends a message, as far as there is room, and queues what is left of it. Never waits. */
void active_send(struct active_sending *sending);

/* Sends a message that by the clock leaves at `time`. For handlers, whose messages are caused by
 * one that arrived, whatever the node's clock shows. */
void active_send_from(struct active_sending *sending, uint64_t time);

/* Whether all of the message has left, so that the caller may use *sending and the data again. */
static inline bool active_has_left(const struct active_sending *sending) {
    return sending->staying == 0;
}

/* ---- Progress ---- */

/* Takes in and passes on what has arrived, and sends what is queued. Returns whether there was
 * anything of this to do. If not, passes the turn, so that a program that polls lets the nodes run
 * that it polls for, with any accelerator and clock. */
bool active_poll(void);

/* Called after the layer above has found that what it waits for is not there:
 *
 *     struct waiting waiting = wait_begin("MPI_Recv", source, 0);
 *     while (!request->done)
 *         active_wait(&waiting);
 *
 * Does what active_poll does, and returns. After as many fruitless calls in a row as the node page
 * says, sleeps until something arrives or there is room for what is queued. */
void active_wait(struct waiting *waiting);

/* ---- For net ---- */

/* What net calls where it takes in packets. node.active points to it, or is null in a program that
 * has not called active_start. So programs without active messages have none of this file. */
struct active_channel {
    /* Takes in a piece for this node. As for inbox_deliver, its path has been checked. Ends the
     * program if no node sends such a piece. */
    void (*deliver)(const struct piece *piece);

    /* Sends what is queued as far as there is room, and leaves in node.stuck the dimensions on
     * which there was not enough. Returns whether anything left. */
    bool (*send_queued)(void);
};

#endif
