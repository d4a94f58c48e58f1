"""Results as plain values: frozen data classes, which compare by their fields and can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Span:
    """A place in a rule file."""

    #: The name of the file.
    file: str
    #: The line, from 1.
    line: int
    #: The column in characters, from 1.
    column: int
    #: The offset of its first character in the text, from 0.
    start: int
    #: The offset behind its last character.
    end: int

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Span:
        return cls(**fields)


@dataclass(frozen=True)
class Label:
    """A place of a problem, and what is wrong there."""

    span: Span
    text: str

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Label:
        return cls(Span._of(fields["span"]), fields["text"])


@dataclass(frozen=True)
class Fix:
    """A safe change of the text that corrects a problem."""

    #: What is replaced.
    span: Span
    replacement: str
    #: What the change does, in a few words.
    title: str

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Fix:
        return cls(Span._of(fields["span"]), fields["replacement"], fields["title"])

    def apply(self, text: str) -> str:
        """Returns the text of the file with the change made."""
        return text[: self.span.start] + self.replacement + text[self.span.end :]


@dataclass(frozen=True)
class Problem:
    """A problem of a rule file. `str()` shows it with its lines."""

    #: Such as `E0401`; `uur explain E0401` has a page on it.
    code: str
    #: Whether the file is no game because of it. Otherwise it is a warning.
    is_error: bool
    message: str
    #: Where it is; the place of the problem comes first.
    labels: tuple[Label, ...]
    #: What to write instead.
    help: tuple[str, ...]
    fix: Fix | None
    #: The problem with an excerpt of the file, in several lines.
    drawn: str

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Problem:
        return cls(
            code=fields["code"],
            is_error=fields["is_error"],
            message=fields["message"],
            labels=tuple(map(Label._of, fields["labels"])),
            help=tuple(fields["help"]),
            fix=fields["fix"] and Fix._of(fields["fix"]),
            drawn=fields["drawn"],
        )

    def __str__(self) -> str:
        return self.drawn


@dataclass(frozen=True)
class Parameter:
    """A parameter of a game."""

    name: str
    value: int | str
    default: int | str
    about: str | None

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Parameter:
        return cls(**fields)


@dataclass(frozen=True)
class RuleLine:
    """A line of a rule file."""

    file: str
    #: The line, from 1.
    line: int
    #: The line as its author wrote it.
    text: str

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> RuleLine:
        return cls(**fields)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Event:
    """An event of a move. `str()` describes it in English."""

    #: A word for what happened, such as `lift`, `drop`, `capture`, `stop` or `over`.
    kind: str
    #: The event in English.
    text: str
    #: The pit, as moves name it.
    pit: str | None
    #: The number of seeds that move; of a drop those that fall.
    seeds: int | None
    #: The player who gets seeds, who passes, or who wins: `south` or `north`.
    side: str | None
    #: The number of the lap that begins, from 1.
    lap: int | None
    #: The rule line that caused it; `None` is a default of the language.
    rule: RuleLine | None

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Event:
        return cls(**{**fields, "rule": fields["rule"] and RuleLine._of(fields["rule"])})

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class MoveValue:
    """A move and the proved bounds of its value for South."""

    move: str
    at_least: int
    at_most: int

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> MoveValue:
        return cls(fields["m"], fields["at_least"], fields["at_most"])


@dataclass(frozen=True)
class Solution:
    """What was proved about a position, for South.

    Values are 1 for a win, 0 for a draw and -1 for a loss; with `margin` they are seeds.
    """

    position: str
    #: Whether the values are seeds.
    margin: bool
    #: South gets at least this.
    at_least: int
    #: South gets at most this.
    at_most: int
    #: The values of all moves, if they were asked for and time sufficed; otherwise what is proved of some.
    moves: tuple[MoveValue, ...]
    #: A line of best play; empty unless the position is solved.
    line: str
    #: The number of positions searched.
    nodes: int
    seconds: float
    #: Whether a position was met to which the rules give no value. Then nothing is proved.
    dead_end: bool

    @property
    def solved(self) -> bool:
        """Whether the value is known."""
        return self.at_least == self.at_most

    @property
    def value(self) -> int | None:
        """The value for South; `None` if only bounds are known."""
        return self.at_least if self.solved else None

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Solution:
        return cls(**{**fields, "moves": tuple(map(MoveValue._of, fields["moves"]))})


@dataclass(frozen=True)
class ScoredLine:
    """A line of play that a search found."""

    #: Its first move.
    move: str
    #: All of its moves, separated by blanks.
    line: str
    #: The score for the player to move, such as `+1.5 seeds`.
    score: str
    #: What South may expect, from 0 for a loss to 1 for a win.
    south: float
    #: The score in words.
    text: str

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> ScoredLine:
        return cls(fields["m"], fields["line"], fields["score"], fields["south"], fields["text"])


@dataclass(frozen=True)
class Best:
    """The result of a search."""

    #: The move that the level plays.
    move: str
    #: The depth of the last iteration, in moves.
    depth: int
    #: The number of positions searched.
    nodes: int
    #: Whether everything was searched to the end of the round, so that nothing is estimated.
    complete: bool
    #: The lines of play, best first: one, or one for each move.
    lines: tuple[ScoredLine, ...]

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Best:
        return cls(
            fields["m"], fields["depth"], fields["nodes"], fields["complete"], tuple(map(ScoredLine._of, fields["lines"]))
        )


@dataclass(frozen=True)
class Measure:
    """A measure of play with its 95 % interval."""

    value: float
    low: float
    #: The upper end; `None` is no end.
    high: float | None
    #: The games that it is taken from.
    games: int


@dataclass(frozen=True)
class Design:
    """A designed game on a shelf."""

    name: str
    #: Its rule file, with tests made from play.
    rules: str
    #: Its cell in the map, each from 0 to 9.
    cell: tuple[int, int]
    #: The values of its parameters, where only these changed.
    settings: dict[str, str]
    #: The most similar shipped game.
    like: str
    #: How similar it is, from 0 to 1.
    likeness: float
    #: What was measured, by name.
    measures: dict[str, Measure]
    #: How good it is by all measures, from 0 to 1.
    worth: float
    #: The words of its rules in English.
    words: int
    #: How it came about, the given game first.
    story: tuple[str, ...]
    #: The lines that act in no test of its file.
    untested: tuple[str, ...]

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Design:
        found = fields["found"]
        measures = {one.pop("name"): Measure(**one) for one in found["measures"]}
        same = {name: fields[name] for name in ("name", "rules", "settings", "like", "likeness")}
        return cls(
            **same,
            cell=(fields["cell"][0], fields["cell"][1]),
            measures=measures,
            worth=found["worth"],
            words=found["words"],
            story=tuple(fields["story"]),
            untested=tuple(fields["untested"]),
        )


@dataclass(frozen=True)
class Shelf:
    """The best game of each kind, the best first."""

    designs: tuple[Design, ...]
    #: The measures of the map, upward and to the right.
    map: tuple[str, str]
    #: The sound games that were tried.
    candidates: int
    #: The games that they played.
    games: int
    #: How many missed a bound with another seed; `None` if that was not tried.
    fallen: int | None

    @classmethod
    def _of(cls, fields: dict[str, Any]) -> Shelf:
        designs = tuple(map(Design._of, fields["shelf"]))
        upward, right = fields["map"]
        return cls(designs, (upward, right), fields["candidates"], fields["games"], fields["fallen"])
