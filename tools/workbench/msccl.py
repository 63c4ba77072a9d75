"""A schedule (formats/schedule.schema.json) as XML of MSCCL: each node is a processor, with a thread block for the sends over each
link, one for the receives, and one for copies. A step that reads or writes what another block has written or read before
depends on it; all but one of its dependencies are steps of type nop in front of it."""

from running.failure import invalid

COLLECTIVES = {"allgather": "allgather", "allreduce": "allreduce", "alltoall": "alltoall", "bcast": "broadcast", "gather": "gather",
               "reduce": "reduce", "reduce_scatter": "reduce_scatter", "scatter": "scatter"}


class Processor:
    """A node: its thread blocks, by send and receive peer, of lists of steps; and who touched a chunk: the writer, and readers
    since, each (block, number of its step)."""

    def __init__(self, schedule, node):
        sizes = [area if isinstance(area, int) else area[node] for area in schedule["areas"]]
        self.first = [0, 0, *(sum(sizes[2:area]) for area in range(2, len(sizes))), 0]
        self.input, self.output, self.scratch = sizes[0], sum(sizes[1:2]), sum(sizes[2:])
        self.tbs, self.touched = {}, {}
        for area in schedule.get("accumulators", []):
            if sizes[area]:
                self.add((-1, -1), "cpy", (0, 0), (area, 0), sizes[area])

    def room(self, count):
        """The place of some chunks that the node relays, behind all scratch."""
        self.scratch += count
        return len(self.first) - 1, self.scratch - count

    def at(self, place):
        """The buffer and the chunk of a block in an area."""
        area, block = place
        return "ios"[min(area, 2)], block + self.first[area]

    def add(self, tb, kind, source, target, count):
        """Adds a step: chunks from `source`, if it reads any, to `target`, if it writes any; each is (area, first block)."""
        steps = self.tbs.setdefault(tb, [])
        reads, writes = ([(buffer, first + k) for buffer, first in [self.at(place)] for k in range(count)] if place else []
                         for place in (source, target))
        last = {}
        for chunk in reads + writes:
            for other, number in self.touched.get(chunk, [])[:None if chunk in writes else 1]:
                last[other] = max(number, last.get(other, 0))
        for step in steps:  # what a step before has waited for
            if step["dep"] and step["dep"][1] >= last.get(step["dep"][0], -1):
                last.pop(step["dep"][0], None)
        last.pop(tb, None)
        needs = list(last.items()) or [None]
        for dep in needs[1:]:
            steps.append({"type": "nop", "dep": dep, "places": (("i", -1), ("o", -1)), "cnt": 0})
        steps.append({"type": kind, "dep": needs[0], "places": (self.at(source or target), self.at(target or source)), "cnt": count})
        me = tb, len(steps) - 1
        for chunk in reads:
            self.touched.setdefault(chunk, [me]).append(me)
        for chunk in writes:
            self.touched[chunk] = [me]

    def lines(self, number):
        """The lines of the file."""
        yield f'  <gpu id="{number}" i_chunks="{self.input}" o_chunks="{self.output}" s_chunks="{self.scratch}">'
        ids = {tb: k for k, tb in enumerate(self.tbs)}
        waited = {step["dep"] for steps in self.tbs.values() for step in steps}
        for tb, steps in self.tbs.items():
            yield f'    <tb id="{ids[tb]}" send="{tb[0]}" recv="{tb[1]}" chan="0">'
            for s, step in enumerate(steps):
                (srcbuf, srcoff), (dstbuf, dstoff) = step["places"]
                other, deps = step["dep"] or (None, -1)
                yield (f'      <step s="{s}" type="{step["type"]}" srcbuf="{srcbuf}" srcoff="{srcoff}" dstbuf="{dstbuf}" dstoff="{dstoff}" '
                       f'cnt="{step["cnt"]}" depid="{ids.get(other, -1)}" deps="{deps}" hasdep="{int((tb, s) in waited)}"/>')
            yield "    </tb>"
        yield "  </gpu>"


def runs(places, to):
    """Blocks that follow each other at both ends: ((area, first), (area, first), count)."""
    start, pairs = 0, list(zip(places["blocks"], to["blocks"]))
    for end in range(1, len(pairs) + 1):
        if end == len(pairs) or pairs[end] != (pairs[end - 1][0] + 1, pairs[end - 1][1] + 1):
            yield (places["area"], pairs[start][0]), (to["area"], pairs[start][1]), end - start
            start = end


def text(schedule):
    """The file as text."""
    if schedule["operation"] not in COLLECTIVES:
        raise invalid("--msccl", schedule["operation"], f"an algorithm of {', '.join(COLLECTIVES)}")
    nodes = [Processor(schedule, node) for node in range(1 << schedule["dimension"])]
    for step in [*schedule["steps"], {"moves": schedule.get("close", []), "packets": []}]:
        for move in step.get("moves", []):
            for source, target, count in runs(move["from"], move["to"]):
                nodes[move["node"]].add((-1, -1), "cpy" if move.get("kind", "copy") == "copy" else "re", source, target, count)
        parts = [(packet, run) for packet in step["packets"] for run in runs(packet["from"], packet.get("to", packet["from"]))]
        for packet, (source, _, count) in parts:
            nodes[packet["path"][0]].add((packet["path"][1], -1), "s", source, None, count)
        for packet, (_, target, count) in parts:
            path = packet["path"]
            for near, node, after in zip(path, path[1:], path[2:]):
                relay = nodes[node].room(count)
                nodes[node].add((-1, near), "r", None, relay, count)
                nodes[node].add((after, -1), "s", relay, None, count)
            nodes[path[-1]].add((-1, path[-2]), "rrc" if "combine" in packet else "r", target if "combine" in packet else None, target, count)
    each = len(nodes) if schedule["operation"] in ("allgather", "gather") else 1
    head = (f'<algo name="{schedule["name"]}" proto="Simple" nchannels="1" nchunksperloop="{max(node.input for node in nodes) * each}" '
            f'ngpus="{len(nodes)}" coll="{COLLECTIVES[schedule["operation"]]}" root="{schedule.get("case", {}).get("root", 0)}" inplace="0" '
            'outofplace="1">')
    return "\n".join([head, *(line for number, node in enumerate(nodes) for line in node.lines(number)), "</algo>", ""])
