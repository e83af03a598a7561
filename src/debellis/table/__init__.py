"""What stands where: scale, bases, terrain, the position."""

from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.terrain import Terrain

__all__ = ["Base", "Position", "Scale", "Terrain"]
