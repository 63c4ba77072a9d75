"""A cube on several hosts: a launcher (mpiexec, srun) starts a cuberun on each, which runs some of the cube's parts
(parts.py), and a bridge beside them (tools/bridge/bridge.h)."""

import _socket  # the module socket around it takes longer to load than all of cuberun
import os
import select

from .failure import STATUS_HOST, Failure, invalid, not_built
from .machine import complain_all, end_all, spawn_all, where_nodes_are
from .signals import SIGNALS
from .standard import INPUT

# By so much the emulators of a host give way to its bridge, where there are fewer cores than they keep busy: half a round
# trip between two hosts that share two cores takes 41 us with it, and 127 us without.
NICE = 10

# What a bridge says, and hears: see tools/bridge/main.c.
MESSAGE_BYTES = 3
READY, PART, STATUS, LOOK, END = b"rpsle"

RECORDS_GRACE = 60  # seconds that records of other hosts have to come after the end
LOOK_GRACE = 12     # and that they have to tell where their nodes are (where.py: 8, and what it takes to stop)


class Hosts:
    """All hosts of a cube, as this one sees them: it has the number `number` of `count`."""

    def __init__(self, number, count, bridge):
        self.number, self.count, self.bridge = number, count, bridge
        self.parts, self.words, self.records = None, [], []
        self.has_ended, self.must_look = False, False
        self.ended_parts = []  # of this host, whose statuses nobody knows yet
        self._statuses = {}  # of parts of other hosts, on host 0
        self._control, self.source, self._child = None, None, None
        if count.bit_count() != 1:
            raise invalid("number of hosts", str(count), "a power of two of processes of the launcher")
        if not os.access(bridge, os.X_OK):
            raise not_built(bridge, "make bridge")

    def share(self, parts, nodes, rings, identity):
        """Settles what the parts are, the sizes of the links' rings, and what has to be the same on all hosts."""
        self.parts = parts
        self.words = [f"nodes={nodes}", f"parts={parts.count}", *(f"{name}={size}" for name, size in rings.items()),
                      f"memory={parts.memory}", f"bells={parts.bells}", f"identity={identity}"]

    def place(self):
        """This host, as the beginning of a line that says what has happened there."""
        return f"host {os.uname().nodename} (process {self.number} of {self.count}): "

    def near(self):
        """The parts of this host."""
        here = self.parts.count // self.count
        return range(self.number * here, (self.number + 1) * here)

    def start(self, consoles):
        """Starts the bridge, and waits until it is connected with all hosts. `consoles` are the pipes for what far
        parts print, on host 0, and else those from near parts: the bridge has them then."""
        records = [self.records[part] for part in range(self.parts.count) if (part in self.near()) == (self.number > 0)
                   ] if self.records else []
        self._control, control = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        given = [control.fileno(), *consoles, *records, self.parts.memory]
        for descriptor in given:
            os.set_inheritable(descriptor, True)
        words = [*self.words, f"control={control.fileno()}", f"consoles={','.join(map(str, consoles))}",
                 f"records={','.join(map(str, records))}"]
        self._child = os.posix_spawn(self.bridge, ["bridge", *words], os.environ, setsigmask=[],
                                     file_actions=[(os.POSIX_SPAWN_OPEN, INPUT, os.devnull, os.O_RDONLY, 0)])
        control.close()
        for console in consoles:
            os.set_inheritable(console, False)
        self.source = self._control.fileno()
        if self._control.recv(MESSAGE_BYTES)[:1] != bytes([READY]):
            code = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
            why = "" if code == STATUS_HOST else f"{self.place()}the bridge ended before all hosts were connected"
            raise Failure(STATUS_HOST, why)  # without a word, the bridge has said why

    def started(self, poll):
        """The machines run."""
        poll.register(self.source, select.POLLIN)

    @staticmethod
    def give_way(children):
        """Has emulators that have just been started give way to the bridge."""
        for child in children:
            os.setpriority(os.PRIO_PROCESS, child, os.getpriority(os.PRIO_PROCESS, 0) + NICE)

    def turn(self, poll):
        """The bridge says something, or has ended."""
        message = self._control.recv(MESSAGE_BYTES)
        if not message:
            poll.unregister(self.source)
            if not self.has_ended:
                raise Failure(STATUS_HOST, "")  # it, or that of another host, has said why
            return
        if message[0] == PART:
            self.ended_parts.append(message[1])
        elif message[0] == STATUS:
            self._statuses[message[1]] = message[2]
        elif message[0] == LOOK:
            self.must_look = True
        elif message[0] == END:
            self.has_ended = True

    def status(self, part):
        """The status of a part of another host, which has ended."""
        while part not in self._statuses:
            message = self._control.recv(MESSAGE_BYTES)
            if not message:
                raise Failure(STATUS_HOST, "")
            if message[0] == STATUS:
                self._statuses[message[1]] = message[2]
        return self._statuses[part]

    def verdict(self, status):
        """The status of a machine that has ended with this one: the same."""
        return status

    def _say(self, what, part=0, status=0):
        try:
            self._control.send(bytes([what, part, status]))
        except OSError:
            pass  # it has ended

    def look(self):
        """Says on host 0 that all hosts are to tell where their nodes are."""
        self.must_look = True
        self._say(LOOK)

    def end(self):
        """Says on host 0 that the cube has ended."""
        if self._control and not self.has_ended:
            self.has_ended = True
            self._say(END)

    def grace(self, usual):
        """The seconds for what is left to come, on host 0."""
        return max(RECORDS_GRACE if self.records else 0, LOOK_GRACE if self.must_look else 0, usual)

    def leave(self):
        """All has come, on host 0."""
        os.waitpid(self._child, os.WNOHANG)

    def follow(self, machines, watch):
        """Runs the machines of another host than host 0 until the cube has ended, or one of them: host 0 says what
        the status is. `watch` tells where their nodes are if host 0 asks that. Whatever happens, all have ended when
        we leave."""
        poll, apart = select.poll(), Apart(len(machines))
        servers = {server.source: server for machine in machines for server in machine.servers}
        with SIGNALS:
            self.start(apart.sources)
        children = spawn_all(machines, apart, apart, watch)
        self.give_way(children)
        ended = set()
        try:
            apart.started()
            for server in [*servers.values(), watch, self]:
                server.started(poll)
            with SIGNALS:
                while not self.has_ended:
                    for descriptor, _ in poll.poll():
                        SIGNALS.hold()
                        servers.get(descriptor, self).turn(poll)
                        SIGNALS.release()
                    for part in self.ended_parts:
                        number = part - self.near()[0]
                        ended.add(number)
                        code = os.waitstatus_to_exitcode(os.waitpid(children[number], 0)[1])
                        status = machines[number].ending.verdict(code)
                        for server in machines[number].servers:
                            status = server.verdict(status)
                        self._say(STATUS, part, status)
                    self.ended_parts = []
                    if self.must_look:
                        complain_all(where_nodes_are(watch, apart, list(servers.values())))
                        self.must_look = False
        finally:
            self._say(END)
            end_all([child for number, child in enumerate(children) if number not in ended])
        with SIGNALS:
            os.waitpid(self._child, 0)  # which sends what is left
        return 0


class Apart:
    """The input and the consoles of machines of another host than host 0: no input, and the bridge reads what they
    print."""

    def __init__(self, count):
        pipes = [os.pipe() for _ in range(count)]
        self.machine = os.open(os.devnull, os.O_RDONLY)
        self.sources = [source for source, _ in pipes]
        self.machines = [machine for _, machine in pipes]

    def started(self):
        """The machines and the bridge have theirs."""
        for descriptor in (self.machine, *self.sources, *self.machines):
            os.close(descriptor)
        self.sources = []

    def add(self, _data):
        """Nothing: the bridge has read it."""
