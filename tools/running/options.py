"""The command line of cuberun: its options by name, the program, and the program's arguments. running/help.py explains
the options."""

import os

from .failure import STATUS_USAGE, Failure, no_argument, shown, unknown

# Dead and failing links and nodes, which a program of the host lacks, and failing programs.
LINK_FAULTS = ("--dead-link", "--dead-node", "--dead", "--schedules", "--fail-link", "--fail")
FAULTS = (*LINK_FAULTS, "--fail-node", "--with-ft", "--fail-rank")

# Options that take a value.
VALUED = {"-n", "--ranks", "--timeout", "--dir", "--memory", "--secret", "--limit", "--clock", "--map", "--stats", "--trace",
          "--budget", "--dead", "--fail", "--with-ft", "--schedules", "--board", "--serial", "--accel", "--parts", "--core"}
REPEATED = {"--kernel-option", "-x", "--file"}  # options that may come again; their values make a list
TOLD = {"--help", "--version"}  # options that print a text, and run nothing
FLAGS = {"--tag", "--explain", "--heap-check", "--exact", "--profile", "--links", "--time", "--gdb", "--show"}

# Values of options that are kept by names of their own, each with the way to say it. These names were options, and
# still are in this version.
OLD = {"--ts": "--clock ts={}", "--th": "--clock th={}", "--tw": "--clock tw={}", "--ti": "--clock ti={}",
       "--ports": "--clock ports={}", "--heap": "--memory heap={}", "--stack": "--memory stack={}",
       "--spins": "--kernel-option spins={}", "--page": "--trace html:{}", "--record": "--trace packets:{}",
       "--callgrind": "--trace callgrind:{}", "--budget-write": "--budget write:{}", "--dead-link": "--dead {}",
       "--dead-node": "--dead {}", "--fail-link": "--fail {}", "--fail-node": "--fail {}", "--fail-rank": "--fail rank:{}",
       "--host": "--board host", "--line": "--serial -"}

DEAD_OPTIONS = {"--dead-link", "--dead-node", "--dead"}  # name what is dead
FAIL_OPTIONS = {"--fail-link", "--fail", "--fail-node"}  # name links and nodes that fail

SURVIVAL = {"--with-ft", "--fail-rank"}
BUDGET = {"--budget", "--budget-write"}
METERS = {"--stats", "--links", "--time"} | BUDGET  # tell of the meters, which each node records
SAMPLED = {"--profile", "--callgrind"}  # tell of functions
ORDERS = "--orders"  # for mpiexec --explore, which gives the descriptor of a file (tools/exploring/run.py); no user's option
AGAIN = "--again"  # and for it what runs the program again in the same machine (again.py)
RESULTS = METERS | SAMPLED | {"--record", "--page", "--trace", ORDERS}  # are read from what the machine records
PLAYED = {"--page", "--trace"}  # tell of all packets by the nodes' clocks
RANDOM = "random:"


def spelt(name, value=None):
    """How a user writes the option that is kept by this name, with its value if that is given."""
    return OLD.get(name, name).format("").rstrip(" =:") if value is None else OLD.get(name, name + " {}").format(value)


def wants_results(options):
    """Whether somebody reads what the machine records."""
    return bool(RESULTS & options.keys())


def may_fail(options):
    """Whether the kernel is told of links or nodes that fail, or of programs that die."""
    return bool(FAIL_OPTIONS & options.keys()) or options.get("--with-ft") == "cube" or ends_run(options)


def ends_run(options):
    """Whether the run ends when the program of a rank dies that is none of MPI's."""
    return "--fail-rank" in options and not {"--with-ft", "--ranks"} & options.keys()


def dead_part(word):
    """Where one of the words of --dead is kept."""
    if word.startswith(RANDOM):
        return "--dead", word
    return "--dead-link" if ":" in word else "--dead-node", word


def fail_parts(word):
    """Where one of the words of --fail is kept; for a random one, the counts of links, nodes and ranks."""
    if word.startswith(RANDOM):
        head, colon, counts = word.removeprefix(RANDOM).partition(":")
        for name, count in zip(("--fail", "--fail-node", "--fail-rank"), counts.split(":", 2)):
            if count != "0" or count == counts:
                yield name, f"{RANDOM}{head}{colon}{count}"
    elif word.startswith("rank:"):
        yield "--fail-rank", word.removeprefix("rank:")
    else:
        yield "--fail-link" if ":" in word else "--fail-node", word


def named_parts(name, value):
    """The words of the value, each with where it is kept: those with the name of a part as that part."""
    for word in value.split(","):
        part, _, rest = word.partition("=")
        way = f"{name} {part}={{}}"
        yield next(((old, rest) for old, new in OLD.items() if new == way), (name, word))


def prefixed(name, value):
    """The value where its prefix says, or the end of a file's name."""
    for old, new in OLD.items():
        prefix = new.removeprefix(f"{name} ").removesuffix("{}")
        if new.startswith(f"{name} ") and prefix and value.startswith(prefix):
            return old, value.removeprefix(prefix)
    endings = {".html": "--page", ".packets": "--record", ".callgrind": "--callgrind"} if name == "--trace" else {}
    return endings.get(os.path.splitext(value)[1], name), value


def parts_of(name, value):
    """Where the value of an option is kept: pairs of a name and a value."""
    if name == "--dead":
        return map(dead_part, value.split(","))
    if name == "--fail":
        return (part for word in value.split(",") for part in fail_parts(word))
    if name in ("--clock", "--memory"):
        return named_parts(name, value)
    if name == "--kernel-option":
        return [("--spins", value.removeprefix("spins="))] if value.startswith("spins=") else [(name, value)]
    if (name, value) in (("--board", "host"), ("--serial", "-")):
        return [("--host" if name == "--board" else "--line", True)]
    return [prefixed(name, value)] if name in ("--trace", "--budget") else [(name, value)]


def keep(options, name, value):
    """Keeps the value of an option; a later one takes the place of an earlier one."""
    kept = {}
    for part, text in parts_of(name, value):
        if part in REPEATED:
            options[part].append(text)
        else:
            kept[part] = f"{kept[part]},{text}" if part in kept else text
    options.update(kept)


def parse_options(words, options):
    """Takes the options off the front of `words` into `options`, by name. Returns how many words they
    are."""
    position = 0
    valued = VALUED | REPEATED | {name for name, way in OLD.items() if way.endswith("{}")}
    names = valued | FLAGS | OLD.keys()
    while position < len(words) and words[position].startswith("-"):
        name, equals, value = words[position].partition("=")
        position += 1
        if name in ("--help", "-h"):
            has_topic = words[position:position + 1] == ["all"]
            options["--help"] = value or "all" * has_topic
            position += has_topic
        elif name == "--version":
            options[name] = True
        elif name[:2] == "-n" and name[2:].isdecimal() and not equals:
            options["-n"] = name[2:]
        elif name in valued:
            if not equals:
                value = words[position] if position < len(words) else ""
                if position == len(words) or value in names:
                    raise no_argument(name)
                position += 1
            if name in OLD:
                options[name] = value
            else:
                keep(options, name, value)
        elif name in FLAGS | OLD.keys() and not equals:
            options[name] = True
        else:
            raise unknown("option", shown(words[position - 1]), VALUED | REPEATED | FLAGS | TOLD, "cuberun --help all")
    return position


def environment_words():
    """The options in CUBERUN, as a shell would split them."""
    text = os.environ.get("CUBERUN", "")
    if not any(c in "'\"\\" for c in text):
        return text.split()
    import shlex
    try:
        return shlex.split(text)
    except ValueError as error:
        raise Failure(STATUS_USAGE, f"CUBERUN={shown(text)}: {str(error).lower()}") from error


def parse(words):
    """Splits the command line: (options by name, program, arguments). The options in CUBERUN come
    before those of the command line, so that these prevail."""
    options = {name: [] for name in REPEATED}
    usual = environment_words()
    count = parse_options(usual, options)
    if count < len(usual):
        raise Failure(STATUS_USAGE, f"CUBERUN: '{shown(usual[count])}' is not an option (CUBERUN holds options only)")
    position = parse_options(words, options)
    if TOLD & options.keys():
        return options, "", []
    if position == len(words):
        raise Failure(STATUS_USAGE, "no program given (cuberun -n 8 PROGRAM [arguments])")
    return options, words[position], words[position + 1:]
