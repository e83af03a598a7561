"""Who shoots at whom, and who takes cover."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.pieces import Prospect
from debellis.meg.playing.actions import Aim, Pass, Shoot, TakeCover
from debellis.meg.playing.judging import judged
from debellis.meg.playing.shooting import aims_of, cover_ideas, may_shoot
from debellis.meg.playing.state import about
from debellis.meg.survey.appraisal import Appraisal
from debellis.meg.survey.clash import harm_of, worn
from debellis.meg.survey.reasons import percent
from debellis.meg.units import file_name, file_of, unit_name


def shots(a: Appraisal) -> Iterator[Prospect]:
    """All shots of each unit group, each file at the target where its die is worth most."""
    yield Prospect(Pass(), 0.0, "There is nothing more to shoot at.")
    for own in a.picture.of(a.side):
        if not may_shoot(a.state, own.unit):
            continue
        aims: list[Aim] = []
        total, hits = 0.0, 0.0
        at = ""
        for some in aims_of(a.position, own.id):
            if a.shallow:
                aims.append(some[0])
                total += 0.01
                continue
            weighed = [(aim_worth(a, aim), i) for i, aim in enumerate(some)]
            (worth, hit), i = max(weighed, key=lambda one: (one[0][0], -one[1]))
            aims.append(some[i])
            total, hits = total + worth, hits + hit
            at = unit_name(a.position.base(some[i].target))
        if aims:
            odds = "" if a.shallow else f" at {at}: {percent(hits / len(aims))} a die to hit"
            yield Prospect(Shoot(own.id, tuple(aims)), 0.001 + total, f"{own.id} shoots{odds}.")


def aim_worth(a: Appraisal, aim: Aim) -> tuple[float, float]:
    """What a shot is worth on average, and the chance that it hits at all."""
    name = file_name(file_of(a.position, a.position.base(aim.file)))
    target = a.figure(unit_name(a.position.base(aim.target)))
    colour = judged(a.position, "shooting_die", shooter=name, target=aim.target).answer["die"]
    harm = harm_of(a.position.edition, colour)
    if target is None:
        return 0.0, 0.0
    worth = sum([harm[lost] * worn(lost, target.left) for lost in (1, 2)]) * target.price
    return a.by.shot * worth, harm[1] + harm[2]


def covers(a: Appraisal) -> Iterator[Prospect]:
    """Shield cover is taken by those who have nothing to shoot at themselves."""
    name = about(a.state)[0]
    own = a.figure(name)
    shoots = own is not None and may_shoot(a.state, own.unit)
    for idea in cover_ideas(a.state):
        assert isinstance(idea, TakeCover)
        wanted = idea.covers != shoots
        reason = f"{name} shoots itself." if shoots else f"{name} has nothing to shoot at and covers itself."
        yield Prospect(idea, 0.0 if wanted else -0.05, reason)
