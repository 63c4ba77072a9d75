"""A schedule (formats/schedule.schema.json) as text in 80 columns, or as SVG: a panel a step, each
with the cube, its packets as arrows, and what they hold."""

import html

WIDTH = 80         # columns of text
PANELS = 4         # in a row of the picture
NODE = 13          # radius of a node, in the picture's units
MARGIN = 34
MOST_LABELS = 96   # packets of a step whose contents are told in the picture
DASHES = ["", "7 3", "2 3", "9 3 2 3", "1 2", "12 3", "4 4", "6 2 2 2", "3 1"]
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7a5c00",
           "#8b0000"]  # Okabe and Ito: told apart by people who are blind to some colours
# Where a link leads, by its dimension: the first three make a cube, each further pair of them a
# larger one around it.
LINKS = [(124, 0), (0, 124), (58, -46), (330, 26), (26, 270), (700, -30), (-30, 590), (1480, 30),
         (30, 1230)]


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


# ---- Text

def text(schedule):
    """Lines: of each step and port the packets, as FROM>TO holds."""
    counts = schedule["counts"]
    nodes = 1 << schedule["dimension"]
    case = ", ".join(f"{name} {'x'.join(map(str, value)) if isinstance(value, list) else value}"
                     for name, value in schedule.get("case", {}).items())
    yield from wrapped("", [f"{schedule['name']} on {nodes} nodes{', ' if case else ''}{case}:",
                            f"{schedule['ports']}, {counts['steps']} steps (bound "
                            f"{counts['bound']}), {counts['packets']} packets,",
                            f"{counts['link_words']} link words"], " ")
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


# ---- SVG

def places(dimension):
    """Where each node is drawn, and how large the whole is."""
    spots = []
    for node in range(1 << dimension):
        bits = [LINKS[bit] for bit in range(dimension) if node >> bit & 1]
        spots.append((sum(x for x, _ in bits), sum(y for _, y in bits)))
    left, top = (min(spot[axis] for spot in spots) for axis in (0, 1))
    spots = [(x - left + MARGIN, y - top + MARGIN) for x, y in spots]
    return spots, max(x for x, _ in spots) + MARGIN, max(y for _, y in spots) + MARGIN


def svg(schedule):
    """The picture, a text."""
    steps, dimension = schedule["steps"], schedule["dimension"]
    spots, width, height = places(dimension)
    columns = max(1, min(PANELS if dimension <= 3 else 2 if dimension <= 5 else 1, len(steps)))
    rows = max(1, (len(steps) + columns - 1) // columns)
    counts, head = schedule["counts"], 46
    title = (f"{schedule['name']} on {1 << dimension} nodes: {counts['steps']} steps, "
             f"{counts['packets']} packets")
    total = max(columns * width, 8 * len(title) + 2 * MARGIN)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" '
             f'height="{head + rows * (height + 20)}" font-family="sans-serif" font-size="11" '
             f'role="img"><title>{html.escape(title)}</title>',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{MARGIN - NODE}" y="24" font-size="15">{html.escape(title)}</text>']
    for number, step in enumerate(steps):
        x, y = number % columns * width, head + number // columns * (height + 20)
        parts.append(f'<g transform="translate({x} {y})"><text x="{MARGIN - NODE}" y="2" '
                     f'font-weight="bold">step {number + 1}</text>')
        parts += panel(step, spots, dimension, is_numbered(schedule))
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def panel(step, spots, dimension, numbered):
    """The parts of one step: links, packets, nodes."""
    for node, (x, y) in enumerate(spots):
        for port in range(dimension):
            if not node >> port & 1:
                far = spots[node | 1 << port]
                yield f'<line x1="{x}" y1="{y}" x2="{far[0]}" y2="{far[1]}" stroke="#ddd"/>'
    told = len(step["packets"]) <= MOST_LABELS
    for packet in step["packets"]:
        for here, there in zip(packet["path"], packet["path"][1:]):
            yield from arrow(spots[here], spots[there], (here ^ there).bit_length() - 1,
                             holds(packet, numbered) if told else "")
    for node, (x, y) in enumerate(spots):
        yield (f'<circle cx="{x}" cy="{y}" r="{NODE}" fill="white" stroke="#333"/>'
               f'<text x="{x}" y="{y + 4}" text-anchor="middle">{node}</text>')


def arrow(tail, tip, port, label):
    """An arrow along a link, to the right of its middle, so that both directions can be seen."""
    along_x, along_y = tip[0] - tail[0], tip[1] - tail[1]
    length = (along_x ** 2 + along_y ** 2) ** 0.5
    along_x, along_y = along_x / length, along_y / length
    aside_x, aside_y = -4 * along_y, 4 * along_x
    x1, y1 = tail[0] + NODE * along_x + aside_x, tail[1] + NODE * along_y + aside_y
    x2, y2 = tip[0] - NODE * along_x + aside_x, tip[1] - NODE * along_y + aside_y
    colour, dash = COLOURS[port], DASHES[port]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    yield (f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="1.8" '
           f'fill="none"{dashes}/>')
    back_x, back_y = x2 - 7 * along_x, y2 - 7 * along_y
    yield (f'<path d="M{x2:.1f} {y2:.1f}L{back_x + aside_x:.1f} {back_y + aside_y:.1f}'
           f'L{back_x - aside_x * 0.4:.1f} {back_y - aside_y * 0.4:.1f}Z" fill="{colour}"/>')
    if label:
        short = label if len(label) <= 14 else label[:13] + "…"
        yield (f'<text x="{(x1 + 2 * x2) / 3 + 2.2 * aside_x:.1f}" '
               f'y="{(y1 + 2 * y2) / 3 + 2.2 * aside_y + 3:.1f}" text-anchor="middle" '
               f'font-size="8" paint-order="stroke" stroke="white" stroke-width="2" fill="{colour}">{html.escape(short)}</text>')
