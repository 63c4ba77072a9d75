"""The machine's records: data of a run apart from its output, on a separate channel.

The kernel writes them into a file that we have opened: a head, which is the node's number and the
length (formats/record.h), and N bytes of JSON. The node and the length are the kernel's, the
text is the program's on that node: it is accepted only for its own node, in the form of
net/record/record.c."""

import json

from .counting import Counting
from .failure import STATUS_IMAGE, Failure

HEAD_BYTES, WORD_BYTES = 8, 4
KERNEL = 0xFFFFFFFF  # in place of a node
MOST_ADDRESSES = 64  # of a sample
METERS = b'{"meters"'
SAMPLE = b'{"sample"'  # begins the records that are written before a program's end
ONCE = ("meters", "profile", "early")  # kinds of which each node has one


def frames(data):
    """The records: (node, text) each. The last one's end is missing where the machine was ended."""
    at = 0
    while at + HEAD_BYTES <= len(data):
        node = int.from_bytes(data[at:at + WORD_BYTES], "little")
        end = at + HEAD_BYTES + int.from_bytes(data[at + WORD_BYTES:at + HEAD_BYTES], "little")
        if end > len(data):
            return
        yield node, data[at + HEAD_BYTES:end]
        at = end


# ---- What a record has to look like: functions that say whether a value does

def number(below=1 << 64, least=0):
    """A whole number within bounds, and not a truth value."""
    return lambda value: type(value) is int and least <= value < below


def word(*words):
    """One of these words."""
    return lambda value: value in words


def name(value):
    """The name of an operation."""
    return isinstance(value, str) and value.isascii() and value.isprintable()


def each(check, count):
    """A list of N values."""
    return lambda value: isinstance(value, list) and len(value) == count and all(map(check, value))


def fields(checks, optional=()):
    """An object with all of these fields, of which the optional ones may be missing."""
    always = checks.keys() - {*optional}
    return lambda value: (isinstance(value, dict)
                          and always <= value.keys() <= checks.keys()
                          and all(checks[key](value[key]) for key in value))


def either(*checks):
    """What looks like one of several."""
    return lambda value: any(check(value) for check in checks)


def shapes(nodes):
    """What each kind of record looks like on a machine of N nodes."""
    dimension = nodes.bit_length() - 1
    any_number, port, node = number(), number(dimension), number(nodes)
    packet = {"operation": name, "step": any_number, "bytes": any_number}
    event = {**packet, "port": port, "stamp": any_number, "peer": node, "back": any_number, "number": any_number,
             "call": name}
    noted = ("peer", "back", "number", "call")
    def numbers(value):
        return isinstance(value, list) and all(map(any_number, value))

    def stack(value):
        return numbers(value) and len(value) <= 2

    place = {"context": any_number, "tag": number(1 << 31, least=-1), "peer": number(nodes, least=-1)}
    message = {"kind": word("send", "receive", "match"), "id": any_number, "number": any_number, "stack": stack, **place}
    choice = {"number": any_number, "taken": number(1 << 31, least=-1), "stack": stack}

    link = dict.fromkeys(("packets", "bytes", "routed_packets", "routed_bytes", "slots"), any_number)
    times = dict.fromkeys(("sending", "receiving", "waiting"), any_number)
    def addresses(value):
        return numbers(value) and 2 <= len(value) <= MOST_ADDRESSES

    return {
        "early": fields({"where": name}),  # of processes of the host (kernel/native/parent.c)
        "meters": fields({"dimension": number(dimension + 1, least=dimension),
                          "steps": any_number, "cycles": any_number,
                          "links": each(fields({"dimension": port, **link}), dimension),
                          "clock": any_number, "excess": any_number},
                         optional=("cycles", "clock", "excess")),
        "profile": fields({"clock": any_number, "work": any_number,
                           "links": each(fields(times), dimension)}),
        "sample": fields({"kind": word("work", "receiving", "waiting"), "time": any_number, "weight": any_number,
                          "stack": addresses}),
        "order": either(  # of mpi/message/explore.c
            fields(message, optional=("number", "stack")),
            fields({"kind": word("done"), "id": any_number, "waited": word(0, 1)}),
            fields({"kind": word("collective"), "context": any_number, "number": any_number, "operation": any_number,
                    "peer": place["peer"]}),
            fields({"kind": word("requests"), "requests": numbers}),
            fields({"kind": word("choice"), "requests": numbers, "call": word("w", "t", "a"), **choice}),
            fields({"kind": word("choice"), "call": word("p", "i"), "found": place["tag"], **place, **choice}),
            fields({"kind": word("asked"), "peer": node, "stack": stack}),
            fields({"kind": word("answered"), "peer": node, "fetched": word(0, 1), "stack": stack}),
            fields({"kind": word("served"), "call": word("put", "get", "accumulate", "fetch", "compare-and-swap", "lock", "unlock"),
                    "peer": node, **dict.fromkeys(("window", "low", "high"), any_number), "alike": place["tag"],
                    "decided": word(0, 1), "idle": word(0, 1)})),
        "packet": either(fields({**packet, "time": any_number, "to": node}),
                         fields({**packet, "time": any_number, "port": port, "from": port},
                                optional=("from",))),
        "event": either(fields({**event, "kind": word("sent"), "time": any_number}, optional=noted),
                        fields({**event, "kind": word("passed"), "from": port}, optional=noted),
                        fields({**event, "kind": word("taken"), "time": any_number, "begun": any_number,
                                "piece": word(True)}, optional=(*noted, "piece"))),
    }


def parse(text):
    """The value that the JSON text means, or None."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def read_records(files, nodes, early=()):
    """The records of a run, from the files of all its machines: the kernel's, which is the last one of each, added up,
    or nothing if one lacks it; and of the nodes a list for each kind. Those of a node have its number as "node".
    `early` has those that were read from the memory of nodes whose programs have not come to their end: (node, text)
    each (early.py). Of a node that has written its own, only the meters of its links are taken from there, for it has
    forwarded since. Those that the kernel has read at the end of the machine come before both (counting.py)."""
    checks = shapes(nodes)
    kernels, rings, kinds = [], {}, {kind: [] for kind in checks}
    counting = Counting()
    seen = set()
    own = [frame for data in files for frame in frames(data)]
    ended = {node for node, text in own if not text.startswith(SAMPLE)}
    for node, text in early:
        if node in ended and text.startswith(METERS):
            counting.add_early(node, parse(text)["meters"]["links"])
    for node, text in [*own, *(record for record in early if record[0] not in ended)]:
        record = parse(text)
        if node == KERNEL:
            if "rings" in record:
                rings[record["rings"].pop("node")] = record["rings"]
            elif "counted" in record:
                counting.add(record["counted"])
            else:
                kernels.append(record["kernel"])
            continue
        if node >= nodes:
            raise Failure(STATUS_IMAGE, f"records: node {node} out of range (expected: 0 to {nodes - 1})")
        kind = next(iter(record)) if isinstance(record, dict) and len(record) == 1 else None
        if kind not in checks or not checks[kind](record[kind]):
            raise Failure(STATUS_IMAGE, f"records: the program on node {node} wrote an invalid record: {text[:60]!r}")
        if kind in ONCE and (kind, node) in seen:
            raise Failure(STATUS_IMAGE, f"records: the program on node {node} wrote its {kind} twice")
        seen.add((kind, node))
        kinds[kind].append({"node": node, **record[kind]})
    for meters in kinds["meters"]:
        counting.complete(meters)
        if meters["node"] in rings:
            meters["rings"] = rings[meters["node"]]
    return {"kernel": sum_of(kernels)} if len(kernels) == len(files) else {}, kinds


def sum_of(kernels):
    """What the kernels of several machines say of one cube. Each knows how many nodes that has."""
    return {key: value if key == "nodes" else sum(kernel[key] for kernel in kernels)
            for key, value in kernels[0].items()}
