"""Schedules for the page: the output of tools/drawing/schedules.c, as objects."""


def numbers(words):
    """The words as whole numbers."""
    return [int(word) for word in words]


class Reader:
    """Reads one schedule, line by line."""

    def __init__(self, words, nodes):
        name, operation, ports, usual, relay, packets, outputs = words
        self.schedule = {
            "kind": "schedule", "name": name, "operation": operation, "ports": ports,
            "usual": usual == "usual", "relay": relay, "k": int(packets.removeprefix("k=")),
            "outputs": int(outputs), "dimension": nodes.bit_length() - 1, "sent": [], "held": []}
        self.texts = {}

    def text(self, word):
        """The number of a text, from 0 in the order in which they come."""
        return self.texts.setdefault(word, len(self.texts))

    def part(self, name, number):
        """The list of a step in a list of steps, all of which exist up to it."""
        parts = self.schedule[name]
        while len(parts) <= number:
            parts.append([])
        return parts[number]

    def line(self, kind, rest):
        """A line, of any kind but the first."""
        words = rest.split()
        if kind in ("case", "source"):
            self.schedule[kind] = rest
        elif kind == "sides":
            self.schedule["sides"] = numbers(words)
        elif kind == "holds":
            self.part("held", int(words[0])).extend(
                [*numbers(words[1:4]), self.text(words[4])])
        elif kind == "packet":
            ports = numbers(words[2].split(","))
            blocks = [self.text(word) for word in words[3:]]
            self.part("sent", int(words[0]) - 1).extend(
                [int(words[1]), len(ports), *ports, len(blocks), *blocks])
        elif kind == "counts":
            steps, bound, is_open, packets, link_words = words
            self.schedule.update(steps=int(steps), bound=int(bound), open=is_open == "open",
                                 packets=int(packets), words=int(link_words),
                                 texts=list(self.texts))


def read(lines, nodes):
    """The schedules on a cube of `nodes` nodes, one after the other."""
    reader = None
    for line in lines:
        kind, _, rest = line.rstrip("\n").partition(" ")
        if kind == "schedule":
            if reader:
                yield reader.schedule
            reader = Reader(rest.split(), nodes)
        else:
            reader.line(kind, rest)
    if reader:
        yield reader.schedule
