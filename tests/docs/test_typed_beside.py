"""What a page tells people to type beside `balance`: every line is typed here or with its page."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from balance.engine.playing.runner import simulate
from helpers.cards import frozen_cards
from helpers.pages import DOCS, FENCE, PAGES, ROOT, is_class, name, parsed, shell_lines, words_of
from helpers.play import make
from helpers.typed import BESIDE, CLUSTER, typed

LINES = [(page, line) for page in PAGES for line in shell_lines(page) if not is_class(line)]
IN_TEST_TYPED = ("balance", "cd", "cp", "sh")
"""What begins lines that are typed together with the commands of their page."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VENV = ".venv/bin/"


def lines_of(*words: str) -> list[str]:
    """The lines that begin with one of these words, each once, in their order."""
    return list(dict.fromkeys(line for _, line in LINES if words_of(line)[0] in words))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small repository with the files that the lines name, one of them for each folder."""
    folder = tmp_path / "project"
    for file in ("Makefile", "pyproject.toml", "targets.toml", "docs/how-to/example-history.sh"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    shutil.copy(frozen_cards(), folder / "cards.csv")
    (folder / "reports" / "baseline").mkdir(parents=True)
    (folder / "reports" / "baseline" / "heroes.json").write_text("{}\n")
    done("git init --quiet; git add .; git commit --quiet --message First", folder)
    return folder


def done(script: str, folder: Path) -> str:
    """What lines of the shell print; they end well."""
    said = typed(script, folder, folder.parent / "home")
    assert (said.returncode, said.stderr) == (0, ""), (script, said)
    return said.stdout


# ---------------------------------------------------------------- every line


def test_every_line_is_typed():
    left = [(page, line) for page, line in LINES if words_of(line)[0] not in (*IN_TEST_TYPED, *BESIDE)]
    assert [(name(page), line) for page, line in left if page != CLUSTER or words_of(line)[0] != "dask"] == []
    assert [word for word in BESIDE if not lines_of(word)] == []


def test_what_is_to_be_typed_stands_in_blocks_of_the_shell():
    """Not in blocks of what is printed, nor in others that no test reads."""
    programs = tuple(f"{word} " for word in {words_of(line)[0] for _, line in LINES})
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        opened = re.findall(r"^[ \t]*(?:```|~~~).*", text, re.MULTILINE)
        assert opened == [line for match in FENCE.finditer(text) for line in (f"```{match[1]}", "```")], name(page)
        shown = [line for match in FENCE.finditer(text) if match[1] != "sh" for line in match[2].splitlines()]
        assert [line for line in shown if line.removeprefix("$ ").startswith(programs)] == [], name(page)


# ---------------------------------------------------------------- make


def asked_of_make(line: str, folder: Path) -> list[list[str]]:
    """The commands that make would run for this line, were nothing installed; the words that join them are left out."""
    commands: list[list[str]] = []
    for would in done(f"{shlex.join(words_of(line))} --dry-run", folder).splitlines():
        lexer = shlex.shlex(would, posix=True, punctuation_chars="();|&")
        lexer.whitespace_split = True
        commands.append([])
        for word in lexer:
            if set(word) <= set("();|&") or (not commands[-1] and word in ("if", "then", "else", "{", "}", "fi")):
                commands.append([])
            else:
                commands[-1].append(word)
    return [command for command in commands if command]


@pytest.mark.parametrize("line", lines_of("make"))
def test_what_make_would_run_is_there(line: str, project: Path):
    commands = asked_of_make(line, project)
    assert any(command[0].startswith(VENV) for command in commands), "it is run where everything is installed"
    for program, *words in commands:
        if not program.startswith(VENV):
            done(f"command -v {program}", project)
        elif program == f"{VENV}balance":
            parsed(words)
        elif program == f"{VENV}python":
            assert words[0] == "-m"
            assert importlib.util.find_spec(words[1]), words
            if words[1:3] == ["pip", "install"]:
                can_be_installed(words[3:])
        else:
            assert (Path(sys.executable).parent / program.removeprefix(VENV)).exists(), program


def test_make_prints_every_word_that_a_page_says(project: Path):
    printed = done("make help", project)
    assert done("make", project) == printed
    words = re.findall(r"^  make (\w+) +\S", printed, re.MULTILINE)
    assert [line for line in lines_of("make") if words_of(line)[1] not in words] == []


# ---------------------------------------------------------------- what is installed


def can_be_installed(words: list[str]) -> None:
    """What `pip install` is given: of this project, only what it has. Other names are those of its tools."""
    (wanted,) = [word for word in words if not word.startswith("-")]
    asked = Requirement(re.sub(r"^\.", PROJECT["name"], wanted))
    assert asked.name in (PROJECT["name"], "pip"), wanted
    assert asked.extras <= PROJECT["optional-dependencies"].keys(), wanted


@pytest.mark.parametrize("line", lines_of("pip"))
def test_what_is_installed_is_this_project_with_what_it_has(line: str):
    program, does, *words = words_of(line)
    assert (program, does) == ("pip", "install")
    can_be_installed(words)


@pytest.mark.parametrize("wanted", ["balance[cloud]", "tabletop-balance[clouds]", ".[clouds]"])
def test_another_name_or_extra_would_be_noticed(wanted: str):
    with pytest.raises(AssertionError):
        can_be_installed([wanted])


@pytest.mark.parametrize("line", lines_of("."))
def test_what_make_has_installed_is_found_after_this_line(line: str, project: Path):
    (made,) = [words for words in asked_of_make("make demo", project) if words[1:3] == ["-m", "venv"]]
    made = [sys.executable, *made[1:], "--without-pip"]
    assert done(f"{shlex.join(made)}\n{line}\ncommand -v python", project) == f"{project}/.venv/bin/python\n"


# ---------------------------------------------------------------- history


@pytest.mark.parametrize("line", lines_of("git"))
def test_a_commit_takes_what_it_names_and_nothing_is_left(line: str, project: Path):
    git, commit, option, message, *paths = words_of(line)
    assert (git, commit, option) == ("git", "commit", "-m")
    for path in paths:
        file = project / path if (project / path).is_file() else next((project / path).iterdir())
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    done(line, project)
    assert done("git log --format=%s; git status --short", project) == f"{message}\nFirst\n"


def test_the_example_history_is_where_the_next_line_goes(project: Path):
    page = DOCS / "how-to" / "look-back.md"
    make_it, go_there, *_ = shell_lines(page)
    assert [words_of(line)[0] for line in (make_it, go_there)] == ["sh", "cd"]
    said = done(f"{make_it}\n{go_there}\ngit log --format=%s -- cards.csv", project).splitlines()
    assert len(said) == 1 + 4


# ---------------------------------------------------------------- checksums, certificates


@pytest.mark.slow
@pytest.mark.parametrize("line", lines_of("cat"))
def test_the_parts_of_a_run_are_compared_with_their_checksums(line: str, tmp_path: Path):
    run = simulate(make("fairy", games=100), tmp_path / "run", 1)
    assert done(line, run.path) == ""
    part = run.parts("turns")[0]
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    said = typed(line, run.path, tmp_path / "home")
    assert (said.returncode, said.stdout) == (1, f"turns/{part.name}: FAILED\n")


@pytest.mark.slow
def test_dask_encrypts_with_the_certificates_that_are_made_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The lines one after the other, in one shell; test_typed_in_full.py types them on three machines, at night."""
    import dask
    from distributed.security import Security

    script = "\n".join([*lines_of("openssl", "chmod", "export"), "env --null"])
    said = typed(script, tmp_path, tmp_path / "home")
    assert said.returncode == 0, said.stderr
    variables = dict(pair.split("=", 1) for pair in said.stdout.rstrip("\0").split("\0"))
    assert {name for name in variables if name.startswith("DASK_")} > {name for name in os.environ if "DASK_" in name}
    assert (tmp_path / "cluster-key.pem").stat().st_mode & 0o777 == 0o600
    monkeypatch.chdir(tmp_path)
    with dask.config.set(dask.config.merge(dask.config.global_config, dask.config.collect_env(variables))):
        security = Security()
        assert security.require_encryption
        for role in ("scheduler", "worker", "client"):
            assert security.get_connection_args(role)["ssl_context"].get_ca_certs(), role
