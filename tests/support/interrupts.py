"""Ctrl-C at a time that does not depend on how busy the machine is."""

from __future__ import annotations

import os
import signal
import threading
import time


def interrupt_at_work() -> threading.Thread:
    """Press Ctrl-C as soon as this process has worked for a while.

    Its own time is measured: on a busy machine it may not have begun when a clock says so.
    """
    end = time.process_time() + 0.2

    def interrupt() -> None:
        while time.process_time() < end:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt, daemon=True)
    thread.start()
    return thread
