#include "tests/hostile/forge.h"

#include <string.h>

#include "net/active.h"
#include "net/credit.h"
#include "net/hop.h"
#include "net/wait.h"

enum { MOST_BYTES = 32 << 10 };

static const uint8_t data[MOST_BYTES];

/* Puts `bytes` bytes of a message of which `remaining` are still to come, these included. */
static void put(const struct forged *forged, size_t remaining, const uint8_t *from, size_t bytes) {
    struct cube_header header = {
        .operation = OPERATION_ACTIVE,
        .source = (uint16_t)forged->source,
        .destination = (uint16_t)forged->destination,
    };
    uint32_t dimension = peers[forged->destination].leaving;
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
    memcpy(payload + sizeof header, data, forged->bytes - forged->left_out);
    put(forged, sizeof header + forged->bytes, payload,
        sizeof header + forged->bytes - forged->left_out);
}

void forge_rest(const struct forged *forged, size_t bytes) {
    put(forged, forged->left_out, data, bytes);
}
