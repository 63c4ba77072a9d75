"""Signals that ask cuberun to end. They are handled only where it waits. So each action is completed
or undone, whatever signals arrive."""

import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

# A signal that comes just before a call that waits does not end the wait, because Python takes it when
# the call returns. So a timer makes every wait return for a moment, each time after N seconds.
LOOK = 0.1


class Interrupted(Exception):
    """A signal has come."""


class Signals:
    """In a `with` statement of this object the first signal raises Interrupted. If it came before, it
    does so at the beginning of the next such statement. Later signals change nothing."""

    def __init__(self):
        self.number = 0  # of the first one
        self._raises = False

    def watch(self):
        """Takes signals from now on. Whoever starts us may have blocked them until now. A hang-up that
        is ignored stays ignored, for that is what nohup is for."""
        for number in ENDING:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._come)
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    def __enter__(self):
        self._raises = True
        signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
        if self.number:
            self._raise()

    def __exit__(self, *_):
        self._raises = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def hold(self):
        """From here to `release`, within such a `with` statement, no signal raises Interrupted."""
        self._raises = False

    def release(self):
        """One that has come since `hold` raises Interrupted here."""
        self._raises = True
        if self.number:
            self._raise()

    def _come(self, number, _frame):
        if not self.number:
            self.number = number
            if self._raises:
                self._raise()

    def _raise(self):
        self._raises = False
        raise Interrupted


SIGNALS = Signals()
