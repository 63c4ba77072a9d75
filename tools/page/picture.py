"""A schedule (formats/schedule.schema.json) as a picture of the page's look, SVG in light and dark: a
panel for each step, in which packets are arrows with their content."""

import html
import math

from running.numbers import count_of
from workbench.drawing import holds, is_numbered

from .layout import SIZE, cube, mesh, ring

PANELS = 4          # in a row
PANEL = {3: 250, 4: 380, 5: 640, 6: 820}  # the width of a panel, by the dimension, in pixels
MARGIN = 36         # between the outermost nodes' middles and a panel's upper and lower end
GAP, HEAD = 14, 62  # between panels; above them
CAPTION = 14        # above the network of a panel
INSET = 0.85        # the width of a mesh, as a share, for links lead round it
FLAT = 1.7          # how far the rows of a mesh are apart that has fewer rows than columns
LONG = 100          # a link that has room for two labels
# Of a link's way: where its label may be. Labels, there and back, are not in one place by the first of them.
SHARES = (0.3, 0.42, 0.36, 0.24, 0.48, 0.54, 0.6, 0.66, 0.72)
SAMPLES = [place / 24 for place in range(25)]  # of a link's way: where other labels look for it
LETTERS = {3: 12, 4: 7, 5: 5, 6: 4}  # of what they say, at most, by the dimension
LETTER = 6.1        # pixels, of one of them at LABEL_SIZE
LABEL_SIZE = 10
PLATE = 14          # the height of its ground
BEND, FAR_BEND = 0.09, 0.2  # of a link, and of one round a mesh: how far its bow is from a straight line

LIGHT = """svg { --surface: #ffffff; --edge: #dcd8cf; --ink: #1d2128; --soft: #5b6270; --line: #d3d7df;
  --packet: #b8430a; --packet-ink: #ffffff; --node: #8b93a1 }"""
DARK = """svg { --surface: #1b1f26; --edge: #2f3540; --ink: #eceae4; --soft: #a7aebb; --line: #3b4350;
  --packet: #ff9d57; --packet-ink: #201205; --node: #7e8796 }"""
COLOURS = {"dark": f"svg {{ color-scheme: dark }}\n{DARK}",
           "as the viewer": f"svg {{ color-scheme: light dark }}\n{LIGHT}\n@media (prefers-color-scheme: dark) {{ {DARK} }}"}
STYLE = """
svg { font-family: system-ui, sans-serif }
text { fill: var(--ink); text-anchor: middle }
.title { font-size: 17px; font-weight: 600; text-anchor: start }
.about { font-size: 12px; fill: var(--soft); text-anchor: start }
.step { font-size: 13px; font-weight: 600; text-anchor: start }
.ground, .panel, circle { fill: var(--surface) }
.panel { stroke: var(--edge) }
.link { stroke: var(--line); fill: none }
.dead { stroke: var(--soft); stroke-dasharray: 2 5 }
.packet { stroke: var(--packet); stroke-width: 1.8; fill: none; marker-end: url(#head) }
.head, .plate { fill: var(--packet) }
circle { stroke: var(--node); stroke-width: 1.4 }
.node { font-weight: 600 }
.label { fill: var(--packet-ink); font-size: 10px; font-weight: 600 }"""

ARROW = ('<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
         'markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker>')


class Network:
    """Where the nodes and links of a panel are."""

    def __init__(self, schedule):
        dimension = schedule["dimension"]
        self.dimension = dimension
        self.width = PANEL.get(max(dimension, min(PANEL)), PANEL[max(PANEL)])
        sides = schedule.get("case", {}).get("mesh", [])
        places, is_round = self.layout(dimension, sides)
        distances = {(node, node ^ 1 << port): math.dist(places[node], places[node ^ 1 << port])
                     for node in range(1 << dimension) for port in range(dimension)}
        nearest = min(distances.values(), default=SIZE)
        # The links that lead round a mesh or ring, or belong to the cube alone.
        self.far = {link for link, distance in distances.items() if is_round and distance > 1.1 * nearest}
        scale = self.width / SIZE * (INSET if is_round else 1)
        self.radius = max(3, min(13, nearest * scale * 0.2))
        left = (self.width - SIZE * scale) / 2
        down = FLAT * scale if len(sides) == 2 and sides[0] < sides[1] else scale
        self.spots = [(left + x * scale, y * down) for x, y in places]
        top, low = min(y for _, y in self.spots), max(y for _, y in self.spots)
        self.height = round(low - top + CAPTION + 2 * MARGIN)
        self.spots = [(x, y - top + CAPTION + MARGIN) for x, y in self.spots]

    @staticmethod
    def layout(dimension, sides):
        """The places of the page's view of a mesh, a ring or a cube, and whether it is one of the first
        two."""
        if len(sides) == 2 and sides[0] * sides[1] == 1 << dimension:
            return mesh(dimension, sides[0]), True
        if len(sides) == 1 and sides[0] == 1 << dimension:
            return ring(dimension), True
        return cube(dimension), False

    def bow(self, node, other):
        """The path of a link between two nodes' circles, to the right of the straight line, as the link back is;
        the points of it where a label may be, the best first; and points all along it."""
        (x1, y1), (x2, y2) = self.spots[node], self.spots[other]
        length = math.dist((x1, y1), (x2, y2)) or 1
        bend = max(4, (FAR_BEND if (node, other) in self.far else BEND) * length)
        over = ((x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend)
        tail, tip = self.edge(node, over), self.edge(other, over)

        def points(shares):
            return [[(1 - share) ** 2 * a + 2 * (1 - share) * share * b + share ** 2 * c
                     for a, b, c in zip(tail, over, tip)] for share in shares]
        return (f"M{tail[0]:.1f} {tail[1]:.1f}Q{over[0]:.1f} {over[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}",
                points(SHARES if length > LONG else SHARES[1:]), points(SAMPLES))

    def edge(self, node, towards):
        """The point of a node's circle on the way to another point."""
        x, y = self.spots[node]
        length = math.dist((x, y), towards) or 1
        return (x + (towards[0] - x) / length * (self.radius + 1.5),
                y + (towards[1] - y) / length * (self.radius + 1.5))


def svg(schedule, colours="as the viewer"):
    """The picture, a text, in one of COLOURS."""
    network = Network(schedule)
    steps, counts = schedule["steps"], schedule["counts"]
    columns = max(1, min(PANELS if network.dimension <= 3 else 2 if network.dimension == 4 else 1,
                         len(steps)))
    rows = max(1, -(-len(steps) // columns))
    title = f"{schedule['name']} on {count_of(1 << network.dimension, 'node')}"
    about = (f"{schedule['ports']}, {count_of(counts['steps'], 'step')} (bound {counts['bound']}), "
             f"{count_of(counts['packets'], 'packet')} on links")
    width = GAP + max(columns * (network.width + GAP), 440)
    height = HEAD + rows * (network.height + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'width="{width}" height="{height}" role="img">',
             f"<title>{html.escape(f'{title}: {about}')}</title>", f"<style>{COLOURS[colours]}{STYLE}</style>",
             f"<defs>{ARROW}</defs>", '<rect class="ground" width="100%" height="100%"/>',
             f'<text class="title" x="{GAP}" y="28">{html.escape(title)}</text>',
             f'<text class="about" x="{GAP}" y="48">{html.escape(about)}</text>']
    for number, step in enumerate(steps):
        x = GAP + number % columns * (network.width + GAP)
        y = HEAD + number // columns * (network.height + GAP)
        parts += [f'<g transform="translate({x} {y})">',
                  f'<rect class="panel" width="{network.width}" height="{network.height}" rx="9"/>',
                  f'<text class="step" x="12" y="21">step {number + 1}</text>',
                  *panel(network, step, is_numbered(schedule), schedule.get("dead", [])), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def panel(network, step, numbered, dead):
    """The parts of one step: links, packets, nodes, and what the packets hold."""
    ways = {}  # points all along the links and the packets' arrows
    for node, here in enumerate(network.spots):
        for port in range(network.dimension):
            there = network.spots[node | 1 << port]
            if not node >> port & 1 and (node, node | 1 << port) not in network.far:
                kind = "link dead" if f"{node}:{port}" in dead else "link"
                yield (f'<path class="{kind}" d="M{here[0]:.1f} {here[1]:.1f}L{there[0]:.1f} '
                       f'{there[1]:.1f}"/>')
                ways[node, node | 1 << port, "link"] = [[(1 - share) * a + share * b for a, b in zip(here, there)]
                                                        for share in SAMPLES]
    labels = []
    for packet in step["packets"]:
        for node, other in zip(packet["path"], packet["path"][1:]):
            path, points, ways[node, other] = network.bow(node, other)
            yield f'<path class="packet" d="{path}"/>'
            labels.append(((node, other), points, label(network, packet, numbered)))
    size = max(6, min(11.5, network.radius))
    for node, (x, y) in enumerate(network.spots):
        yield (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{network.radius:.1f}"/>'
               f'<text class="node" x="{x:.1f}" y="{y + size * 0.36:.1f}" '
               f'font-size="{size:.1f}">{node}</text>')
    yield from (plate(*middle, text) for middle, text in placed(labels, network, ways))


def placed(labels, network, ways):
    """The labels, each at the point that covers the least: nodes and labels before it count most, links and arrows
    of others less, and of equal points the first is the best."""
    taken = [(x, y, 2 * network.radius, 2 * network.radius) for x, y in network.spots]

    def covered(x, y, width, link):
        hidden = sum(abs(x - other_x) < (width + other_width) / 2 and abs(y - other_y) < (PLATE + height) / 2
                     for other_x, other_y, other_width, height in taken)
        crossed = sum(any(abs(x - a) < width / 2 and abs(y - b) < PLATE / 2 for a, b in way)
                      for where, way in ways.items() if set(where[:2]) != set(link))
        return hidden, crossed

    for link, points, text in labels:
        point = min(points, key=lambda point: covered(*point, plate_width(text), link))
        taken.append((*point, plate_width(text), PLATE))
        yield point, text


def plate_width(text):
    """How wide the ground of a label is."""
    return LETTER * len(text) + 6


def label(network, packet, numbered):
    """What a packet holds, or where that is too long of how many blocks it is."""
    text = holds(packet, numbered)
    most = LETTERS[min(max(network.dimension, min(LETTERS)), max(LETTERS))]
    return text if len(text) <= most else f"×{len(packet['holds'])}"


def plate(x, y, text):
    """A text on a ground of its own, with its middle at that point."""
    width = plate_width(text)
    return (f'<rect class="plate" x="{x - width / 2:.1f}" y="{y - PLATE / 2:.1f}" width="{width:.1f}" '
            f'height="{PLATE}" rx="4"/><text class="label" x="{x:.1f}" y="{y + LABEL_SIZE * 0.36:.1f}">'
            f"{html.escape(text)}</text>")
