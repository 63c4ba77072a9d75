#include "tests/hostile/forge.h"

#include <string.h>

#include "mpi/message/eager.h"
#include "mpi/message/transfer.h"
#include "mpi/window/packet.h"
#include "net/messages/active.h"
#include "net/messages/credit.h"
#include "net/messages/hop.h"
#include "net/wait.h"
#include "tests/hostile/rewrite.h"
#include "tests/hostile/turns.h"

enum { MOST_BYTES = 32 << 10 };

static const uint8_t data[MOST_BYTES];

/* Puts `bytes` bytes of a message of which `remaining` are still to come, these included. */
static void put(const struct forged *forged, size_t remaining, const uint8_t *from, size_t bytes) {
    struct cube_header header = {
        .operation = OPERATION_ACTIVE,
        .source = (uint16_t)forged->source,
        .destination = (uint16_t)forged->destination,
    };
    uint32_t dimension = credit_peer(forged->destination)->leaving;
    struct waiting waiting = wait_begin("forging", CUBE_NOBODY, 0);
    do {
        header.remaining = (uint32_t)remaining;
        size_t done = hop_put(dimension, &header, from, bytes);
        if (done == HOP_FULL) {
            waiting.spins = wait_rest(waiting, WAIT_ROUTED_ROOM(dimension));
            continue;
        }
        from += done;
        bytes -= done;
        remaining -= done;
    } while (bytes > 0);
}

void forge(const struct forged *forged) {
    static NODE_LOCAL uint8_t payload[ACTIVE_HEADER_BYTES + MOST_BYTES];
    const struct active_header header = envelope_write(forged->envelope);
    memcpy(payload, &header, sizeof header);
    memset(payload + sizeof header, forged->fill, forged->bytes - forged->left_out);
    put(forged, sizeof header + forged->bytes, payload,
        sizeof header + forged->bytes - forged->left_out);
}

void forge_rest(const struct forged *forged, size_t bytes) {
    put(forged, forged->left_out, data, bytes);
}

/* ---- Any message ---- */

enum { MOST_NUMBERS = 24, ROUNDS = 6 };

/* What forge_any does. */
enum act { ANSWER, MESSAGE, CANCEL, OTHER, CHANGE, ACTS };

static struct {
    uint32_t acts;   /* set of 1 << enum act, not empty */
    uint32_t change; /* one forged envelope in so many is changed */
    bool cuts;       /* into as small pieces as possible */
    uint32_t most;   /* pieces: then the run goes on, until it finds what they have done */
    uint32_t to_come[CUBE_MAX_NODES]; /* bytes of the message of each source */
} plan;

void forge_begin(uint32_t *random) {
    memset(&plan, 0, sizeof plan);
    plan.acts =
        draw(random, 3) == 0 ? 1 + draw(random, (1u << ACTS) - 1) : 1u << draw(random, ACTS);
    plan.change = 1u << draw(random, 10);
    plan.cuts = draw(random, 2) == 0;
    plan.most = draw(random, 2) == 0 ? 1 : 1u << draw(random, 7);
}

static uint64_t draw_near(uint64_t value, uint32_t *random) {
    switch (draw(random, 4)) {
    case 0:
        return value + 1 - draw(random, 3);
    case 1:
        return draw(random, MOST_NUMBERS);
    case 2:
        return (UINT64_C(1) << draw(random, 64)) - draw(random, 2);
    default:
        return value / 2;
    }
}

/* Draws another value for one of an envelope's members. */
static void change(struct envelope *envelope, uint32_t *random) {
    switch (draw(random, 7)) {
    case 0:
        envelope->kind = (enum envelope_kind)draw(random, PACKET_END + 1);
        break;
    case 1:
        envelope->key = draw_near(envelope->key, random);
        break;
    case 2:
        envelope->key ^= UINT64_C(1) << (32 + draw(random, 32));
        break;
    case 3:
        envelope->credit = (uint32_t)draw_near(envelope->credit, random) & ENVELOPE_CREDIT_MOST;
        break;
    case 4:
        envelope->number = (uint32_t)draw_near(envelope->number, random);
        break;
    case 5:
        envelope->bytes = draw_near(envelope->bytes, random) & ENVELOPE_BYTES_MOST;
        break;
    default:
        envelope->signature ^= draw(random, 2);
    }
}

static void change_oldest(const struct link *from, const struct link *to, uint32_t *random) {
    const struct ring_receiver *in = &from->routed_in;
    uint8_t *slot = to->routed_out.slots + (in->head & in->mask) * CUBE_SLOT_BYTES;
    struct cube_piece *piece = (struct cube_piece *)slot;
    struct active_header header;
    if (piece->header.operation != OPERATION_ACTIVE)
        return;
    memcpy(&header, piece->payload, sizeof header);
    struct envelope envelope = envelope_read(&header);
    change(&envelope, random);
    header = envelope_write(envelope);
    memcpy(piece->payload, &header, sizeof header);
}

/* An answer to a transfer of the victim. Returns whether there is one. */
static bool draw_answer(struct forged *forged, uint32_t *random) {
    uint32_t number = 1 + draw(random, MOST_NUMBERS);
    const struct transfer *transfer = number_find(number);
    for (; !transfer && number > 1; number--)
        transfer = number_find(number - 1);
    if (!transfer)
        return false;
    forged->source = (uint32_t)(transfer->receives ? transfer->source : transfer->world);
    if (transfer->cancelling && draw(random, 2) == 0) {
        forged->envelope = (struct envelope){
            .kind = draw(random, 2) ? ENVELOPE_CANCELLED : ENVELOPE_TOO_LATE, .number = number};
    } else if (transfer->awaits == TRANSFER_MATCH) {
        forged->envelope = (struct envelope){.kind = ENVELOPE_MATCHED, .number = number};
    } else if (transfer->awaits == TRANSFER_ACCEPT) {
        uint32_t sent = (uint32_t)transfer->sent;
        forged->envelope = (struct envelope){.kind = ENVELOPE_ACCEPTED,
                                             .key = number,
                                             .number = draw(random, 2),
                                             .bytes = draw(random, 2) ? sent : draw(random, sent)};
    } else if (transfer->awaits == TRANSFER_BYTES) {
        forged->envelope = (struct envelope){.kind = ENVELOPE_DATA, .number = number};
        forged->bytes = (size_t)transfer->bytes;
    } else {
        return false;
    }
    return true;
}

/* A message that a posted receive of the victim matches, or any. */
static void draw_message(struct forged *forged, uint32_t *random) {
    const struct pattern *pattern = match_posted;
    for (uint32_t k = draw(random, 4); k > 0 && pattern; k--)
        pattern = pattern->next;
    forged->envelope.kind = (enum envelope_kind)draw(random, ENVELOPE_ALONE + 1);
    forged->envelope.key = match_key(8 * draw(random, 3) + draw(random, 2), (int)draw(random, 9));
    if (pattern) {
        forged->envelope.key = pattern->key;
        if (pattern->source != MATCH_ANY_NODE)
            forged->source = pattern->source;
    }
    forged->envelope.number = 1 + draw(random, MOST_NUMBERS);
    forged->envelope.bytes = draw(random, draw(random, 8) ? 64 : EAGER_MOST);
    if (forged->envelope.kind != ENVELOPE_ALONE)
        forged->bytes = forged->envelope.bytes;
}

/* A message that lies here is taken back. Returns whether there is one. */
static bool draw_cancel(struct forged *forged, uint32_t *random) {
    const struct kept *kept = match_kept;
    for (uint32_t k = draw(random, 4); k > 0 && kept; k--)
        kept = kept->next;
    if (!kept)
        return false;
    forged->source = kept->source;
    forged->envelope = (struct envelope){.kind = ENVELOPE_CANCEL,
                                         .key = kept->key,
                                         .number = 1 + draw(random, MOST_NUMBERS),
                                         .bytes = kept->number,
                                         .signature = kept->answered || !kept->whole};
    return true;
}

/* Draws a message to forged->destination. Returns false if there is no moment for it. */
static bool draw_forged(struct forged *forged, enum act act, uint32_t *random) {
    forged->source = draw(random, 1u << node.dimension);
    if ((act == ANSWER && !draw_answer(forged, random)) ||
        (act == CANCEL && !draw_cancel(forged, random)))
        return false;
    if (act == MESSAGE)
        draw_message(forged, random);
    if (act == OTHER) {
        forged->envelope.kind = (enum envelope_kind)(ENVELOPE_CREDIT + draw(random, 8));
        forged->envelope.number = draw(random, ROUNDS);
    }
    if (draw(random, 4) == 0 && eager_table.window != 0)
        forged->envelope.credit = draw(random, eager_with(forged->source)->spent);
    if (draw(random, plan.change) == 0)
        change(&forged->envelope, random);
    if (draw(random, 4 * plan.change) == 0)
        forged->bytes = draw(random, MOST_BYTES);
    return true;
}

/* Puts as much of a message on the neighbour's link as there is room for. */
static void put_there(struct link *link, const struct forged *forged) {
    static uint8_t payload[ACTIVE_HEADER_BYTES + MOST_BYTES];
    const struct active_header header = envelope_write(forged->envelope);
    uint32_t *to_come = &plan.to_come[forged->source];
    if (*to_come == 0)
        *to_come = (uint32_t)(sizeof header + forged->bytes);
    memcpy(payload, &header, sizeof header);
    uint32_t slots = hop_room(&link->routed_out, plan.cuts ? ACTIVE_HEADER_BYTES : *to_come);
    if (slots == 0)
        return;
    struct cube_piece *piece = ring_next(&link->routed_out);
    uint64_t bytes = piece_payload(slots) < *to_come ? piece_payload(slots) : *to_come;
    hop_write(piece, &(struct hop_words){
                         .lengths = *to_come | bytes << 32,
                         .purpose = HOP_ACTIVE,
                         .addresses = hop_addresses(forged->source, forged->destination),
                     });
    memcpy(piece->payload, payload, bytes);
    ring_produce(&link->routed_out, piece, slots);
    *to_come -= (uint32_t)bytes;
    plan.most--;
}

void forge_any(uint32_t dimension, uint32_t *random) {
    struct node *neighbour = turns_node(node.number ^ 1u << dimension);
    if (!neighbour || plan.most == 0)
        return;
    struct link *link = &neighbour->link[dimension];
    enum act act;
    do
        act = (enum act)draw(random, ACTS);
    while ((plan.acts >> act & 1) == 0);
    if (act == CHANGE) {
        change_oldest(&node.link[dimension], link, random);
        return;
    }
    struct forged forged = {.destination = node.number};
    if (draw(random, 8) == 0)
        forged.destination = draw(random, 1u << node.dimension);
    if (draw_forged(&forged, act, random) &&
        hop_is_on_path(dimension, forged.source, forged.destination))
        put_there(link, &forged);
}
