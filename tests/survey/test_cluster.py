"""Surveys on a real Dask cluster: a scheduler and two workers on this machine."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pandas
import pytest

import solver.workers
from cli.terminal import codes
from solver.workers import Call, results
from tests.support.asking import ask
from tests.support.processes import (
    ENDLESS,
    ENVIRONMENT,
    PATIENCE,
    SOME,
    started_survey,
    survey_rows,
    wait_for_parts,
    wait_until,
)

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs Dask")


class Running(NamedTuple):
    """A scheduler's address and process, those of its workers, and a client."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]
    client: Any


@contextmanager
def process(module: str, *args: str) -> Iterator[subprocess.Popen[bytes]]:
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


def connected(file: Path) -> Any:
    """A client of the scheduler.

    Dask gives the thread of a client ten seconds to begin and then asserts that it has. A machine
    that stands still for so long, as a shared one may, gets a second chance.
    """
    from distributed import Client

    try:
        return Client(scheduler_file=str(file), timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except AssertionError:
        return Client(scheduler_file=str(file), timeout=PATIENCE)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Workers with 1 and 3 threads."""
    file = tmp_path_factory.mktemp("cluster") / "scheduler.json"  # it has the address
    there = ("--scheduler-file", str(file))
    alone = ("--nworkers", "1", "--no-nanny")
    with (
        process("scheduler", "--host", "127.0.0.1", "--port", "0", *there) as scheduler,
        process("worker", *there, "--nthreads", "1", *alone) as one,
        process("worker", *there, "--nthreads", "3", *alone) as two,
    ):
        wait_until(lambda: file.exists() and file.stat().st_size > 0)
        with connected(file) as client:
            client.wait_for_workers(2)
            yield Running(client.scheduler.address, scheduler, (one, two), client)


def test_nobody_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver.workers, "CONNECT_SECONDS", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        answer = ask("survey", *SOME, "--cluster", address, "--out", tmp_path / "out")
    assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1)
    assert answer.err.startswith(f"error: no Dask scheduler answers at {address}: ")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("speech", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_something_else_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, speech: bytes
) -> None:
    monkeypatch.setattr(solver.workers, "CONNECT_SECONDS", 1)
    there = []

    def talk() -> None:
        with suppress(OSError):  # closed in the end
            while True:
                there.append(listening.accept()[0])
                there[-1].sendall(speech)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=talk, daemon=True)
        thread.start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        answer = ask("survey", *SOME, "--cluster", address, "--out", tmp_path / "out")
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
    for connection in there:
        connection.close()
    assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1)
    assert answer.err.startswith(f"error: no Dask scheduler answers at {address}: ")
    assert not (tmp_path / "out").exists()


# In this order, because each leaves less of the cluster.


@pytest.mark.check_takes(0)
@pytest.mark.parametrize("loss", ["lose", "cancel"])
def test_a_worker_dies_when_its_result_has_just_come(cluster: Running, loss: str) -> None:
    """As it is on a busy machine: what Dask says about the call is not true any more."""
    workers = solver.workers.Cluster(cluster.address)
    gather = workers._client._gather
    lost: list[Any] = []

    async def gather_and_lose(tasks: Any, *args: Any, **options: Any) -> Any:
        found = await gather(tasks, *args, **options)
        if loss == "cancel" and not lost:
            lost.extend(tasks)
            raise CancelledError("lost dependencies")
        for task in tasks:
            task._state.lose()
        return found

    workers._client._gather = gather_and_lose
    calls = [Call(number, pow, (number, 2)) for number in range(20)]
    found = list(results(calls, workers))
    assert sorted(found) == [(number, number**2) for number in range(20)]
    assert len(lost) == (loss == "cancel")


@pytest.mark.check_takes(0)
def test_what_a_call_raises_is_no_loss(cluster: Running) -> None:
    workers = solver.workers.Cluster(cluster.address)
    with pytest.raises(FileNotFoundError):
        list(results([Call(1, open, ("/nowhere/at/all",))], workers))


@pytest.mark.check_takes(0)
def test_ctrl_c_leaves_the_cluster_free(tmp_path: Path, cluster: Running) -> None:
    address, _, _, client = cluster
    survey = started_survey(*ENDLESS, "--cluster", address, "--out", tmp_path)
    wait_for_parts(survey, tmp_path, 2)
    survey.send_signal(signal.SIGINT)
    _, err = survey.communicate()
    assert survey.returncode == codes.INTERRUPTED
    assert err == "interrupted: what is written stays; the same command goes on from there\n"
    wait_until(lambda: not any(client.processing().values()))
    client.close()  # it would wait for the scheduler, which dies later


@pytest.mark.check_takes(0)
def test_a_worker_dies(tmp_path: Path, cluster: Running) -> None:
    address, _, workers, _ = cluster
    survey = started_survey(*SOME, "--cluster", address, "--out", tmp_path / "cluster")
    wait_for_parts(survey, tmp_path / "cluster", 3)
    workers[0].kill()
    out, err = survey.communicate()
    assert (survey.returncode, err) == (codes.ANSWERED, "")
    assert "1,200 deals in" in out
    assert ask("survey", *SOME, "--jobs", 1, "--out", tmp_path / "own").code == codes.ANSWERED
    pandas.testing.assert_frame_equal(
        survey_rows(tmp_path / "cluster"), survey_rows(tmp_path / "own")
    )


@pytest.mark.check_takes(0)
def test_the_scheduler_dies(tmp_path: Path, cluster: Running) -> None:
    address, scheduler, _, _ = cluster
    survey = started_survey(*ENDLESS, "--cluster", address, "--out", tmp_path)
    wait_for_parts(survey, tmp_path, 3)
    scheduler.kill()
    out, err = survey.communicate()
    assert (survey.returncode, out) == (codes.BAD_INPUT, "")
    assert err.startswith(f"error: the scheduler at {address} is lost; ")
    assert err.count("\n") == 1
    assert len(survey_rows(tmp_path)) >= 150
    assert ask("survey", *SOME, "--jobs", 1, "--out", tmp_path).code == codes.ANSWERED
    found = survey_rows(tmp_path)
    assert len(found) == len(found.drop_duplicates(["players", "seed"])) >= 1200
