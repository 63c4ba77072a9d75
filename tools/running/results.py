"""What a run leaves behind: its meters, its packets, its profile. Of the lines that the machine
wrote as records, {"packet"} are for --record, {"profile"} and {"event"} for --profile, and the
others for --stats."""

import collections
import json

HOPS_SHOWN = 20   # of the critical path
NODES_SHOWN = 16  # in the table of a profile: those with the largest clocks


def write_results(options, costs, description, records):
    """Writes all that the options ask for; `costs` as cuberun gave them to the kernel."""
    kinds = collections.defaultdict(list)
    for record in map(json.loads, records):
        kind = next((kind for kind in ("packet", "profile", "event") if kind in record), None)
        kinds[kind].append(record[kind] if kind else record)
    if "--stats" in options:
        write_stats(options["--stats"], description, kinds[None], kinds["profile"])
    if "--record" in options:
        write_packets(options["--record"], {"nodes": description["nodes"], **costs},
                      kinds["packet"])
    if "--profile" in options and kinds["profile"]:
        print_profile(kinds["profile"], kinds["event"], costs["ti"])


def write_stats(path, description, records, profiles):
    """Writes one JSON object: what ran, how it ended, the kernel's record and those of the nodes."""
    nodes = sorted((record for record in records if "node" in record), key=node_of)
    for record in records:
        if "node" not in record:
            description.update(record)
    if nodes and "clock" in nodes[0]:
        description["time"] = max(record["clock"] for record in nodes)
    if profiles:
        description["profile"] = sorted(profiles, key=node_of)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**description, "records": nodes}, file, indent=1)
        file.write("\n")


def node_of(record):
    """The number of a record's node."""
    return record["node"]


def write_packets(path, head, packets):
    """Writes what tools/replay reads: an object a line, in the order of time."""
    with open(path, "w", encoding="utf-8") as file:
        for line in [head, *sorted(packets, key=lambda packet: packet["time"])]:
            file.write(json.dumps(line) + "\n")


# ---- The profile

def print_profile(profiles, events, instruction):
    """Prints where the time of the nodes went, and what the last of them waited for."""
    print("\nprofile, in units of time; " + (f"an instruction is {instruction}" if instruction else
                                             "instructions are free: declared work and links"))
    print(f'{"node":>6}{"clock":>14}{"work":>14}{"sending":>14}{"receiving":>14}{"waiting":>14}'
          "  waiting, link by link")
    last = sorted(profiles, key=lambda profile: (-profile["clock"], profile["node"]))
    for profile in sorted(last[:NODES_SHOWN], key=node_of):
        links = profile["links"]
        cells = [profile["clock"], profile["work"],
                 *(sum(link[kind] for link in links) for kind in ("sending", "receiving", "waiting"))]
        waits = [f"{d}: {link['waiting']}" for d, link in enumerate(links) if link["waiting"]]
        print(f'{profile["node"]:>6}' + "".join(f"{cell:>14}" for cell in cells) + "  "
              + ", ".join(waits))
    if len(last) > NODES_SHOWN:
        print(f"   and {len(last) - NODES_SHOWN} nodes whose clocks show less")
    print(f"critical path, its last {HOPS_SHOWN} hops, the last one first:")
    for line in critical_path(last[0], events):
        print(f"  {line}")


def critical_path(last, events):
    """Lines of text: from the largest clock back to what each node waited for."""
    by_node = collections.defaultdict(list)
    for event in events:
        by_node[event["node"]].append(event)
    node, time = last["node"], last["clock"]
    for _ in range(HOPS_SHOWN):
        taken = latest(by_node[node], lambda event: event["kind"] == "taken", "time", time)
        if taken is None:
            yield f"node {node} works until {time}"
            return
        sent = origin(by_node, taken)
        step = f" step {taken['step']}" if taken["step"] else ""
        yield (f"node {node} works from {taken['time']} to {time}, after {taken['operation']}{step}"
               + (f" from node {sent['node']}, which sent it at {sent['time']}" if sent else
                  ": what it waited for is no longer known"))
        if sent is None:
            return
        node, time = sent["node"], sent["time"]


def latest(events, wanted, key, most):
    """The last of the events that are wanted whose `key` is at most so much, or None."""
    return next((event for event in reversed(events) if wanted(event) and event[key] <= most), None)


def origin(by_node, taken):
    """The event of the node that sent what was taken, past those that relayed it; or None."""
    if "peer" in taken:
        return latest(by_node[taken["peer"]],
                      lambda event: event["kind"] == "sent" and event.get("peer") == taken["node"],
                      "stamp", taken["stamp"])
    node, port, stamp = taken["node"], taken["port"], taken["stamp"]
    while True:
        node ^= 1 << port
        left = latest(by_node[node], lambda event, port=port: (
            event["kind"] != "taken" and event["port"] == port and "peer" not in event and
            event["operation"] == taken["operation"] and event["step"] == taken["step"]),
            "stamp", stamp)
        if left is None or left["kind"] == "sent":
            return left
        port, stamp = left["from"], left["stamp"]
