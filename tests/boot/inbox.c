/* More messages arrive than the heap holds. Receives of messages that found no memory return
 * -ENOMEM, the other receives bring the right bytes, and afterwards messages come through again.
 * Eight nodes, a heap of 64 KiB. Prints TAP at node 0. */
#include "net/system/system.h"
#include "tests/tap.h"

enum { SENDERS = 7, BYTES = 16000, SHORT = 100 };

static uint8_t buffer[BYTES];

static uint64_t packets_arrived(void) {
    struct cube_stats stats;
    uint64_t packets = 0;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        packets += stats.link[d].routed_packets;
    return packets;
}

static bool filled_with(int value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (buffer[i] != value)
            return false;
    return true;
}

static int receiver(void) {
    while (packets_arrived() < SENDERS) {
        cube_links_exchange(0, NULL, 0, NULL, 0); /* forwards, and nothing else */
        system_yield();
    }
    int kept = 0;
    int lost = 0;
    bool right = true;
    for (int from = 1; from <= SENDERS; from++) {
        memset(buffer, 0, sizeof buffer);
        int error = cube_recv(from, buffer, BYTES);
        kept += error == 0;
        lost += error == -ENOMEM;
        right = right && (error == -ENOMEM || (error == 0 && filled_with(from, BYTES)));
    }
    printf("# kept %d, lost %d\n", kept, lost);
    ok(right && kept + lost == SENDERS, "each message is right or told as lost");
    ok(kept >= 2 && lost >= 2, "as many as fit are kept");
    cube_barrier();
    right = true;
    for (int from = 1; from <= SENDERS; from++)
        right = cube_recv(from, buffer, SHORT) == 0 && filled_with(from, SHORT) && right;
    ok(right, "the next ones come through");
    return tap_end();
}

int main(void) {
    if (cube_nodes() != SENDERS + 1)
        return 64;
    if (cube_node() == 0)
        return receiver();
    memset(buffer, cube_node(), sizeof buffer);
    int error = cube_send(0, buffer, BYTES);
    error |= cube_barrier();
    error |= cube_send(0, buffer, SHORT);
    return error != 0;
}
