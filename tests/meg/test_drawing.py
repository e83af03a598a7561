"""Unit groups in pictures: one label each, the generals, what is lost, and what a ruling shows."""

from __future__ import annotations

from debellis.umpire import ask
from debellis.umpire.picture import draw_position
from tests.meg.scenes import scene, unit

LANCERS = {"type": "cavalry", "melee": "charging lancer", "traits": ["devastating charger"]}


def test_a_unit_group_has_one_label_with_losses_wounds_signs_and_generals() -> None:
    general = {"id": "Gaius", "side": "red", "with": "A/2"}
    position = scene(
        unit("A", "red", front=[600, 500], facing=20, bases=5, original=6, wounds=1, **LANCERS), generals=(general,)
    )
    picture = draw_position(position)
    assert "A 5/6 w CL DC *Gaius" in picture
    assert (
        "A, red: average protected loose formed cavalry charging lancer, devastating charger; 5 of 6 bases" in picture
    )
    assert "red Cv general facing" in picture
    assert picture.count("A/1.2") == picture.count("A/1.2, red Cv")


def test_broken_unit_groups_and_lone_generals_are_told() -> None:
    general = {"id": "Marcus", "side": "blue", "front": [800, 700]}
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, broken=True),
        unit("B", "blue", front=[900, 500], facing=0),
        generals=(general,),
    )
    picture = draw_position(position)
    assert "A broken" in picture
    assert "Marcus, blue general" in picture


def test_rulings_show_arcs_and_reach() -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, shoot="bow", skill="experienced", **LANCERS),
        unit("B", "blue", front=[600, 600], facing=180),
        phase="",
    )
    shot = ask(position, "may_shoot", shooter="A/1", target="B")
    assert {mark.label for mark in shot.drawing} == {"short range", "long range"}
    charge = ask(position, "may_charge", unit="A", on=["B"])
    assert [mark.label for mark in charge.drawing] == ["charge reach"]
