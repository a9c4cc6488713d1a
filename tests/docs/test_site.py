"""The site of the documentation has every page, and whatever these link to."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import website
import yaml

from helpers.pages import DOCS, FENCE, ROOT

LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    website.write_site(folder)
    return folder


def links(page: Path) -> Iterator[Path]:
    """Where the links of a page lead."""
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        yield (page.parent / link).resolve()


@pytest.mark.slow
def test_every_link_leads_to_something_on_the_site(site: Path):
    pages = sorted((site / "pages").rglob("*.md"))
    linked = [(page, target) for page in pages for target in links(page)]
    assert len(linked) > 500
    assert [(page.name, str(target)) for page, target in linked if not target.is_file()] == []
    assert [target for _, target in linked if not target.is_relative_to(site.resolve())] == []
    hidden = [
        target for _, target in linked if any(part[0] == "." for part in target.relative_to(site.resolve()).parts)
    ]
    assert hidden == [], "what builds the site does not see them"


def test_the_contents_list_every_page_but_the_front(site: Path):
    project = tomllib.loads((site / "zensical.toml").read_text(encoding="utf-8"))["project"]
    sections = [name for section in project["nav"] for name in section]
    assert sections[:4] == ["Tutorials", "How-to guides", "Explanation", "Reference"]
    listed = list(pages_in(project["nav"]))
    assert len(listed) == len(set(listed))
    assert {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - set(listed) == {"README.md"}
    assert all((site / "pages" / page).is_file() for page in listed)


def pages_in(nav: list[Any]) -> Iterator[str]:
    """All pages of the contents; sections stand in sections."""
    for entry in nav:
        yield from [entry] if isinstance(entry, str) else pages_in([page for pages in entry.values() for page in pages])


def test_code_is_shown_as_a_page_and_nested_lists_are_set_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(website, "ROOT", tmp_path)
    monkeypatch.setattr(website, "DOCS", tmp_path / "docs")
    (tmp_path / "docs").mkdir()
    (tmp_path / "cards.sql").write_text("SELECT 1\n", encoding="utf-8")
    page = tmp_path / "docs" / "page.md"
    fence = "\n```sh\n  - [as it is](../cards.sql)\n```\n"
    page.write_text(f"- [a query](../cards.sql)\n  - inside\n{fence}", encoding="utf-8")
    text, linked = website.page(page)
    assert text == f"- [a query](project/cards.sql.md)\n    - inside\n{fence}"
    assert linked == [tmp_path / "cards.sql"]
    assert website.shown(tmp_path / "cards.sql") == "# cards.sql\n\n```sql\nSELECT 1\n```\n"


def test_the_workflow_builds_what_make_builds_and_publishes_only_where_that_is_wanted():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "docs.yml").read_text(encoding="utf-8"))["jobs"]
    assert [step["run"] for step in jobs["site"]["steps"] if "run" in step] == ["make site"]
    built = re.search(r"(build\S+)/index.html", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert built
    kept = [step["with"]["path"] for step in jobs["site"]["steps"] if "artifact" in step.get("uses", "")]
    assert kept == [built[1]]
    assert "vars.PUBLISH_DOCS" in jobs["publish"]["if"]
