"""A browser without a screen, driven over its DevTools protocol: JSON objects with a zero byte behind
each, on two pipes."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium")
COMMANDS, ANSWERS = 3, 4  # the descriptors on which the browser reads and writes
READ_BYTES = 1 << 16
MOST_SECONDS = 60  # that anything may take


def browser_path():
    """Where a browser is that we can drive, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """A browser with one page. Use as a context: at its end the browser ends."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.rest = b""
        self.events = []   # (method, parameters), oldest first
        self.session = None
        self.profile = tempfile.TemporaryDirectory(prefix="browser.")

    def __enter__(self):
        their_commands, self.commands = os.pipe()
        self.answers, their_answers = os.pipe()

        def place_pipes():
            # The descriptors may be in each other's way, so they are first moved out of it.
            commands, answers = os.dup(their_commands), os.dup(their_answers)
            commands, answers = (os.dup(commands), os.dup(answers))
            os.dup2(commands, COMMANDS)
            os.dup2(answers, ANSWERS)

        self.process = subprocess.Popen(
            [browser_path(), "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
             "--hide-scrollbars", "--no-first-run", "--disable-dev-shm-usage", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(their_commands)
        os.close(their_answers)
        target = next(target["targetId"] for target in
                      self.do("Target.getTargets")["targetInfos"] if target["type"] == "page")
        self.session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.do(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.session = None
        try:
            self.do("Browser.close")
        except (OSError, EOFError):
            pass
        self.process.wait(MOST_SECONDS)
        self.profile.cleanup()

    def message(self):
        """The next message of the browser."""
        while b"\0" not in self.rest:
            data = os.read(self.answers, READ_BYTES)
            if not data:
                raise EOFError("the browser has ended")
            self.rest += data
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def do(self, method, **parameters):
        """Carries out a command, and returns its result."""
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append((message["method"], message["params"]))

    def wait_for(self, method):
        """Waits until the browser tells of such an event."""
        while not any(name == method for name, _ in self.events):
            message = self.message()
            if "method" in message:
                self.events.append((message["method"], message["params"]))

    def open(self, path, fragment=""):
        """Opens a file. Returns after how many seconds it has loaded and drawn its first frame."""
        self.events.clear()
        begun = time.monotonic()
        self.do("Page.navigate", url=f"file://{os.path.abspath(path)}{fragment}")
        self.wait_for("Page.loadEventFired")
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return time.monotonic() - begun

    def value(self, expression):
        """What a JavaScript expression is on the page; a promise is waited for."""
        result = self.do("Runtime.evaluate", expression=expression, awaitPromise=True,
                         returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def size(self, width, height, ratio=1):
        """Sets the size of the window."""
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height,
                deviceScaleFactor=ratio, mobile=width < 600)

    def media(self, **features):
        """Sets what the system is said to prefer: prefers_color_scheme="dark" and others."""
        self.do("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def press(self, key):
        """Presses a key of the keyboard, and waits for the frame after it."""
        text = key if len(key) == 1 else ""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37,
                 "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        code = codes.get(key, 0)
        self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text="\r" if key == "Enter" else text,
                windowsVirtualKeyCode=code)
        self.do("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def click(self, x, y):
        """Clicks at a point of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.do("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def picture(self, path, whole=False):
        """Writes what is to be seen to a PNG file."""
        data = self.do("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def faults(self):
        """What went wrong: exceptions, messages of errors, requests other than for the page itself."""
        found = []
        for method, parameters in self.events:
            if method == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"].get("exception", {}).get("description")))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                found.append(str(parameters["args"]))
            elif method == "Network.requestWillBeSent" and parameters.get("type") != "Document":
                if not parameters["request"]["url"].startswith("data:"):
                    found.append(f"a request: {parameters['request']['url'][:80]}")
        return found
