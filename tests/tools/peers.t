#!/usr/bin/python3 -I
"""Finds a figure of make peers that is read or printed wrongly, and a wrong word that it takes."""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tests")]
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from peers.table import START, figures, table
from tap import finish, ok


# What a machine with Linux and Open MPI printed, shortened.
RECORDED = """\
[    0.912023] kvm [1]: HYP mode not available
ready
half-round-trip 8 3.722 3.861 4.244 8.417
half-round-trip 1048576 519.272 682.600 5197.768 23252.040
barrier 0 3.657 4.890 22.734 45.490
all-to-all 65536 1221.261 1628.262 2048.084 2390.109
half-round-trip 8 3.722 3.861
done
"""


found = figures(RECORDED.splitlines())
ok(found == {("half-round-trip", 8): (3.861, 4.244, 8.417),
             ("half-round-trip", 1 << 20): (682.6, 5197.768, 23252.04),
             ("barrier", 0): (4.89, 22.734, 45.49),
             ("all-to-all", 1 << 16): (1628.262, 2048.084, 2390.109)},
   "quartiles and medians are read, and other lines passed over", found)
ours = {("half-round-trip", 8): (0.19, 0.2, 0.21), ("barrier", 0): (0.5, 0.5, 0.5), START: (0, 0.25, 0)}
lines = list(table(2, ours, {"openmpi": {**found, START: (0, 5.0, 0)}}))
ok(lines == [
    "2 ranks; microseconds a call: the median, and the distance of its quartiles",
    "operation          bytes           graycube            openmpi   ratio",
    "half-round-trip      8 B        0.20 +-10 %       4.24 +-107 %    21.2",
    "barrier                          0.50 +-0 %       22.7 +-179 %    45.5",
    "half-round-trip    1 MiB                  -      5,198 +-434 %       -",
    "all-to-all        64 KiB                  -       2,048 +-37 %       -",
    "first line, s                          0.25               5.00    20.0"],
   "the table has medians, spreads, ratios, and a dash for what is not there", lines)
for words, message in ((["--ranks", "two"], "--ranks: invalid value 'two' (expected: numbers"), (["--only", "pvm"], "--only: invalid value 'pvm' (expected: graycube, openmpi"),
                       (["--ranks"], "--ranks: requires an argument"), (["--more"], "unknown option '--more'")):
    done = subprocess.run([os.path.join(ROOT, "tools", "peers", "measure.py"), *words], text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    ok(done.returncode == 64 and message in done.stderr, f"{' '.join(words)} is refused", done.stderr)
finish()
