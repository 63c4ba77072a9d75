"""Checks of traces for tests/tools/trace.t: each function prints a line or two."""

import base64
import collections
import csv
import graphlib
import io
import json
import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tests/page")]
sys.dont_write_bytecode = True

from running.json_schema import schema, wrong

VIEWER = os.path.join(ROOT, "build/npm/node_modules/speedscope/dist/release/index.html")


def events(path):
    """The events of a trace."""
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    print("form:", wrong(trace, schema("trace")))
    return trace["traceEvents"]


def nested(path):
    """Whether the slices of each track lie within or behind each other, and what there is of each."""
    tracks, kinds, names = collections.defaultdict(list), collections.Counter(), set()
    for event in events(path):
        kinds[event["ph"]] += 1
        if event["name"] == "thread_name":
            names.add((event["pid"], event["args"]["name"]))
        if event["ph"] == "X":
            tracks[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    for slices in tracks.values():
        open_until = []
        for begin, end in slices:  # in the order of the file: an outer one before its inner ones
            while open_until and open_until[-1] <= begin:
                open_until.pop()
            if open_until and end > open_until[-1]:
                print("a slice ends after the one around it")
            open_until.append(end)
    print("tracks:", sum(process == 1 for process, _ in names), "nodes,",
          sum(process == 2 for process, _ in names), "links; flows:", kinds["s"], kinds["f"])


def named(path):
    """What a trace calls the calls of each node, in its order; and the names and calls of packets."""
    nodes, links = collections.defaultdict(list), set()
    for event in events(path):
        if event["ph"] != "X":
            continue
        if event["pid"] == 2:
            links.add(f"{event['name']}: {event['args']['call']}")
        elif not event["name"].startswith(("step ", "wait ")):
            nodes[event["tid"]].append(event["name"] + f" {event.get('args', {}).get('line')}")
    for node, calls in sorted(nodes.items()):
        print(f"{node}: {'; '.join(calls)}")
    print("\n".join(sorted(links)))


def arrows(path):
    """How many arrows begin or end outside of all slices, how many ends there are, and how many arrows lead back."""
    slices, ends, begun, back = collections.defaultdict(list), [], {}, 0
    for event in events(path):
        if event["ph"] == "X":
            slices[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
        elif event["ph"] in "sf":
            ends.append(((event["pid"], event["tid"]), event["ts"]))
            back += event["ts"] < begun.setdefault(event["id"], event["ts"])
    outside = [end for track, end in ends if not any(begin <= end < until for begin, until in slices[track])]
    print(len(outside), "of", len(ends), "back:", back)


def counted(path):
    """The most links in use at once, and how many at the end."""
    used = [event["args"]["links"] for event in events(path) if event["ph"] == "C"]
    print("links in use:", max(used), used[-1])


def packets(path):
    """How many packets a table has on all links, and whether each passes neighbours, and in time."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    hops, right = 0, True
    for row in rows:
        nodes = list(map(int, row["path"].split("-")))
        hops += len(nodes) - 1
        right = (right and all((a ^ b).bit_count() == 1 for a, b in zip(nodes, nodes[1:]))
                 and int(row["called"]) <= int(row["begun"]) < int(row["arrived"])
                 <= int(row["ended"]))
    print(len(rows), "packets,", hops, "links,", right)


# ---- Execution traces of Chakra

def parts(data):
    """The data as a stream, until it is read."""
    stream = io.BytesIO(data)
    while stream.tell() < len(data):
        yield stream


def whole_number(stream):
    """A number of 7 bits a byte."""
    byte = stream.read(1)[0]
    return byte & 127 | (whole_number(stream) << 7 if byte > 127 else 0)


def fields(message):
    """The fields of a message of Protocol Buffers: (number, value). Types are 0, a number, and 2, bytes behind their length."""
    for stream in parts(message):
        key, value = whole_number(stream), whole_number(stream)
        yield key >> 3, (value, None, stream.read(value) if key & 2 else 0)[key & 7]


def chakra_node(message):
    """The fields of a node by their numbers in et_def.proto, and its attributes by their names and fields."""
    node = {5: b"", 7: 0}  # dependencies, and microseconds
    for number, value in fields(message):
        if number == 10:
            (_, name), (form, value) = fields(value)
            number = name.decode(), form
        node[number] = value
    return node


def chakra(prefix, ranks):
    """What the traces of some ranks have: messages, their bytes, the longest chain of messages that wait for each other, and the
    microseconds of calculations; and what is wrong."""
    after, ends, counts, before = {}, collections.defaultdict(list), collections.Counter(), collections.Counter()
    for rank in range(int(ranks)):
        with open(f"{prefix}.{rank}.et", "rb") as file:
            messages = [stream.read(whole_number(stream)) for stream in parts(file.read())]
        if list(fields(messages[0])) != [(1, b"0.0.4")]:
            print("no metadata of this version")
        for node in map(chakra_node, messages[1:]):
            me = rank, node[1]
            if me in after or (node[3] == 4) != node["is_cpu_op", 27]:
                print("twice, or at the wrong place:", me)
            after[me] = [(rank, whole_number(stream)) for stream in parts(node[5])]
            counts["micros"] += node[7]
            if node[3] != 4:
                source, target, tag = (node[f"comm_{name}", 7] for name in ("src", "dst", "tag"))
                if rank != {5: source, 6: target}[node[3]]:
                    print("at another rank:", me)
                ends[source, target, tag, node["comm_size", 9]].append((node[3], me))
    for (*_, size), pair in ends.items():
        if sorted(kind for kind, _ in pair) != [5, 6]:
            print("not one send and one receive:", pair)
        after[max(pair)[1]].append(min(pair)[1])
        counts["messages"] += 1
        counts["bytes"] += size
    if any(other not in after for others in after.values() for other in others):
        print("an unknown dependency")
    for me in graphlib.TopologicalSorter(after).static_order():  # raises CycleError in a deadlock
        before[me] = max((before[other] + (other[0] != me[0]) for other in after[me]), default=0)
    print(f"{len(after) - 2 * counts['messages']} calculations of {counts['micros']}, {counts['messages']} messages of {counts['bytes']} bytes, "
          f"{max(before.values())} in a chain")


# ---- A viewer that is not ours

def view(path):
    """Opens a trace in speedscope: the profile that it shows, of how many, and what went wrong."""
    from browser import Browser, browser_path
    if not browser_path() or not os.path.exists(VIEWER):
        print("skipped: 'make setup-page' installs the browser and the viewer")
        return
    with open(path, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    with tempfile.NamedTemporaryFile("w", suffix=".js") as loader, Browser() as browser:
        loader.write(f"speedscope.loadFileFromBase64('run.json', '{data}')")
        loader.flush()
        browser.open(VIEWER, f"#localProfilePath={loader.name}")
        shown = browser.value("""new Promise(done => {
            const look = () => /node 0/.test(document.body.innerText)
                || /Error|Failed/.test(document.body.innerText)
                ? done(document.body.innerText) : requestAnimationFrame(look);
            look();
        })""")
        print(next(line for line in shown.splitlines() if "node 0" in line))
        print([fault for fault in browser.faults() if not fault.startswith("a request: file:")])


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
