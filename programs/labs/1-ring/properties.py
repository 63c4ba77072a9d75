"""The required properties of lab 1 (programs/labs/README.md)."""

import zlib

TITLE = "a ring, and its deadlock"
SHORT, LONG = 8, 1 << 20  # bytes; no link holds the long message
SLOT, HEADER = 64, 32  # bytes of a slot of a ring, and of the header of a piece
PIECE = 4096  # bytes, at least, of each piece that a long message is cut into
T_S, T_H, T_W = 1000, 10, 1  # of all runs (tools/grade)


def ring(nodes):
    """The nodes in the order of the Gray code (Hu, section 2.2), and the first one again."""
    return [place % nodes ^ place % nodes >> 1 for place in range(nodes + 1)]


def checksum(secret, size):
    """That of the block of a node with this secret."""
    period = bytes((secret >> i % 4 * 8) + i // 4 & 255 for i in range(1024))
    return zlib.adler32((period * (size // len(period) + 1))[:size])


def heard(nodes, size):
    """Each of `nodes` nodes has to print the sums of its block and of that of the node before it, of `size` bytes."""
    def has(answer):
        order, sums = ring(nodes), [checksum(secret, size) for secret in answer.secrets(nodes)]
        wanted = sorted(f"node {node} sent {sums[node]:08x}, got {sums[before]:08x}"
                        for before, node in zip(order, order[1:]))
        for line in answer.run("ring", nodes, size).lines:
            answer.want(line in wanted, f"ring {size} on {nodes} nodes prints '{line}'")
        answer.want(answer.run("ring", nodes, size).lines == wanted,
                    f"ring {size} on {nodes} nodes does not print a line for each node")
    return has


def one_each(answer):
    """The links of the ring carry the long message once, and no other link carries anything."""
    heard(16, LONG)(answer)
    order = ring(16)
    run = answer.run("ring", 16, LONG)
    for link in zip(order, order[1:]):
        packets, size = run.links.get(link, (0, 0))
        answer.want((packets, size) == (1, LONG), f"the link {link[0]} > {link[1]} carries {packets} packets, {size} bytes")
        slots, most = run.slots[link], (LONG + LONG // PIECE * HEADER) // SLOT + 1
        answer.want(LONG / SLOT < slots <= most,
                    f"the link {link[0]} > {link[1]} carries {slots} slots, where one message is at most {most}")
    answer.want(len(run.links) == 16 and not run.routed, f"{len(run.links)} links carry messages, and {run.routed} "
                "packets are routed: the ring has 16 links")


def at_once(answer):
    """The ring takes no longer than two nodes and one message more: two messages may follow each other, and no more."""
    one_each(answer)
    one = T_S + T_H + LONG * T_W
    limit = answer.run("ring", 2, LONG).time + one
    took = answer.run("ring", 16, LONG).time
    answer.want(took <= limit, f"16 nodes take {took}; 2 nodes and one message more take {limit}")


PROPERTIES = [
    (2, "2 nodes hear from each other", heard(2, SHORT)),
    (2, "16 nodes hear from the nodes before them on the ring, 8 bytes", heard(16, SHORT)),
    (2, "the same with 1 MiB, which no link holds", heard(16, LONG)),
    (2, "each link of the ring carries one message, no other link any", one_each),
    (2, "the messages do not wait for each other round the ring", at_once),
]
