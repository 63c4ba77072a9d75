"""A recording of packets, by `cuberun --trace FILE.packets` or another program. Its content is not trusted, and
checked."""

import json

from .failure import problem, shown, unreadable

# What a recording can hold: a cube of any size that a program might simulate, and numbers that sums keep whole.
MOST_DIMENSION = 20
MOST_NUMBER = (1 << 53) - 1
LINE_BYTES = 1 << 16


def whole(record, name, most, least=0):
    """A field of a record that is a whole number within bounds."""
    value = record.get(name)
    if type(value) is not int or not least <= value <= most:  # a bool is an int too
        raise ValueError(f"{name} has to be a whole number from {least} to {most}")
    return value


def check_head(head):
    """The first line: returns the cube's dimension."""
    nodes = whole(head, "nodes", 1 << MOST_DIMENSION, 1)
    if nodes & (nodes - 1):
        raise ValueError(f"nodes has to be a power of two, not {nodes}")
    for name in ("th", "tw", *(name for name in ("ts", "gap") if name in head)):
        whole(head, name, MOST_NUMBER)
    return nodes.bit_length() - 1


def check_packet(record, dimension):
    """The line of a packet."""
    whole(record, "node", (1 << dimension) - 1)
    whole(record, "bytes", MOST_NUMBER)
    whole(record, "time", MOST_NUMBER)
    if "to" in record:
        whole(record, "to", (1 << dimension) - 1)
    else:
        whole(record, "port", dimension - 1)
    if "from" in record:
        whole(record, "from", dimension - 1)
    if "step" in record:
        whole(record, "step", MOST_NUMBER)
    if not isinstance(record.get("operation", ""), str):
        raise ValueError("operation has to be a text")


def records_of(file):
    """The lines of a recording as objects, checked, the first one too."""
    dimension = None
    for number, line in enumerate(iter(lambda: file.readline(LINE_BYTES), b""), 1):
        try:
            if len(line) == LINE_BYTES:
                raise ValueError(f"it has {LINE_BYTES} bytes or more")
            if not line.strip():
                continue
            record = json.loads(line.decode())
            if not isinstance(record, dict):
                raise ValueError("it is no object")
            if dimension is None:
                dimension = check_head(record)
            else:
                check_packet(record, dimension)
        except (ValueError, RecursionError) as error:
            raise problem(shown(file.name), "not a valid recording", f"line {number}: {error}") from error
        yield record
    if dimension is None:
        raise problem(shown(file.name), "not a valid recording", "empty")


def read_recording(path):
    """The objects of a recording, checked: the head, and a list of the packets."""
    try:
        with open(path, "rb") as file:
            head, *packets = records_of(file)
    except OSError as error:
        raise unreadable("", path, error) from error
    return head, packets
