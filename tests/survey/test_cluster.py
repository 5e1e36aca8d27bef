"""Surveys on a real Dask cluster: a scheduler and two workers on this machine."""

import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pandas
import pytest

import solver.workers
from cli.terminal import codes
from tests.support.asking import ask
from tests.support.processes import (
    ENVIRONMENT,
    SMALL,
    SOME,
    started_survey,
    survey_rows,
    wait_for_parts,
)

pytest.importorskip("distributed")

ENDLESS = ["--players", "2,5", "--seeds", "1-1000000000", *SMALL]


@contextmanager
def process(module: str, *args: str):
    """A process of Dask, killed in the end."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{module}", *args, "--no-dashboard"]
    running = subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@pytest.fixture(scope="module")
def cluster():
    """A scheduler's address and process, those of workers with 1 and 3 threads, and a client."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, alone = f"tcp://127.0.0.1:{port}", ["--nworkers", "1", "--no-nanny"]
    with (
        process("scheduler", "--host", "127.0.0.1", "--port", str(port)) as scheduler,
        process("worker", address, "--nthreads", "1", *alone) as one,
        process("worker", address, "--nthreads", "3", *alone) as two,
    ):
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(2)
            yield address, scheduler, [one, two], client


def test_nobody_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr(solver.workers, "CONNECT_SECONDS", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        answer = ask("survey", *SOME, "--cluster", address, "--out", tmp_path / "out")
    assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1)
    assert answer.err.startswith(f"error: no Dask scheduler answers at {address}: ")
    assert not (tmp_path / "out").exists()


# In this order, because each leaves less of the cluster.


def test_ctrl_c_leaves_the_cluster_free(tmp_path, cluster):
    address, _, _, client = cluster
    survey = started_survey(*ENDLESS, "--cluster", address, "--out", tmp_path)
    wait_for_parts(tmp_path, 2)
    survey.send_signal(signal.SIGINT)
    _, err = survey.communicate()
    for _ in range(100):
        left = [keys for keys in client.processing().values() if keys]
        if not left:
            break
        time.sleep(0.1)
    client.close()  # it would wait for the scheduler, which dies later
    assert survey.returncode == codes.INTERRUPTED
    assert err == "Interrupted: what is written stays; the same command goes on from there.\n"
    assert left == []


def test_a_worker_dies(tmp_path, cluster):
    address, _, workers, _ = cluster
    survey = started_survey(*SOME, "--cluster", address, "--out", tmp_path / "cluster")
    wait_for_parts(tmp_path / "cluster", 3)
    workers[0].kill()
    out, err = survey.communicate()
    assert (survey.returncode, err) == (codes.ANSWERED, "")
    assert "1,200 deals in" in out
    assert ask("survey", *SOME, "--jobs", 1, "--out", tmp_path / "own").code == codes.ANSWERED
    pandas.testing.assert_frame_equal(
        survey_rows(tmp_path / "cluster"), survey_rows(tmp_path / "own")
    )


def test_the_scheduler_dies(tmp_path, cluster):
    address, scheduler, _, _ = cluster
    survey = started_survey(*ENDLESS, "--cluster", address, "--out", tmp_path)
    wait_for_parts(tmp_path, 3)
    scheduler.kill()
    out, err = survey.communicate()
    assert (survey.returncode, out) == (codes.BAD_INPUT, "")
    assert err.startswith(f"error: the scheduler at {address} is lost; ")
    assert err.count("\n") == 1
    assert len(survey_rows(tmp_path)) >= 150
    assert ask("survey", *SOME, "--jobs", 1, "--out", tmp_path).code == codes.ANSWERED
    found = survey_rows(tmp_path)
    assert len(found) == len(found.drop_duplicates(["players", "seed"])) >= 1200
