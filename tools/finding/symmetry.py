"""Schedules that look the same from several nodes: a group of translations of the network. A search
for these has fewer variables, by the number of equivalent nodes; a schedule may exist even if none
has the symmetry."""

from running.failure import conflict, invalid, problem, shown


class Orbits:
    """A group. `maps` are its elements, each of which has for each kind of thing a list: what each number becomes; kinds are
    the letters n (nodes), l (links), c (chunks)."""

    def __init__(self, maps):
        self.maps, self.size, self.known = maps, max(len(maps), 1), {}

    def first(self, kinds, *things):
        """The one of all sets of things that look like this one that stands for them."""
        if self.size == 1:
            return things
        key = kinds, things
        found = self.known.get(key)
        if found is None:
            alike = {tuple(one[kind][thing] for kind, thing in zip(kinds, things)) for one in self.maps}
            found = min(alike)
            for other in alike:
                self.known[kinds, other] = found
        return found

    def stands(self, kind, thing):
        """Whether a thing stands for those that look like it."""
        return self.first(kind, thing) == (thing,)


NONE = Orbits([])


def added(task, one, other):
    """The rank that is as far from rank `one` as rank `other` is from rank 0: by bits in a cube, along the axes of a mesh,
    or by numbers on a network of a file."""
    sides = task.case.get("mesh", [len(task.nodes)])
    if task.dimension is not None and "mesh" not in task.case:
        return one ^ other
    rank, unit = 0, 1
    for side in reversed(sides):
        rank += (one % side + other % side) % side * unit
        one, other, unit = one // side, other // side, unit * side
    return rank


def parity(task, rank):
    """Whether a rank is odd by the sum of its coordinates."""
    if task.dimension is not None and "mesh" not in task.case:
        return bin(rank).count("1") & 1
    total = 0
    for side in reversed(task.case.get("mesh", [len(task.nodes)])):
        total, rank = total + rank % side, rank // side
    return total & 1


def ranks_of(task, word):
    """The ranks to which a group takes rank 0, by its name or by some of them, from which all are made."""
    ranks = len(task.nodes)
    if word == "translations":
        return list(range(ranks))
    if word == "even":
        return [rank for rank in range(ranks) if not parity(task, rank)]
    words = word.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 and int(part) < ranks for part in words):
        raise invalid("--symmetry", word, f"translations, even, or ranks 0 to {ranks - 1} separated by commas")
    found = [0]
    for rank in found:
        found += sorted({added(task, rank, int(part)) for part in words} - set(found))
    return found


def map_of(task, chunks, rank):
    """What the translation that takes rank 0 to this rank makes of nodes, links and chunks, or None if it is no symmetry of
    the task. Of chunks that want the same, each becomes itself, or where there is one for each rank, that of the new one."""
    network = task.network
    node_map = list(range(network.nodes))
    for old, node in enumerate(task.nodes):
        node_map[node] = task.nodes[added(task, old, rank)]
    links = [network.number.get((node_map[node], node_map[after])) for node, after in network.links]
    if None in links or any((network.capacity[network.paths[new]], network.takes[new]) != (network.capacity[path], network.takes[old])
                            for old, (new, path) in enumerate(zip(links, network.paths))):
        return None
    kinds = {}
    for c, chunk in enumerate(chunks):
        kinds.setdefault(chunk.kind(lambda node: node), []).append(c)
    chunk_map = [0] * len(chunks)
    for kind, of_kind in kinds.items():
        image = kinds.get(chunks[of_kind[0]].kind(lambda node: node_map[node]), [])
        if len(image) != len(of_kind):
            return None
        turned = image is of_kind and len(image) == len(task.nodes)
        for place, c in enumerate(of_kind):
            chunk_map[c] = image[added(task, place, rank) if turned else place]
    return {"n": node_map, "l": links, "c": chunk_map}


def composed(one, other):
    """What becomes of things by one element of a group and then another."""
    return {kind: [other[kind][thing] for thing in things] for kind, things in one.items()}


def orbits(task, chunks, word):
    """The group of that name, or by what it takes rank 0 to; None: that of one element."""
    if word is None:
        return NONE
    if any(len(path) > 2 for path in task.network.paths):
        raise conflict("--symmetry", "a network with switches")
    maps = {0: map_of(task, chunks, 0)}
    for rank in ranks_of(task, word):
        if rank in maps:
            continue
        one = map_of(task, chunks, rank)
        if not one:
            raise problem(f"--symmetry {shown(word)}", f"these translations change the links or the result of {task.operation}")
        group, again, multiple = list(maps.items()), one, rank
        while multiple not in maps:
            maps.update({added(task, old, multiple): composed(of_old, again) for old, of_old in group})
            again, multiple = composed(again, one), added(task, multiple, rank)
    return Orbits(list(maps.values()))
