"""A road as a track to follow: how far along it a base is, where it stands further on, and what stands behind it."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, along, distance, nearest_on_segment, part_way, turn_between
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.sweep import free_slide
from debellis.geometry.turning import free_share, turning
from debellis.table.terrain import Terrain
from debellis.table.value import Value


class Track(Value, frozen=True):
    """The middle line of a road in the direction of travel, with the way of each straight stretch."""

    line: tuple[Point, ...]
    ways: tuple[Point, ...]
    lengths: tuple[float, ...]

    def stretch(self, p: Point) -> int:
        """The index of the stretch nearest to a point; the one further on if two are equally near."""
        best, nearest = 0, float("inf")
        for i in range(len(self.ways)):
            away = distance(p, nearest_on_segment(p, self.line[i], self.line[i + 1]))
            if away <= nearest + COINCIDE:
                best, nearest = i, min(away, nearest)
        return best

    def measure(self, p: Point) -> float:
        """How far along the track a point is."""
        i = self.stretch(p)
        on = nearest_on_segment(p, self.line[i], self.line[i + 1])
        return sum(self.lengths[:i]) + distance(self.line[i], on)

    def at(self, far: float, width: float, depth: float) -> Rectangle | None:
        """Where a base stands at a distance along the track, facing along it; None beyond the end.

        At a bend it still faces along the stretch it came from.
        """
        for i, length in enumerate(self.lengths):
            if far <= length + COINCIDE:
                return Rectangle(part_way(self.line[i], self.line[i + 1], far / length), self.ways[i], width, depth)
            far -= length
        return None


def track_of(road: Terrain, facing: Point, at: Point) -> Track | None:
    """The track of a road in the direction a base at a point faces; None if the road has no line."""
    line = tuple(p for i, p in enumerate(road.line) if i == 0 or distance(p, road.line[i - 1]) > COINCIDE)
    if len(line) < 2:
        return None
    track = _track(line)
    way = track.ways[track.stretch(at)]
    return track if way[0] * facing[0] + way[1] * facing[1] >= 0.0 else _track(line[::-1])


def _track(line: tuple[Point, ...]) -> Track:
    lengths = tuple(distance(line[i], line[i + 1]) for i in range(len(line) - 1))
    ways = tuple(
        ((line[i + 1][0] - line[i][0]) / lengths[i], (line[i + 1][1] - line[i][1]) / lengths[i])
        for i in range(len(lengths))
    )
    return Track(line, ways, lengths)


def behind_on_track(ahead: Rectangle, width: float, depth: float, track: Track) -> Rectangle:
    """Where the next base of a column stands on a track: as far on as possible behind the one ahead, touching it.

    At a bend it may face between the two stretches.
    """
    for i in range(track.stretch(ahead.front), -1, -1):
        back = track.lengths[i] + 2.0 * (ahead.radius + width + depth)
        way, end = track.ways[i], track.line[i + 1]
        from_afar = Rectangle((end[0] - way[0] * back, end[1] - way[1] * back), way, width, depth)
        free = free_slide(from_afar, way, back, ahead)
        here = from_afar.advanced(free)
        if free >= back:
            return _turned_in(here, ahead, end, way, track.ways[min(i + 1, len(track.ways) - 1)])
        if along(here.front, track.line[i], end) >= -COINCIDE or i == 0:
            return here
    return ahead


def _turned_in(here: Rectangle, ahead: Rectangle, bend: Point, way: Point, towards: Point) -> Rectangle:
    """A base at a bend turned towards the next stretch until it touches the one ahead."""
    motion = turning(here, bend, turn_between(way, towards))
    return motion.at(free_share(motion, ahead))
