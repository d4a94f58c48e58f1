"""The package itself: its stubs and its documentation."""

import ast
import doctest
from pathlib import Path

import pytest

import uur
from uur import _uur


def members(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    return {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def test_the_stubs_name_what_is_there():
    stubs = members(ast.parse(Path(uur.__file__).with_name("_uur.pyi").read_text()).body)
    public = {name for name in dir(_uur) if not name.startswith("__")}
    assert set(stubs) == public
    for name, stub in stubs.items():
        if not isinstance(stub, ast.ClassDef) or issubclass(getattr(_uur, name), Exception):
            continue
        described = {name for name in members(stub.body) if not name.startswith("_")}
        assert described == {name for name in vars(getattr(_uur, name)) if not name.startswith("_")}, name


def test_everything_has_a_docstring():
    for name in uur.__all__:
        value = getattr(uur, name)
        assert isinstance(value, str) or value.__doc__, name
    for name in ["Game", "Play", "Position", "Report", "Table"]:
        for member, value in vars(getattr(uur, name)).items():
            assert member.startswith("_") or value.__doc__, f"{name}.{member}"


def test_the_examples_of_the_docstrings_run():
    assert doctest.testmod(uur).failed == 0


def test_the_types_of_the_package_are_right(tmp_path):
    api = pytest.importorskip("mypy.api")
    package = Path(__file__).parents[2] / "crates/uur-py/python/uur"
    options = ["--strict", "--ignore-missing-imports", f"--cache-dir={tmp_path}"]
    shown, errors, ended = api.run([*options, str(package)])
    assert ended == 0, shown + errors


def test_the_stubs_are_those_of_the_module():
    stubtest = pytest.importorskip("mypy.stubtest")
    assert stubtest.test_stubs(stubtest.parse_options(["uur._uur"])) == 0


def test_the_package_is_typed():
    assert Path(uur.__file__).with_name("py.typed").exists()
