"""The command line of cuberun: its options by name, the program, and the program's arguments."""

import os

from .failure import STATUS_USAGE, Failure, shown

USAGE = """\
Usage: cuberun -n NODES [options] PROGRAM [arguments]

Runs PROGRAM (made by cubecc) on each of NODES nodes: 1, 2, 4 ... 4096.

  -n NODES              number of nodes (1)
  --ranks COUNT         the program runs on so many nodes, the first that live, and the others
                        only forward; without -n, on the smallest cube that has them
  --timeout SECONDS     end the machine after so long, with status 124
  -x NAME=VALUE         give NAME to the program's environment; -x NAME: as it is in ours
  --file NAME=PATH      give the file at PATH to the program, which reads it as NAME;
                        --file PATH: under its own name
  --secret SEED         give each node a number that no other node knows, drawn from SEED, as CUBE_SECRET in
                        its environment
  --dir PATH            let the program read and write the files in the folder PATH, and no others;
                        --dir PATH:ro: read them
  --stats FILE          write the meters of all nodes to FILE, as JSON
  --links               print what went over the links, the busiest ones first
  --time                print the parallel time: the largest of the nodes' clocks at the end
  --budget FILE         with --exact: compare instructions, parallel time, packets, bytes and use of links
                        with the budget in FILE, print what moved, and end with status 79 beyond its limits
  --budget-write FILE   write these figures to FILE as a budget; limits, in percent, that are in it stay
  --explain             print in how many parts the cube runs if not in one, which algorithm each
                        collective call takes, and the predicted times
  --tag                 begin each line of the console with its node
  --heap BYTES          limit of each process's heap, like 16M
  --heap-check          find what is written beyond the end of allocated memory, freed twice, or
                        written after it was freed: tell who allocated it, and end with status 134
  --stack BYTES         limit of each process's stack (8M, at least 4K); a page is given when touched
  --map NAME|FILE,...   place logical nodes on physical ones so that these communications contend
                        least, each with a name or in a file that lcc reads (lcc --help has a
                        list); auto: those of the program, which runs twice for that, first
                        without output; routing, --stats, --profile and --record go by physical nodes
  --exact               count instructions: time is the same in every run
  --limit COUNT         with --exact: end with status 78 after COUNT instructions of all nodes
  --clock on|off        whether nodes have clocks; on with --exact, or where a cost is given
  --ts, --th, --tw T    what it costs to begin a packet, over a link, for a byte (0)
  --ti T                what an instruction costs: 1 with --exact, else 0
  --ports one|all       one port: sends follow each other, and receives do (all)
  --profile             print where the time of each node's clock went, by function and by line, too,
                        and the critical path; without --exact that of declared work and links
  --callgrind FILE      write that to FILE as a call graph, for KCachegrind or speedscope
  --record FILE         write each packet with the clock when it left to FILE, for replay
  --trace FILE          write a trace of the run to FILE: .json for a viewer of traces, .goal for
                        LogGOPSim, .csv with a line a packet; time as for --page
  --page FILE           write a page that plays the run to FILE, HTML for a browser; without --exact
                        and costs, its time counts packets: t_s is 1
  --parts COUNT         so many emulators, each on a host thread of its own, are the cube together;
                        by itself as many as make it faster, of 32 nodes at least and 256 at most;
                        under --exact as few as there may be
  --dead-link NODE:DIMENSION,...
                        these links are dead: nothing passes them, and messages go round
  --dead-node NODE,...  these nodes are dead, and their links: the program runs on the largest
                        subcube of the others, or with --ranks, if no link fails, on the first
                        that live
  --dead random:SEED:LINKS:NODES
                        so many of both, drawn from SEED, but none that would part the others
  --schedules FOLDER    calls take the schedules in FOLDER that graycube reroute has written for
                        just these dead links, instead of those that go over them; by itself those
                        that it has kept (reroute --keep); none: neither
  --fail-link NODE:DIMENSION@TIME,...
                        each of these links fails when its node's clock has come to TIME, or where
                        nodes have no clocks after so many microseconds; fewer links than dimensions
  --fail random:SEED:LINKS
                        so many links fail at moments drawn from SEED
  --fail-node NODE@TIME,...
                        all of each of these nodes fails in its first wait after that: it forwards
                        nothing any more; with --with-ft others go on, else the run ends with a report
  --fail-node random:SEED:COUNT
                        so many nodes fail at moments drawn from SEED
  --with-ft ulfm|cube   when a rank dies by SIGKILL, others go on: by calls of MPI, or of cube.h,
                        which return an error; without it the run ends with a report
  --fail-rank RANK@TIME,...
                        each of these ranks dies in its first wait: under mpiexec TIME nanoseconds after
                        MPI_Init, which with --exact are instructions; else when its node's clock
                        shows TIME, or without clocks TIME microseconds after the start
  --fail-rank random:SEED:COUNT
                        so many ranks die at moments drawn from SEED
  --board virt|raspi3b  the machine: QEMU's virt, or a Raspberry Pi 3 Model B, which has four cores
                        (docs/guide/machines.md)
  --serial PATH[:BAUD]  with --board raspi3b: on the board itself, at the other end of the serial line PATH, with
                        our loader on its card (docs/guide/machines.md); 115200 bits a second
  --accel single|multi  one host thread for all nodes, or one for each
  --accel kvm           the host's own processors, if these are Arm's
  --line                do without semihosting, as with --accel kvm: all goes over the serial line
  --spins COUNT         how often a node looks before it sleeps
  --memory BYTES        memory of the machine, like 1G
  --host                run a program of this host (cubecc --host), with your rights (docs/guide/debugging.md)
  --kernel-option direct=BYTES, --kernel-option routed=BYTES
                        size of each ring of a link: of the neighbour's packets, of those
                        that pass through; a power of two
  --kernel-option tick=MICROSECONDS
                        how often a node that computes looks for packets to pass on; 0: never
  --core FILE           after a fault, abort, deadlock, timeout or Ctrl-C write the state of each node
                        to FILE.NODE, a core file, and to FILE that of the node where it went wrong
  --gdb                 stop before the first instruction, and start gdb-multiarch on it
  --show                print the command that would run, and run nothing
  --help, --version     print this; print the version

Options in the environment variable CUBERUN come first: CUBERUN='-n 8 --exact'.
Node 0 reads our input. A file's NAME has no folders: at most 63 bytes, no slash.

Status: the program's own (the first that is not 0), 128 + signal after a fault,
64 bad options, 69 another host has gone away, 70 kernel panic, or no emulator that
came to the machine's end, 71 bad program, 74 output or results that cannot be written, 75 deadlock,
76 messages that nobody received, 78 --limit reached, 79 figures beyond their budget, 80 no
MPI_Finalize under --strict, 124 timeout, 141 nobody reads our output any more.

Started by mpiexec or srun on several hosts, each runs one part of the cube: docs/guide/machines.md.

Examples:
  cuberun -n 8 hello.elf
  cuberun -n 64 --exact --time --links prog.elf 1000
  cuberun -n 16 --exact --ts 1000 --th 10 --tw 1 --page run.html prog.elf
  cuberun -n 8 --exact --budget prog.json prog.elf
"""

# What is dead or fails: of links and nodes, which a program of the host has none of, and of programs.
LINK_FAULTS = ("--dead-link", "--dead-node", "--dead", "--schedules", "--fail-link", "--fail")
FAULTS = (*LINK_FAULTS, "--fail-node", "--with-ft", "--fail-rank")

# Options that take a value.
VALUED = {"-n", "--ranks", "--timeout", "--stats", "--heap", "--stack", "--accel", "--board", "--serial", "--parts", "--spins", "--memory",
          "--dir", "--clock", "--ts", "--th", "--tw", "--ti", "--ports", "--record", "--page",
          "--trace", "--core", "--callgrind", "--budget", "--budget-write", "--map", "--secret", "--limit", *FAULTS}
REPEATED = {"--kernel-option", "-x", "--file"}  # options that may come again; their values make a list
TOLD = {"--help", "--version"}  # options that print a text, and run nothing
FLAGS = {"--tag", "--explain", "--heap-check", "--exact", "--profile", "--links", "--time", "--gdb", "--show", "--line", "--host"}
DEAD_OPTIONS = {"--dead-link", "--dead-node", "--dead"}  # name what is dead
FAIL_OPTIONS = {"--fail-link", "--fail", "--fail-node"}  # name links and nodes that fail

SURVIVAL = {"--with-ft", "--fail-rank"}
BUDGET = {"--budget", "--budget-write"}
METERS = {"--stats", "--links", "--time"} | BUDGET  # tell of the meters, which each node records
SAMPLED = {"--profile", "--callgrind"}  # tell of functions
RESULTS = METERS | SAMPLED | {"--record", "--page", "--trace"}  # are read from what the machine records
PLAYED = {"--page", "--trace"}  # tell of all packets by the nodes' clocks


def wants_results(options):
    """Whether somebody reads what the machine records."""
    return bool(RESULTS & options.keys())


def may_fail(options):
    """Whether the kernel is told of links or nodes that fail, or of programs that die."""
    return bool(FAIL_OPTIONS & options.keys()) or options.get("--with-ft") == "cube" or ends_run(options)


def ends_run(options):
    """Whether the run ends when the program of a rank dies that is none of MPI's."""
    return "--fail-rank" in options and not {"--with-ft", "--ranks"} & options.keys()


def parse_options(words, options):
    """Takes the options off the front of `words` into `options`, by name. Returns how many words they
    are."""
    position = 0
    while position < len(words) and words[position].startswith("-"):
        name, equals, value = words[position].partition("=")
        position += 1
        if name in ("--help", "-h"):
            options["--help"] = True
        elif name == "--version":
            options[name] = True
        elif name[:2] == "-n" and name[2:].isdecimal() and not equals:
            options["-n"] = name[2:]
        elif name in VALUED | REPEATED:
            if not equals:
                value = words[position] if position < len(words) else ""
                if position == len(words) or value in VALUED | REPEATED | FLAGS:
                    raise Failure(STATUS_USAGE, f"{name} needs a value{f', and {value} is an option' if value else ''}")
                position += 1
            if name in REPEATED:
                options[name].append(value)
            else:
                options[name] = value
        elif name in FLAGS and not equals:
            options[name] = True
        else:
            help_with = ("--dir PATH lets the program write files in PATH" if name == "--out" else
                         "cuberun --help lists them")
            raise Failure(STATUS_USAGE, f"there is no option {shown(words[position - 1])} ({help_with})")
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
        raise Failure(STATUS_USAGE, f"CUBERUN has options, and '{shown(usual[count])}' is none")
    position = parse_options(words, options)
    if TOLD & options.keys():
        return options, "", []
    if position == len(words):
        raise Failure(STATUS_USAGE, "no program given: cuberun -n 8 PROGRAM [arguments]")
    return options, words[position], words[position + 1:]
