"""Handling of reports that fail. Reports read data that programs control: memory, records, names in
files. On any error there, the run keeps its status, and a line names the lost report."""

from .failure import Failure
from .signals import Interrupted
from .standard import complain


class Guarded:
    """A `with` statement of this object ends early, and no more, at an error that nobody has foreseen. `what` names the
    part of the report that is lost then; `losses` gets it, too, if that is a list."""

    def __init__(self, what, losses=None):
        self._what, self._losses = what, losses

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if not isinstance(error, Exception) or isinstance(error, (Failure, Interrupted)):
            return False
        complain(f"{self._what}: lost ({words_of(error)}; the run's status is unchanged)")
        if self._losses is not None:
            self._losses.append(self._what)
        return True


def words_of(error):
    """An error that nobody has foreseen, and where it was raised."""
    trace = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}, at {trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
