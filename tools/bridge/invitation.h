/* How bridges connect: host 0 invites all others over the launcher's own channel, they connect, and
 * both sides show a secret that only the invitation has carried. */
#ifndef BRIDGE_INVITATION_H
#define BRIDGE_INVITATION_H

#include <netinet/in.h>
#include <stdint.h>

enum { SECRET_BYTES = 16, ADDRESSES_MOST = 16 };

/* The message of host 0 to all. */
struct invitation {
    uint8_t secret[2][SECRET_BYTES]; /* the secret of a connecting host, and that of host 0 */
    uint32_t addresses;
    in_addr_t address[ADDRESSES_MOST]; /* of host 0, both in the network's byte order */
    in_port_t port;
};

/* Writes host 0's invitation, and returns the descriptor at which it listens. */
int invitation_open(struct invitation *invitation);

/* Waits on host 0 until all others are connected, and closes the descriptor. A connection without
 * the secret is refused, and delays no other. Gives up if a host does not connect. */
void invitation_await(int listener, const struct invitation *invitation);

/* Connects another host with host 0. Gives up if no address has a host 0 that knows the secret. */
void invitation_take(const struct invitation *invitation);

#endif
