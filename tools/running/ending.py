"""The kernel's proof that the machine has ended (formats/status.h). The emulator's own status proves
nothing: it is also 0 when a signal ends the emulator, as on a host that is short of memory."""

import os
import signal

from .failure import STATUS_PANIC, STATUS_SIGNAL
from .host import anonymous_file
from .standard import complain

WORD_BYTES = 16
TEXT_BYTES = 4096  # STATUS_TEXT_BYTES
NAMED = 12  # of those that did not fail


class Ending:
    """A word that nobody can guess, in a file that the machine has open as `descriptor`. `place` begins what is said
    of it; `refusal` is the status by which what stands for the emulator refuses to begin, or None. `called` is how the
    kernel calls each that was to fail."""

    source = None  # no descriptor: the machine asks nothing of us

    def __init__(self, place="", refusal=None, called=()):
        self._place, self._refusal, self._called = place, refusal, called
        self._word = os.urandom(WORD_BYTES)
        self.descriptor = anonymous_file("ending")  # the emulator inherits it
        os.write(self.descriptor, self._word)

    def opened(self):
        """The descriptors that the machine opens."""
        return (self.descriptor,)

    def started(self, _poll):
        """The machine runs."""

    def proved(self):
        """The status that the kernel has proved, or None."""
        proof = self._written()
        return proof[WORD_BYTES] if len(proof) > WORD_BYTES else None

    def _written(self):
        """What the kernel has written, if that is one proof, and then lines of text or nothing; else nothing."""
        written = os.pread(self.descriptor, 2 * WORD_BYTES + TEXT_BYTES, 0)
        is_one = written[:WORD_BYTES] == self._word and written.count(self._word) == 1
        lines = written[WORD_BYTES + 1:].split(b"\n")
        return written if is_one and all(line.isascii() and line.decode().isprintable() for line in lines) else b""

    def survived(self):
        """What has failed in the run, a line each, in the order of the times that they end with, if they do, and of nodes:
        parts of a cube tell their own one after the other. What was sent again comes last."""
        what = "failed while it ran" if self.proved() else "survived"
        lines = self._written()[WORD_BYTES + 1:].decode().splitlines()

        def order(line):
            time = line.rpartition(" at ")[2]
            numbers = [int(word) for word in line.replace(",", " ").split() if word.isdecimal()]
            return line.endswith(" again"), int(time) if time.isdecimal() else 0, numbers

        lines.sort(key=order)
        return [f"{what}: {line}" for line in lines] + self._not_come(lines)

    def _not_come(self, lines):
        """A line on those that were to fail and did not. The kernel has told of the others in a run that ends with 0, and
        in any of which it tells something; but not where the run ends with a death."""
        if self.proved() == STATUS_SIGNAL + signal.SIGKILL or (self.proved() != 0 and not lines):
            return []
        failed = {line.partition(", which")[0] for line in lines}
        failed |= {"rank" + name.removeprefix("node") for name in failed if name.startswith("node ")}
        left = [name for name in self._called if name not in failed]
        more = f" and {len(left) - NAMED} more" if len(left) > NAMED else ""
        return [f"not failed, for the run was over before: {', '.join(left[:NAMED])}{more}"] if left else []

    def verdict(self, code):
        """The status of an emulator that has ended with this code, or minus a signal's number: the one that
        the kernel has proved. Without a proof it is STATUS_PANIC, for it could be of anything."""
        proved = self.proved()
        if proved is not None:
            return proved
        if code < 0:
            complain(f"{self._place}emulator killed by signal {-code} ({signal.strsignal(-code)}) before the machine ended")
            return STATUS_SIGNAL - code
        if code == self._refusal:
            return code
        how = "somebody has ended the emulator" if code == 0 else f"the emulator has ended with status {code}"
        complain(f"{self._place}{how} before the machine ended")
        return STATUS_PANIC
