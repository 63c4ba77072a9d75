"""A graded answer (formats/grade.schema.json) in the forms that people and autograders read."""

import json

INDENT = "\n          "  # of a line of what is missing


def lines(report, properties=None):
    """The lines of the report for a person: its head, a line for each property as it comes, and the points."""
    yield f"lab {report['lab']}: {report['title']} (--seed {report['seed']})"
    told = set()
    for item in report["properties"] if properties is None else properties:
        lacks = "".join(INDENT + line for line in item["missing"])
        head = f"  {item['points']} of {item['of']}  {item['name']}"
        yield head if not lacks else f"{head}:" + (" as above" if lacks in told else lacks)
        told.add(lacks)
    yield f"points: {report['points']} of {report['of']}"


def text(report):
    """As lines."""
    return "\n".join(lines(report)) + "\n"


def own(report):
    """As tools/grade keeps it."""
    return json.dumps(report, indent=1) + "\n"


def gradescope(report):
    """results.json of Gradescope (gradescope-autograders.readthedocs.io, Autograder Specifications)."""
    return json.dumps({"score": report["points"], "output": f"Seed {report['seed']}", "visibility": "visible",
                       "tests": [{"number": str(number), "name": item["name"].strip(), "score": item["points"],
                                  "max_score": item["of"], "status": "failed" if item["missing"] else "passed",
                                  "output": "\n".join(item["missing"])}
                                 for number, item in enumerate(report["properties"], 1)]}, indent=1) + "\n"


def classroom(report):
    """What the autograding reporter of GitHub Classroom reads, in base64, from the variable RUNNER_RESULTS."""
    return json.dumps({"version": 1, "status": "pass" if report["points"] == report["of"] else "fail",
                       "max_score": report["of"],
                       "tests": [{"name": item["name"].strip(), "status": "fail" if item["missing"] else "pass",
                                  "score": item["points"], "message": "\n".join(item["missing"])}
                                 for item in report["properties"]]}) + "\n"


FORMS = {"text": text, "json": own, "gradescope": gradescope, "classroom": classroom}
