"""The peers' machine: Debian's arm64 kernel and MPI libraries, and one initrd for each of them.

Everything lies in build/peers. apt uses a folder there, so it installs nothing on this system, and
asks only this system's registry.
"""

import glob
import os
import re
import stat
import subprocess
import sys
import time

from running.failure import Failure
from running.initrd import TRAILER, entry

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
HERE = os.path.join(ROOT, "build", "peers")
FILES = os.path.join(HERE, "files")  # what the packages contain
SOURCES = os.path.join(ROOT, "tools", "peers")
LIBRARIES = "usr/lib/aarch64-linux-gnu"
STATUS_FAILED = 1

PACKAGES = ("mpich", "openmpi-bin", "libmpich-dev", "libopenmpi-dev", "linux-image-cloud-arm64",
            "busybox-static")
# Compilers, manuals, and other things that come along and that no benchmark needs.
UNUSED = re.compile(r"/(gcc|g\+\+|cpp|gfortran|binutils|perl|libicu|python|libgcc-\d+-dev|openssh)[^/]*$")

# Of each library: its folders for compiling, what is linked, and what its machine needs besides the
# libraries that these files ask for: programs, plug-ins, settings, help texts.
PEERS = {
    "openmpi": (f"{LIBRARIES}/openmpi/include", f"{LIBRARIES}/libmpi.so.40",
                ["usr/bin/orterun", "usr/bin/mpirun.openmpi", "usr/bin/mpiexec.openmpi", "usr/bin/orted",
                 f"{LIBRARIES}/openmpi/lib", f"{LIBRARIES}/pmix2", "etc/openmpi", "usr/share/openmpi"]),
    "mpich": (f"usr/include/aarch64-linux-gnu/mpich", f"{LIBRARIES}/libmpich.so.12",
              ["usr/bin/mpiexec.hydra", "usr/bin/hydra_pmi_proxy", "usr/bin/mpiexec.mpich"]),
}

APT = """APT::Architecture "arm64";
APT::Architectures {{ "arm64"; }};
Dir::State "{here}/state";
Dir::State::status "{here}/state/status";
Dir::Cache "{here}/cache";
"""


BEGUN = time.monotonic()


def say(text):
    """A line about the progress, with the seconds since the start, on standard error."""
    print(f"peers: {time.monotonic() - BEGUN:5.0f} s: {text}", file=sys.stderr, flush=True)


def call(words, **more):
    """Runs a command that has to succeed; returns what it prints."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False, **more)
    if done.returncode != 0:
        raise Failure(STATUS_FAILED, f"'{words[0]}' fails: {done.stderr.strip()[-400:]}")
    return done.stdout


def download():
    """The packages, into build/peers/apt. Nothing is done if they are there."""
    if os.path.exists(os.path.join(FILES, "complete")):
        return
    apt = os.path.join(HERE, "apt")
    for folder in ("state/lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(apt, folder), exist_ok=True)
    open(os.path.join(apt, "state", "status"), "a", encoding="ascii").close()
    configuration = os.path.join(apt, "apt.conf")
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(APT.format(here=apt))
    environment = {**os.environ, "APT_CONFIG": configuration}
    say("the list of Debian's packages for arm64")
    call(["apt-get", "-qq", "update"], env=environment)
    say("the packages, some 150 MB: " + " ".join(PACKAGES))
    call(["apt-get", "-qq", "--yes", "--no-install-recommends", "--download-only", "install", *PACKAGES],
         env=environment)
    say("what they contain")
    for package in sorted(glob.glob(os.path.join(apt, "cache", "archives", "*.deb"))):
        if not UNUSED.search(package):
            call(["dpkg-deb", "-x", package, FILES])
    open(os.path.join(FILES, "complete"), "w", encoding="ascii").close()


def kernel():
    """Debian's kernel."""
    return glob.glob(os.path.join(FILES, "boot", "vmlinuz-*"))[0]


# ---- The initrd

def libraries():
    """The path of each library by its name."""
    found = {}
    for folder in ("lib/aarch64-linux-gnu", LIBRARIES):
        for path in glob.glob(os.path.join(FILES, folder, "*.so*")):
            found[os.path.basename(path)] = os.path.relpath(path, FILES)
    return found


def needed_by(path):
    """The names of the libraries that an ELF file asks for."""
    with open(path, "rb") as file:
        if file.read(4) != b"\x7fELF":
            return []
    text = call(["aarch64-linux-gnu-readelf", "-d", path])
    return re.findall(r"\(NEEDED\).*\[(.+)\]", text)


def closure(paths):
    """The files at these paths or in these folders, what symbolic links lead to, and all libraries
    that they need. Relative to FILES."""
    known, found, left = libraries(), set(), list(paths)
    while left:
        path = left.pop()
        whole = os.path.join(FILES, path)
        if path in found or not os.path.lexists(whole):
            continue
        if os.path.isdir(whole) and not os.path.islink(whole):
            left += [os.path.join(path, name) for name in os.listdir(whole)]
            continue
        found.add(path)
        if os.path.islink(whole):
            target = os.readlink(whole)
            left.append(os.path.normpath(target[1:] if target.startswith("/") else
                                         os.path.join(os.path.dirname(path), target)))
        else:
            left += [known[name] for name in needed_by(whole) if name in known]
    return found


def initrd(peer, program, command):
    """Writes the initrd of a peer that runs `program`, a file, as /benchmark by a line for the shell.
    Returns its path."""
    wanted = ["bin/busybox", "lib/ld-linux-aarch64.so.1", *PEERS[peer][2],
              *(libraries()[name] for name in needed_by(program) if name in libraries())]
    paths = closure(wanted)
    folders = {"dev", "proc", "sys", "tmp", "root"}
    for path in paths:
        while path := os.path.dirname(path):
            folders.add(path)
    parts = []
    for folder in sorted(folders):
        parts += entry(folder, stat.S_IFDIR | 0o755, b"")
    for path in sorted(paths):
        whole = os.path.join(FILES, path)
        if os.path.islink(whole):
            parts += entry(path, stat.S_IFLNK | 0o777, os.fsencode(os.readlink(whole)))
        else:
            parts += entry(path, stat.S_IFREG | 0o755, read(whole))
    for name, path in (("init", os.path.join(SOURCES, "init")), ("benchmark", program),
                       ("yield.so", os.path.join(HERE, "yield.so"))):
        parts += entry(name, stat.S_IFREG | 0o755, read(path))
    for name, text in (("command", command + "\n"), ("etc/passwd", "root:x:0:0::/root:/bin/sh\n"),
                       ("etc/hosts", "127.0.0.1 localhost peer\n")):
        parts += entry(name, stat.S_IFREG | 0o644, text.encode())
    path = os.path.join(HERE, f"{peer}.cpio")
    with open(path, "wb") as file:
        file.writelines(parts + entry(TRAILER, 0, b""))
    return path


def read(path):
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


def compile_benchmark(peer):
    """The benchmark for a peer, and what replaces sched_yield. Returns the benchmark's path."""
    headers, library, _ = PEERS[peer]
    program = os.path.join(HERE, f"benchmark-{peer}")
    call(["aarch64-linux-gnu-gcc", "-O2", "-Wall", "-isystem", os.path.join(FILES, headers),
          os.path.join(SOURCES, "benchmark.c"), os.path.join(FILES, library),
          "-Wl,--allow-shlib-undefined", "-o", program])
    call(["aarch64-linux-gnu-gcc", "-O2", "-Wall", "-shared", "-fPIC", "-nostdlib",
          os.path.join(SOURCES, "yield.c"), "-o", os.path.join(HERE, "yield.so")])
    return program
