"""One's own algorithm, in a C file or a schedule in JSON, compiled and linked: with the tools of the
workbench on the host, which prove it, and with programs of the machine, which run it."""

import hashlib
import os
import signal
import subprocess
import sys

from running import CACHE, ROOT, programs_folder
from running.dead import dead_of, named
from running.failure import Failure, conflict, not_built, problem, shown
from running.limits import limit
from running.options import keep
from running.tool import CALLED, STATUS_FAILED
from running.whole import whole
from workbench.schedule import as_c, case_words, read

BUILD = programs_folder()
HOST = os.path.join(ROOT, "build/fast")
FOLDER = os.path.join(CACHE, "own")
SECONDS = 120  # that an algorithm of one's own may take
HOST_CC = ["gcc", "-std=c11", "-Wall", "-Wextra", "-O2", "-g", "-D_GNU_SOURCE", "-DCUBE_HOST",
           "-pthread", "-I", ROOT, "-I", os.path.join(ROOT, "include")]


def is_own(word):
    """Whether the word is a file of one's own algorithm, and no name of the catalogue."""
    return word.endswith((".c", ".json"))


class Own:
    """An algorithm of one's own. `source` is the C that describes it, `case` are the words that ask
    for the case of a schedule, or None where the file is C."""

    def __init__(self, path):
        self.path, self.case, self.name, self.dead = path, None, None, []
        if path.endswith(".json"):
            schedule = read(path)
            self.case, self.name = case_words(schedule), schedule["name"]
            self.dead = schedule.get("dead", [])
            self.operation, self.nodes = schedule["operation"], 1 << schedule["dimension"]
            text = as_c(schedule).encode()
        else:
            text = None
            if not os.access(path, os.R_OK):
                raise problem(shown(path), "cannot be read")
        # A folder for each file, so that an edited one takes the place of what it was.
        key = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:16]
        self.folder = os.path.join(FOLDER, key)
        os.makedirs(self.folder, exist_ok=True)
        self.source = os.path.abspath(path)
        if text is not None:
            self.source = os.path.join(self.folder, "schedule.c")
            with whole(self.source) as new, open(new, "wb") as file:
                file.write(text)

    def compile(self, command, target):
        """Runs a compiler whose result is `target`, or tells what it says of the file."""
        with whole(target) as new:
            done = subprocess.run([*command, "-o", new], capture_output=True, text=True, check=False, preexec_fn=limit)
            if done.returncode != 0:
                raise Failure(STATUS_FAILED, f"{shown(self.path)}: does not compile:", done.stderr)
        return target

    def host_tool(self, tool):
        """A tool of the host, linked with the algorithm: workbench/check or workbench/schedule."""
        needed(os.path.join(HOST, "tools", tool), "make workbench")
        objects = [os.path.join(HOST, "tools", f"{name}.c.o") for name in (tool, "workbench/apart", "workbench/asked")]
        return self.compile([*HOST_CC, self.source, *objects, os.path.join(HOST, "libhost.a"), "-lm"],
                            os.path.join(self.folder, os.path.basename(tool)))

    def apart(self):
        """A program that tells of the algorithm (tools/workbench/serve.c), and is a process of its own."""
        server = os.path.join(HOST, "tools", "workbench/serve.c.o")
        needed(server, "make workbench")
        return self.compile([*HOST_CC, "-static", self.source, server, os.path.join(HOST, "libhost.a"), "-lm"],
                            os.path.join(self.folder, "apart"))

    def program(self, name):
        """A program of programs/, linked with the algorithm for the machine."""
        needed(os.path.join(BUILD, "programs", f"{name}.elf"), "make")
        libraries = [os.path.join(BUILD, f"lib{library}.a")
                     for library in ("programs", "computations", "mapping")]
        return self.compile([os.path.join(ROOT, "tools/cubecc"), "-I", os.path.join(ROOT, "include"), "-I", ROOT,
                             self.source, os.path.join(BUILD, f"cube/programs/{name}.c.o"), *libraries,
                             "-lm"], os.path.join(self.folder, f"{name}.elf"))


def needed(path, command):
    """Fails if a file is not built."""
    if not os.path.exists(path):
        raise not_built(os.path.relpath(path, ROOT), command)


def host_tool(tool, own):
    """The path of a tool of the host, linked with an algorithm of one's own if there is one."""
    if own:
        return own.host_tool(tool)
    path = os.path.join(HOST, "tools", tool)
    needed(path, "make workbench")
    return path


def asked_for(word, words):
    """An algorithm as the tools of the workbench are asked for it. `word` is a name of the catalogue or
    a file, `words` are those of the user for its cube and case. Returns the file's algorithm or None,
    and all words of the question."""
    words, dead = without_dead(words)
    own = Own(word) if is_own(word) else None
    if own and own.case and words:
        raise conflict(words[0], shown(word), "the file selects its own cube and case")
    words = own.case if own and own.case else words
    links = own.dead if own else []
    if dead:
        words, more = on_cube(words, dead)
        links = [*links, *more]
    return own, ["--own" if own else word, *words, *(["--avoid", ",".join(links)] if links else [])]


def set_apart(own, question):
    """As what asked_for returns, but the algorithm of one's own has a process of its own, and no say in what is found."""
    return (None, ["--apart", own.apart(), *question[1:]]) if own else (own, question)


def run_host(tool, own, question, **options):
    """Runs a tool of the host, whose messages are ours; returns what subprocess.run does. An algorithm of one's own that crashes, or does not
    come to an end, is told as that."""
    try:
        done = subprocess.run([CALLED["name"], *question], executable=host_tool(tool, own), check=False,
                              timeout=SECONDS if own else None, **options)
    except subprocess.TimeoutExpired as error:
        raise Failure(STATUS_FAILED, f"{shown(own.path)}: not finished after {SECONDS} seconds (a function of the algorithm "
                                     "does not return, or the cube is too large: -n)") from error
    if done.returncode < 0 and own:
        raise Failure(STATUS_FAILED, f"{shown(own.path)}: a function of the algorithm crashed "
                                     f"({signal.strsignal(-done.returncode)})")
    return done


# ---- Dead links

DEAD = ("--dead-link", "--dead-node", "--dead")
USUAL_DIMENSION = 3


def without_dead(words):
    """The words without those that say what is dead, and these as options."""
    left, dead = [], {}
    while words:
        word, *words = words
        if word in DEAD and words:
            value, *words = words
            keep(dead, word, value)
        else:
            left.append(word)
    return left, dead


def on_cube(words, dead):
    """The words for the cube that is left where some is dead, and its dead links. -n has dimensions here."""
    dimension = USUAL_DIMENSION
    if "-n" in words[:-1]:
        place = words.index("-n")
        if ".." in words[place + 1]:
            raise conflict("--dead", "several cubes", "-n: one number of nodes")
        dimension = int(words[place + 1])
        words = [*words[:place], *words[place + 2:]]
    nodes, data, line = dead_of(dead, 1 << dimension)
    if line:
        print(line, file=sys.stderr)
    return [*words, "-n", str(nodes.bit_length() - 1)], named(data)
