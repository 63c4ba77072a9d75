"""The labs that can be done in the page of the workbench: what tools/grade asks of their algorithms, as JavaScript."""

import os
import re

from grading.figures import NAMES, PORTS, Property
from grading.labs import asks, find_labs

from .bundle import inline


def condition(one):
    """A condition (tools/grading/figures.py) as an object: its figure, the limit, and what is wrong, or null."""
    names = f"{{ {', '.join(NAMES)} }}"
    told = one.told.replace("{", "${")
    holds = f"{one.figure} {one.relation.replace('==', '===')} limit"
    return (f'{{"figure": "{one.figure}", "limit": ({names}) => {one.limit}, '
            f'"lack": ({names}, limit) => ({holds} ? null : `{told}`)}}')


def lab(number, folder):
    """A lab. Its task is the first paragraph of its page, as text."""
    module = asks(folder)
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        task = re.sub("[*`]", "", " ".join(file.read().split("\n\n")[1].split()))
    algorithms, properties = {}, []
    for points, text, has in module.PROPERTIES:
        of = {"points": points, "text": text.strip(), "name": None}
        conditions = []
        if isinstance(has, Property):
            own, of["name"] = has.algorithm, has.algorithm.name
            algorithms[own.name] = {"operation": own.operation, "ports": PORTS[:PORTS.index(own.ports) + 1], "cubes": own.cubes,
                                    "varies": own.varies, "packets": own.packets}
            conditions = map(condition, has.conditions)
        properties.append(f"{inline(of)[:-1]}, \"conditions\": [{', '.join(conditions)}]}}")
    head = {"number": number, "title": module.TITLE, "task": task, "algorithms": algorithms}
    return f"{inline(head)[:-1]}, \"properties\": [{', '.join(properties)}]}}" if algorithms else ""


def labs():
    """All of them: a list."""
    return f"const {{ ceil }} = Math;\nwindow.graycubeLabs = [{','.join(filter(None, (lab(*item) for item in find_labs().items())))}];"
