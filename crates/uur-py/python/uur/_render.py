"""Boards as environments show them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

from ._uur import Round

_WIDTH = 640


def rendered(round: Round, mode: str) -> Any:
    """Returns the board as text or, in the mode `rgb_array`, as an image."""
    return _pixels(round) if mode == "rgb_array" else str(round)


def _pixels(round: Round) -> npt.NDArray[np.uint8]:
    """Returns the board as an image, uint8 of shape (height, 640, 3)."""
    png = resvg_py.svg_to_bytes(svg_string=round.position.svg(legend=False), width=_WIDTH, background="#fff")
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))
