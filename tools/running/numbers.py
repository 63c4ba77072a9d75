"""Numbers and sizes on a command line."""

from .failure import invalid

MOST_NODES = 8192  # CUBE_MAX_NODES of include/cube_abi.h
UNITS = {"K": 10, "M": 20, "G": 30}  # powers of two


def count_of(count, noun, plural=None):
    """A count and its noun."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def digits_of(text):
    """A decimal number as digits without leading zeros, or None when it is no number. It stays digits,
    because a number of thousands of digits need not be computed to be too large."""
    return (text.lstrip("0") or "0") if text.isascii() and text.isdigit() else None


def bounded(digits, shift, least, most):
    """The digits' number, times two to the power of `shift`, if it is within bounds; else None."""
    if digits is None or len(digits) > len(str(most)):
        return None
    value = int(digits) << shift
    return value if least <= value <= most else None


def number(name, text, least, most):
    """The value of the option `name`: a whole number from `least` to `most`."""
    digits = digits_of(text)
    value = bounded(digits, 0, least, most)
    if value is None:
        raise invalid(name, text, f"a whole number, {least} to {most}")
    return value


def drawn_numbers(option, text, *names):
    """What an option says as random:SEED and more: reads its numbers, of which SEED is the first."""
    words = text.split(":")
    if len(words) != 1 + len(names) or words[0] != "random":
        raise invalid(option, text, f"random:{':'.join(names)}")
    return [number(f"{option} {name}", word, 0, 1 << 31) for name, word in zip(names, words[1:])]


def size(name, text, least, most):
    """The value of the option `name` in bytes: a number with an optional K, M or G."""
    shift = UNITS.get(text[-1:], 0)
    value = bounded(digits_of(text[:-1] if shift else text), shift, least, most)
    if value is None:
        raise invalid(name, text, f"a size like 64K, 16M or 1G, from {size_text(least)} to {size_text(most)}")
    return value


def size_text(size_bytes):
    """A size as one types it, in the largest unit in which it is whole."""
    for unit, shift in reversed(UNITS.items()):
        if size_bytes >> shift << shift == size_bytes:
            return f"{size_bytes >> shift}{unit}"
    return str(size_bytes)


def cube_of(ranks):
    """The number of nodes of the smallest cube that has at least `ranks`."""
    return 1 << (ranks - 1).bit_length()


def node_count(name, text, most=MOST_NODES):
    """The value of the option `name`: how many nodes a cube has, `most` at most."""
    nodes = bounded(digits_of(text), 0, 1, most)
    if nodes is None or nodes & (nodes - 1):
        raise invalid(name, text, f"1, 2, 4, 8, ... {most} nodes")
    return nodes
