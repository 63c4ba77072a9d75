/* Matching of messages and receives (MPI 5.0, section 3.5). There are two lists. Receives without a
 * message are posted, in the order in which they were begun. Messages without a receive are kept,
 * in the order of arrival. A message that arrives takes the first posted receive that it matches,
 * and a receive that begins takes the first kept message that matches it. So messages of one
 * process, in one context, do not overtake each other. */
#ifndef MPI_MATCHING_H
#define MPI_MATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/messages/active.h"

struct transfer;

/* Something that arrives, and whose bytes go to their place. `end` is called when all of them are
 * there. */
struct incoming {
    void (*end)(struct incoming *arrival);
};

/* A context and a tag in one word, so that both are compared at once. */
static inline uint64_t match_key(uint32_t context, int tag) {
    return context | (uint64_t)(uint32_t)tag << 32;
}
static inline uint32_t match_context(uint64_t key) {
    return (uint32_t)key;
}
static inline int match_tag(uint64_t key) {
    return (int)(uint32_t)(key >> 32);
}

/* The lowest bits of a tag in a context of collective operations are the number of the operation.
 * In CONTEXT_LATER all bits are. */
enum { MATCH_NUMBER_BITS = 16, MATCH_NUMBERS = (1 << MATCH_NUMBER_BITS) - 1 };

/* Describes which messages match a receive. */
struct pattern {
    struct pattern *next; /* in the list of posted receives */
    uint64_t key;
    uint64_t mask;   /* the bits of a message's key that have to be those of `key` */
    uint32_t source; /* a node, or MATCH_ANY_NODE */
};
#define MATCH_ANY_NODE UINT32_MAX

/* The pattern of a context, a tag or MPI_ANY_TAG, and a node or MPI_ANY_SOURCE. */
struct pattern match_pattern(uint32_t context, int tag, int world);

/* A message that lies here, or whose sender waits to be asked for it. */
struct kept {
    struct kept *next;
    uint64_t key;
    uint32_t source;
    bool whole;      /* its bytes lie here or are arriving; otherwise they have to be asked for */
    bool here;       /* all its bytes have arrived */
    bool pooled;     /* its memory belongs to the list of those for short messages */
    bool answered;   /* the sender waits to hear that it was matched */
    uint32_t number; /* the sender's number for it, which an answer names */
    uint64_t stamp;  /* the time stamp with which it arrived */
    uint64_t bytes;
    uint64_t signature;       /* of its types (strict.h) */
    struct transfer *receive; /* the receive that matched it while its bytes came, or null */
    struct transfer *own;     /* the send, if this process sent it to itself and it has no copy */
    struct incoming arrival;
    uint8_t data[];
};

/* Returns memory for a message and its `bytes` bytes, or null. Memory for short messages comes from
 * a list of free ones, which never shrinks. */
struct kept *kept_make(uint64_t bytes);
void kept_free(struct kept *kept);

/* Puts the memory of a short message into the list of free ones. */
extern NODE_LOCAL struct kept *kept_pool;
ALWAYS_INLINE void kept_give_back(struct kept *kept) {
    kept->next = kept_pool;
    kept_pool = kept;
}

/* Whether a message of this key and source matches. */
static inline bool match_holds(const struct pattern *pattern, uint64_t key, uint32_t source) {
    return ((pattern->key ^ key) & pattern->mask) == 0 &&
           (pattern->source == source || pattern->source == MATCH_ANY_NODE);
}

/* The list of posted receives. match_post appends one. match_take_posted takes out and returns the
 * first that a message matches, or returns null. match_remove_posted removes one if it is in the
 * list, and returns whether it was. */
void match_post(struct pattern *pattern);
struct pattern *match_take_posted(uint64_t key, uint32_t source);
bool match_remove_posted(struct pattern *pattern);

/* The list of kept messages. match_keep appends one. match_find_kept returns the first that
 * matches, or null; match_take_kept also takes it out. match_remove_kept removes one, which has to
 * be in the list. */
void match_keep(struct kept *kept);
struct kept *match_find_kept(const struct pattern *pattern);
struct kept *match_take_kept(const struct pattern *pattern);
void match_remove_kept(struct kept *kept);

/* The lists, for the shortest paths and for reports. They are null if they are empty. */
extern NODE_LOCAL struct pattern *match_posted;
extern NODE_LOCAL struct kept *match_kept, **match_kept_end; /* where the next one is linked */

/* Returns the link that leads to the first kept message with exactly this key and from this node,
 * or from any node if `source` is MATCH_ANY_NODE. The link holds null if there is no such
 * message. */
ALWAYS_INLINE struct kept **match_link_to(uint64_t key, uint32_t source) {
    struct kept **link = &match_kept, *kept;
    while ((kept = *link)) {
        if (UNLIKELY(kept->key == key) && (source == kept->source || source == MATCH_ANY_NODE))
            break;
        link = &kept->next;
    }
    return link;
}

/* Whether a receive of at most `most` bytes can take a message at once: all of the message lies
 * here, and its sender does not wait for an answer. */
ALWAYS_INLINE bool match_is_short(const struct kept *kept, uint64_t most) {
    return kept->here && !kept->answered && kept->bytes <= most;
}

/* Takes out the message that a link leads to. */
ALWAYS_INLINE void match_unlink(struct kept **link) {
    *link = (*link)->next;
    if (!*link)
        match_kept_end = link;
}

/* match_start makes both lists empty. match_end frees the memory of all messages that are kept, and
 * empties the lists. */
void match_start(void);
void match_end(void);

#endif
