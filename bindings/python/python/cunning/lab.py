"""The experiments of the lab: results as lists of dicts, or as tables with `pandas.DataFrame(rows)`."""

from ._native import lab_fear as fear
from ._native import lab_quest as quest

__all__ = ["fear", "quest"]
