"""`hanabi-solve serve`, as somebody starts and ends it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

from solver.notation.positions import position_to_text
from tests.support.asking import ask
from tests.support.processes import PATIENCE, Started, started
from tests.web.test_desk import large_pile
from web.serving import address_of

ADDRESS = re.compile(r"The page is at (http://127\.0\.0\.1:([0-9]+)/) \(Ctrl-C ends it\)\n")


def serving(*args: object) -> tuple[Started, int]:
    """A server under way, and its port."""
    server = started("serve", "--no-open", *args)
    match = ADDRESS.fullmatch(server.stdout.readline())
    assert match is not None
    return server, int(match[2])


def end(server: Started, number: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
    server.send_signal(number)
    out, err = server.communicate(timeout=PATIENCE)
    return server.returncode, out, err


def ask_server(port: int, path: str, body: object = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"content-type": "application/json"}
    content = None if body is None else json.dumps(body)
    connection.request("GET" if body is None else "POST", path, content, headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_it_serves_until_ctrl_c() -> None:
    server, port = serving("--port", 0)
    assert ask_server(port, "/")[0] == 200
    status, answer = ask_server(port, "/api/deal", {"seed": "p3v0s42"})
    assert status == 200 and json.loads(answer)["max_score"] == 25
    assert end(server) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_terminate_ends_it_too() -> None:
    server, _ = serving("--port", 0)
    code, out, err = end(server, signal.SIGTERM)
    assert (code, out, err) == (-signal.SIGTERM, "", "")


def test_work_does_not_keep_it() -> None:
    """Searches that would take minutes are given up, and whoever waits is told."""
    server, port = serving("--port", 0, "--nodes", 10**12)
    body = {"text": position_to_text(large_pile()), "unknown_pile": True}
    answers: list[tuple[int, bytes]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(ask_server(port, "/api/endgame", body)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    assert ask_server(port, "/page/choices")[0] == 200  # somebody else is served meanwhile
    began = time.monotonic()
    assert end(server) == (0, "", "")
    assert time.monotonic() - began < PATIENCE / 2
    for thread in threads:
        thread.join()
    assert [status for status, _ in answers] == [503] * 4
    assert all(json.loads(text) == {"error": "the server was stopped"} for _, text in answers)


def test_browsers_that_go_away_do_not_end_it() -> None:
    """In the middle of an answer that is written in two parts, if they hit the moment."""
    server, port = serving("--port", 0)
    body = b'{"opening": {"text": "p3v0s42"}}'
    request = b"POST /page/open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for number in range(100):
        with socket.create_connection(("127.0.0.1", port)) as browser:
            browser.sendall(request + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            time.sleep(0.0005 * (number % 20))
    status = Path(f"/proc/{server.pid}/status")
    if status.exists():  # whether they hit it or not
        (ignored,) = re.findall(r"^SigIgn:\s*([0-9a-f]+)$", status.read_text(), re.MULTILINE)
        assert int(ignored, 16) >> signal.SIGPIPE - 1 & 1
    assert ask_server(port, "/page/choices")[0] == 200
    assert end(server) == (0, "", "")


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = ask("serve", "--no-open", "--port", port)
        assert (code, out) == (2, "")
        assert err == (
            f"error: port {port} of 127.0.0.1: Address already in use; name another one\n"
        )


def test_another_port_if_the_usual_one_is_taken() -> None:
    first, port = serving()
    second, other = serving()
    assert port != other
    assert ask_server(other, "/")[0] == ask_server(port, "/")[0] == 200
    assert end(first)[0] == end(second)[0] == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--host", "8.8.8.8"], "error: host 8.8.8.8: "),
        (["--port", "65536"], "--port 65536: write a whole number from 0 to 65535"),
        (["--nodes", "0"], "--nodes 0"),
        (["file.json"], "unexpected"),
    ],
)
def test_wrong_options(args: list[str], said: str) -> None:
    code, out, err = ask("serve", "--no-open", *args)
    assert (code, out) == (2, "") and said in err


def test_missing_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.commands.serve.find_spec", lambda name: None)
    assert ask("serve") == (
        2,
        "",
        "error: the page needs starlette, which is not installed: "
        "pip install 'hanabi-solve[web]'\n",
    )


def test_addresses() -> None:
    assert address_of("127.0.0.1", 80) == "http://127.0.0.1:80/"
    assert address_of("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert address_of("::", 80) == "http://[::1]:80/"
    assert address_of("fe80::1", 80) == "http://[fe80::1]:80/"
    assert address_of("box", 80) == "http://box:80/"
