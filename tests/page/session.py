"""Shared by the tests of the page: TAP (tests/tap.py), a page in a browser, and a person's actions
there."""

import os
import subprocess
import sys
import tempfile

sys.path[:0] = ["tools", "tests"]

from browser import Browser, browser_path
from tap import equal, finish, ok  # pylint: disable=unused-import

PICTURES = "build/page"  # where pictures of the page go, for a person to look at
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def written(command, path):
    """Runs a command that writes a page, in a file of its own. Returns what it printed."""
    done = subprocess.run([*command, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, check=False)
    if done.returncode != 0 or not os.path.exists(path):
        print(f"Bail out! {' '.join(command)}: status {done.returncode}: {done.stdout}")
        sys.exit(1)
    return done.stdout


class Visit:
    """A page that is open in a browser."""

    def __init__(self, browser):
        self.browser = browser
        self.press, self.value = browser.press, browser.value

    def text(self, part, panel=0):
        """What a part of a panel shows."""
        return self.value(f"document.querySelectorAll('.panel')[{panel}]"
                          f".querySelector('[data-part=\"{part}\"]').textContent")

    def shown(self, identity):
        """What an element shows."""
        return self.value(f"document.getElementById('{identity}').textContent")

    def set(self, identity, value):
        """Sets a control."""
        self.value(f"(() => {{ const control = document.getElementById('{identity}');"
                   f"control.value = {value!r};"
                   f"control.dispatchEvent(new Event('change', {{bubbles: true}})); return {FRAMES}; }})()")

    def choose(self, identity, label):
        """Chooses from a list what begins with a label."""
        number = self.value(f"[...document.getElementById('{identity}').options]"
                            f".find(option => option.textContent.startsWith({label!r})).value")
        self.set(identity, number)

    def focus(self, selector):
        """Gives an element the focus."""
        self.value(f"document.querySelector({selector!r}).focus()")

    def click(self, part, across, down):
        """Clicks on a canvas, at N pixels from its left and upper edges, or from the others if
        the numbers are negative."""
        self.value("document.querySelector('[data-part=\"%s\"]').scrollIntoView({block: 'center'})" % part)
        left, top, width, height = self.value(
            "(() => { const box = document.querySelector('[data-part=\"%s\"]').getBoundingClientRect();"
            "return [box.left, box.top, box.width, box.height]; })()" % part)
        self.browser.click(left + across % width, top + down % height)

    def rows(self, panel=0):
        """The figures of what is chosen, by their names."""
        return dict(self.value(
            f"[...document.querySelectorAll('.panel')[{panel}].querySelectorAll('.details tr')]"
            ".map(row => [row.cells[0].textContent, row.cells[1].textContent])"))

    def colours(self, part):
        """How many pixels of a canvas have each of the colours of the style sheet that is asked for."""
        return self.value(
            "(() => { const canvas = document.querySelector('[data-part=\"%s\"]');"
            "const probe = document.createElement('canvas').getContext('2d');"
            "const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
            "const count = {};"
            "for (const name of ['critical', 'receiving', 'sending', 'working', 'packet']) {"
            "  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--' + name);"
            "  probe.fillRect(0, 0, 1, 1);"
            "  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;"
            "  count[name] = 0;"
            "  for (let at = 0; at < data.length; at += 4)"
            "    if (data[at] === r && data[at + 1] === g && data[at + 2] === b) count[name]++;"
            "} return count; })()" % part)

    def picture(self, name):
        """Takes a picture, for a person to look at."""
        os.makedirs(PICTURES, exist_ok=True)
        self.browser.picture(f"{PICTURES}/{name}.png")


def test(name, checks):
    """Runs checks(visit, folder) with a browser, and ends the test; skips it where there is none."""
    if browser_path() is None:
        print(f"1..0 # SKIP {name}: no browser; make setup-page installs one")
        sys.exit(0)
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        browser.size(1280, 900)
        checks(Visit(browser), folder)
    finish()
