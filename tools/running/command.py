"""cuberun, from its command line to the status of the run."""

import os
import sys
from errno import ENOMEM

from . import CACHE, ROOT, build_folder, host, version
from .again import ROOM
from .boards import BOARDS, KVM, board_name, check_kvm, has_line, kernel_image
from .clocks import MOST_COUNT, cost_options
from .dividing import asked_rings, hosts_of, nodes_of, parts_of
from .emulator import SHOWN_RESULTS, on_board, qemu_command, relayed, show
from .ending import Ending
from .failure import LACKS, STATUS_PANIC, STATUS_SIGNAL, STATUS_USAGE, Failure, conflict, invalid
from .initrd import archive, elf_file, initrd_descriptor
from .kernel_line import command_line, fit_line, run_words
from .machine import Machine, run
from .mapping import mapping
from .memory import heap_bytes
from .native import is_native
from .numbers import number
from .observing import core_of, description_of, prepare_results, report, run_with_results, watch_of
from .options import AGAIN, DEAD_OPTIONS, SURVIVAL, may_fail, parse
from .parts import rings_of
from .places import Places
from .program_errors import Errors, are_apart
from .sharing import accelerator
from .signals import SIGNALS, Interrupted
from .standard import complain, say

MOST_SECONDS = (1 << 31) - 1  # of a timeout: 68 years


def identity_of(nodes, options, program, arguments, initrd):
    """What has to be the same on all hosts: in words for a person, and all of it in a number."""
    import hashlib
    digest = hashlib.sha256(repr((nodes, sorted(options.items()), arguments)).encode())
    with open(kernel_image(options), "rb") as image:
        digest.update(image.read())
    for piece in initrd:
        digest.update(piece)
    return f"graycube {version()}, {os.path.basename(program)}, {digest.hexdigest()[:16]}"


def folder_of(options):
    """The folder that programs reach, or None."""
    if "--dir" not in options:
        return None
    if "--show" in options:
        complain("--dir: left out of the command (only cuberun serves the folder)")
        return None
    from .folder import Folder
    folder = Folder(options["--dir"])
    folder.keep_apart([os.path.join(ROOT, "tools"), build_folder(), CACHE])
    return folder


def add_survival(options, nodes):
    """Puts what is said of ranks that die into the program's environment. Returns how the kernel calls them."""
    if not SURVIVAL & options.keys():
        return []
    from .surviving import environment_of, moments_of
    ranks = number("--ranks", options.get("--ranks", str(nodes)), 1, nodes)
    options["-x"] += environment_of(options, ranks)
    return [f"rank {rank}" for rank, _ in moments_of(options, "rank", ranks)]


def run_natively(options, program, arguments):
    """Runs a program whose nodes are processes of this host; returns its status."""
    from . import native
    with SIGNALS:
        native.check(options)
        nodes = nodes_of(options)
        add_survival(options, nodes)
        seconds = number("--timeout", options.get("--timeout", "0"), 0, MOST_SECONDS)
        results = prepare_results(options, 1, None, nodes, arguments)
        order = mapping(options, nodes, build_folder(), [program, *arguments])
        words = run_words(options, order) + ([f"results={results.descriptors[0]}"] if results else [])
        if "--spins" in options:
            words.append(f"spins={number('--spins', options['--spins'], 1, MOST_COUNT)}")
        told = native.variables(options, nodes, seconds, words)
        if "--show" in options:
            say(f"{native.command(told, program, arguments)}\n")
            return 0
    if not results:
        native.become(told, program, arguments)
    description = description_of(options, program, arguments, nodes, order)
    return run_with_results(options, lambda: native.run(told, program, arguments), None, description, results)


def main():
    """cuberun; returns its status."""
    with SIGNALS:  # what we read may be a pipe
        options, program, arguments = parse(sys.argv[1:])
        if "--help" in options:
            from .help import brief, everything
            if options["--help"] not in ("", "all"):
                raise invalid("--help", options["--help"], "all")
            say(everything() if options["--help"] else brief())
            return 0
        if "--version" in options:
            say(f"cuberun (graycube) {version()}\n")
            return 0
    return run_program(options, program, arguments)


def run_program(options, program, arguments):
    """Runs a program with these options, as parse returns them; returns its status."""
    with SIGNALS:
        path = elf_file(program)
        native = is_native(path, "--host" in options)
    if native:
        return run_natively(options, path, arguments)
    with SIGNALS:
        nodes, dead, given, fails, failures, called = nodes_of(options), b"", b"", b"", [], []
        if DEAD_OPTIONS & options.keys():
            from .dead import dead_of, named, placed
            nodes, dead, line = dead_of(options, nodes)
            if line:
                complain(line)
        order = mapping(options, nodes, build_folder(), [path, *arguments])
        told = placed(dead, order) if dead else b""
        if "--schedules" in options or dead:
            from .given import schedules
            given = schedules(options, nodes, told)
        if may_fail(options):
            from .failing import failing_of
            fails, failures, called = failing_of(options, nodes, dead, order)
        called += add_survival(options, nodes)
        seconds = number("--timeout", options.get("--timeout", "0"), 0, MOST_SECONDS)
        BOARDS[board_name(options)].check(options, nodes)
        if options.get("--accel") == KVM:
            check_kvm(options)
        if has_line(options) and "--show" in options:
            raise conflict("--show", "--serial or --accel kvm", "only cuberun can be at the line's other end")
        hosts = hosts_of(options)
        parts = parts_of(options, nodes, hosts)
        count = parts.count if parts else 1
        accelerated, sharing = accelerator(options, nodes, count)
        if "--heap" not in options:
            sharing.append(f"heap={heap_bytes(options, nodes, count, BOARDS[board_name(options)].memory)}")
        folders = [folder_of(options) for _ in range(count)]
        results = prepare_results(options, count, folders[0], nodes, arguments)
        name, program = os.path.basename(program), path
        core = core_of(options, nodes, program, folders[0], hosts)
        near, far = (arguments, []) if fit_line(arguments) else ([], arguments)
        initrd = archive(program, name, options, far, told, fails, given)
        again = options.get(AGAIN)
        if again:
            initrd.append(bytes(ROOM))

        apart = "--show" not in options and not hosts and are_apart()

        def machine(part):
            """The machine of that number."""
            places, ending = (None, None) if "--show" in options else (Places(program), Ending(
                hosts.place() if hosts else "", STATUS_USAGE if "--serial" in options else None, called))
            errors = Errors() if apart else None
            line = command_line(options, sharing, parts.words(part) if parts else [], order, near,
                                results.descriptors[part] if results else SHOWN_RESULTS, folders[part], places,
                                ending, errors)
            command = on_board(options, nodes, line, initrd) if "--serial" in options else qemu_command(
                options, nodes // count, parts, core, accelerated, line, sum(map(len, initrd)))
            if has_line(options):
                command = relayed(command, [server for server in (folders[part], places, ending, errors) if server],
                                  results.descriptors[part:part + 1] if results else [])
            return Machine(command, ending, places, [server for server in (folders[part], places, errors) if server])

        if hosts:
            rings = rings_of(nodes, asked_rings(options))
            sharing += [f"{name}={bytes_}" for name, bytes_ in rings.items()]
            if dead:
                rings = {**rings, "second": rings["routed"]}  # net/faults/dead.h
            hosts.share(parts, nodes, rings, identity_of(nodes, options, program, arguments, initrd))
            hosts.records = results.descriptors if results else []
        machines = [machine(part) for part in (hosts.near() if hosts else range(count))]
        if parts and "--explain" in options and (not hosts or hosts.number == 0):
            on = f" on {hosts.count} hosts" if hosts else ""
            complain(f"{nodes} nodes in {count} emulators{on} (--parts)")
        if "--show" in options:
            show(options, machines, parts, initrd)
            return 0
    descriptor = initrd_descriptor(initrd)
    os.set_inheritable(descriptor, True)
    for each in machines if "--serial" not in options else []:
        each.command += ["-initrd", host.path_of(descriptor)]
    watch = watch_of(options, nodes, program, parts, hosts, core)
    if hosts and hosts.number > 0:
        return hosts.follow(machines, watch)
    if not results:
        return run(machines, seconds, watch, hosts)
    description = description_of(options, program, arguments, nodes, order)
    if again:
        again.prepare(machines[0], lambda words: archive(program, name, {**options, "-x": words}, far), sum(map(len, initrd)),
                      lambda: results.write({**description, "status": 0}, cost_options(options)))
    if dead:
        description["dead"] = named(dead)
    if failures:
        description["failing"] = failures
    return run_with_results(options, lambda: run(machines, seconds, watch, hosts), watch.early, description, results)


def status_of(work, tool="cuberun"):
    """The status that the function returns, or the status of whatever has ended it, of which the tool tells."""
    try:
        return work()
    except Failure as failure:
        report(failure, tool)
        return failure.status
    except (OSError, MemoryError) as error:  # memory, processes, descriptors
        number = getattr(error, "errno", None) or ENOMEM
        what = f": {error.filename}" if getattr(error, "filename", None) else ""
        complain(f"host error{what}: {os.strerror(number)}{f' ({LACKS[number]})' if LACKS.get(number) else ''}", tool)
        return STATUS_PANIC
    except Interrupted:
        return STATUS_SIGNAL
    except Exception as error:  # pylint: disable=broad-exception-caught
        if isinstance(error, SystemError) and SIGNALS.number:
            return STATUS_SIGNAL  # Python may make this of Interrupted when a second signal comes just then
        from .edge import words_of
        complain(f"internal error: {words_of(error)} (please report it)", tool)
        return STATUS_PANIC
