"""The labs of the course: where they are, and what each asks for."""

import glob
import importlib.util
import os
import re

from running import ROOT
from running.failure import STATUS_USAGE, Failure, shown

LABS = os.path.join(ROOT, "programs", "labs")
PROPERTIES = "properties.py"  # of a lab: programs/labs/README.md says what is in it
LINK = re.compile(r"\[([^]]*)\]\((?:\.\./)+([^)#]*)[^)]*\)")
REMADE = re.compile(r"<!--.*?-->\n", re.S)  # how tools/docs remakes a listing


def find_labs():
    """The folder of each lab, by its number."""
    found = {}
    for path in glob.glob(os.path.join(LABS, "[0-9]*-*", PROPERTIES)):
        folder = os.path.dirname(path)
        found[os.path.basename(folder).split("-")[0]] = folder
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


def lab_folder(words):
    """The folder of the lab that the first word names."""
    labs = find_labs()
    if not words or words[0] not in labs:
        what = f"unknown lab {shown(words[0])}" if words else "no lab given"
        raise Failure(STATUS_USAGE, f"{what} (expected: one of {', '.join(labs)}; see tools/grade --list)")
    return labs[words[0]]


def asks(folder):
    """What a lab asks for: the module of its properties."""
    spec = importlib.util.spec_from_file_location("properties", os.path.join(folder, PROPERTIES))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def handed_out(folder):
    """The files of a lab that students get: (name, text). Links out of the lab's folder become the file's name."""
    for name in sorted(set(os.listdir(folder)) - {PROPERTIES, "__pycache__"}):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        if name == "README.md":
            text = LINK.sub(lambda link: link[2] if link[1] == link[2] else f"{link[1]} ({link[2]})", REMADE.sub("", text))
        yield name, text
