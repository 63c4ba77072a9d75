"""The records of a run that has ended before its programs, as net/record/record.c would have written
them, read from the memory of the stopped machine. Each program has a map of its memory for this
(net/record/record_map.h)."""

import json
import struct

from .placement import physical
from .remote import Unanswered

NAMES = ("node", "physical", "journal", "journal_operations", "operation_names")
SIZES = ("node_bytes", "link_bytes", "cleared_bytes", "journal_bytes", "journal_link_bytes", "entry_bytes",
         "own_operations", "operations", "text_bytes")
MEMBERS = ("number", "dimension", "steps", "link", "cleared", "offset", "hop", "instruction", "on", "turns", "stopped",
           "stop", "since", "direct_head", "routed_head", "barriers", "extra_slots", "extra_bytes",
           "routed_extra_slots", "routed_extra_bytes", "cleared_direct", "cleared_routed", "cleared_barriers", "order",
           "places", "entries", "room", "count", "links", "texts", "text_count", "sending", "receiving", "waiting", "kind",
           "to", "operation", "step", "peer", "from", "bytes", "stamp", "time", "begun", "first", "call_number", "text", "back")
MAP = struct.Struct(f"<{len(NAMES)}Q{len(SIZES)}I{2 * len(MEMBERS)}I")
ADDRESS_BYTES, NAME_BYTES = 8, 17
KINDS = ("sent", "passed", "taken")  # enum journal_kind (net/clock/journal.h)
NOBODY, WORD = 0xffffffff, (1 << 64) - 1
MOST_OPERATIONS = 256

# What is read at most, for programs can write any sizes: bytes of a structure, entries of all journals.
MOST_BYTES, MOST_ENTRIES = 1 << 16, 1 << 20


class Map:
    """The struct record_map of a program, from its memory."""

    def __init__(self, data):
        values = MAP.unpack(data)
        of_members = values[len(NAMES) + len(SIZES):]
        self.at = dict(zip(NAMES + SIZES, values))
        self.member = {name: of_members[2 * k:2 * k + 2] for k, name in enumerate(MEMBERS)}

    def is_sound(self):
        """Whether the structures have sizes that those of a program can have."""
        return all(size <= MOST_BYTES for size in (
            self.at["node_bytes"], self.at["journal_bytes"], self.at["entry_bytes"], self.at["text_bytes"],
            *(offset + size for offset, size in self.member.values())))

    def value(self, data, name, base=0):
        """A member of the structure that is `base` bytes from the beginning of the data."""
        offset, size = self.member[name]
        return int.from_bytes(data[base + offset:base + offset + size], "little")


def read_node(debugger, place_of):
    """The map of records at place_of, and the node's structure, which is None or empty if it cannot be read."""
    data = debugger.read(place_of, MAP.size)
    places = Map(data) if data else None
    is_sound = places and places.is_sound()
    return places, debugger.read(places.at["node"], places.at["node_bytes"]) if is_sound else None


class Early:
    """Gathers the records on a machine of N nodes. `wanted` are the kinds that the options ask for: meters,
    profile, event, packet."""

    def __init__(self, wanted, nodes):
        self.wanted, self.nodes, self.records, self.missing = wanted, {}, [], []
        self._dimension = nodes.bit_length() - 1
        self._entries_left = MOST_ENTRIES

    def look(self, debugger, found, place_of, where):
        """Looks at the nodes that were `found` (where.py), of which the map of records is at place_of. `where` tells
        what a node does."""
        for number, node in found.items():
            ended = node.kind()[0] == "ended"  # it has written its records, but goes on counting what it forwards
            if ended and "meters" not in self.wanted:
                continue
            if not ended:
                self.nodes[number] = where(node)
            try:
                debugger.look_at(number)
                with debugger.memory_of_process():
                    read = place_of and self._read(debugger, place_of)
            except Unanswered:
                self.missing = sorted({*self.missing, *(found.keys() - self.nodes.keys()), number})
                return
            if read and ended:
                self.records += read[:1]
            elif read:
                self.records += read
                self.nodes[read[0][0]] = self.nodes.pop(number)
        if not place_of:
            self.missing = sorted(self.nodes)

    def _read(self, debugger, place_of):
        """The records of one node, (number, record) each; None if its program has not begun."""
        places, node = read_node(debugger, place_of)
        orders = node and debugger.read(places.at["physical"], sum(places.member["places"]))
        if not orders:
            return None
        dimension = places.value(node, "dimension")
        if dimension != self._dimension:
            return None  # the library has not begun, or the program has overwritten it
        order = orders[places.member["order"][0]:][:dimension]
        ports = orders[places.member["places"][0]:][:dimension]
        if any(sorted(some) != list(range(dimension)) for some in (order, ports)):
            return None  # the program has overwritten them
        own = physical(order, places.value(node, "number"))
        time = clock_of(places, node)
        records = [(own, {"meters": meters_of(places, node, ports, time)})] if "meters" in self.wanted else []
        if self.wanted - {"meters"}:
            journal = debugger.read(places.at["journal"], places.at["journal_bytes"])
            if journal and "profile" in self.wanted:
                records.append((own, {"profile": profile_of(places, journal, order, time)}))
            names, texts = Names(debugger, places), Texts(debugger, places, journal)
            hop = places.value(node, "hop")
            for entry in entries_of(debugger, places, journal):
                if not self._entries_left:
                    raise Unanswered
                self._entries_left -= 1
                records += [(own, record) for record in
                            self._of_entry(places, entry, order, ports, names, texts, hop)]
        return records or [(own, {})]

    def _of_entry(self, places, entry, order, ports, names, texts, hop):
        """The records of an entry of the journal, as net/record/record.c writes them."""
        value = {name: places.value(entry, name) for name in
                 ("kind", "to", "operation", "step", "peer", "from", "bytes", "stamp", "time", "begun", "first",
                  "call_number", "text", "back")}
        if value["kind"] >= len(KINDS) or value["to"] >= len(ports):
            return
        kind, port = KINDS[value["kind"]], ports[value["to"]]
        same = {"operation": names.of(value["operation"]), "step": value["step"], "bytes": value["bytes"]}
        come = {"from": ports[value["from"]]} if kind == "passed" and value["from"] < len(ports) else {}
        peer = physical(order, value["peer"]) if value["peer"] != NOBODY else None
        call = texts.of(value["text"])
        if "event" in self.wanted:
            yield {"event": {"kind": kind, "port": port, **same, "stamp": value["stamp"], **come,
                             **({"time": value["time"]} if kind != "passed" else {}),
                             **({"begun": value["begun"]} if kind == "taken" else {}),
                             **({"peer": peer} if peer is not None else {}),
                             **({"piece": True} if kind == "taken" and not value["first"] else {}),
                             **({"back": value["back"]} if value["back"] else {}),
                             **({"number": value["call_number"], "call": call} if call else {})}}
        if "packet" in self.wanted and kind != "taken":
            yield {"packet": {**({"port": port} if peer is None else {"to": peer}), **come, **same,
                              "time": value["stamp"] - hop}}


class Names:
    """The names of operations, by the numbers in headers."""

    def __init__(self, debugger, places):
        self._debugger, self._places, self._names = debugger, places, {}

    def of(self, operation):
        """The name of a header's operation."""
        number = operation % MOST_OPERATIONS
        if number not in self._names:
            self._names[number] = self._read(number) or "other"
        return self._names[number]

    def _read(self, number):
        at, own = self._places.at, self._places.at["own_operations"]
        if number >= own + at["operations"]:
            return None
        table = at["journal_operations"] + number * ADDRESS_BYTES if number < own else \
            at["operation_names"] + (number - own) * ADDRESS_BYTES
        address = self._debugger.read(table, ADDRESS_BYTES)
        text = address and any(address) and self._debugger.read(int.from_bytes(address, "little"), NAME_BYTES)
        return text.partition(b"\0")[0].decode("ascii", "replace") if text else None


class Texts:
    """The texts of calls, by their places in the journal, from 1 on."""

    def __init__(self, debugger, places, journal):
        self._debugger, self._bytes, self._texts = debugger, places.at["text_bytes"], {}
        self._begin, self._count = (places.value(journal or b"", name) for name in ("texts", "text_count"))

    def of(self, place):
        """The text at a place, or None."""
        if not 1 <= place <= self._count:
            return None
        if place not in self._texts:
            data = self._debugger.read(self._begin + (place - 1) * self._bytes, self._bytes)
            text = (data or b"").partition(b"\0")[0]
            self._texts[place] = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else "?" for byte in text)
        return self._texts[place]


def clock_at(debugger, place_of):
    """What the clock of the process shows that a debugger looks at, of which the map of records is at place_of; None if
    that is not known."""
    places, node = read_node(debugger, place_of) if place_of else (None, None)
    return clock_of(places, node) if node else None


def clock_of(places, node):
    """What the node's clock shows: where it stopped to wait, or when it was last checked; None if there is none."""
    if not places.value(node, "on"):
        return None
    if places.value(node, "turns") and places.value(node, "stopped"):
        return places.value(node, "stop")
    return (places.value(node, "offset") + places.value(node, "instruction") * places.value(node, "since")) & WORD


def meters_of(places, node, ports, time):
    """The meters, as cube_stats counts them (net/meters.c)."""
    links = [None] * len(ports)
    for d, port in enumerate(ports):
        base = places.member["link"][0] + d * places.at["link_bytes"]
        cleared = places.member["cleared"][0] + d * places.at["cleared_bytes"]

        def of_link(name, base=base):
            return places.value(node, name, base)

        slots = of_link("direct_head") - places.value(node, "cleared_direct", cleared)
        routed = of_link("routed_head") - places.value(node, "cleared_routed", cleared)
        barriers = of_link("barriers") - places.value(node, "cleared_barriers", cleared)
        links[port] = {
            "dimension": port,
            "packets": slots - of_link("extra_slots") + barriers & WORD,
            "bytes": slots * ADDRESS_BYTES + of_link("extra_bytes") & WORD,
            "routed_packets": routed - of_link("routed_extra_slots") & WORD,
            "routed_bytes": routed * ADDRESS_BYTES + of_link("routed_extra_bytes") & WORD,
            "slots": slots + routed & WORD}
    return {"dimension": len(ports), "steps": places.value(node, "steps"), "links": links,
            **({"clock": time} if time is not None else {})}


def profile_of(places, journal, order, time):
    """Where the time went, link by link (net/record/record.c)."""
    links = []
    for logical in order:
        base = places.member["links"][0] + logical * places.at["journal_link_bytes"]
        links.append({name: places.value(journal, name, base) for name in ("sending", "receiving", "waiting")})
    waited = sum(link["receiving"] + link["waiting"] for link in links)
    return {"clock": time or 0, "work": max((time or 0) - waited, 0), "links": links}


def entries_of(debugger, places, journal):
    """The entries that are kept, the oldest first."""
    if not journal:
        return
    count, room, size = places.value(journal, "count"), places.value(journal, "room"), places.at["entry_bytes"]
    for number in range(max(count - room, 0), count) if room else ():
        data = debugger.read(places.value(journal, "entries") + number % room * size, size)
        if not data:
            return
        yield data


def frames_text(records):
    """The records as the texts that programs write: (node, bytes) each."""
    return [(node, json.dumps(record).encode()) for node, record in records if record]
