"""All answers of a class: a folder for each student, graded at the same time, each by a process of its own."""

import concurrent.futures
import contextlib
import csv
import hashlib
import io
import json
import os
import signal
import stat
import subprocess
import threading

from running import ROOT, version
from running.failure import STATUS_TIMEOUT, one_line, problem, shown
from running.progress import Progress
from running.tool import STATUS_FAILED, seen_from_here
from running.whole import whole

from . import forms
from .labs import PROPERTIES
from .near import near

KEPT = "grade.json"  # of a student: what is graded, with the key of what it was graded from
FILES = {"report.txt": "text", "results.json": "gradescope", "classroom.json": "classroom"}
GUESS = 5  # seconds of a grading
LONGEST = 3600  # seconds, after which a grading is the host's fault
LOOK_SECONDS = 0.5  # between two looks for a signal
NAMES = 8  # of a group of nearly equal answers that are shown


class Students:
    """The answers in `folder` to the lab `name`, whose files are in `lab`, graded into `results` from the class's seed."""

    def __init__(self, folder, results, name, lab, seed):
        self.folder, self.results, self.name, self.lab, self.seed = folder, results, name, lab, seed
        self.names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir() and not entry.name.startswith("."))
        if not self.names:
            raise problem(shown(folder), "no answers", "expected: a folder for each student")
        self.running, self.ending, self.lock = set(), False, threading.RLock()  # a second signal may interrupt the first
        with open(os.path.join(lab, PROPERTIES), "rb") as file:
            self.base = f"{version()} {name} ".encode() + file.read()

    def drawn(self, student):
        """The seed of a student."""
        return int.from_bytes(hashlib.sha256(os.fsencode(f"{self.seed} {student}")).digest()[:4], "little") >> 1

    def key(self, student):
        """What decides the points of a student's answer, and what keeps it from being graded: a link could lead to a file of
        the teacher's, and a pipe never ends."""
        found = hashlib.sha256(self.base + f" {self.drawn(student)}".encode())
        top = os.path.join(self.folder, student)
        for place, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names + [name for name in folders if os.path.islink(os.path.join(place, name))]):
                path = os.path.join(place, name)
                if not stat.S_ISREG(os.lstat(path).st_mode):
                    return None, f"{os.path.relpath(path, top)}: not a regular file"
                with open(path, "rb") as file:
                    found.update(os.fsencode(f"\0{os.path.relpath(path, top)}\0")
                                 + hashlib.file_digest(file, "sha256").digest())
        return found.hexdigest(), None

    def grade(self, student):
        """The report of a student, and whether it is new."""
        kept = os.path.join(self.results, student, KEPT)
        head = {"student": student, "key": ""}
        try:
            head["key"], wrong = self.key(student)
        except OSError as error:
            wrong = f"cannot be read ({error.strerror})"
        if wrong:
            return {**head, "error": wrong}, False
        try:
            with open(kept, encoding="utf-8") as file:
                report = json.load(file)
            if report["key"] == head["key"]:
                return report, False
        except (OSError, ValueError, KeyError):
            pass
        report = {**head, **self.graded_apart(student)}
        if "error" not in report:
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            for name, form in FILES.items():
                write(os.path.join(self.results, student, name), forms.FORMS[form](report))
            write(kept, forms.own(report))
        return report, "error" not in report

    def graded_apart(self, student):
        """What tools/grade says of an answer, or the error that kept it from that. The process has no terminal that an answer
        could wait for."""
        command = [os.path.join(ROOT, "tools", "grade"), "--form", "json", "--seed", str(self.drawn(student)), self.name,
                   os.path.join(self.folder, student)]
        with self.lock:
            if self.ending:
                return {"error": "interrupted"}
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       start_new_session=True)
            self.running.add(process.pid)
        with process:
            try:
                told, errors = process.communicate(timeout=LONGEST)
            except subprocess.TimeoutExpired:
                stop(process.pid)
                return {"error": f"not graded after {LONGEST} seconds", "status": STATUS_TIMEOUT}
            finally:
                with self.lock:
                    self.running.discard(process.pid)
        if process.returncode in (0, STATUS_FAILED) and told:
            return json.loads(told)
        lines = errors.decode(errors="replace").strip().splitlines() or ["no message"]
        return {"error": one_line(lines[-1].removeprefix("grade: ")), "status": process.returncode}

    def end(self, number, _):
        """Ends all gradings and then this process, by the same signal."""
        with self.lock:  # so that no grading has begun that is not in `running`
            self.ending = True
            for process in self.running:
                stop(process)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def grade_all(self, jobs):
        """The reports of all students, by name, and how many are new."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.end)
        found, new = {}, 0
        with Progress(dict.fromkeys(self.names, GUESS), jobs) as progress, \
                concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            started = {pool.submit(self.grade, student): student for student in self.names}
            try:
                going = set(started)
                while going:  # a signal that comes just before a wait is not seen until the wait is over
                    ended, going = concurrent.futures.wait(going, LOOK_SECONDS, concurrent.futures.FIRST_COMPLETED)
                    for done in ended:
                        found[started[done]], is_new = done.result()
                        new += is_new
                        progress.done(started[done])
            finally:
                pool.shutdown(cancel_futures=True)
        return [found[student] for student in self.names], new


def stop(group):
    """Ends a grading and all that it has started, if it has not ended."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGTERM)


def write(path, content):
    """Writes a file that is found whole."""
    with whole(path) as new:
        with open(new, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(content)


def seed_of(results, name):
    """The seed of an earlier grading of the class whose results are in the folder, or None."""
    try:
        with open(os.path.join(results, "class.json"), encoding="utf-8") as file:
            earlier = json.load(file)
        lab, seed = earlier["lab"], earlier["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if lab != name:
        raise problem(shown(results), f"holds results of lab {lab}", "use another folder: --results FOLDER")
    return seed


def table(reports, properties):
    """A line for each student: the points, and those of each property."""
    wide = max([len("student"), *(len(one_line(report["student"])) for report in reports)])
    yield f"{'student':{wide}}  points  " + " ".join(f"{number:2}" for number in range(1, len(properties) + 1))
    for report in reports:
        row = f"{one_line(report['student']):{wide}}  "
        if "error" in report:
            yield f"{row}     -  not graded: {report['error']}"
        else:
            yield f"{row}{report['points']:6}  " + " ".join(f"{item['points']:2}" for item in report["properties"])


def groups(pairs):
    """The answers that are joined by pairs, in groups."""
    found = []
    for _, one, other in pairs:
        joined = [group for group in found if one in group or other in group]
        found = [group for group in found if group not in joined] + [set().union({one, other}, *joined)]
    return sorted(map(sorted, found))


def write_csv(path, reports, properties):
    """The points as a spreadsheet reads them: each column is a property. What was not graded has empty columns."""
    names = [f"{number}. {what.strip()}" for number, (_, what, _) in enumerate(properties, 1)]
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(["student", "points", "of", "seed", *names])
    for report in reports:
        each = [item["points"] for item in report.get("properties", [{"points": ""}] * len(names))]
        rows.writerow([report["student"], *(report.get(name, "") for name in ("points", "of", "seed")), *each])
    write(path, text.getvalue())


def grade_class(students, lab, jobs):
    """Grades a class, writes the results and shows the points. Returns the status: that of the first answer that could not
    be graded."""
    os.makedirs(students.results, exist_ok=True)
    kept = os.path.join(students.results, "class.json")
    head = {"lab": students.name, "title": lab.TITLE, "seed": students.seed}
    write(kept, json.dumps({**head, "answers": [], "near": []}) + "\n")  # the seed, if this is not the last grading
    reports, new = students.grade_all(jobs)
    graded = [report for report in reports if "error" not in report]
    pairs = near({report["student"]: os.path.join(students.folder, report["student"]) for report in graded}, students.lab)
    write(kept, json.dumps({**head, "answers": reports, "near": [{"percent": percent, "students": [one, other]}
                                                                 for percent, one, other in pairs]}, indent=1) + "\n")
    write_csv(os.path.join(students.results, "points.csv"), reports, lab.PROPERTIES)
    print(f"lab {students.name}: {lab.TITLE} (--seed {students.seed})")
    print("\n".join(table(reports, lab.PROPERTIES)))
    mean = sum(report["points"] for report in graded) / max(len(graded), 1)
    print(f"mean: {mean:.1f} of {sum(points for points, _, _ in lab.PROPERTIES)}; graded: {new}; unchanged: "
          f"{len(graded) - new}")
    for group in groups(pairs):
        more = f" and {len(group) - NAMES} more" if len(group) > NAMES else ""
        print(f"hint: nearly equal: {', '.join(map(one_line, group[:NAMES]))}{more}")
    print(f"results: {seen_from_here(students.results)}")
    return next((report.get("status", STATUS_FAILED) for report in reports if "error" in report), 0)
