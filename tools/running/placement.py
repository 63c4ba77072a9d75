"""Where an order of the dimensions, as mapping.py finds one, places nodes; and E-cube's paths."""


def logical(order, number):
    """The logical node that is placed on a physical one, by an order as `mapping` returns it; or the logical
    dimensions that stand for a set of physical ones, which has a bit for each, as a number has."""
    return sum((number >> place & 1) << bit for place, bit in enumerate(order)) if order else number


def physical(order, number):
    """The physical node on which a logical one is placed, or the physical dimensions of a set of logical ones, as
    cube_place of include/cube_abi.h has it. `order` has all dimensions."""
    return sum((number >> bit & 1) << place for place, bit in enumerate(order))


def ecube(node, target, order=()):
    """The links of E-cube's path from a node to another, (node, dimension) each: the lowest dimension first, or in that
    order."""
    for dimension in order or range((node ^ target).bit_length()):
        if (node ^ target) >> dimension & 1:
            yield node, dimension
            node ^= 1 << dimension
