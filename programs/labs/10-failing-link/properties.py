"""The required properties of lab 10 (programs/labs/README.md)."""

TITLE = "links that fail in the middle"
QUESTIONS = 64
T_S, T_H = 1000, 5000  # of all runs: a detour is two hops more
OWN = 500  # units that a node may take for a hop beside the link: the skeleton takes less than 100
LATE = 6  # questions that may be late for each link that fails
MORE = 4  # packets for each link of each of n paths, beside those of questions and answers
EARLIEST, LATEST = 8, 2  # a link fails between this part and that part of a run without a failure


def talk(answer, nodes, *failing):
    """The run on N nodes in which these links, two nodes each, fail at a time: it has to print the last answer."""
    times = [f"{min(link)}:{(link[0] ^ link[1]).bit_length() - 1}@{time}" for link, time in failing]
    options = ("--th", str(T_H), *(["--fail", ",".join(times)] if times else []))
    run = answer.run("talk", nodes, QUESTIONS, options=options)
    first, last = answer.secrets(nodes)[0], answer.secrets(nodes)[-1]
    value = 0
    for number in (first, last) * QUESTIONS:
        value = (value ^ number) * 2654435761 % (1 << 32)
        value ^= value >> 15
    wanted = [f"{QUESTIONS} questions, the last answer is {value}"]
    answer.want(run.lines == wanted, f"talk on {nodes} nodes with {times or 'no link'} failing prints {run.lines[:2]}, "
                f"not {wanted}")
    return run


def fails_at(answer, whole):
    """When a link fails: drawn, in the middle of a run without a failure."""
    return whole.time // EARLIEST + answer.drawn % (whole.time // LATEST - whole.time // EARLIEST)


def used(run, nodes):
    """The links that questions pass, most used first: (from, to), away from node 0."""
    counts = {link: packets for link, (packets, _) in run.links.items() if link[0] < link[1]}
    ways = sorted(counts, key=lambda link: (-counts[link], link))
    return ways[:nodes.bit_length() - 1]


def runs(answer, nodes):
    """A run without a failure, and the runs in each of which one link of its path fails, with that link."""
    whole = talk(answer, nodes)
    time = fails_at(answer, whole)
    return whole, [((link, time), talk(answer, nodes, (link, time))) for link in used(whole, nodes)]


def packets(run):
    """The packets between neighbours."""
    return sum(count for count, _ in run.links.values())


def delivers(answer):
    """The last answer is right, without a failure and whichever link of the path fails, and goes over links."""
    for nodes in (8, 16):
        whole, failed = runs(answer, nodes)
        least = QUESTIONS * 2 * (nodes.bit_length() - 1)
        for run in (whole, *(run for _, run in failed)):
            answer.want(packets(run) >= least, f"{packets(run)} packets between neighbours on {nodes} nodes: at least {least}")


def in_time(answer, nodes, whole, run, failing):
    """No more questions are late than LATE for each link that fails: each costs a detour there, and one back."""
    n = nodes.bit_length() - 1
    most = QUESTIONS * 2 * n * (T_S + T_H + OWN)
    answer.want(whole.time <= most, f"{whole.time} units on {nodes} nodes without a failure: at most {most}")
    late = (run.time - whole.time) // (4 * T_H)
    links = ", ".join(f"{one} - {other} at {time}" for (one, other), time in failing)
    answer.want(late <= LATE * len(failing), f"on {nodes} nodes, if link {links} fails, {late} of {QUESTIONS} questions are late: "
                f"at most {LATE * len(failing)}")


def changes_over(answer):
    """Whichever link of the path fails, few questions are late."""
    delivers(answer)
    for nodes in (8, 16):
        whole, failed = runs(answer, nodes)
        for failing, run in failed:
            in_time(answer, nodes, whole, run, [failing])


def again(answer, nodes):
    """The runs in which n - 1 links fail, each on a path that is used after the ones before: (failing, run)."""
    whole, failed = runs(answer, nodes)
    (first, time), run = failed[0]
    failing, before, found = [(first, time)], whole, []
    while len(failing) < nodes.bit_length() - 2:
        more = {link: packets - before.links.get(link, (0, 0))[0] for link, (packets, _) in run.links.items()
                if link[0] < link[1] and link not in [link for link, _ in failing]}
        link = max(more, key=lambda link: (more[link], link), default=first)
        time += (whole.time - time) // 4
        failing = [*failing, (link, time)]
        before, run = run, talk(answer, nodes, *failing)
        found.append((failing, run))
    return found


def changes_again(answer):
    """Also where the next path fails, and the next but one."""
    changes_over(answer)
    for nodes in (8, 16):
        for failing, run in again(answer, nodes):
            in_time(answer, nodes, talk(answer, nodes), run, failing)


def no_more(answer):
    """Each question and each answer goes once over each link of a path."""
    changes_over(answer)
    for nodes in (8, 16):
        n = nodes.bit_length() - 1
        most = QUESTIONS * 2 * n + MORE * n * n
        whole, failed = runs(answer, nodes)
        for run in (whole, *(run for _, run in failed)):
            answer.want(packets(run) <= most, f"{packets(run)} packets between neighbours on {nodes} nodes: at most {most}")


PROPERTIES = [
    (1, "talk.c brings all answers back, whichever link fails", delivers),
    (4, "    and few are late: it changes to another path", changes_over),
    (3, "    and to another one, if that fails", changes_again),
    (2, "    with no packet more than are needed", no_more),
]
