"""The clocks of the nodes: their costs, and the kernel's options for them."""

from .failure import conflict, invalid, problem
from .numbers import number
from .options import PLAYED, SAMPLED, spelt

# What things cost by the clocks of the nodes: options of cuberun, and of the kernel by the same names.
COSTS = ("ts", "th", "tw", "ti")
MOST_COUNT = (1 << 32) - 1  # the kernel keeps costs and spins in 32 bits


def choice(options, name, words, default):
    """The value of an option that is one of two words."""
    word = options.get(name, default)
    if word not in words:
        raise invalid(spelt(name), word, " or ".join(words))
    return word


def cost_options(options):
    """What things cost on the clocks of the nodes: by the names of COSTS."""
    exact = "--exact" in options
    costs = {name: number(spelt(f"--{name}"), options.get(f"--{name}", "0"), 0, MOST_COUNT)
             for name in COSTS}
    if exact and "--ti" not in options:
        costs["ti"] = 1
    if PLAYED & options.keys() and not exact and not any(f"--{name}" in options for name in COSTS):
        costs["ts"] = 1
    if costs["ti"] and not exact:
        raise problem(spelt("--ti"), "requires --exact", "else instructions are not counted")
    return costs


def counted(options):
    """Whether the nodes have clocks that count instructions."""
    return choice(options, "--clock", ("on", "off"), "on") == "on" and cost_options(options)["ti"] > 0


def clock_words(options):
    """The kernel's words for the clocks of the nodes; none where they have none."""
    given = [f"--{name}" for name in (*COSTS, "ports", "profile", "callgrind", "record", "page", "trace", "time")
             if f"--{name}" in options]
    costs = [f"{name}={cost}" for name, cost in cost_options(options).items()]
    ports = choice(options, "--ports", ("one", "all"), "all")
    usual = "on" if "--exact" in options or given else "off"
    if choice(options, "--clock", ("on", "off"), usual) == "off":
        if given:
            raise conflict(spelt(given[0]), "--clock off", "it requires clocks")
        return []
    notes = [f"{name}=on" for name, askers in (("profile", SAMPLED), ("record", {"--record"}))
             if (askers | PLAYED) & options.keys()]
    return ["clock=on", *costs, f"ports={ports}", *notes]
