"""The packets of a run as a table, a line each."""

import csv
import io

FIELDS = ("packet", "call", "operation", "step", "from", "to", "path", "bytes", "called", "begun", "arrived",
          "ended")


def nodes_of(packet):
    """The nodes that a packet passes, its ends included."""
    nodes = [packet.origin]
    for port in packet.path:
        nodes.append(nodes[-1] ^ 1 << port)
    return nodes


def ended(packet, costs):
    """When the last byte of a packet has arrived."""
    return packet.stamp + costs["tw"] * packet.bytes


def text(_, costs, packets, __, calls):
    """The table. call: that of the program in which it was sent; called: what the sender's clock showed; begun: when its
    port began to send; arrived and ended: when its first and its last byte were at its receiver."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(FIELDS)
    for number, packet in enumerate(packets):
        nodes = nodes_of(packet)
        writer.writerow([number, calls.of[id(packet.event)].label(), packet.operation, packet.step, nodes[0], nodes[-1],
                         "-".join(map(str, nodes)), packet.bytes, packet.called, packet.begun,
                         packet.stamp, ended(packet, costs)])
    return table.getvalue()
