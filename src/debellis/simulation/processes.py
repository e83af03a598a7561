"""Battles on several processes of this machine. If a process dies, its battle is played again."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from debellis.battle.collecting import collect_seldom
from debellis.simulation.fighting import fight
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan
from debellis.simulation.runner import BattleFailed

#: How many times a battle may crash its process before it is given up.
_DEATHS = 3


class Worker:
    """One process and the battle it is playing."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(plan, far), daemon=True)
        self.process.start()
        # Only the worker may hold the far end of the pipe, so that its death closes the pipe.
        far.close()
        self.number: int | None = None

    def play(self, number: int) -> None:
        """Give the worker a battle. A worker that has died is noticed when its pipe is read."""
        self.number = number
        with suppress(OSError):
            self.line.send(number)

    def answer(self) -> Outcome | str | None:
        """The answer of the worker: the outcome, an error, or None if the process died."""
        try:
            found: Outcome | str = self.line.recv()
            return found
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        """Stop the process, even in the middle of a battle."""
        self.line.close()
        self.process.terminate()
        self.process.join()


class Processes:
    """Plays battles on that many processes."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.workers: list[Worker] = []

    def run(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Outcome]:
        left = deque(numbers)
        deaths: Counter[int] = Counter()
        try:
            for _ in range(min(self.count, len(left))):
                self._hire(plan, left)
            while self.workers:
                yield from self._answers(plan, left, deaths)
        finally:
            for worker in self.workers:
                worker.stop()
            self.workers = []

    def _hire(self, plan: Plan, left: deque[int]) -> None:
        worker = Worker(plan)
        self.workers.append(worker)
        worker.play(left.popleft())

    def _answers(self, plan: Plan, left: deque[int], deaths: Counter[int]) -> Iterator[Outcome]:
        """Wait for some answers. A worker that answered gets the next battle before its outcome is returned."""
        ready = wait([worker.line for worker in self.workers])
        for worker in [worker for worker in self.workers if worker.line in ready]:
            number, answer = worker.number, worker.answer()
            assert number is not None
            if answer is None:
                self._replace(worker, number, plan, left, deaths)
            elif isinstance(answer, str):
                raise BattleFailed(number, answer)
            else:
                if left:
                    worker.play(left.popleft())
                else:
                    self._dismiss(worker)
                yield answer

    def _replace(self, dead: Worker, number: int, plan: Plan, left: deque[int], deaths: Counter[int]) -> None:
        deaths[number] += 1
        self._dismiss(dead)
        if deaths[number] >= _DEATHS:
            raise BattleFailed(number, f"the process playing it died {_DEATHS} times")
        left.appendleft(number)
        self._hire(plan, left)

    def _dismiss(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.stop()


def _work(plan: Plan, line: Connection[Outcome | str, int]) -> None:
    """The loop of a worker: play battles until the pipe closes. Ctrl-C is handled by the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    while True:
        try:
            number = line.recv()
        except (EOFError, OSError):
            return
        answer: Outcome | str
        try:
            answer = fight(plan, number)
        except Exception as wrong:
            answer = repr(wrong)
        try:
            line.send(answer)
        except OSError:
            return
