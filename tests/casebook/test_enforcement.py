"""Enforced is computed: by code that cites, and green questions on both sides."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from debellis.casebook import enforcement
from debellis.casebook.enforcement import ClauseStanding
from debellis.casebook.index import case_names
from debellis.casebook.running import Report, Result
from debellis.casebook.shipped import cases_directory
from debellis.table.value import replace
from debellis.umpire.clauses import ASK, PLAY, clauses, is_clause
from tests.shipped import results

CLAUSE = "BOB-SHO-1"


@pytest.fixture(scope="module")
def shipped() -> Report:
    return results()


@pytest.fixture(scope="module")
def literals() -> list[tuple[str, str]]:
    return list(enforcement.clause_literals())


@pytest.fixture(scope="module")
def cited() -> dict[str, tuple[str, ...]]:
    return enforcement.cited_in_code()


@pytest.fixture(scope="module")
def standings(cited: dict[str, tuple[str, ...]], shipped: Report) -> dict[str, ClauseStanding]:
    return enforcement.judge(cited, shipped)


def _result(because: tuple[str, ...] = (), spared: tuple[str, ...] = (), ok: bool = True, kind: str = "ask") -> Result:
    return Result("case.toml", "q", True, True, because, ok, 1, because, spared, kind=kind)


def _enforced(cited: bool, *results: Result) -> bool:
    code = {CLAUSE: ("editions/dba22/shooting.py:1",)} if cited else {}
    return enforcement.judge(code, Report(results, (), 1))[CLAUSE].enforced


def test_needs_code_and_both_sides() -> None:
    bites, spares = _result(because=(CLAUSE,)), _result(spared=(CLAUSE,))
    assert _enforced(True, bites, spares)
    assert not _enforced(False, bites, spares)
    assert not _enforced(True, bites)
    assert not _enforced(True, spares)


def _in_play(*results: Result) -> ClauseStanding:
    return enforcement.judge({CLAUSE: ("dba/shooting/shots.py:1",)}, Report(results, (), 1))[CLAUSE]


def test_play_needs_actions_on_both_sides() -> None:
    bites, spares = _result(because=(CLAUSE,), kind="do"), _result(spared=(CLAUSE,), kind="do")
    assert _in_play(bites, spares).in_play
    only_asked = _in_play(bites, _result(spared=(CLAUSE,)))
    assert only_asked.enforced and not only_asked.in_play
    assert only_asked.missing_in_play == ("a near miss in play",)


def test_what_acts_only_in_answers_is_not_counted_in_play() -> None:
    standing = _in_play(_result(because=(CLAUSE,), kind="do"), _result(spared=(CLAUSE,), kind="do"))
    said = replace(standing, clause=replace(standing.clause, acts="ask", acts_why="a battle never comes to it"))
    assert said.enforced and not said.in_play and not said.open_in_play


def test_a_clause_that_never_acts_in_play_says_why() -> None:
    for clause in clauses():
        assert clause.acts in (PLAY, ASK), clause.id
        assert (clause.acts_why is not None) == (clause.acts == ASK), clause.id


def test_only_green_questions_prove() -> None:
    bites, spares = _result(because=(CLAUSE,)), _result(spared=(CLAUSE,))
    assert not _enforced(True, bites, _result(spared=(CLAUSE,), ok=False))
    assert not _enforced(True, _result(because=(CLAUSE,), ok=False), spares)


def test_what_is_missing_is_told() -> None:
    standing = enforcement.judge({}, Report((_result(because=(CLAUSE,)),), (), 1))[CLAUSE]
    assert standing.missing == ("code", "a near miss")
    assert standing.open


def test_clauses_left_to_people_are_neither_enforced_nor_open() -> None:
    name = next(clause.id for clause in clauses() if not clause.automatable)
    results = (_result(because=(name,)), _result(spared=(name,)))
    standing = enforcement.judge({name: ("here",)}, Report(results, (), 1))[name]
    assert not standing.enforced and not standing.open


def test_the_five_sources_and_their_clauses(standings: dict[str, ClauseStanding]) -> None:
    tallies = enforcement.tally(standings)
    assert [(line.prefix, line.clauses) for line in tallies] == [
        ("BOB", 457),
        ("REN", 186),
        ("IWF", 290),
        ("DBM32", 247),
        ("MEG", 190),
    ]
    for line in tallies:
        assert line.enforced + line.open == line.automatable <= line.clauses
        assert line.in_play <= line.acts <= line.automatable


def test_every_clause_cited_in_code_exists(literals: list[tuple[str, str]]) -> None:
    assert literals
    assert [(name, where) for name, where in literals if not is_clause(name)] == []


def test_a_data_file_cites_with_its_line(cited: dict[str, tuple[str, ...]]) -> None:
    places = [where for name in ("REN-CF-pikes", "REN-FS-shot", "REN-OUT-B-pikes-1") for where in cited[name]]
    assert places
    for where in places:
        file, _, line = where.partition(":")
        assert file == "editions/rrr/tables.toml" and int(line) > 0


def test_what_stands_in_the_place_of_another_is_cited_where_that_is(
    literals: list[tuple[str, str]], cited: dict[str, tuple[str, ...]]
) -> None:
    named = {name for name, _ in literals}
    for name, instead_of, where in enforcement.translations():
        assert is_clause(name) and is_clause(instead_of)
        assert (where in cited.get(name, ())) == (instead_of in named)


def test_every_translated_clause_is_one_the_shared_code_names(literals: list[tuple[str, str]]) -> None:
    named = {name for name, _ in literals}
    assert [(name, where) for name, old, where in enforcement.translations() if old not in named] == []


def test_the_casebook_is_green(shipped: Report) -> None:
    assert [str(fault) for fault in shipped.faults] == []
    assert [(result.file, result.number, result.failures) for result in shipped.results if not result.ok] == []


@pytest.mark.parametrize("start", ["BOB-SHO-5a", "BOB-SHO-5", "REN-CF", "DBM32-P21-fort"])
def test_some_clauses_stand_as_they_do_among_all(standings: dict[str, ClauseStanding], start: str) -> None:
    found, report = enforcement.standings_beginning(start)
    chosen = [start] if start in standings else [name for name in standings if name.startswith(start)]
    assert chosen
    assert found == {name: standings[name] for name in chosen}
    assert report.files < len(case_names()) / 4


def test_every_enforced_clause_has_two_questions(standings: dict[str, ClauseStanding]) -> None:
    for standing in standings.values():
        if standing.enforced:
            proofs = {(proof.file, proof.kind, proof.number) for proof in standing.bites + standing.spares}
            assert len(proofs) >= 2, standing.clause.id


def test_deleting_a_sole_proof_lowers_the_number(
    cited: dict[str, tuple[str, ...]], standings: dict[str, ClauseStanding], tmp_path: Path
) -> None:
    rest_on: defaultdict[str, set[str]] = defaultdict(set)
    for name, standing in standings.items():
        for side in (standing.bites, standing.spares):
            if standing.enforced and len({proof.file for proof in side}) == 1:
                rest_on[side[0].file].add(name)
    if not rest_on:
        pytest.skip("no file of the casebook is the only proof of anything")
    file = max(rest_on, key=lambda one: len(rest_on[one]))
    # Whatever proves one of these clauses, and a file that may prove none.
    proofs = {proof.file for name in rest_on[file] for proof in standings[name].bites + standings[name].spares}
    for one in (*proofs, next(name for name in case_names() if name != file)):
        (tmp_path / one).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(cases_directory() / one, tmp_path / one)

    def enforced() -> set[str]:
        found = enforcement.judge(cited, enforcement.run_casebook(tmp_path))
        return {name for name in rest_on[file] if found[name].enforced}

    assert enforced() == rest_on[file]
    (tmp_path / file).unlink()
    assert enforced() == set()
