#!/usr/bin/env python3
"""A cube on two and on four hosts on a slow network that loses packets, and is cut at the end. The
hosts are network namespaces of this one; this program is the network, and delays each packet.

Usage: networks.py [RUNS]   of each kind (4)
"""

import fcntl
import heapq
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

NETWORK = "10.99.0"     # the hosts are 1, 2, ... in it, and the launcher is LAUNCHER
LAUNCHER = 254
DELAY = 0.001           # seconds that a packet takes
LOSS = 0.01             # of the packets
DESTINATION = 19        # the last byte of where a packet of IPv4 goes to
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454ca, 1, 0x1000  # linux/if_tun.h
PACKET_BYTES = 1 << 16
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


def device(number):
    """The name of a host's end of the network."""
    return f"gray{number}"


class Network:
    """Namespaces graycube-1, -2, ... and the launcher's own, and what is between them."""

    def __init__(self, hosts, seed):
        self.delay, self.loss, self.cut, self._draw = DELAY, LOSS, None, random.Random(seed)
        self.names = {number: f"graycube-{number}" for number in range(1, hosts + 1)}
        self._waiting, self._changed, self._ends = [], threading.Condition(), {}
        for number in (*self.names, LAUNCHER):
            self._connect(number)
        for number in self._ends:
            threading.Thread(target=self._take, args=(number,), daemon=True).start()
        threading.Thread(target=self._give, daemon=True).start()

    def _connect(self, number):
        end, name = os.open("/dev/net/tun", os.O_RDWR), device(number)
        fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
        self._ends[number] = end
        inside = []
        if number in self.names:
            subprocess.run(["ip", "netns", "del", self.names[number]], check=False, capture_output=True)
            ip("netns", "add", self.names[number])
            ip("link", "set", name, "netns", self.names[number])
            inside = ["-n", self.names[number]]
            ip(*inside, "link", "set", "lo", "up")
        ip(*inside, "address", "add", f"{NETWORK}.{number}/24", "dev", name)
        ip(*inside, "link", "set", name, "up")

    def _take(self, number):
        while True:
            try:
                packet = os.read(self._ends[number], PACKET_BYTES)
            except OSError:
                return  # the network is gone
            to = packet[DESTINATION] if packet[0] >> 4 == 4 else None
            far = LAUNCHER not in (number, to)
            if to not in self._ends or self.cut in (number, to) or far and self._draw.random() < self.loss:
                continue
            with self._changed:
                heapq.heappush(self._waiting, (time.monotonic() + (self.delay if far else 0), len(packet), to, packet))
                self._changed.notify()

    def _give(self):
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                left = self._waiting[0][0] - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                _, _, to, packet = heapq.heappop(self._waiting)
            try:
                os.write(self._ends[to], packet)
            except OSError:
                pass  # nobody is there yet

    def leave(self):
        """Removes the namespaces, and the launcher's device, which ends with its descriptor's reader."""
        for name in self.names.values():
            ip("netns", "del", name)
        ip("link", "del", device(LAUNCHER))


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
        begun, self.network.cut = time.monotonic(), number
        said, name = [], f"cuberun: host {self.network.names[number]} "
        killer = threading.Timer(CUT, run.kill)
        killer.start()
        for line in run.stdout:
            said.append(line)
            if line.startswith(name):
                break
        killer.cancel()
        named = bool(said) and said[-1].startswith(name)
        self.network.cut = None
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
    if os.geteuid() != 0 or not shutil.which("ip") or not os.path.exists("/dev/net/tun"):
        print("networks: left out, for network namespaces need root, ip and /dev/net/tun")
        return 0
    wrong = 0
    for hosts in (2, 4):
        network = Network(hosts, hosts)
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
    print(f"packets take {1000 * DELAY:.0f} ms, {100 * LOSS:.0f} % get lost: {wrong or 'none'} of the runs went wrong")
    return 1 if wrong else 0


sys.exit(main())
