"""The server: every address, every refusal, and nothing that a stranger sends can hurt it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from starlette.testclient import TestClient

from solver import Budget, Deal
from solver.game.rule_sets import RULE_SETS
from tests.support.pages import (
    SMALL,
    ask_lines,
    ask_page,
    client,
    refusal,
    replay_files,
)
from web.desk import Desk
from web.document import PAGE
from web.guard import HEADERS
from web.limits import LARGEST_BODY
from web.server import application

SEED = {"text": "42", "players": 3, "rules": ["base"]}
POSITION = "hands r4 r1 y1 y1 b1 / r2 r1 g1 g1 g2; pile r3 r5; fireworks r2; tokens 1"
WISH: dict[str, Any] = {"players": 3, "rules": ["base"], "kind": "judgement", "number": 0}
POSTS: dict[str, dict[str, Any]] = {
    "open": {"opening": SEED},
    "boards": {"opening": SEED, "path": ["p0", "c"]},
    "values": {"opening": SEED, "path": ["p0"], "pile": "known"},
    "film": {"opening": SEED, "path": [], "pile": "known", "key": "p0"},
    "link": {"opening": SEED, "path": ["p0"]},
    "review": {"opening": {"text": '{"seed": "p3v0s42", "line": [{"type": 0, "target": 0}]}'}},
    "exercise": {"wish": WISH},
    "shuffle": {"opening": SEED},
    "random": {"players": 3, "rules": ["base"]},
}  # fmt: skip


@pytest.fixture(scope="module")
def asked() -> Iterator[TestClient]:
    with client() as made:
        yield made


# The page and its files


def test_the_page(asked: TestClient) -> None:
    answer = asked.get("/")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    (script,) = re.findall(r'<script type="importmap">(.*?)</script>', answer.text, re.DOTALL)
    known = b64encode(sha256(script.encode()).digest()).decode()
    policy = answer.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{known}';" in policy
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    for address in json.loads(script)["imports"].values():
        assert asked.get(address).status_code == 200
    for address in re.findall(r'(?:src|href)="(/[^"]*)"', answer.text):
        assert asked.get(address).status_code == 200


@pytest.mark.parametrize(
    ("name", "kind"), [("style.css", "text/css"), ("main.js", "text/javascript")]
)
def test_files_of_the_page(asked: TestClient, name: str, kind: str) -> None:
    answer = asked.get(f"/static/{name}")
    assert answer.content == (PAGE / name).read_bytes()
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/static/", "/static/nothing.js", "/static/../server.py", "/static/%2e%2e/server.py",
        "/static/..%2fserver.py", "/static/..%5cserver.py", "/static//etc/passwd",
        "/static/%2fetc%2fpasswd", "/static/main.js/", "/static/main.js%00", "/static/.",
        "/static/index.html", "/static/MAIN.JS", "/page", "/page/", "/page/nothing", "/api",
        "/api/files", "/index.html", "/favicon.ico", "/static/" + "a" * 5000,
    ],
)  # fmt: skip
def test_nothing_else_is_there(asked: TestClient, path: str) -> None:
    for method in ("GET", "POST"):
        answer = asked.request(method, path, follow_redirects=False, json={})
        assert answer.status_code in (404, 405), path
        assert list(answer.json()) == ["error"]


def test_every_answer_has_the_headers(asked: TestClient) -> None:
    for answer in (
        asked.get("/"),
        asked.get("/static/main.js"),
        asked.get("/nothing"),
        asked.get("/page/choices"),
        asked.post("/page/open", json={}),
        asked.post("/page/values", json=POSTS["values"]),
        asked.get("/", headers={"host": "evil.example"}),
    ):
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


# Who may ask


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("localhost:8642", 200), ("127.0.0.1:1", 200), ("[::1]:8642", 200),
        ("LOCALHOST:8642", 200), ("evil.example", 403), ("evil.example:8642", 403),
        ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403), ("192.168.1.5", 403),
        ("evil.example@localhost", 200), ("localhost@evil.example", 403), ("[::1", 403), ("", 403),
    ],
)  # fmt: skip
def test_hosts(asked: TestClient, host: str, status: int) -> None:
    """A name that is made to lead here is not ours."""
    answer = asked.get("/page/choices", headers={"host": host})
    assert answer.status_code == status
    if status == 403:
        assert "this server is not" in answer.json()["error"]


def test_other_hosts_that_are_named() -> None:
    with client(hosts=("box.example",)) as named:
        assert named.get("/page/choices", headers={"host": "box.example:80"}).status_code == 200
        assert named.get("/page/choices", headers={"host": "192.168.1.5"}).status_code == 403
    with client(hosts=("0.0.0.0",)) as everywhere:
        for host, status in (("192.168.1.5:8642", 200), ("[fe80::1]", 200), ("evil.example", 403)):
            found = everywhere.get("/page/choices", headers={"host": host})
            assert found.status_code == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200), ("http://127.0.0.1:8642", 200), ("https://evil.example", 403), ("null", 403),
        ("http://127.0.0.1:9999", 403), ("http://127.0.0.1", 403), ("", 403),
    ],
)  # fmt: skip
def test_origins(asked: TestClient, origin: str | None, status: int) -> None:
    headers = {} if origin is None else {"origin": origin}
    for path, body in (("/page/open", POSTS["open"]), ("/api/deal", {"seed": "p3v0s42"})):
        answer = asked.post(path, json=body, headers=headers)
        assert answer.status_code == status, answer.text


# What is asked


def test_choices(asked: TestClient) -> None:
    found = asked.get("/page/choices").json()
    assert [one["name"] for one in found["rules"]] == list(RULE_SETS)
    assert (found["min_players"], found["max_players"]) == (2, 6)
    assert {"name": "stall", "title": "stall so that a teammate draws"} in found["themes"]


def test_a_table_and_its_boards(asked: TestClient) -> None:
    table = ask_page(asked, "open", POSTS["open"])
    assert (table["title"], table["opening"]) == ("p3v0s42, 3 players, base", {"text": "p3v0s42"})
    again = ask_page(asked, "open", {"opening": table["opening"]})
    assert again == table
    boards = ask_page(asked, "boards", POSTS["boards"])["boards"]
    assert boards[0] == table["boards"][0] and len(boards) == 3
    later = ask_page(asked, "boards", POSTS["boards"] | {"from": 2})["boards"]
    assert later == boards[2:]


def test_values_come_line_by_line(asked: TestClient) -> None:
    lines = ask_lines(asked, "values", POSTS["values"])
    assert [line["is_done"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert lines[-1]["label"] == "25"


def test_a_film(asked: TestClient) -> None:
    film = ask_page(asked, "film", POSTS["film"])
    assert film["boards"][-1]["score"] == 25 and film["path"][0] == "p0"


def test_a_link(asked: TestClient) -> None:
    link = ask_page(asked, "link", POSTS["link"])["link"]
    table = ask_page(asked, "open", {"opening": {"text": link}})
    assert (table["line"], table["at"]) == (["p0"], 1)
    assert table["cards"] == ask_page(asked, "open", POSTS["open"])["cards"]
    assert "comes from none" in refusal(
        asked, "/page/link", {"opening": {"text": POSITION}, "path": []}
    )
    tiles = {"text": "1", "players": 2, "rules": ["flamboyants"]}
    assert "bonus tiles" in refusal(asked, "/page/link", {"opening": tiles, "path": []})


def test_a_link_has_what_was_really_said(asked: TestClient) -> None:
    """Along the game; where somebody leaves it, clues are made up."""
    for file in replay_files()[:2]:
        opening = {"text": file.read_text(encoding="utf-8")}
        table = ask_page(asked, "open", {"opening": opening})
        path = table["line"][:20]
        link = ask_page(asked, "link", {"opening": opening, "path": path})["link"]
        again = ask_page(asked, "open", {"opening": {"text": link}})
        assert again["line_words"] == table["line_words"][:20]
        assert again["boards"] == table["boards"][:21]


def test_a_review(asked: TestClient) -> None:
    *steps, last = ask_lines(asked, "review", POSTS["review"])
    assert steps and all(set(step) == {"done", "of"} for step in steps)
    assert last["review"]["sentence"].startswith("The game stops with 1 of 25; 25 could still")


def test_an_exercise(asked: TestClient) -> None:
    first = ask_page(asked, "exercise", POSTS["exercise"])["exercise"]
    wish = WISH | {"number": 1, "grade": None, "theme": None, "seed": "1"}
    second = ask_page(asked, "exercise", {"wish": wish})["exercise"]
    assert first["id"] != second["id"] and first["kind"] == "judgement"


def test_a_shuffled_pile(asked: TestClient) -> None:
    table = ask_page(asked, "open", POSTS["open"])
    opening = ask_page(asked, "shuffle", POSTS["shuffle"])["opening"]
    other = ask_page(asked, "open", {"opening": opening})
    assert other["cards"][:15] == table["cards"][:15]
    assert sorted(other["cards"]) == sorted(table["cards"])
    assert other["cards"] != table["cards"] and other["line"] == []


def test_random_deals(asked: TestClient) -> None:
    for rules in (["base"], ["flamboyants", "hard"], ["avalanche-5", "bouquet-final"]):
        seen = set()
        for _ in range(3):
            opening = ask_page(asked, "random", {"players": 4, "rules": rules})["opening"]
            table = ask_page(asked, "open", {"opening": opening})
            assert table["rules"] == " + ".join(rules) and len(table["names"]) == 4
            assert re.fullmatch("p4v[0-9]+s[0-9]{1,6}", opening["text"])
            assert Deal.from_seed(opening["text"], 4, rules).players == 4
            seen.add(opening["text"])
        assert len(seen) > 1


# What is refused


@pytest.mark.parametrize("name", POSTS)
def test_every_address_checks_what_it_gets(asked: TestClient, name: str) -> None:
    address = f"/page/{name}"
    assert asked.post(address, json=POSTS[name]).status_code == 200
    assert asked.get(address).status_code == 405
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = asked.post(address, content=b"{}", headers={"content-type": kind})
        assert answer.status_code == 415 and "application/json" in answer.json()["error"]
    for content, said in HOSTILE.items():
        headers = {"content-type": "application/json; charset=utf-8"}
        answer = asked.post(address, content=content, headers=headers)
        assert answer.status_code == 400 and said in answer.json()["error"], answer.text
    large = json.dumps(POSTS[name] | {"more": "x" * LARGEST_BODY})
    answer = asked.post(address, content=large, headers={"content-type": "application/json"})
    assert answer.status_code == 413 and "1,000,000 bytes" in answer.json()["error"]
    unknown = refusal(asked, address, POSTS[name] | {"file": "/etc/passwd"})
    assert 'unknown key "file"' in unknown


HOSTILE = {
    b"": "is not JSON",
    b"{": "is not JSON",
    b"[]": "must be an object",
    b'"x"': "must be an object",
    b"1e999": "too large",
    b"NaN": "is not JSON",
    b"\xff\xfe": "is not UTF-8",
    b"[" * 100_000: "deep",
    b'{"a": ' * 5000 + b"1" + b"}" * 5000: "deep",
    b'{"opening": 1, "opening": 2}': "given twice",
    b'{"opening": "\\ud800"}': "half of a character",
    b"1" * 5000: "digits",
}


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("open", {"opening": None}, "opening must be an object"),
        ("open", {"opening": "42"}, "opening must be an object"),
        ("open", {"opening": {}}, "text must be text"),
        ("open", {"opening": {"text": 42}}, "text must be text, not 42"),
        ("open", {"opening": {"text": ["42"]}}, "text must be text"),
        ("open", {"opening": {"text": "42", "players": "3"}}, "players must be a whole number"),
        ("open", {"opening": {"text": "42", "players": 3.5}}, "players must be a whole number"),
        ("open", {"opening": {"text": "42", "players": True}}, "players must be a whole number"),
        ("open", {"opening": {"text": "42", "players": 10**30}}, "too large"),
        ("open", {"opening": {"text": "42", "players": 99}}, "the game is for 2 to 6"),
        ("open", {"opening": {"text": "42", "players": 3, "rules": "base"}}, "a list of texts"),
        ("open", {"opening": {"text": "42", "players": 3, "rules": [1]}}, "a list of texts"),
        ("open", {"opening": {"text": "42", "players": 3, "rules": ["x"]}}, "unknown rule set"),
        ("open", {"opening": SEED | {"names": ["a"]}}, "1 name for 3 players"),
        ("open", {"opening": SEED | {"file": "x"}}, "unknown key"),
        ("open", {"opening": {"text": "x" * 900_000, "players": 3}}, "a seed has at most 100"),
        ("boards", {"path": "p0"}, "path must be a list of texts"),
        ("boards", {"path": [0]}, "path must be a list of texts"),
        ("boards", {"path": ["p0"] * 90_000}, "turn 2: Bob does not hold p1"),
        ("boards", {"path": ["c"], "from": 2}, "has no board 2"),
        ("boards", {"path": ["c"], "from": -1}, "has no board -1"),
        ("boards", {"from": "x"}, "from must be a whole number"),
        ("values", {"pile": None}, "pile must be known or unknown"),
        ("values", {"pile": ["known"]}, "pile must be known or unknown"),
        ("values", {"pile": "unknown"}, "34 cards in the pile"),
        ("values", {"path": ["p99"]}, "turn 1: no card has the order 99"),
        ("film", {"key": None}, "key must be text"),
        ("film", {"key": "d0"}, "turn 1: no discard"),
        ("film", {"key": "x"}, "is not the key of a move"),
        ("review", {"opening": SEED}, "there is no game to review"),
        ("exercise", {"wish": None}, "wish must be an object"),
        ("exercise", {"wish": WISH | {"players": None}}, "players must be a whole number"),
        ("exercise", {"wish": WISH | {"number": -1}}, "exercises count from 0"),
        ("exercise", {"wish": WISH | {"kind": "x"}}, "kind must be judgement or puzzle"),
        ("exercise", {"wish": WISH | {"grade": 9}}, "the grades are 1 to 5"),
        ("exercise", {"wish": WISH | {"theme": "x"}}, "the themes are"),
        ("exercise", {"wish": WISH | {"rules": ["flamboyants"]}}, "with bonus tiles"),
        ("exercise", {"wish": WISH | {"seed": "a b"}}, "is not one of hanab.live's"),
        ("random", {"players": None}, "does not say how many players"),
        ("random", {"players": 1}, "the game is for 2 to 6"),
        ("random", {"rules": ["hard", "hard ", "x"]}, "unknown rule set"),
    ],
)  # fmt: skip
def test_wrong_input_is_told(
    asked: TestClient, name: str, change: dict[str, Any], said: str
) -> None:
    assert said in refusal(asked, f"/page/{name}", POSTS[name] | change)


def test_markup_stays_text(asked: TestClient) -> None:
    names = ["<script>alert(1)</script>", '"><img src=x>']
    table = ask_page(asked, "open", {"opening": {"text": "p2v0s1", "names": names}})
    assert table["names"][0] == "<script>alert(1)</s…"
    answer = asked.post("/page/open", json={"opening": {"text": "<b>&amp;", "players": 3}})
    assert answer.headers["content-type"] == "application/json"
    assert "<b>&amp;" in answer.json()["error"]


def test_what_nobody_expected_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("secret place /home/x")

    monkeypatch.setattr("web.page_requests.table_json", fails)
    monkeypatch.setattr("web.page_requests.values", fails)
    with client() as asked:
        for name in ("open", "values"):
            said = refusal(asked, f"/page/{name}", POSTS[name], 500)
            assert said.startswith("internal error") and "secret" not in said
        err = capfd.readouterr().err
        assert "ZeroDivisionError" in err and "Traceback" not in err


def test_a_fault_after_the_first_line_is_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(*args: Any) -> None:
        args[-1]({"is_done": False})
        raise ZeroDivisionError

    monkeypatch.setattr("web.page_requests.values", breaks_off)
    with client() as asked:
        first, last = ask_lines(asked, "values", POSTS["values"])
    assert first == {"is_done": False} and last["error"].startswith("internal error")


def test_a_small_budget_leaves_values_open() -> None:
    with TestClient(application(Desk(Budget(1, memory=1))), "http://localhost") as asked:
        last = ask_lines(asked, "values", POSTS["values"])[-1]
    assert last["is_done"] and last["height"] is None
    assert SMALL.nodes > 1
