"""What ends cuberun before the machine has run."""

STATUS_QEMU = 1  # no emulator, or it refused to start: its own status for that
STATUS_USAGE = 64
STATUS_IMAGE = 71


class Failure(Exception):
    """Ends cuberun with a message and a status."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
