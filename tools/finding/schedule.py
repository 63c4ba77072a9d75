"""A plan for a cube or mesh as a schedule in JSON (formats/schedule.schema.json), an algorithm of one's own."""

from finding.moves import chain, grouped, spread
from workbench.schedule import Wrong, run_of


def is_run(places):
    """Whether places can be the blocks of one packet."""
    try:
        run_of("", {"area": places[0][0], "blocks": [block for _, block in places]})
    except Wrong:
        return False
    return len({area for area, _ in places}) == 1


class Layout:
    """Where each node has what it gets. Packets of several blocks may have these in another order than the plan."""

    def __init__(self, task, plan):
        self.task, self.plan = task, plan
        self.came = len(task.outputs) + 1        # the area of what arrives, if it is no output,
        self.made = self.came + 1, self.came + 2  # and of what is put together: two, as no move stays in an area
        self.room = {area: [0] * task.network.nodes for area in (self.came, *self.made)}
        self.place = {}                          # of block k of a packet: (area, block) at its receiver
        self.put = {}                            # what a node has put together: the place, by node and sources
        self.moves = [[] for _ in range(task.network.nodes)]
        self.direct = {(node, sources[0]): (area, block) for (node, area, block), sources in plan.results.items()
                       if len(sources) == 1 and sources[0][0] is not None}

    def new(self, area, node, count):
        """So many places in a scratch area of a node."""
        first = self.room[area][node]
        self.room[area][node] += count
        return [(area, first + k) for k in range(count)]

    def ready(self, source):
        """Where a source is, and before which step it is there."""
        number, block = source
        if number is None:
            return (0, block), 1
        return self.place[source], self.plan.packets[number].step + 1

    def packet(self, number, packet):
        """The packet as a schedule has it."""
        node, after = self.task.network.links[packet.link]
        order = min(self.orders(number, packet, after), key=lambda order: self.cost(number, packet, after, order))
        made = [packet.blocks[k] for k in order]
        places = [self.ready(sources[0])[0] for sources in made]
        if not is_run(places) or any(len(sources) > 1 for sources in made):
            places = self.together(node, made, packet.step)
        to = [self.direct.get((after, (number, k))) for k in order]
        if None in to or not is_run(to):
            to = self.new(self.came, after, len(order))
        for k, place in zip(order, to):
            self.place[number, k] = place
        return {"path": [node, after], "from": as_blocks(places), "to": as_blocks(to)}

    def together(self, node, made, step):
        """Where a node has blocks that are made of these sources, before it sends in a step."""
        known = [self.put.get((node, tuple(sources)), (None, 0))[0] for sources in made]
        if None not in known and is_run(known):
            return known
        first = self.parts(node, made[0], step)[0][0]
        area = self.made[first[0] == self.made[0]]
        places = self.new(area, node, len(made))
        for sources, to in zip(made, places):
            self.moves[node] += chain(self.parts(node, sources, step, area), to, step)
            self.put.setdefault((node, tuple(sources)), (to, step + 1))
        return places

    def parts(self, node, sources, step, but=None):
        """The places from which a block is put together before a step, and before which step each is there: the first
        may be what the node has put together of several, but in another area."""
        for count in range(len(sources), 1, -1):
            known = self.put.get((node, tuple(sources[:count])))
            if known and known[1] <= step and known[0][0] != but:
                return [known, *map(self.ready, sources[count:])]
        return [*map(self.ready, sources)]

    def orders(self, number, packet, after):
        """Orders of a packet's blocks that may save moves: by where they are, and by where they go."""
        every = range(len(packet.blocks))
        yield sorted(every, key=lambda k: self.ready(packet.blocks[k][0])[0])
        yield sorted(every, key=lambda k: self.direct.get((after, (number, k)), (self.came, k)))

    def cost(self, number, packet, after, order):
        """How many of sender and receiver have to move blocks."""
        from_places = [self.ready(packet.blocks[k][0])[0] for k in order]
        to = [self.direct.get((after, (number, k))) for k in order]
        return (not is_run(from_places)) + (None in to or not is_run(to))

    def steps(self):
        """The steps of the schedule, and the moves that close it."""
        packets = [[] for _ in range(self.plan.steps)]
        for number, packet in enumerate(self.plan.packets):
            packets[packet.step - 1].append(self.packet(number, packet))
        for (node, area, block), sources in self.plan.results.items():
            made = self.parts(node, sources, self.plan.steps + 1)
            if made[0][0] != (area, block):
                self.moves[node] += chain(made, (area, block), self.plan.steps + 1)
        moves = [[] for _ in range(self.plan.steps + 1)]
        for node, of_node in enumerate(self.moves):
            for step, now in enumerate(spread(of_node, self.plan.steps)):
                moves[step] += grouped(node, now)
        return [{"moves": now, "packets": step} for now, step in zip(moves, packets)], moves[-1]


def as_blocks(places):
    """Places of one area as a schedule has them."""
    return {"area": places[0][0], "blocks": [block for _, block in places]}


def schedule_of(task, plan, name, source):
    """The schedule of a plan."""
    layout = Layout(task, plan)
    steps, close = layout.steps()
    areas = task.areas() + list(layout.room.values())
    while len(areas) > layout.came and not any(areas[-1]):
        areas.pop()
    return {"schedule": 1, "name": name, "operation": task.operation, "source": source,
            "ports": "one-port" if task.one_port else "all-port", "ordered": task.ordered, "dimension": task.dimension,
            "case": task.case, **({"dead": task.dead} if task.dead else {}), "areas": areas, "steps": steps, "close": close}
