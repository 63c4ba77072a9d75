"""Speaks gdb's remote protocol with the debugger in the emulator, over a socket: stops the machine, and reads
the registers and the memory of its cores. This works even if the kernel hangs.

The protocol is in the manual of gdb, appendix "Remote Serial Protocol"."""

import time
from contextlib import contextmanager

STOP = b"\x03"   # outside any packet: the debugger is to stop the machine
BLOCK = 512      # bytes of memory that are read at once
GENERAL = 33     # x0 to x30, sp and pc: what the register packet begins with, 8 bytes each
STATE_DIGITS = slice(16 * GENERAL, 16 * GENERAL + 8)  # where that packet has PSTATE
STATE_REGISTER, VECTOR = 33, 34  # the numbers of PSTATE, and of v0, which 31 more follow, and FPSR and FPCR
NO_USER_ACCESS = 1 << 22  # PSTATE.PAN, by which the kernel may not read what is a process's
STOPS = 2        # seconds within which cores that went on have to stop again


class Unanswered(Exception):
    """The emulator has ended, or has not answered in time."""


class Debugger:
    """The debugger of the emulator at the other end of a socket."""

    def __init__(self, socket):
        self._socket = socket
        self._deadline, self._received, self._descriptions = 0, b"", ""
        self._blocks, self._state = {}, 0

    def stop(self, seconds):
        """Stops all cores. This call and all that follow may together take N seconds, and then raise
        Unanswered."""
        self._deadline = time.monotonic() + seconds
        self._send(STOP)
        self._answer()
        # The emulator tells and changes single registers only once it has described them.
        self._descriptions = self._system_registers()

    def go_on(self, cores, seconds):
        """Lets some cores go on for N seconds, and stops them again."""
        self._packet("vCont;" + ";".join(f"c:p1.{core + 1:x}" for core in cores))
        time.sleep(seconds)
        self._send(STOP)
        deadline = self._deadline
        self._deadline = min(deadline, time.monotonic() + STOPS)
        self._answer()
        self._deadline = deadline

    def go(self):
        """Lets all cores go on."""
        self._packet("vCont;c")

    def look_at(self, core):
        """Selects a core, by its number from 0 on: the following calls read its registers and memory. Returns
        a list of x0 to x30, sp and pc; and PSTATE."""
        self._blocks = {}
        self._ask(f"Hgp1.{core + 1:x}")
        digits = self._ask("g")
        self._state = little(digits[STATE_DIGITS])
        return [little(digits[16 * i:16 * i + 16]) for i in range(GENERAL)], self._state

    def floats(self):
        """The bytes of v0 to v31, FPSR and FPCR of the selected core."""
        vectors = [self._ask(f"p{number:x}") for number in range(VECTOR, VECTOR + 32)]
        return bytes.fromhex("".join(vectors)), *(little(self._ask(f"p{VECTOR + 32 + more:x}")) for more in range(2))

    @contextmanager
    def memory_of_process(self):
        """Within a `with` statement, `read` also reads the memory of the process of a core that is in the
        kernel. PSTATE.PAN forbids that, so it is cleared."""
        self._set_state(self._state & ~NO_USER_ACCESS)
        yield
        self._set_state(self._state)

    def _set_state(self, state):
        if self._state & NO_USER_ACCESS:
            self._ask(f"P{STATE_REGISTER:x}={state.to_bytes(4, 'little').hex()}")

    def system_register(self, *names):
        """The value of a system register, by the first of these names that the emulator knows; 0 if it knows
        none."""
        for name in names:
            behind = self._descriptions.partition(f'name="{name}"')[2].partition('regnum="')[2]
            number = behind.partition('"')[0]
            if number:
                return little(self._ask(f"p{int(number):x}"))
        return 0

    def read(self, address, size):
        """N bytes of memory, or None where some are not mapped."""
        data = b""
        while len(data) < size:
            at = (address + len(data)) % (1 << 64)
            block = self._block(at - at % BLOCK)
            if block is None:
                return None
            data += block[at % BLOCK:][:size - len(data)]
        return data

    def _block(self, address):
        if address not in self._blocks:
            answer = self._ask(f"m{address:x},{BLOCK:x}")
            whole = len(answer) == 2 * BLOCK
            self._blocks[address] = bytes.fromhex(answer) if whole else None
        return self._blocks[address]

    def _system_registers(self):
        """The emulator's list of system registers, as XML."""
        text, more = "", "m"
        while more == "m":
            answer = self._ask(f"qXfer:features:read:system-registers.xml:{len(text):x},ff0")
            more, text = answer[:1], text + answer[1:]
        return text

    # ---- Packets

    def _ask(self, text):
        self._packet(text)
        return self._answer()

    def _packet(self, text):
        data = text.encode()
        self._send(b"$%s#%02x" % (data, sum(data) % 256))

    def _answer(self):
        """The next packet's text. The emulator's checksums are not looked at: nothing is lost on a
        socket."""
        while True:
            start = self._received.find(b"$")
            end = self._received.find(b"#", start)
            if 0 <= start < end and len(self._received) >= end + 3:
                text, self._received = self._received[start + 1:end], self._received[end + 3:]
                self._send(b"+")
                return text.decode("latin-1")
            self._received += self._receive()

    def _send(self, data):
        self._wait_at_most()
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Unanswered from error

    def _receive(self):
        self._wait_at_most()
        try:
            data = self._socket.recv(1 << 16)
        except OSError as error:
            raise Unanswered from error
        if not data:
            raise Unanswered
        return data

    def _wait_at_most(self):
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise Unanswered
        self._socket.settimeout(left)


class Debuggers:
    """The debuggers of several emulators that are one cube, as one: a core is known by its node's number. Each emulator has as many of the nodes as the others."""

    def __init__(self, debuggers, numbers):
        self._debuggers, self._cores, self._first = debuggers, len(numbers) // len(debuggers), numbers[0]
        self._selected = debuggers[0]

    def stop(self, seconds):
        """Stops all cores of all emulators."""
        for debugger in self._debuggers:
            debugger.stop(seconds)

    def go_on(self, cores, seconds):
        """Lets some cores go on for N seconds in all."""
        for part, debugger in enumerate(self._debuggers):
            some = [core % self._cores for core in cores if (core - self._first) // self._cores == part]
            if some:
                debugger.go_on(some, seconds * len(some) / len(cores))

    def look_at(self, core):
        """Selects a core: the calls that follow go to its emulator."""
        self._selected = self._debuggers[(core - self._first) // self._cores]
        return self._selected.look_at(core % self._cores)

    def __getattr__(self, name):
        return getattr(self._selected, name)


def little(digits):
    """The number that little-endian hexadecimal digits are; 0 where the emulator has answered none."""
    try:
        return int.from_bytes(bytes.fromhex(digits), "little")
    except ValueError:
        return 0
