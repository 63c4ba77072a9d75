#include "net/messages/answering.h"

#include "net/messages/detours.h"

static NODE_LOCAL struct active_handlers handlers;
static NODE_LOCAL bool (*may_take)(uint32_t source, const struct active_header *header,
                                   size_t bytes);

/* Takes in the first message of a link, if that may be. */
static bool take(struct link *link) {
    const struct peer *peer = active_first_peer(link);
    struct active_arrival arrival;
    if (!peer || !active_look_from(peer, &arrival))
        return false;
    uint32_t source = credit_node(peer);
    if (!may_take(source, &arrival.header, arrival.bytes))
        return false;
    struct active_place place = handlers.begin(source, &arrival.header, arrival.bytes, 0);
    active_accept(&arrival, place.into);
    handlers.end(place.message);
    return true;
}

/* Passes on what others route through this node, and takes in permitted messages. Returns false if
 * there is more to do later, as route_detour. */
static bool detour(void) {
    bool all = route_detour(), taken;
    do {
        taken = false;
        for (uint32_t d = 0; d < node.dimension; d++)
            while (route_pending_on(&node.link[d]) && take(&node.link[d]))
                taken = true;
        if (taken)
            all = route_detour();
    } while (taken);
    return active_detour() && all;
}

void answering_start(const struct active_handlers *given,
                     bool (*may)(uint32_t source, const struct active_header *header,
                                 size_t bytes)) {
    if (may_take)
        return;
    handlers = *given;
    may_take = may;
    detours_allow(detour);
}
