"""Makes JUnit's XML, which the CI systems of GitHub and GitLab read, from the TAP that tests print."""

import os
import re
import xml.etree.ElementTree as ElementTree

RESULT = re.compile(r"(?P<failed>not )?ok\b *(?P<number>\d+)? *-? *(?P<name>[^#]*)(?:# *(?P<directive>.*))?")
PLAN = re.compile(r"1\.\.(?P<count>\d+)(?: *# *(?:skip\w* *)?(?P<skip>.*))?", re.IGNORECASE)
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2: Char


def text(path):
    """The text of a file, with ? for characters that XML cannot have; nothing if there is no file."""
    try:
        with open(path, encoding="utf-8", errors="backslashreplace") as file:
            return NO_XML.sub("?", file.read())
    except FileNotFoundError:
        return ""


class Case:
    """A check of a test: its number and name, whether it failed, why it was left out or None, and the comments
    that follow it."""

    def __init__(self, name, failed, skipped):
        self.name = name
        self.failed = failed
        self.skipped = skipped
        self.said = []


def read_tap(lines):
    """The checks among the lines, and how many were planned: None if no line says so."""
    cases, planned = [], None
    for line in lines:
        if plan := PLAN.fullmatch(line):
            planned = int(plan["count"])
            if planned == 0:
                cases.append(Case("all", False, plan["skip"] or "no reason given"))
        elif result := RESULT.fullmatch(line):
            directive = result["directive"] or ""
            left_out = re.match("skip|todo", directive, re.IGNORECASE)
            cases.append(Case(f"{result['number'] or len(cases) + 1} - {result['name'].strip()}",
                              bool(result["failed"]) and not left_out, directive if left_out else None))
        elif line.startswith("#") and cases:
            cases[-1].said.append(line[1:].removeprefix(" "))
    return cases, planned


def suite(name, seconds, problems, tap, errors):
    """The XML element of one test. `problems` is how many prove has found: failures, a wrong plan, a status."""
    cases, planned = read_tap(tap.splitlines())
    failures = sum(case.failed for case in cases)
    element = ElementTree.Element("testsuite", name=name, time=f"{seconds:.3f}", failures=str(failures),
                                  skipped=str(sum(case.skipped is not None for case in cases)))
    for case in cases:
        child = ElementTree.SubElement(element, "testcase", classname=name, name=case.name, file=name)
        if case.failed:
            ElementTree.SubElement(child, "failure", message=case.name).text = "\n".join(case.said) or errors
        elif case.skipped is not None:
            ElementTree.SubElement(child, "skipped", message=case.skipped)
    ended_badly = problems > 0 and failures == 0
    if ended_badly:
        child = ElementTree.SubElement(element, "testcase", classname=name, name="end of the test", file=name)
        reason = (f"{len(cases)} checks of {'no plan' if planned is None else planned}, "
                  "or a status that is not 0")
        ElementTree.SubElement(child, "error", message=reason).text = errors or tap
    element.set("tests", str(len(cases) + ended_badly))
    element.set("errors", str(int(ended_badly)))
    if errors:
        ElementTree.SubElement(element, "system-err").text = errors
    return element


def write(path, results, tap_folder, errors_folder):
    """Writes the file. `results` are names of tests, the seconds each took, and its problems; what a test
    printed is in files of its name in the two folders."""
    root = ElementTree.Element("testsuites")
    for name, seconds, problems in results:
        root.append(suite(name, seconds, problems, text(os.path.join(tap_folder, name)),
                          text(os.path.join(errors_folder, name))))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(element.get(count)) for element in root)))
    root.set("time", f"{sum(seconds for _, seconds, _ in results):.3f}")
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
