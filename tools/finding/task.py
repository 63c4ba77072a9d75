"""A task of a search: an operation in one case on one network."""

import json
import subprocess

from finding.meaning import DEPEND, contents
from running.failure import STATUS_USAGE, Failure, conflict, problem
from running.tool import STATUS_FAILED
from workbench.own import host_tool

MOST_BLOCKS = 1 << 20  # of all nodes


class Task:
    """An operation in a case. `network` has the links; `rank` is that of each node, or None where a node takes no part;
    `inputs` are the blocks of each node's input; `outputs` are lists, one for each output area, of what each node's blocks
    there have to hold: (FIRST, LAST, BLOCK), block BLOCK of the ranks FIRST to LAST combined. `one_port`: a node sends one
    packet and receives one in a step at most; `most`: the blocks of a packet, None: any number."""

    def __init__(self, operation, network, ranks, inputs, outputs):
        self.operation, self.network, self.inputs, self.outputs = operation, network, inputs, outputs
        self.nodes = ranks
        self.rank = [None] * network.nodes
        for rank, node in enumerate(ranks):
            self.rank[node] = rank
        self.case, self.dimension, self.dead = {}, None, []
        self.one_port, self.most, self.ordered, self.bound = False, 1, False, 0

    def wants(self):
        """Each place that has to hold something, with what: ((node, area, block), (FIRST, LAST, BLOCK))."""
        for area, of_nodes in enumerate(self.outputs, 1):
            for node, blocks in enumerate(of_nodes):
                for block, content in enumerate(blocks):
                    if content[0] <= content[1]:
                        yield (node, area, block), tuple(content)

    def combines(self):
        """Whether anything is combined."""
        return any(first < last for _, (first, last, _) in self.wants())

    def areas(self):
        """The number of blocks of each node in the input and the outputs."""
        return [list(self.inputs), *([len(blocks) for blocks in of_nodes] for of_nodes in self.outputs)]


def of_catalogue(operation, one_port, most, words):
    """The task of an operation on a cube or a mesh; `words` are those of its case for a tool of the workbench."""
    from finding.network import Network
    done = subprocess.run([host_tool("workbench/operation", None), operation, "one" if one_port else "all", str(most or 0),
                           *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(STATUS_USAGE, done.stderr.strip().removeprefix("operation: ") or "unknown operation")
    try:
        told = json.loads(done.stdout)
    except ValueError as error:
        raise Failure(STATUS_FAILED, "tools/workbench/operation: printed no JSON") from error
    network = Network(told["nodes"], {tuple(link): 1 for link in told["links"]})
    task = Task(operation, network, told["ranks"], told["areas"][0], told["content"])
    task.case, task.bound, task.dimension = told["case"], told["bound"], told["nodes"].bit_length() - 1
    task.one_port, task.most = one_port, most
    return task


def on_network(operation, network, one_port, most, given):
    """The task of an operation on a network of a file; `given` has root, target and packets."""
    for name, operations in DEPEND.items():
        if name in given and operation not in operations:
            raise conflict(f"--{name}", operation)
    root, target = given.get("root", 0), given.get("target", network.nodes - 1)
    if max(root, target) >= network.nodes:
        raise problem(f"node {max(root, target)}", "out of range", f"expected: below {network.nodes}")
    if network.nodes * network.nodes * given.get("packets", 1) > MOST_BLOCKS:
        raise problem(f"--packets {given['packets']}", f"too many on {network.nodes} nodes")
    inputs, output = contents(operation, network.nodes, root, target, given.get("packets", 1))
    task = Task(operation, network, list(range(network.nodes)), inputs, [output])
    task.one_port, task.most = one_port, most
    task.case = {name: given[name] for name in ("root", "target", "packets") if name in given}
    return task


class Chunk:
    """A block that comes from its home, of whose input it is number `block`, to its ends, and there to `places`. Where it
    is combined it is thought of backwards: from the node of the result to those that contribute."""

    def __init__(self, home, block):
        self.home, self.block, self.ends, self.places = home, block, set(), []

    def kind(self, new):
        """What it wants where each node has become another one."""
        return new(self.home), frozenset(map(new, self.ends))


def chunks_of(task):
    """The chunks of a task that combines nothing."""
    chunks = {}
    for place, (rank, _, block) in task.wants():
        home = task.nodes[rank]
        chunk = chunks.setdefault((home, block), Chunk(home, block))
        chunk.places.append(place)
        chunk.ends |= {place[0]} - {home}
    return [chunks[key] for key in sorted(chunks)]


def chunks_backwards(task):
    """The chunks of a task in which each block is combined at one node alone, and nothing else; else None."""
    chunks = []
    for place, (first, last, block) in task.wants():
        chunk = Chunk(place[0], block)
        chunk.places, chunk.ends = [place], set(task.nodes[first:last + 1])
        if place[0] not in chunk.ends:
            return None
        chunk.ends.remove(place[0])
        chunks.append(chunk)
    return chunks if len({chunk.block for chunk in chunks}) == len(chunks) else None
