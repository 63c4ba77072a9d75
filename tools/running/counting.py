"""The processes' meters of links at the end of the machine, and their comparison with the kernel's
counts of the rings (kernel/host/meters.c, kernel/host/rings.c)."""

from .failure import STATUS_IMAGE, Failure

COUNTED = ("packets", "bytes", "routed_packets", "routed_bytes", "slots", "cleared")  # struct cube_meter
COUNT_BITS, SLOT_BYTES, HEADER_BYTES = 32, 64, 32


class Counting:
    """What is known of the links of each node, by physical dimension."""

    def __init__(self):
        self._links, self._early = {}, {}

    def add(self, record):
        """Adds a record {"counted"} of the kernel."""
        self._links[record["node"]] = [dict(zip(COUNTED, link)) for link in record["links"]]

    def add_early(self, node, links):
        """Adds the links of a node's meters as they were read from its memory."""
        self._early[node] = links

    def complete(self, meters):
        """Brings the meters of a node up to date."""
        found = self._links.get(meters["node"]) or self._early.get(meters["node"]) or []
        for link, seen in zip(meters["links"], found):
            link.update(seen)


def check(meters):
    """Fails if a node has counted what was not in the rings of its links, in a run in which all that was sent was
    received. Only the node knows how many packets and bytes were in these slots."""
    for record in meters:
        for link, ring in zip(record["links"], record.get("rings", {"links": ()})["links"]):
            if not is_possible(link, ring):
                raise Failure(STATUS_IMAGE, f"records: the program on node {record['node']} reports wrong traffic on dimension "
                                            f"{link['dimension']} (the link's rings carried other packets)")


def is_possible(link, ring):
    """Whether what a process has counted on a link can be what was in the rings."""
    slots, packets = link["slots"], link["packets"] + link["routed_packets"]
    in_slots = max(packets - ring["barriers"], 0)  # a barrier is a packet that fills none
    return ((slots + link.get("cleared", 0) - ring["sent"] - ring["routed"]) % (1 << COUNT_BITS) == 0
            and in_slots <= slots
            and link["bytes"] + link["routed_bytes"] <= slots * SLOT_BYTES - in_slots * HEADER_BYTES)
