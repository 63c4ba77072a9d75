"""Results as files: schedules for cubes and meshes, and those for networks of a file, which no cube
runs (formats/found.schema.json)."""

import json

from finding import proving
from finding.drawing import text
from finding.network import MOST_LATENCY, MOST_NODES, Network
from finding.plan import Packet, Plan
from finding.task import on_network
from running.failure import Failure, problem, shown, unreadable
from running.json_schema import schema, wrong
from running.tool import STATUS_FAILED

VERSION = 1
MOST_BYTES = 64 << 20


def as_text(schedule):
    """A schedule as JSON: a line for each member, and in the member "steps" one for each step."""
    members = []
    for name, value in schedule.items():
        lines = ",\n  ".join(map(json.dumps, value)) if name == "steps" else ""
        members.append(f"{json.dumps(name)}: " + (f"[\n  {lines}]" if lines else json.dumps(value)))
    return "{" + ",\n ".join(members) + "}\n"


def write(task, plan, path, source):
    """Writes a plan for a network of a file."""
    network = task.network
    steps = [{"rounds": rounds, "packets": []} for rounds in plan.rounds]
    for packet in plan.packets:
        steps[packet.step - 1]["packets"].append({"link": list(network.paths[packet.link]), "blocks": as_sources(packet.blocks)})
    found = {"found": VERSION, "source": source, "operation": task.operation, "ports": "one" if task.one_port else "all",
             "most": task.most or 0, "ordered": task.ordered, "case": task.case, "nodes": network.nodes,
             "links": [[*link, capacity, *([network.latency[link]] if network.latency[link] > 1 else [])]
                       for link, capacity in network.capacity.items()],
             "multicast": sorted(network.multicast), "steps": steps,
             "results": [{"node": node, "block": block, "sources": as_sources([sources])[0]}
                         for (node, _, block), sources in plan.results.items()]}
    with open(path, "w", encoding="utf-8") as file:
        file.write(as_text(found))


def as_sources(blocks):
    """Blocks as the file has them: of each its sources, [PACKET, BLOCK], or [-1, BLOCK] for the node's own input."""
    return [[[-1 if number is None else number, block] for number, block in sources] for sources in blocks]


def from_sources(blocks):
    """Blocks as plans have them."""
    return [[(None if number < 0 else number, block) for number, block in sources] for sources in blocks]


def read(path):
    """The task and the plan in a file."""
    try:
        with open(path, "rb") as file:
            found = json.loads(file.read(MOST_BYTES))
        mistake = wrong(found, schema("found"))
        if mistake:
            raise ValueError(mistake)
    except OSError as error:
        raise unreadable("", path, error) from error
    except (ValueError, RecursionError) as error:
        raise problem(shown(path), "not a valid result of tools/finding/find", error) from error
    links = {(node, after): capacity for node, after, capacity, *_ in found["links"]}
    latencies = {(node, after): latency for node, after, _, *rest in found["links"] for latency in rest}
    if 0 in links.values() or not all(1 <= latency <= MOST_LATENCY for latency in latencies.values()) or max(map(max, links)) >= MOST_NODES or any(node == after for node, after in links):
        raise problem(shown(path), "invalid link", f"expected: a capacity, two nodes or switches below {MOST_NODES}, a latency up to {MOST_LATENCY}")
    network = Network(found["nodes"], links, found.get("multicast", []), latencies)
    task = on_network(found["operation"], network, found["ports"] == "one", found["most"] or None, found["case"])
    task.ordered = found["ordered"]
    packets = []
    for step, of_step in enumerate(found["steps"], 1):
        for packet in of_step["packets"]:
            link = task.network.number.get(tuple(packet["link"]), -1)
            packets.append(Packet(step, link, from_sources(packet["blocks"])))
    results = {(result["node"], 1, result["block"]): from_sources([result["sources"]])[0] for result in found["results"]}
    return task, Plan(len(found["steps"]), packets, results, [step["rounds"] for step in found["steps"]])


def prove_file(path):
    """Proves what a file has, and draws it."""
    task, plan = read(path)
    try:
        proving.prove(task, plan)
    except proving.Wrong as mistake:
        raise Failure(STATUS_FAILED, f"{shown(path)}: wrong schedule: {mistake}") from mistake
    print("proved: links, ports, blocks, order\n")
    print("\n".join(text(task, plan)))
    return 0
