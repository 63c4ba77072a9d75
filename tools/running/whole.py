"""Files that others find whole or not at all: several processes may make the same one, and use it meanwhile."""

import contextlib
import os


@contextlib.contextmanager
def whole(path):
    """Gives the path of a file to make, with the same last name. At the end of the `with` statement it takes the place of
    `path`; after an exception nothing of it is left."""
    import tempfile  # takes longer to load than most runs write
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as folder:
        new = os.path.join(folder, os.path.basename(path))
        yield new
        os.replace(new, path)
