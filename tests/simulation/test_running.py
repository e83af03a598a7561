"""Running: the same results whoever plays and whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from debellis.simulation.journal import NAME, BadJournal, Journal, read_heading
from debellis.simulation.on_ray import NoRay
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan
from debellis.simulation.processes import Processes
from debellis.simulation.runner import BattleFailed, Here, runner_for
from debellis.simulation.simulating import simulate
from tests.simulation.plans import small


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Outcome, ...]:
    return simulate(small(), Here(), tmp_path_factory.mktemp("whole"))


def test_two_workers_find_what_one_finds(tmp_path: Path, uninterrupted: tuple[Outcome, ...]) -> None:
    assert simulate(small(), Processes(2), tmp_path) == uninterrupted


def test_a_killed_worker_loses_nothing(tmp_path: Path, uninterrupted: tuple[Outcome, ...]) -> None:
    runner = Processes(2)
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if done in (1, 3):
            victim = runner.workers[-1].process.pid
            assert victim is not None
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    assert simulate(small(), runner, tmp_path, kill_one) == uninterrupted
    assert len(set(killed)) == 2


def test_a_battle_that_always_kills_its_worker_is_given_up() -> None:
    runner = Processes(1)
    done = threading.Event()

    def kill_all() -> None:
        while not done.is_set():
            for worker in list(runner.workers):
                worker.process.kill()
            time.sleep(0.02)

    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        with pytest.raises(BattleFailed, match="battle 1 could not be played: the process playing it died 3 times"):
            list(runner.run(small(1, limit=40), [1]))
    finally:
        done.set()
        killer.join()
    assert runner.workers == []


class Interrupted:
    """Plays some battles, then Ctrl-C."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Outcome]:
        for count, outcome in enumerate(Here().run(plan, numbers)):
            if count == self.after:
                raise KeyboardInterrupt
            yield outcome


def test_interrupted_three_times_and_resumed_is_as_good_as_whole(
    tmp_path: Path, uninterrupted: tuple[Outcome, ...]
) -> None:
    for kept in (1, 3, 4):
        with pytest.raises(KeyboardInterrupt):
            simulate(small(), Interrupted(kept - len(_lines(tmp_path))), tmp_path)
        assert len(_lines(tmp_path)) == kept
    assert simulate(small(), Here(), tmp_path) == uninterrupted
    assert len(_lines(tmp_path)) == len(uninterrupted)


def _lines(folder: Path) -> list[bytes]:
    """The outcomes in a journal."""
    file = folder / NAME
    return file.read_bytes().splitlines()[1:] if file.exists() else []


def test_the_command_interrupted_by_a_signal_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert _command(whole).wait() == 0
    ends = []
    for kept in (1, 3, 5):
        running = _command(parts)
        while running.poll() is None and len(_lines(parts)) < kept:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        ends.append(running.wait())
    # A quick machine may be done before the later signals.
    assert ends[0] == 130
    assert set(ends) <= {0, 130}
    assert _command(parts).wait() == 0
    for name in ("results.json", "battles.csv", "report.html"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()


def _command(folder: Path) -> subprocess.Popen[bytes]:
    who = ["--red", "II/33", "--blue", "II/32", "--generals", "eager,random"]
    asked = ["simulate", *who, "--battles", "8", "--limit", "3", "--workers", "2", "--out", str(folder)]
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "debellis.cli", *asked]
    return subprocess.Popen(command, stdout=quiet, stderr=quiet, preexec_fn=_heed_interrupts)


def _heed_interrupts() -> None:
    """Whatever runs the tests in the background may have told everything in it not to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_line_cut_short_is_played_again(tmp_path: Path, uninterrupted: tuple[Outcome, ...]) -> None:
    simulate(small(3), Here(), tmp_path)
    file = tmp_path / NAME
    file.write_bytes(file.read_bytes()[:-25])
    assert len(_lines(tmp_path)) == 3
    assert simulate(small(), Here(), tmp_path) == uninterrupted


def test_a_journal_of_another_simulation_is_refused(tmp_path: Path) -> None:
    simulate(small(1), Here(), tmp_path)
    with pytest.raises(BadJournal, match="another simulation"):
        Journal(tmp_path, small(1, seed=1))


def test_a_journal_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(small(1), Here(), tmp_path)
    monkeypatch.setattr("debellis.simulation.journal.__version__", "99.0")
    with pytest.raises(BadJournal, match=r"this is 99\.0"):
        Journal(tmp_path, small(1))


def test_a_journal_with_nonsense_in_it_is_refused_with_the_line(tmp_path: Path) -> None:
    simulate(small(2), Here(), tmp_path)
    file = tmp_path / NAME
    heading, first, second = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([heading, first[:-9], second]) + b"\n")
    with pytest.raises(BadJournal, match="line 2"):
        Journal(tmp_path, small(2))


def test_a_folder_without_a_journal_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(BadJournal, match="holds no simulation"):
        read_heading(tmp_path)


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'debellis[ray]'")
def test_ray_finds_what_one_process_finds(tmp_path: Path, uninterrupted: tuple[Outcome, ...]) -> None:
    assert simulate(small(), runner_for("ray", 2), tmp_path) == uninterrupted


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoRay, match="pip install"):
        runner_for("ray", 2)


def test_there_is_no_other_place_to_play() -> None:
    with pytest.raises(ValueError, match="moon"):
        runner_for("moon", 2)
