"""A schedule (formats/schedule.schema.json) as text in 80 columns."""

from running.numbers import count_of

WIDTH = 80         # columns of text


def is_numbered(schedule):
    """Whether nodes have several blocks, so that their numbers are told."""
    first = schedule["areas"][0]
    return max(first if isinstance(first, list) else [first]) > 1


def holds(packet, numbered):
    """What a packet holds, in few letters: node 5's block as 5, its block 2 as 5.2 if blocks are
    numbered, nodes' blocks combined as 0-3, several blocks as 0..3 or 5.0..3, and * for none."""
    parts = [tuple(word.rsplit(".", 1)) for word in packet.get("holds", [])]
    told, at = [], 0
    while at < len(parts):
        ranks, block = parts[at]
        end, by = together(parts, at)
        text = (ranks or "?") + (f"..{parts[end][0]}" if by == "rank" else "")
        if numbered:
            text += f".{block}" + (f"..{parts[end][1]}" if by == "block" else "")
        told.append(text)
        at = end + 1
    return " ".join(told) or "*"


def together(parts, first):
    """The last of the parts that follow each other from the first on, and by what: consecutive nodes
    with one block each, or consecutive blocks of the same nodes."""
    for by, other in (("rank", 1), ("block", 0)):
        last = first
        while (last + 1 < len(parts) and parts[last + 1][other] == parts[first][other]
               and follows(parts[last][1 - other], parts[last + 1][1 - other])):
            last += 1
        if last > first:
            return last, by
    return first, None


def follows(one, other):
    """Whether the texts are two numbers of which the second is the next one."""
    return one.isdigit() and other.isdigit() and int(other) == int(one) + 1


def port_of(packet):
    """The dimension of a packet's first link."""
    return (packet["path"][0] ^ packet["path"][1]).bit_length() - 1


def text(schedule):
    """Lines: of each step and port the packets, as FROM>TO holds."""
    counts, dead = schedule["counts"], schedule.get("dead", [])
    nodes = 1 << schedule["dimension"]
    case = ", ".join(f"{name} {'x'.join(map(str, value)) if isinstance(value, list) else value}"
                     for name, value in schedule.get("case", {}).items())
    yield from wrapped("", [f"{schedule['name']} on {count_of(nodes, 'node')}{', ' if case else ''}{case}:",
                            f"{schedule['ports']}, {count_of(counts['steps'], 'step')} (bound "
                            f"{counts['bound']}), {count_of(counts['packets'], 'packet')},",
                            count_of(counts["link_words"], "link word") + (", round dead links" if dead else ""), *dead], " ")
    for number, step in enumerate(schedule["steps"], 1):
        ports = sorted({port_of(packet) for packet in step["packets"]})
        for port in ports:
            cells = [f"{'>'.join(map(str, packet['path']))} {holds(packet, is_numbered(schedule))}"
                     for packet in step["packets"] if port_of(packet) == port]
            yield from wrapped(f"step {number:>3}, port {port}:  ", cells, "   ")
    yield ""
    yield from wrapped("", ["FROM>TO what the packet holds:", "5 node 5's block,", "5.2 its block 2,",
                            "0-3 these nodes' blocks combined,", "0..3 and 5.0..3 several blocks,",
                            "* none"], " ")


def wrapped(head, cells, between):
    """Lines of at most WIDTH columns, the first with a head, the others as far to the right."""
    line, empty = head, True
    for cell in cells:
        if not empty and len(line) + len(between) + len(cell) > WIDTH:
            yield line
            line, empty = " " * len(head), True
        line += ("" if empty else between) + cell
        empty = False
    yield line
