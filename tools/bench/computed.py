"""The part of make bench that computes: speed-up of programs of many unknowns by the nodes' clocks,
beside what the cost model predicts (programs/parts/report.h)."""

import os
import re
import subprocess
import sys

from bench.measure import BUILD, CUBERUN, carry_out, is_quick, progress

# Each solves equations in 2^16 unknowns or more, or multiplies 1024 x 1024 elements. A few iterations
# tell as much as all: they are all alike.
PROGRAMS = {
    "matvec": ("--size", "1024"),
    "cg": ("--size", "65536", "--iterations", "100"),
    "jacobi": ("--size", "65536", "--iterations", "100"),
    "pcr": ("--size", "65536"),
}
QUICK_SIZE = ("--size", "256")
NODES = (2, 4, 8, 16, 32, 64)
SECONDS = 300
NEAR = 0.05  # of the prediction: how far a speed-up may be from it
LINE = re.compile(r"^(in all|penalty|one node alone|speed-up) +([\d.]+)(?: +([\d.]+))?$", re.M)
COLUMNS = f"{'program':<8} {'nodes':>5} {'time':>12} {'speed-up':>9} {'model':>9} {'of model':>9}" \
          f" {'penalty':>9} {'model':>9}"


def report_of(program, arguments, nodes):
    """What a program's report says: by the line's name, what was measured and what the model says."""
    path = os.path.join(BUILD, "programs", f"{program}.elf")
    command = [CUBERUN, "-n", str(nodes), "--exact", "--timeout", str(SECONDS), path, *arguments]
    done = carry_out(command, lambda: subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, stdin=subprocess.DEVNULL,
        check=False))
    found = {name: (float(measured), float(model or "nan"))
             for name, measured, model in LINE.findall(done.stdout)}
    if done.returncode != 0 or "speed-up" not in found:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
    return found


def computations(report):
    """Speed-up of whole programs by the nodes' clocks, beside the cost model."""
    rows, lines = [], [COLUMNS]
    for program, usual in PROGRAMS.items():
        arguments = QUICK_SIZE if is_quick() else usual
        for nodes in NODES:
            progress(f"{program} {' '.join(arguments)} on {nodes} nodes")
            found = report_of(program, arguments, nodes)
            speedup, model = found["speed-up"]
            penalty, penalty_model = found.get("penalty", (0, 0))
            near = abs(speedup / model - 1) <= NEAR
            rows.append({"program": program, "arguments": arguments, "nodes": nodes,
                         "time": found["in all"][0], "alone": found["one node alone"][0],
                         "speedup": speedup, "speedup_model": model,
                         "penalty": penalty, "penalty_model": penalty_model, "near": near})
            lines.append(f"{program:<8} {nodes:>5} {found['in all'][0]:>12.0f} {speedup:>9.3f} "
                         f"{model:>9.3f} {speedup / model:>8.3f}{' ' if near else '!'} "
                         f"{penalty:>9.3f} {penalty_model:>9.3f}")
    lines.append(f"time: of the nodes' clocks; penalty: communication / computing; model: T(1) x share "
                 f"of the busiest node\n+ communication by the cost model; !: not within {NEAR:.0%} "
                 "of it")
    report.add_table("computations", rows, ["", *lines])
