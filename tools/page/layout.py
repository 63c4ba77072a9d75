"""Where the nodes are in each view of a cube: for the page, and for pictures of the same look.

A place is a pair of whole numbers from 0 to SIZE, x to the right and y downwards."""

SIZE = 1000
EDGE = 70  # between the outermost nodes and the edge of the picture
MOST_DIMENSION = 6  # a larger cube is shown as a matrix of links, which the page lays out itself

# One step along each dimension, in units of an inner cube's side. Dimensions 0 to 2 span a cube, 3 to 5
# a cube of such cubes, and 6 to 8 a cube of those; none covers another.
STEPS = ((1, 0), (0, -1), (0.46, -0.36), (4.4, 0), (0, -3.5), (2.2, -1.72), (18.5, 0), (0, -14.5),
         (9.2, -7.2))


def gray_inverse(code):
    """The position whose Gray code this is."""
    position = 0
    while code:
        position ^= code
        code >>= 1
    return position


def fitted(points):
    """The points, moved and scaled alike in both directions so that they fill the picture."""
    lows = [min(point[axis] for point in points) for axis in (0, 1)]
    highs = [max(point[axis] for point in points) for axis in (0, 1)]
    widest = max(high - low for low, high in zip(lows, highs)) or 1
    scale = (SIZE - 2 * EDGE) / widest
    return [tuple(round(SIZE / 2 + (value - (low + high) / 2) * scale)
                  for value, low, high in zip(point, lows, highs)) for point in points]


def cube(dimension):
    """The cube, as a cube of cubes from 8 nodes on."""
    return fitted([tuple(sum(STEPS[d][axis] for d in range(dimension) if node >> d & 1)
                         for axis in (0, 1)) for node in range(1 << dimension)])


def ring(dimension):
    """A ring, on which neighbours are neighbours in the cube: node i is where its Gray code is i."""
    import math
    nodes = 1 << dimension
    turns = [2 * math.pi * gray_inverse(node) / nodes for node in range(nodes)]
    return fitted([(math.sin(turn), -math.cos(turn)) for turn in turns])


def mesh(dimension, rows):
    """A mesh of N rows, with Gray codes along both axes: collectives/schedule/mesh.h."""
    columns = (1 << dimension) // rows
    return fitted([(gray_inverse(node % columns), gray_inverse(node // columns))
                   for node in range(1 << dimension)])


def layouts(dimension, sides):
    """The views of a cube by name, as flat lists x, y, x, y ...; none if it is too large. `sides` are
    those of the mesh that is played, if there is one."""
    if dimension > MOST_DIMENSION:
        return {}
    rows = sides[0] if len(sides) == 2 else 1 << dimension // 2
    views = {"cube": cube(dimension), "ring": ring(dimension),
             f"mesh {rows} x {(1 << dimension) // rows}": mesh(dimension, rows)}
    return {name: [value for point in points for value in point] for name, points in views.items()}
