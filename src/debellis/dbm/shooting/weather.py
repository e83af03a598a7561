"""Weather against an element: dust, dazzle, snow or strong wind, by the way it faces."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, direction, turn_between
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.questions import BASE, NUMBER, BadQuestion, Question, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling

DUST, DAZZLE, SNOW, WIND = "dust_storm", "dazzle", "snow", "strong_wind"
#: What is against those who face it, and what is not against anybody more than others.
_FACED = (DUST, DAZZLE, SNOW, WIND)
_WEATHERS = (*_FACED, "fog", "mud")


def disadvantaged(position: Position, *, element: str, weather: str, into: dict[str, float]) -> Ruling:
    """Whether weather is against an element: it faces nearly the way of one who looks into the wind or the sun."""
    if set(into) != {"facing"}:
        raise BadQuestion("into must be { facing = degrees }, the direction that looks straight into it", "into")
    finding = Finding()
    base = position.base(element)
    angle = abs(turn_between(base.rectangle.facing, direction(into["facing"])))
    limit = float(table(position, "shooting")["weather_angle"])
    if weather not in _FACED:
        return finding.rule("disadvantaged", {"disadvantaged": False, "angle": angle})
    against = angle <= limit + COINCIDE
    finding.measure("angle between facing and weather", angle, "degrees", limit)
    what = "the sun" if weather == DAZZLE else f"the {weather.replace('_', ' ')}"
    finding.cite("IWF-6.1b", f"{element} faces {angle:.1f} degrees off {what}, wherever its enemy is")
    if abs(angle - limit) <= COINCIDE:
        finding.cite("IWF-6.1a", f"exactly {limit:g} degrees is within {limit:g} degrees")
    return finding.rule("disadvantaged", {"disadvantaged": against, "angle": angle})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "disadvantaged",
        "whether weather is against an element; into = { facing } is the direction that looks straight into it",
        {"element": BASE, "weather": one_of(*_WEATHERS), "into": table_of(NUMBER)},
        disadvantaged,
    ),
)
