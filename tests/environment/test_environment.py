"""The environments: masks that tell the truth, seeds that seed, rewards, frames."""

from __future__ import annotations

import pickle
import zlib
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'debellis[environment]'")

import numpy as np

from debellis.dba.going import KINDS as TERRAIN
from debellis.environment.frames import pixels, png
from debellis.environment.offers import KINDS

#: Rows of a side and slots, for both editions.
ROWS, SLOTS = 16, 32


@pytest.fixture(params=("dba22_v0", "rrr_v0"))
def module(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"debellis.environment.{request.param}")


def _play(env: Any, steps: int, number: int = 0) -> list[tuple[int, ...]]:
    """Play at random, and what was seen on the way."""
    random = Random(number)
    seen = []
    for _ in range(steps):
        observation, _, over, broken_off, _ = env.last()
        if over or broken_off:
            break
        mask = observation["action_mask"]
        parts = [observation["observation"][key].tobytes() for key in sorted(observation["observation"])]
        seen.append((zlib.crc32(b"".join(parts)), *np.flatnonzero(mask).tolist()))
        env.step(random.choice(np.flatnonzero(mask).tolist()))
    return seen


def _begun(module: ModuleType, seed: int | None, **options: Any) -> Any:
    env = module.env(**options)
    env.reset(seed=seed)
    return env


def test_the_same_seed_gives_the_same_battle_and_another_seed_another(module: ModuleType) -> None:
    zero, again, one = (_play(_begun(module, seed), 80) for seed in (0, 0, 1))
    assert zero == again
    assert zero != one


def test_a_seed_settles_the_battles_after_it_too(module: ModuleType) -> None:
    def second() -> list[tuple[int, ...]]:
        env = _begun(module, 0)
        env.reset()
        return _play(env, 20)

    assert second() == second() != _play(_begun(module, 0), 20)


def test_without_a_seed_battles_differ(module: ModuleType) -> None:
    assert len({tuple(_play(_begun(module, None), 1)) for _ in range(3)}) > 1


def test_every_slot_of_the_mask_can_be_chosen_and_no_other(module: ModuleType) -> None:
    env = module.raw_env(limit=2)
    env.reset(seed=3)
    random = Random(3)
    for _ in range(60):
        mask = env.last()[0]["action_mask"]
        if env.session.result is not None:
            break
        closed = next(slot for slot in range(SLOTS) if not mask[slot])
        with pytest.raises(ValueError, match="offers nothing"):
            env.step(closed)
        for offer in env.session.choosing.offers.values():
            if offer.action is not None:
                assert env.session.rules.check(env.session.state, offer.action).answer["legal"]
        env.step(random.choice(np.flatnonzero(mask).tolist()))


def test_no_legal_idea_for_an_element_is_left_out(module: ModuleType) -> None:
    env = module.raw_env()
    env.reset(seed=1)
    session = env.session
    while session.choosing.offers[0].kind != KINDS.index("end moves") or len(session.choosing.offers) < 5:
        env.step(0)
    mover = min(slot for slot in session.choosing.offers if slot > 0)
    name = session.choosing.offers[mover].mover[0].id
    wanted = {
        repr(idea)
        for idea in session.rules.ideas(session.state)
        if getattr(getattr(idea, "move", None), "elements", None) == (name,)
        and session.rules.allows(session.state, idea)
    }
    found = set()
    session.choosing.go_on(session.state, mover)
    for way in list(session.choosing._ways):
        session.choosing.renew(session.state)
        session.choosing.go_on(session.state, mover)
        session.choosing.go_on(session.state, way)
        if session.choosing.step == "move":
            found |= {repr(offer.action) for slot, offer in session.choosing.offers.items() if slot > 0}
    assert wanted
    assert found == wanted


def test_a_choice_off_the_mask_loses_at_once(module: ModuleType) -> None:
    env = _begun(module, 0)
    loser = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(next(slot for slot in range(SLOTS) if not mask[slot]))
    assert all(env.terminations.values())
    assert env.rewards[loser] == -1


def test_whoever_wins_gets_what_the_other_loses(module: ModuleType) -> None:
    env = module.raw_env()
    env.reset(seed=0)
    env.session.state = _won(env.session.state, "blue")
    env.session.choosing.renew(env.session.state)
    env._judge()
    assert env.rewards == {"red": -1.0, "blue": 1.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def _won(state: Any, side: str) -> Any:
    from debellis.table.value import replace

    return replace(state, phase="over", winner=side, why="elements lost")


def test_the_limit_of_bounds_breaks_off_without_rewards(module: ModuleType) -> None:
    env = module.raw_env(limit=1)
    env.reset(seed=2)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.rewards == {"red": 0.0, "blue": 0.0}
    assert not any(env.terminations.values())


def test_forced_decisions_can_be_skipped(module: ModuleType) -> None:
    env = _begun(module, 5, skip_forced=True, limit=3)
    assert all(len(choices) > 2 for choices in _play(env, 100))


def test_each_side_sees_its_own_bases_first(module: ModuleType) -> None:
    env = module.raw_env()
    env.reset(seed=4)
    red, blue = (env.observe(side)["observation"] for side in ("red", "blue"))
    assert red["types"].any()
    for key in ("bases", "types"):
        assert np.array_equal(red[key][:ROWS], blue[key][ROWS:])
        assert np.array_equal(red[key][ROWS:], blue[key][:ROWS])


def test_the_observation_says_where_bases_stand_and_what_lies_there(module: ModuleType) -> None:
    env = module.raw_env()
    env.reset(seed=4)
    position = env.session.state.position
    seen = env.observe("red")["observation"]
    for base in position.standing:
        row = seen["bases"][env.session.choosing.rows[base.id]]
        assert np.allclose(row[:2], (base.front[0] / position.size[0], base.front[1] / position.size[1]), atol=1e-6)
        assert np.allclose(row[2:4], base.facing, atol=1e-6)
    kinds = {TERRAIN[number - 1] for number in np.unique(seen["ground"]) if number}
    assert kinds <= {piece.kind for piece in position.terrain}
    assert kinds


def test_frames_show_the_table_and_change_with_it(module: ModuleType) -> None:
    env = module.raw_env(render_mode="rgb_array")
    env.reset(seed=6)
    first = env.render()
    random = Random(6)
    for _ in range(40):
        env.step(random.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    assert first.shape == (480, 480, 3)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 4
    assert not np.array_equal(first, env.render())


def test_a_frame_as_png_has_the_pixels_of_the_frame() -> None:
    from debellis.environment.dba22_v0 import raw_env

    env = raw_env()
    env.reset(seed=6)
    frame = pixels(env.session.state.position)
    data = png(frame)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    start = data.index(b"IDAT") + 4
    length = int.from_bytes(data[start - 8 : start - 4], "big")
    rows = np.frombuffer(zlib.decompress(data[start : start + length]), np.uint8).reshape(480, 1 + 480 * 3)
    assert not rows[:, 0].any()
    assert np.array_equal(rows[:, 1:].reshape(frame.shape), frame)


def test_an_environment_can_be_pickled() -> None:
    from debellis.environment.dba22_v0 import raw_env

    again = pickle.loads(pickle.dumps(raw_env(limit=7)))
    assert again.limit == 7
