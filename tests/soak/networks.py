#!/usr/bin/env python3
"""A cube on two and on four hosts on a slow network that loses packets, and is cut at the end. The
hosts are network namespaces of this one, joined by a bridge. A kernel without netem loses and delays nothing.

Usage: networks.py [RUNS]   of each kind, by TCP and by MPI in turn (4)
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

NETWORK = "10.99.0"     # the hosts are 1, 2, ... in it, and the launcher is LAUNCHER
LAUNCHER, BRIDGE = 254, "graybridge"
SLOW = ("netem", "delay", "1ms", "loss", "1%")
PATIENCE = 120          # seconds for a run
CUT = 30                # seconds in which the end of a cut cube has to be told: hosts wait 10 for each other
LAUNCHERS = ("mpiexec.mpich", "mpiexec.hydra")
# What a launcher runs in place of ssh: [-x] HOST COMMAND...
SHELL = """#!/bin/sh
[ "$1" = -x ] && shift
name=graycube-${1##*.}
shift
exec ip netns exec "$name" unshare -u sh -c "hostname $name; exec $*"
"""
RUNS = (("programs/hello.elf", [], 0), ("programs/collectives.elf", [], 0), ("tests/soak/soak.elf", ["7", "3", "300"], 0),
        ("tests/fail/deadlock.elf", ["recv_in_a_ring"], 75), ("tests/fail/fault.elf", ["read_null"], 139))


def ip(*words):
    """Has the kernel change its networks."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Network:
    """Namespaces graycube-1, -2, ..., each with a cable to the bridge: gray1, gray2, ... are its ends there."""

    def __init__(self, hosts):
        self.names = {number: f"graycube-{number}" for number in range(1, hosts + 1)}
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("address", "add", f"{NETWORK}.{LAUNCHER}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for number, name in self.names.items():
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
            ip("netns", "add", name)
            ip("link", "add", f"gray{number}", "type", "veth", "peer", "name", "cable", "netns", name)
            ip("-n", name, "address", "add", f"{NETWORK}.{number}/24", "dev", "cable")
            ip("link", "set", f"gray{number}", "master", BRIDGE, "up")
            for device in ("lo", "cable"):
                ip("-n", name, "link", "set", device, "up")
            self.is_slow = subprocess.run(["tc", "qdisc", "add", "dev", f"gray{number}", "root", *SLOW], check=False,
                                          capture_output=True).returncode == 0

    def cut(self, number):
        """Nothing reaches this host any more, or comes from it."""
        ip("link", "set", f"gray{number}", "nomaster")

    def leave(self):
        """Removes the cables, the namespaces and the bridge."""
        for number, name in self.names.items():
            ip("link", "del", f"gray{number}")
            ip("netns", "del", name)
        ip("link", "del", BRIDGE)


class Trial:
    """Runs on the hosts of a network, and what is wrong with them."""

    def __init__(self, network, launcher, shell):
        self.network, self.wrong = network, 0
        names = ",".join(f"{NETWORK}.{number}" for number in network.names)
        self._words = [launcher, "-launcher", "ssh", "-launcher-exec", shell, "-localhost", f"{NETWORK}.{LAUNCHER}",
                       "-hosts", names, "-n", str(len(network.names)), os.path.abspath("tools/cuberun"), "-n", "8"]

    def start(self, program, *words):
        """A run, which goes on."""
        return subprocess.Popen([*self._words, "--timeout", str(PATIENCE), os.path.abspath(f"build/{program}"), *words],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def tell(self, what, begun, problem):
        """Prints what a run was, and what was wrong with it, or None."""
        self.wrong += problem is not None
        print(f"{len(self.network.names)} hosts, {time.monotonic() - begun:5.1f} s, {what}: {problem or 'right'}", flush=True)

    def ends(self, program, words, wanted):
        """A run that comes to an end with a status."""
        begun, run = time.monotonic(), self.start(program, *words)
        try:
            said = run.communicate(timeout=2 * PATIENCE)[0]
        except subprocess.TimeoutExpired:
            run.kill()
            said = f"{run.communicate()[0]}\nhas not ended"
        self.tell(" ".join([program, *words]), begun, None if run.returncode == wanted else f"{run.returncode}: {said}")

    def is_cut(self, number):
        """A run in which a host can no longer be reached: another one has to name it. MPICH's launcher then waits."""
        run = self.start("tests/boot/idle.elf")
        run.stdout.readline()  # it runs
        begun = time.monotonic()
        self.network.cut(number)
        said, name = [], f"cuberun: host {self.network.names[number]} "
        killer = threading.Timer(CUT, run.kill)
        killer.start()
        for line in run.stdout:
            said.append(line)
            if line.startswith(name):
                break
        killer.cancel()
        named = bool(said) and said[-1].startswith(name)
        run.send_signal(signal.SIGINT)
        try:
            run.communicate(timeout=CUT)
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
        self.tell(f"the network is cut at {self.network.names[number]}", begun, None if named else f"nobody says so: {said}")


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
        return 0
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    launcher = next(filter(None, map(shutil.which, LAUNCHERS)), None)
    if not launcher or not os.access("build/bridge", os.X_OK):
        print("networks: left out, for there is no bridge between hosts: 'make setup-bridge bridge' makes it")
        return 0
    if os.geteuid() != 0 or not shutil.which("tc"):
        print("networks: left out, for network namespaces need root, ip and tc")
        return 0
    wrong = 0
    for hosts in (2, 4):
        network = Network(hosts)
        with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as shell:
            shell.write(SHELL)
        os.chmod(shell.name, 0o700)
        trial = Trial(network, launcher, shell.name)
        try:
            for _ in range(runs):
                for run in RUNS:
                    trial.ends(*run)
            trial.is_cut(hosts)
        finally:
            os.unlink(shell.name)
            network.leave()
        wrong += trial.wrong
    print(f"{' '.join(SLOW) if network.is_slow else 'no netem'}: {wrong or 'none'} of the runs went wrong")
    return 1 if wrong else 0


sys.exit(main())
