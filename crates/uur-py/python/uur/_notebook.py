"""Games and reports as HTML for notebooks, without outside references."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._sweep import Sweep
    from ._uur import Play, Report

#: The script of a replay. It works in a frame of its own, so that replays do not disturb each other.
_SCRIPT = """
const frames = document.querySelectorAll('figure'), slider = document.querySelector('input');
function show() { frames.forEach((frame, at) => { frame.hidden = at != slider.value; }); }
slider.oninput = show;
for (const button of document.querySelectorAll('button'))
  button.onclick = () => { slider.value = Number(slider.value) + Number(button.value); show(); };
show();
"""


class Replay:
    """A game to step through in a notebook. `html` is the same as a document."""

    def __init__(self, play: Play) -> None:
        """Draws the game so far. Later steps of `play` are not in it."""
        figures = "".join(
            f"<figure hidden><figcaption>{html.escape(text) or 'The start'}</figcaption>{svg}</figure>"
            for text, svg in play.frames()
        )
        last = len(play.steps)
        #: A document with the board after each step, and buttons to step back and forth.
        self.html = (
            "<!DOCTYPE html><meta charset='utf-8'><title>Replay</title><style>body{font:15px sans-serif;margin:0}"
            "figure{margin:0}figcaption{min-height:2.6em}svg{width:100%;height:auto;max-width:640px}"
            "input{width:60%;max-width:480px}</style>"
            f"<button value='-1' aria-label='back'>◀</button><input type='range' min='0' max='{last}' value='{last}'"
            f" aria-label='step'><button value='1' aria-label='forward'>▶</button>{figures}"
            f"<script>{_SCRIPT}</script>"
        )

    def _repr_html_(self) -> str:
        return (
            f'<iframe sandbox="allow-scripts" style="width:100%;height:420px;border:0" srcdoc="{html.escape(self.html)}">'
            "</iframe>"
        )


def _bar(name: str, share: float, text: str, interval: tuple[float, float] | None = None) -> str:
    """A row with a bar from 0 to 1, and its interval as a line."""
    line = ""
    if interval is not None:
        low, high = interval
        line = f"<line x1='{300 * low:.1f}' x2='{300 * high:.1f}' y1='7' y2='7' stroke='currentColor' stroke-width='2'/>"
    return (
        f"<tr><th style='text-align:left'>{html.escape(name)}</th><td><svg width='300' height='14' aria-hidden='true'>"
        f"<rect width='{300 * share:.1f}' height='14' fill='#5b8fd0'/>{line}</svg></td><td>{html.escape(text)}</td></tr>"
    )


def report_html(report: Report) -> str:
    """The results of a series with their 95 % intervals, and the lengths of its games, as bars."""
    rows = []
    for name, result in [("South won", "south"), ("North won", "north"), ("drawn", "draws"), ("unfinished", "unfinished")]:
        share, low, high = report.rate(result)
        rows.append(_bar(name, share, f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})", (low, high)))
    lengths = report.lengths
    known = [at for at, games in enumerate(lengths) if games]
    if known:
        first, last = known[0], known[-1]
        step = max(1, -(-(last + 1 - first) // 12))
        groups = [(at, min(at + step, last + 1)) for at in range(first, last + 1, step)]
        counts = [sum(lengths[begin:end]) for begin, end in groups]
        for (begin, end), games in zip(groups, counts):
            moves = f"{begin} moves" if end == begin + 1 else f"{begin} to {end - 1} moves"
            rows.append(_bar(moves, games / max(counts), f"{games} games"))
    title = html.escape(repr(report).strip("<>").removeprefix("uur.Report "))
    return f"<p>{title}</p><table>{''.join(rows)}</table>"


def sweep_html(sweep: Sweep) -> str:
    """South's share of the decided games for each combination, as bars."""
    rows = []
    for row in sweep.rows:
        name = " ".join(f"{name}={value}" for name, value in row.values.items())
        if row.report is None:
            rows.append(_bar(name, 0, row.refused or ""))
        else:
            share, low, high = row.report.rate("south of decided")
            text = f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of decided games"
            rows.append(_bar(name, share, text, (low, high)))
    return f"<p>South won</p><table>{''.join(rows)}</table>"
