"""Execution traces of Chakra, which ASTRA-sim reads (S. Sridharan et al., Chakra: Advancing Performance Benchmarking and
Co-design using Standardized Execution Traces, 2023): schema 0.0.4, schema/protobuf/et_def.proto of mlcommons/chakra. A file has
messages of Protocol Buffers, each behind its length: GlobalMetadata, and a Node for each send, receive and calculation of a rank.
These have few fields, so the standard library suffices to write them."""

import collections
import os

from running.failure import problem, shown

VERSION = "0.0.4"
COMPUTE, SEND, RECEIVE = 4, 5, 6                       # NodeType
ID, NAME, TYPE, DATA_DEPS, DURATION, ATTR = 1, 2, 3, 5, 7, 10  # fields of Node; those of GlobalMetadata: version = 1,
INT32, INT64, BOOL = 7, 9, 27                          # and of AttributeProto: name = 1, and one of these
KINDS = {"calc": COMPUTE, "send": SEND, "recv": RECEIVE}


class Node:
    """What a rank does after others of its nodes, whose numbers are `after`. `size`: the bytes of a message with rank `peer`, whose
    send and receive have the same `tag`, or the microseconds of a calculation."""

    def __init__(self, kind, name, after, size, peer=0, tag=0):
        self.kind, self.name, self.after, self.size, self.peer, self.tag = kind, name, after, size, peer, tag

    def fields(self, rank, number):
        """The message. Only calculations may run on what Chakra calls the CPU, where ASTRA-sim takes their time as it is. It
        refuses messages of 0 bytes: they become one."""
        yield from (field(ID, number), field(NAME, self.name), field(TYPE, self.kind))
        if self.after:
            yield field(DATA_DEPS, b"".join(map(varint, sorted(self.after))))
        if self.kind == COMPUTE:
            yield field(DURATION, self.size)
        else:
            ends = (rank, self.peer) if self.kind == SEND else (self.peer, rank)
            for name, form, value in (("comm_src", INT32, ends[0]), ("comm_dst", INT32, ends[1]), ("comm_tag", INT32, self.tag),
                                      ("comm_size", INT64, max(self.size, 1))):
                yield field(ATTR, field(1, name) + field(form, value))
        yield field(ATTR, field(1, "is_cpu_op") + field(BOOL, int(self.kind == COMPUTE)))


def varint(value):
    """A whole number, 7 bits a byte, the lowest first."""
    return bytes([value & 127 | 128]) + varint(value >> 7) if value > 127 else bytes([value])


def field(number, value):
    """A field with its number: a whole number, or text or bytes behind their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def write(folder, name, ranks):
    """Writes the nodes of each rank, NAME.RANK.et, in a folder, which is made if there is none."""
    try:
        os.makedirs(folder, exist_ok=True)
        for rank, nodes in enumerate(ranks):
            messages = [field(1, VERSION), *(b"".join(node.fields(rank, number)) for number, node in enumerate(nodes))]
            with open(os.path.join(folder, f"{name}.{rank}.et"), "wb") as file:
                file.write(b"".join(varint(len(message)) + message for message in messages))
    except OSError as error:
        raise problem(f"--chakra {shown(folder)}", error.strerror) from error


def of_goal(path):
    """The nodes of each rank of a program as GOAL, in which tools/replay has found no mistake. The sends and receives of one tag
    between two ranks are matched in their order in the file."""
    ranks, sent = [], {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            words = line.replace(":", " ").split()
            if not words or words[0].startswith("//") or words == ["}"]:
                continue
            if words[0] == "num_ranks" and len(words) == 2:
                ranks = [[] for _ in range(int(words[1]))]
            elif words[0] == "rank" and words[2:] == ["{"]:
                rank, labels, seen = int(words[1]), {}, collections.Counter()
            elif words[1] == "requires":
                ranks[rank][labels[words[0]]].after.add(labels[words[2]])
            elif words[1] == "irequires":
                raise problem(shown(path), "irequires: not supported by Chakra", "expected: requires")
            else:
                if words[1] in KINDS:
                    labels[words.pop(0)] = len(ranks[rank])
                more = dict(zip(words[2::2], words[3::2]))
                kind, peer, tag = KINDS[words[0]], int(more.get("to", more.get("from", 0))), int(more.get("tag", 0))
                node = Node(kind, " ".join(words), set(), int(words[1].removesuffix("b")), peer)
                if kind != COMPUTE:
                    channel = *((rank, peer) if kind == SEND else (peer, rank)), tag
                    message = *channel, seen[kind, channel]
                    seen[kind, channel] += 1
                    sent.setdefault(message, {})[kind] = node
                ranks[rank].append(node)
    for tag, ends in enumerate(sent.values()):
        for node in ends.values():
            node.tag, node.size = tag, ends[SEND].size
    return ranks


def of_schedule(schedule, block_bytes):
    """The nodes of each rank of a schedule in JSON. What a node sends and receives in a step waits for its steps before, and what
    it relays also for its arrival. Moves and combinations take no time."""
    ranks, tag = [[] for _ in range(1 << schedule["dimension"])], 0
    before = [set() for _ in ranks]
    for number, step in enumerate(schedule["steps"], 1):
        first = list(map(len, ranks))
        for packet in step["packets"]:
            path, size, relayed = packet["path"], len(packet["from"]["blocks"]) * block_bytes, set()
            name = f"step {number}: {'>'.join(map(str, path))}"
            for near, after in zip(path, path[1:]):
                ranks[near].append(Node(SEND, name, before[near] | relayed, size, after, tag))
                ranks[after].append(Node(RECEIVE, name, before[after], size, near, tag))
                relayed, tag = {len(ranks[after]) - 1}, tag + 1
        before = [set(range(start, len(nodes))) or old for start, nodes, old in zip(first, ranks, before)]
    return ranks
