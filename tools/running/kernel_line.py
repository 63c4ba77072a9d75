"""The kernel's command line."""

import os

from .clocks import clock_words, counted
from .dividing import kernel_word
from .failure import problem
from .memory import HEAP, STACK
from .numbers import number, size
from .options import AGAIN, METERS, SAMPLED, wants_results

# What the kernel's option parser takes (kernel/parsers/options.c, kernel/parsers/options.h).
LINE_BYTES = 2048  # of its command line
ARGUMENTS = 64     # words for the program that go there
MOST_SEED, MOST_INSTRUCTIONS = (1 << 64) - 1, (1 << 63) - 1


def quoted(word):
    """A word of the kernel command line, as the kernel's option parser reads it back."""
    return f'"{word}"' if not word or any(c.isspace() for c in word) else word


def fit_line(arguments):
    """Whether the kernel's command line takes the program's arguments. Else they come in the initrd."""
    size = sum(len(os.fsencode(quoted(word))) + 1 for word in arguments)
    return len(arguments) <= ARGUMENTS and size < LINE_BYTES // 2 and not any('"' in word for word in arguments)


def run_words(options, order):
    """The kernel's words for what is the same on processes of the host."""
    words = [*clock_words(options),
             *([f"ranks={options['--ranks']}"] if "--ranks" in options else []),
             *map(kernel_word, options["--kernel-option"])]
    for name, bounds in (("heap", HEAP), ("stack", STACK)):
        if f"--{name}" in options:
            words.append(f"{name}={size(f'--memory {name}', options[f'--{name}'], *bounds)}")
    words += ["map=" + ",".join(map(str, order))] if order else []
    words += ["tag"] if "--tag" in options else []
    words += ["stats"] if METERS & options.keys() else []
    words += ["explain"] if "--explain" in options else []
    words += ["guards"] if "--heap-check" in options else []
    words += ["again"] if AGAIN in options else []
    words += ["samples"] if SAMPLED & options.keys() else []
    return words


def command_line(options, sharing, parts, order, arguments, records, folder, places, ending, errors):
    """The kernel's command line, with those of the program's arguments that go there. `records` is the machine's descriptor for them."""
    names = {word.partition("=")[0] for word in options["--kernel-option"]}
    words = [*parts, *(word for word in sharing if word.partition("=")[0] not in names), *run_words(options, order)]
    if "--limit" in options and ("--exact" not in options or not counted(options) or SAMPLED & options.keys()):
        raise problem("--limit", "requires --exact with clocks", "and cannot be combined with --profile or --trace FILE.callgrind")
    for name, least, most in (("secret", 0, MOST_SEED), ("limit", 1, MOST_INSTRUCTIONS)):
        if f"--{name}" in options:
            words.append(f"{name}={number(f'--{name}', options[f'--{name}'], least, most)}")
    words += [f"requests={folder.requests}", f"answers={folder.answers}"] if folder else []
    terminals = sum(1 << stream for stream in range(3) if os.isatty(stream))
    words += [f"terminals={terminals}"] if terminals and "--show" not in options else []
    words += [f"questions={places.requests}", f"replies={places.answers}"] if places else []
    words += [f"ending={ending.descriptor}"] if ending else []
    words += [f"errors={errors.descriptor}"] if errors else []
    if wants_results(options):
        words.append(f"results={records}")
    if arguments:
        words += ["--"] + [quoted(word) for word in arguments]
    line = " ".join(words)
    line_bytes = len(os.fsencode(line))
    if line_bytes >= LINE_BYTES:
        raise problem("options", f"{line_bytes} bytes are too long for the kernel",
                      f"expected: fewer than {LINE_BYTES}")
    return line
