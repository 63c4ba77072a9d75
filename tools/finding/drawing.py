"""A plan for a network of a file as text in 80 columns: tools/draw draws those for cubes."""

from running.numbers import count_of


def ranks_told(ranks):
    """The ranks that have contributed, in their order: 0-3+7."""
    parts = []
    for rank in ranks:
        if parts and rank == parts[-1][-1] + 1:
            parts[-1] = (parts[-1][0], rank)
        else:
            parts.append((rank,))
    return "+".join("-".join(map(str, part)) for part in parts)


def text(task, plan):
    """A plan as lines: of each step the packets, as FROM>TO holds, where 5 is node 5's block, 5.2 its block 2, and 0-2+7 are
    blocks of nodes 0, 1, 2 and 7, combined. FROM>TO@4 can be sent on from step 4 on."""
    numbered = max(task.inputs) > 1
    held, line = [], ""
    yield (f"{task.operation} on {count_of(task.network.nodes, 'node')}, {'one port' if task.one_port else 'all ports'}: {count_of(plan.steps, 'step')}"
           + (f" of {sum(plan.rounds)} rounds" if sum(plan.rounds) > plan.steps else "")
           + f", {count_of(len(plan.packets), 'packet')}, {count_of(plan.words(), 'link word')}")
    before = 0
    for packet in plan.packets:
        node, path = task.network.links[packet.link][0], task.network.paths[packet.link]
        held.append([[part for number, k in sources for part in ([(task.rank[node], k)] if number is None else held[number][k])]
                     for sources in packet.blocks])
        if packet.step != before:
            yield from [line] if line else []
            before, line = packet.step, f"step {packet.step:>3}:"
        takes = task.network.takes[packet.link]
        cell = f"  {'>'.join(map(str, path))}{f'@{packet.step + takes}' if takes > 1 else ''} " + " ".join(ranks_told([rank for rank, _ in whole])
                                               + (f".{whole[0][1]}" if numbered else "") for whole in held[-1])
        if len(line) + len(cell) > 80:
            yield line
            line = " " * len("step   1:")
        line += cell
    yield from [line] if line else []
