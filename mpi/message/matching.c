#include "mpi/message/matching.h"

#include <assert.h>
#include <stdlib.h>

#include "mpi.h"
#include "mpi/object/communicator.h"

NODE_LOCAL struct pattern *match_posted;
NODE_LOCAL struct kept *match_kept;

/* The link in which the next one is entered. */
static NODE_LOCAL struct pattern **posted_end;
NODE_LOCAL struct kept **match_kept_end;

void match_start(void) {
    match_posted = NULL;
    match_kept = NULL;
    posted_end = &match_posted;
    match_kept_end = &match_kept;
}

/* Only the number in the tag of a collective operation is compared. */
struct pattern match_pattern(uint32_t context, int tag, int world) {
    static_assert((CONTEXT_COLLECTIVES & CONTEXT_PERSISTENT & CONTEXT_LATER & 1) != 0 &&
                      ((CONTEXT_MAKING | CONTEXT_BOTH | CONTEXTS) & 1) == 0,
                  "the contexts of collective operations are the odd ones");
    bool is_numbered = context % 2 != 0 && context % CONTEXTS != CONTEXT_LATER;
    uint64_t compared = is_numbered ? match_key(UINT32_MAX, MATCH_NUMBERS) : UINT64_MAX;
    return (struct pattern){
        .key = match_key(context, tag == MPI_ANY_TAG ? 0 : tag),
        .mask = tag == MPI_ANY_TAG ? UINT32_MAX : compared,
        .source = world == MPI_ANY_SOURCE ? MATCH_ANY_NODE : (uint32_t)world,
    };
}

/* ---- Posted receives ---- */

void match_post(struct pattern *pattern) {
    pattern->next = NULL;
    *posted_end = pattern;
    posted_end = &pattern->next;
}

static void unlink_posted(struct pattern **link) {
    struct pattern *pattern = *link;
    *link = pattern->next;
    if (!*link)
        posted_end = link;
}

struct pattern *match_take_posted(uint64_t key, uint32_t source) {
    for (struct pattern **link = &match_posted; *link; link = &(*link)->next)
        if (match_holds(*link, key, source)) {
            struct pattern *found = *link;
            unlink_posted(link);
            return found;
        }
    return NULL;
}

bool match_remove_posted(struct pattern *pattern) {
    for (struct pattern **link = &match_posted; *link; link = &(*link)->next)
        if (*link == pattern) {
            unlink_posted(link);
            return true;
        }
    return false;
}

/* ---- Kept messages ---- */

/* The most bytes of a message whose memory comes from the list of free ones. */
enum { POOLED_BYTES = 64 };

NODE_LOCAL struct kept *kept_pool; /* the free ones, linked by `next` */

struct kept *kept_make(uint64_t bytes) {
    bool pooled = bytes <= POOLED_BYTES;
    struct kept *kept = pooled ? kept_pool : NULL;
    if (kept)
        kept_pool = kept->next;
    else
        kept = malloc(sizeof *kept + (pooled ? POOLED_BYTES : (size_t)bytes));
    if (kept)
        kept->pooled = pooled;
    return kept;
}

void kept_free(struct kept *kept) {
    if (kept->pooled) {
        kept_give_back(kept);
    } else {
        free(kept);
    }
}

static void free_all(struct kept *kept) {
    while (kept) {
        struct kept *next = kept->next;
        free(kept);
        kept = next;
    }
}

void match_end(void) {
    free_all(match_kept);
    free_all(kept_pool);
    kept_pool = NULL;
    match_start();
}

void match_keep(struct kept *kept) {
    kept->next = NULL;
    *match_kept_end = kept;
    match_kept_end = &kept->next;
}

/* Returns the link to the first kept message that matches. If there is none, that is the link at
 * the end of the list, which holds null. */
static struct kept **find_kept(const struct pattern *pattern) {
    uint64_t key = pattern->key, mask = pattern->mask;
    struct kept **link = &match_kept;
    for (struct kept *kept; (kept = *link); link = &kept->next)
        if (((kept->key ^ key) & mask) == 0 && match_holds(pattern, kept->key, kept->source))
            break;
    return link;
}

struct kept *match_find_kept(const struct pattern *pattern) {
    return *find_kept(pattern);
}

struct kept *match_take_kept(const struct pattern *pattern) {
    struct kept **link = find_kept(pattern), *found = *link;
    if (found)
        match_unlink(link);
    return found;
}

void match_remove_kept(struct kept *kept) {
    struct kept **link = &match_kept;
    while (*link != kept)
        link = &(*link)->next;
    match_unlink(link);
}
