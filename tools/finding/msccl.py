"""Algorithms in the XML of MSCCL (M. Cowan et al., MSCCLang, ASPLOS 2023), read and proved. Thread blocks of a processor run at
once, each its steps in order; a step waits for a step of another block, a message, or room in its channel. This order decides
about deadlocks and races. What is sent is a plan, which finding/proving.py proves."""

from graphlib import CycleError, TopologicalSorter
from xml.parsers import expat

from finding import proving, telling
from finding.meaning import DEPEND, OPERATIONS
from finding.network import MOST_NODES, Network
from finding.plan import Packet, Plan
from finding.task import of_catalogue, on_network
from running.failure import Failure, problem, shown, unreadable
from running.numbers import count_of, number
from running.tool import STATUS_FAILED, no_more, split

COLLECTIVES = {"broadcast": "bcast", "reducescatter": "reduce_scatter"}  # where names differ
OF_EACH = ("allgather", "gather", "alltoall", "scatter", "reduce_scatter")  # a loop has chunks of each rank
SENDS, RECEIVES = ("s", "rcs", "rrs", "rrcs"), ("r", "rcs", "rrc", "rrs", "rrcs")
READS, WRITES = ("s", "cpy", "re", "rrc", "rrs", "rrcs"), ("r", "rcs", "rrc", "rrcs", "cpy", "re")
SLOTS = 2  # messages that a channel holds: NCCL_STEPS / MSCCL_CHUNKSTEPS of MSCCL's src/include/msccl.h
MOST_BYTES, MOST_STEPS, MOST_CHUNKS, MOST_PARTS = 16 << 20, 1 << 14, 1 << 18, 64
NUMBERS = {"algo": ["ngpus", "nchannels", "nchunksperloop"], "gpu": ["id", "i_chunks", "o_chunks", "s_chunks"],
           "tb": ["id", "send", "recv", "chan"], "step": ["s", "depid", "deps", "hasdep"]}


class Element:
    """An element of the file: its numbers are members. A step also has the steps that it comes after: `after` in its processor,
    `message`, whose data it receives, and `room`, which empties a place in its channel."""

    def __init__(self, parent, line):
        self.parent, self.line, self.children = parent, line, []
        self.after, self.message, self.room = [], None, None


class Reader:
    """Reads a file, and refuses it with the line."""

    def __init__(self, path):
        self.path, self.stack, self.steps, self.chunks, self.algo = path, [], [], 0, None
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.begin, lambda _: self.stack.pop()
        self.parser.StartDoctypeDeclHandler = lambda *_: self.need(False, "unexpected DOCTYPE")
        try:
            with open(path, "rb") as file:
                self.parser.Parse(file.read(MOST_BYTES), True)
        except OSError as error:
            raise unreadable("", path, error) from error
        except (expat.ExpatError, ValueError) as error:
            self.need(False, f"not valid XML: {error}")
        self.channels = {}
        self.check(self.algo)

    def need(self, true, what, line=None):
        """Refuses a line unless that is true."""
        if not true:
            raise problem(f"{shown(self.path)}, line {line or self.parser.CurrentLineNumber}", what)

    def begin(self, tag, given):
        """An element begins."""
        tags, depth = list(NUMBERS), len(self.stack)
        self.need(tags[depth:depth + 1] == [tag], f"unexpected element '{shown(tag)}' (expected: algo with gpu with tb with step)")
        element = Element(self.stack[-1] if depth else None, self.parser.CurrentLineNumber)
        element.given, element.kind = given, given.get("type", "")
        for name in NUMBERS[tag] + ["srcoff", "dstoff", "cnt"] * (tag == "step" and element.kind != "nop"):
            word = given.get(name, "")
            self.need(word == "-1" or word.isascii() and word.isdecimal() and len(word) < 6,
                      f"{tag}: {name}: invalid value '{shown(word)}' (expected: a number below 100000, or -1)")
            setattr(element, name, int(word))
        if tag == "algo":
            self.algo = element
        else:
            place = len(element.parent.children)
            self.need((element.s if tag == "step" else element.id) == place, f"{tag}: out of order (expected: {place})")
            element.parent.children.append(element)
        if tag == "step":
            self.place(element, *self.stack[1:])
        self.stack.append(element)

    def place(self, step, gpu, tb):
        """Sets the (buffer, first chunk) that a step reads and writes."""
        step.gpu, step.tb, step.number, step.reads, step.writes = gpu, tb, len(self.steps), None, None
        self.steps.append(step)
        self.chunks += step.cnt if step.kind != "nop" else 0
        self.need(len(self.steps) <= MOST_STEPS and self.chunks <= MOST_CHUNKS, f"more than {MOST_STEPS} steps or {MOST_CHUNKS} chunks")
        self.need(step.kind in (*READS, *WRITES, "nop"), f"unknown type '{shown(step.kind)}'")
        self.need(step.kind not in SENDS or tb.send >= 0, "its tb has no peer to send to")
        self.need(step.kind not in RECEIVES or tb.recv >= 0, "its tb has no peer to receive from")
        for end, kinds, name in (("src", READS, "reads"), ("dst", WRITES, "writes")):
            if step.kind in kinds:
                buffer, first = step.given.get(end + "buf"), getattr(step, end + "off")
                self.need(buffer in ("i", "o", "s"), f"{end}buf: invalid value '{shown(buffer or '')}' (expected: i, o or s)")
                size = getattr(gpu, buffer + "_chunks")
                self.need(0 <= first < first + step.cnt <= size, f"{end}off: chunk out of range (expected: cnt above 0, below {size} in all)")
                setattr(step, name, (buffer, first))

    def check(self, algo):
        """Checks the whole, and sets the order of steps."""
        coll = algo.given.get("coll", "")
        self.operation = COLLECTIVES.get(coll, coll)
        each = algo.ngpus if self.operation in OF_EACH else 1
        self.need(self.operation in OPERATIONS, f"unknown coll '{shown(coll)}' (expected: {', '.join(OPERATIONS)})", algo.line)
        self.need(1 <= algo.ngpus == len(algo.children) <= MOST_NODES, f"{count_of(len(algo.children), 'gpu')} (expected: {algo.ngpus})", algo.line)
        self.parts = algo.nchunksperloop // each
        self.need(algo.nchunksperloop % each == 0 and 1 <= self.parts <= MOST_PARTS, f"nchunksperloop: invalid value "
                  f"{algo.nchunksperloop} (expected: a multiple of {each} up to {MOST_PARTS * each})", algo.line)
        for tb in (tb for gpu in algo.children for tb in gpu.children):
            for way, peer, kinds in ((0, tb.send, SENDS), (1, tb.recv, RECEIVES)):
                self.need(peer in range(-1, algo.ngpus) and peer != tb.parent.id and 0 <= tb.chan < algo.nchannels,
                          f"tb: peer or channel out of range (expected: another gpu, and a channel below {algo.nchannels})", tb.line)
                ends = self.channels.setdefault((*(tb.parent.id, peer)[::-1 if way else 1], tb.chan), [None, None])
                self.need(peer < 0 or not ends[way], f"tb: channel {tb.chan} with gpu {peer} belongs to another tb", tb.line)
                ends[way] = [step for step in tb.children if step.kind in kinds] if peer >= 0 else None
        for ends in self.channels.values():
            self.join(*(steps or [] for steps in ends))
        for step in self.steps:
            step.after += step.tb.children[step.s - 1:step.s] if step.s else []
            if step.depid >= 0:
                steps = [tb.children for tb in step.gpu.children[step.depid:step.depid + 1] if 0 <= step.deps < len(tb.children)]
                self.need(steps and steps[0][step.deps].hasdep == 1, "depid, deps: no such step with hasdep=\"1\"", step.line)
                step.after.append(steps[0][step.deps])

    def join(self, sends, receives):
        """Joins the sends of a channel with its receives."""
        for send, receive in zip(sends, receives):
            self.need(send.cnt == receive.cnt, f"cnt: invalid value {receive.cnt} (expected: {send.cnt}, sent in line {send.line})", receive.line)
            receive.message, send.receiver = send, receive
        for step in sends[len(receives):] + receives[len(sends):]:
            self.need(False, f"type {step.kind}: no partner at the other end of the channel", step.line)
        for receive, send in zip(receives, sends[SLOTS:]):
            send.room = receive


def in_order(steps):
    """The steps in an order in which they can run. Raises Wrong in a deadlock."""
    try:
        return list(TopologicalSorter({step: [one for one in (*step.after, step.message, step.room) if one] for step in steps}).static_order())
    except CycleError as error:
        lines = sorted({step.line for step in error.args[1]})
        raise proving.Wrong(f"deadlock: the steps in lines {', '.join(map(str, lines[:8]))} wait for each other") from error


class Run:
    """What the steps of a file do: `held` are the sources of each chunk, `sent` the messages, (step, from, to, blocks). `in_place`:
    input and output are one buffer."""

    def __init__(self, file, task, in_place):
        self.file, self.in_place, self.sent, self.came = file, in_place, [], {}
        self.held = {self.at(gpu, "i", k): [(None, k)] for gpu, blocks in enumerate(task.inputs) for k in range(blocks)}
        earlier, level, touched = {}, {}, {}
        for step in in_order(file.steps):
            waited = [*step.after, *filter(None, [step.message])]
            earlier[step], level[step] = 0, max([level[one] + (one is step.message) for one in waited], default=0)
            for one in waited:
                earlier[step] |= earlier[one] | 1 << one.number
            self.race(step, earlier[step], touched)
            self.do(step, level[step] + 1)

    def at(self, gpu, buffer, chunk):
        """The place of a chunk, which has two names in place."""
        own = gpu * self.file.parts
        if not self.in_place or buffer == "s":
            return gpu, buffer, chunk
        if self.file.operation in ("allgather", "gather"):
            return gpu, "o", chunk + own * (buffer == "i")
        return gpu, "i", chunk + own * (buffer == "o" and self.file.operation in ("reduce_scatter", "scatter"))

    def places(self, step, place):
        """The places that a step reads or writes."""
        return [self.at(step.gpu.id, place[0], place[1] + k) for k in range(step.cnt)] if place else []

    def race(self, step, earlier, touched):
        """Fails unless a step comes after those that touched its chunks: touched[place] are the writer, and readers since."""
        writes = set(self.places(step, step.writes))
        for place in {*self.places(step, step.reads), *writes}:
            writer, *readers = touched.setdefault(place, [None])
            for other in [writer, *(readers if place in writes else [])]:
                if other and other is not step and not earlier >> other.number & 1:
                    raise proving.Wrong(f"race: gpu {step.gpu.id}: the steps in lines {other.line} and {step.line} touch a chunk in no order")
            touched[place] = [step] if place in writes else [*touched[place], step]

    def content(self, step, place):
        """The sources of the chunks that a step reads there."""
        for at in self.places(step, place):
            if at not in self.held:
                raise proving.Wrong(f"line {step.line}: gpu {at[0]}: chunk {at[2]} of buffer {at[1]} is read before it is written")
            yield self.held[at]

    def do(self, step, turn):
        """What a step does. A message that it sends is in that turn, a step of the plan."""
        other = self.came.get(step, []) if step.kind != "re" else self.content(step, step.writes)
        made = [own + more for own, more in zip(self.content(step, step.reads), other)] if step.kind in ("re", "rrc", "rrs", "rrcs") \
            else [*self.content(step, step.reads), *other]
        if any(len(sources) > self.file.algo.ngpus for sources in made):
            raise proving.Wrong(f"line {step.line}: gpu {step.gpu.id} combines a contribution twice")
        self.held.update(zip(self.places(step, step.writes), made))
        if step.kind in SENDS:
            self.came[step.receiver] = [[(len(self.sent), k)] for k in range(step.cnt)]
            self.sent.append((turn, step.gpu.id, step.tb.send, made))

    def plan(self, task):
        """The plan: messages of one link in one step are one packet."""
        packets, place = [], {}
        for message in sorted(range(len(self.sent)), key=lambda message: self.sent[message][:3]):
            step, node, after, made = self.sent[message]
            link = task.network.number[node, after]
            if not packets or (packets[-1].step, packets[-1].link) != (step, link):
                packets.append(Packet(step, link, []))
            place |= {(message, k): (len(packets) - 1, len(packets[-1].blocks) + k) for k in range(len(made))}
            packets[-1].blocks += [[place.get(source, source) for source in sources] for sources in made]
        results = {(node, area, block): [place.get(source, source) for source in self.held.get(self.at(node, "o", block), [])]
                   for (node, area, block), _ in task.wants()}
        return Plan(max([step for step, *_ in self.sent], default=0), packets, results)


def check_file(path, words):
    """Proves a file of MSCCL, and draws it, or writes it as a schedule in JSON."""
    plain, given = split(words, ("--root", "--json"))
    no_more(plain)
    file = Reader(path)
    size, root = file.algo.ngpus, number("root", given.get("--root", file.algo.given.get("root", "0")), 0, MOST_NODES - 1)
    links = {(step.gpu.id, step.tb.send): 1 for step in file.steps if step.kind in SENDS}
    case = {"root": root} if "--root" in given or file.operation in DEPEND["root"] else {}
    task = on_network(file.operation, Network(size, links), False, None, {**case, **({"packets": file.parts} if file.parts > 1 else {})})
    places = [flag == "inplace" for flag in ("inplace", "outofplace") if file.algo.given.get(flag) == "1"] or [False]
    try:
        runs = [Run(file, task, in_place) for in_place in places]
        for run in runs:
            proving.prove(task, run.plan(task))
    except proving.Wrong as wrong:
        raise Failure(STATUS_FAILED, f"{shown(path)}: wrong schedule: {wrong}") from wrong
    if "--json" in given and not size & size - 1 and all((node ^ after).bit_count() == 1 for node, after in links):
        task = of_catalogue(file.operation, False, None, ["-n", str(size.bit_length() - 1), *(["--root", str(root)] if case else []),
                                                         *(["--packets", str(file.parts)] if file.parts > 1 else [])])
    print(f"proved{', in place and not' if len(places) > 1 else ''}: no deadlock, no race", flush=True)
    telling.write(task, runs[0].plan(task), {"ports": "all", "source": "", **({"json": given["--json"]} if "--json" in given else {})})
    return 0
