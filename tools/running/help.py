"""The texts of cuberun --help and --help all."""

import re

USAGE = """\
Usage: cuberun -n NODES [options] PROGRAM [arguments]

Runs PROGRAM (made by cubecc) on each of NODES nodes.
"""

FIRST = ("-n", "--timeout", "-x", "--dir", "--tag", "--exact", "--time", "--profile", "--trace", "--gdb")

GROUPS = {
    "Program": """\
  -n NODES              number of nodes: 1, 2, 4 ... 8192 (1)
  --ranks COUNT         run on the first COUNT live nodes; the others only forward packets;
                        without -n, take the smallest cube with COUNT nodes
  --timeout SECONDS     stop after SECONDS, with status 124
  -x NAME[=VALUE]       set NAME in the program's environment (to its value in yours)
  --file [NAME=]PATH    give the program the file at PATH to read, by NAME (that of the file): at most
                        63 bytes, no slash
  --dir PATH[:ro]       let the program read and write the files in folder PATH, and no others;
                        :ro: only read them
  --memory BYTES,heap=BYTES,stack=BYTES
                        memory of the machine (automatic), heap limit of each process (its share of
                        that, at least 16M), stack limit (8M, at least 4K): like 16M
  --secret SEED         give each node a number drawn from SEED that no other node can read, as
                        CUBE_SECRET in its environment
  --tag                 begin each line of output with its node
  --explain             print the number of emulators, the algorithm of each collective call, and
                        predicted times
""",
    "Time": """\
  --exact               count instructions: each run takes exactly the same time
  --limit COUNT         with --exact: stop after COUNT instructions of all nodes, with status 78
  --clock on|off        node clocks (on with --exact or costs)
  --clock ts=T,th=T,tw=T,ti=T,ports=one|all
                        costs: start-up of a packet, hop, byte (0), instruction (1 with --exact,
                        else 0); ports=one: one send and one receive at a time (all)
  --map NAME|FILE|auto,...
                        place logical nodes so that these communications contend least: names
                        or files that 'graycube lcc' reads; auto: those of the program, which
                        runs twice; reports name physical nodes
""",
    "Reports": """\
  --time                print the parallel time: the largest node clock at the end
  --links               print the traffic of the links, the busiest first
  --profile             print where node time went by function and line, and the critical path
  --stats FILE          write the counters of all nodes to FILE as JSON
  --trace FILE          write a trace; the end of its name selects the form: .html (page that
                        plays the run), .json (trace viewers), .goal (LogGOPSim), .csv (packets),
                        .callgrind (KCachegrind), .packets (graycube replay); repeatable; without
                        --exact or costs, the time of html, json, goal and csv counts packets
  --trace html:FILE     the same for any name; callgrind:FILE, packets:FILE
  --budget FILE         with --exact: compare instructions, time, packets, bytes and links with
                        the budget in FILE; beyond its limits, end with status 79
  --budget write:FILE   write these figures to FILE as a budget; keep limits that are in it
""",
    "Faults": """\
  --dead NODE:DIMENSION|NODE,...
                        links and nodes that are dead from the start: packets go round them, and
                        the program runs on the largest live subcube, or with --ranks on the
                        first live nodes
  --dead random:SEED:LINKS:NODES
                        choose dead links and nodes at random; the live part stays connected
  --schedules FOLDER    use the schedules that 'graycube reroute' wrote for these dead links
                        (those saved by reroute --keep; none: neither)
  --fail NODE:DIMENSION@TIME|NODE@TIME|rank:RANK@TIME,...
                        links, nodes and ranks that fail while the program runs, at TIME of the
                        node's clock, else TIME microseconds after the start; fewer links and
                        nodes than dimensions. Ranks of MPI fail TIME nanoseconds (--exact:
                        instructions) after MPI_Init. Nodes and ranks fail in a wait
  --fail random:SEED:LINKS[:NODES[:RANKS]]
                        choose them and their times at random
  --with-ft ulfm|cube   when a rank dies, let the others continue: with MPI's calls, or those of
                        cube.h, which return an error (without it, the run ends with a report)
""",
    "Machine": """\
  --board virt|raspi3b|host
                        QEMU's virt (default), a Raspberry Pi 3 Model B with four cores, or
                        processes of this host, with your rights, for cubecc --host
  --serial PATH[:BAUD]  with --board raspi3b: run on a real board at serial line PATH (115200)
  --serial -            use an emulated serial line instead of semihosting
  --accel single|multi|kvm
                        one host thread for all nodes, one for each, or the host's Arm cores
                        (automatic)
  --parts COUNT         split the cube across COUNT emulators, one per host thread (automatic:
                        at least 32 nodes each, with --exact as few as possible)
  --kernel-option direct=BYTES, --kernel-option routed=BYTES
                        size of a link's ring for packets of neighbours, and for forwarded ones
  --kernel-option tick=MICROSECONDS
                        how often a computing node forwards packets; 0: never
  --kernel-option spins=COUNT
                        how often a node polls before it sleeps
""",
    "Debugging": """\
  --heap-check          detect heap overruns, double frees and writes after free; report who
                        allocated, with status 134
  --core FILE           on fault, abort, deadlock, timeout or Ctrl-C write a core file FILE.NODE
                        for each node, and FILE for the node where it went wrong
  --gdb                 stop before the first instruction and start gdb-multiarch
  --show                print the emulator's command and run nothing
""",
    "Help": """\
  --help [all]          print the most used options, or all options
  --version             print the version
""",
}

STATUS = """\
Status:
  0 to 63               the program's own (the first that is not 0)
  64                    invalid options or arguments
  69                    lost another host
  70                    kernel panic, missing host tool, or an emulator that ended early
  71                    not a program of the cube, or no such program
  74                    output or results could not be written
  75                    deadlock
  76                    messages that nobody received
  78                    --limit reached
  79                    figures beyond their budget (--budget)
  80                    a rank ended without MPI_Finalize (mpiexec --strict)
  81                    messages or objects are left at the end (mpiexec --strict)
  124                   --timeout reached
  128 + signal          132 undefined instruction, 133 breakpoint, 134 abort or heap error, 136 arithmetic,
                        137 killed, 139 invalid address; 129, 130, 143: cuberun stopped by SIGHUP, Ctrl-C, SIGTERM;
                        141 broken output pipe
"""

REST = """\
Environment:
  CUBERUN               options that come before those of the command line: CUBERUN='-n 8 --exact'

Node 0 reads standard input. Started by mpiexec or srun on several hosts, cuberun runs one part of
the cube on each: docs/guide/machines.md. Options of the last version still work.
"""

EXAMPLES = """\
Examples:
  cuberun -n 8 hello.elf
  cuberun -n 64 --exact --time --links prog.elf 1000
  cuberun -n 16 --exact --clock ts=1000,th=10,tw=1 --trace run.html prog.elf
  cuberun -n 8 --exact --budget prog.json prog.elf
"""

ITEM = re.compile(r"^  (-\S+)(?: .*)?\n(?:   .*\n)*", re.M)  # an option: its line, and those that are indented further


def everything():
    """The text of --help all."""
    return "\n".join([USAGE, *(f"{title}:\n{text}" for title, text in GROUPS.items()), STATUS, REST, EXAMPLES])


def brief():
    """The text of --help."""
    first = {name: "" for name in FIRST}
    others = []
    for title, text in GROUPS.items():
        names = []
        for item in ITEM.finditer(text):
            if item[1] not in first:
                names += [item[1]] * (item[1] not in names)
            elif not first[item[1]]:
                first[item[1]] = item[0]
        others += [f"  {title.lower():<10} {' '.join(names)}\n"] * bool(names)
    return "\n".join([USAGE, "".join(first.values()), f"More options (cuberun --help all explains them):\n{''.join(others)}",
                      "Status: the program's own; 64 invalid options, 75 deadlock, 124 timeout, 128 + signal\n"
                      "after a fault; cuberun --help all has the others.\n", EXAMPLES])
