"use strict";
/* Sorting, searching, filtering and downloading tables, of chosen columns; placing explanations; choosing a run; opening queries for print.
   The exact values of each table stand in a JSON element beside it, in the order of its rows. */
(() => {
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  /** Text without accents and capitals, so that "elan" finds "Élan". */
  const plain = (text) => String(text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  /** A cell of a CSV file. A spreadsheet must not take text for a formula, so such text gets an apostrophe. */
  function csvCell(value) {
    if (value === null) return "";
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    const text = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) || /^[\t\r]/.test(value) ? "'" + value : value;
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  }

  function csv(names, rows, places) {
    return [names, ...rows].map((row) => places.map((at) => csvCell(row[at])).join(",") + "\r\n").join("");
  }

  /** The byte-order mark tells spreadsheets that the file is UTF-8. */
  function download(file, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\uFEFF" + text], { type: "text/csv;charset=utf-8" }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /** Numbers before text, missing values last whichever way the column is sorted. */
  function compare(a, b, direction) {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    const order = typeof a === "string" || typeof b === "string" ? collator.compare(a, b) : a - b;
    return order * direction;
  }

  class Table {
    /** What its rows are called: a row, two rows. */
    constructor(box, word = "row") {
      [this.box, this.word] = [box, word];
      box.table = this;
      this.data = JSON.parse(box.querySelector("script").textContent);
      this.columns = this.data.columns;
      this.shown = this.columns.map((column, place) => place).filter((place) => this.columns[place].shown);
      this.head = box.querySelector("thead tr");
      this.body = box.querySelector("tbody");
      this.rows = this.data.rows.map((values, place) => ({ values, place, line: this.body.rows[place], kept: true }));
      this.search = box.querySelector("input[type=search]");
      this.choices = [...box.querySelectorAll("select.filter")];
      this.count = box.querySelector(".count");
      this.heads = this.columns.map(() => null);
      this.shown.forEach((place, at) => this.name(place, this.head.children[at]));
      this.sorts = new Rover(this.head, ".sort");
      this.names = new Rover(this.body, "a, .help", "ArrowUp", "ArrowDown");
      const tools = box.querySelector(".tools");
      tools.append(...box.querySelectorAll(":scope > .help"));
      this.tools = new Rover(tools, "button");
      this.search?.addEventListener("input", () => this.filter());
      this.choices.forEach((choice) => choice.addEventListener("change", () => this.filter()));
      box.querySelectorAll(".columns input").forEach((tick) => {
        tick.addEventListener("change", () => this.choose(Number(tick.value), tick.checked));
      });
      this.panel = box.querySelector(".columns");
      if (this.panel) this.shut();
      box.querySelector(".download").addEventListener("click", () => download(this.data.file, this.csv()));
      this.filter();
    }

    /** The list of columns closes by Escape, and where the reader goes on elsewhere. */
    shut() {
      this.panel.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !this.panel.open) return;
        this.panel.open = false;
        this.panel.firstElementChild.focus();
      });
      document.addEventListener("pointerdown", (event) => {
        if (!this.panel.contains(event.target)) this.panel.open = false;
      });
    }

    /** A heading sorts by its column. */
    name(place, head) {
      this.heads[place] = head;
      head.querySelector(".sort").addEventListener("click", () => this.sort(place));
    }

    /** Numbers begin with the largest, text with A; the second click turns it round. */
    sort(place, wanted) {
      const { at, format } = this.columns[place];
      const first = format === "text" || format === "verdict" ? "ascending" : "descending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = wanted ?? (this.heads[place].getAttribute("aria-sort") === first ? other : first);
      const direction = order === "ascending" ? 1 : -1;
      this.heads.forEach((head, index) => head?.setAttribute("aria-sort", index === place ? order : "none"));
      this.rows.sort((a, b) => compare(a.values[at], b.values[at], direction) || a.place - b.place);
      this.put();
    }

    /** The rows stand in their order. */
    put() {
      this.body.append(...this.rows.map((row) => row.line));
    }

    kept() {
      return this.rows.filter((row) => row.kept);
    }

    filter() {
      const parts = plain(this.search?.value).split(/\s+/).filter(Boolean);
      for (const row of this.rows) {
        const text = plain(this.data.searched.map((at) => row.values[at]).join("\n"));
        row.kept = parts.every((word) => text.includes(word)) && this.choices.every((choice, at) =>
          choice.value === "" || String(row.values[this.data.filters[at]]) === choice.value);
        row.line.hidden = !row.kept;
      }
      const [shown, all] = [this.kept().length, this.rows.length];
      const words = all === 1 ? this.word : `${this.word}s`;
      this.count.textContent = shown === all ? `${all} ${words}` : `${shown} of ${all} ${words}`;
      this.refresh();
    }

    refresh() {
      this.names.refresh();
      this.sorts.refresh();
    }

    /** A column comes, or goes. */
    choose(place, shown) {
      const at = this.shown.filter((index) => index < place).length;
      if (shown) {
        const column = this.columns[place];
        const head = el("th", { scope: "col", className: column.format in FORMATS ? "number" : "" },
          el("button", { type: "button", className: `sort${column.label.length < 19 ? " brief" : ""}` }, column.label));
        head.setAttribute("aria-sort", "none");
        this.head.children[at - 1].after(head);
        this.name(place, head);
        for (const row of this.rows) row.line.children[at - 1].after(this.cell(column, row.values));
        this.shown.splice(at, 0, place);
      } else {
        for (const line of [this.head, ...this.rows.map((row) => row.line)]) line.children[at].remove();
        this.heads[place] = null;
        this.shown.splice(at, 1);
      }
      this.refresh();
    }

    cell(column, values) {
      const value = values[column.at];
      if (!(column.format in FORMATS)) {
        const words = value === null || value === "" ? MISSING : String(value);
        return el("td", {}, column.format === "verdict" && value ? verdictMark(words) : words);
      }
      const cell = el("td", { className: "number" });
      const [low, high] = (column.ends ?? []).map((at) => values[at]);
      if (column.scale && typeof value === "number") cell.append(whisker(low, value, high, column.scale), " ");
      cell.append(numberText(value, column.format));
      if (column.ends) cell.append(" ", el("span", { className: "interval" }, intervalText(low, high, column.format)));
      return cell;
    }

    /** What is shown: its rows in their order, its columns, each with the ends of its interval; the id behind the name. */
    csv() {
      const id = this.data.names.indexOf("id");
      const parts = (place, first) => [this.columns[place].at, ...(first && id >= 0 ? [id] : []), ...(this.columns[place].with ?? [])];
      const places = [...new Set(this.shown.flatMap((place, number) => parts(place, number === 0)))];
      return csv(this.data.names, this.kept().map((row) => row.values), places);
    }
  }

/* cards.js */

  /** An explanation opens beside the question mark that was pressed, inside the window. */
  function place(tip, button, most = tip.matches(".columns-help") ? 640 : 352) {
    const box = button.getBoundingClientRect();
    const width = Math.min(most, document.documentElement.clientWidth - 32);
    const left = Math.max(16, Math.min(box.left - 24, document.documentElement.clientWidth - width - 16));
    tip.style.width = `${width}px`;
    tip.style.left = `${left + scrollX}px`;
    const under = box.bottom + 8 + tip.offsetHeight <= innerHeight || box.top < tip.offsetHeight + 8;
    tip.style.top = `${scrollY + (under ? box.bottom + 8 : box.top - tip.offsetHeight - 8)}px`;
  }

  /** The word or question mark that was pressed last: several may open the same explanation. */
  let pressed = null;
  for (const button of document.querySelectorAll("button[popovertarget]")) {
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => { pressed = button; });
  }
  for (const tip of document.querySelectorAll(".tip")) {
    tip.addEventListener("beforetoggle", (event) => {
      const open = event.newState === "open";
      document.querySelectorAll(`[popovertarget="${tip.id}"]`).forEach((button) => {
        button.setAttribute("aria-expanded", String(open && button === pressed));
      });
      if (open && pressed) place(tip, pressed);
    });
    tip.addEventListener("toggle", (event) => { if (event.newState === "open" && pressed) place(tip, pressed); });
  }

  /** Whose links and explained words are one stop for the keyboard: a finding, an answer with its points, a caption. */
  const SENTENCES = ".finding, .brief, .answer, .answer details p, .prose, .remark, figcaption";
  const WORDS = "a, .term";
  const OF_AN_ANSWER = ".answer > :not(details) :is(a, .term), .answer > details > summary";

  /** Tables and sentences come to life when their run is first shown: a page with many runs opens as fast as one. */
  function wake(part) {
    part.querySelectorAll(".contents").forEach((box) => {
      new Rover(box, ".contents > ol > li > a, .contents > ol > li > details > summary", "ArrowUp", "ArrowDown");
    });
    part.querySelectorAll(SENTENCES).forEach((box) => {
      const words = box.matches(".answer") ? OF_AN_ANSWER : WORDS;
      if (box.querySelectorAll(words).length > 1) new Rover(box, words);
    });
    part.querySelectorAll("[data-table]:not([data-awake])").forEach((box) => {
      box.dataset.awake = "";
      new (box.matches(".book") ? Book : Table)(box);
    });
    readBooks(part);
  }

  /** The switch between the runs of one page. Without it, and on paper, they stand one after the other. */
  class Runs {
    constructor(box) {
      this.runs = [...document.querySelectorAll(".run")];
      this.radios = [...box.querySelectorAll("input")];
      this.box = box;
      this.beside = document.querySelector("[data-beside]");
      this.skip = document.querySelector(".skip");
      this.radios.forEach((radio, at) => radio.addEventListener("change", () => this.change(at)));
      this.show(0);
    }

    /** The comparison of all runs stays below the findings, whichever run's they are. */
    show(at) {
      this.shown = this.runs[at];
      wake(this.shown);
      this.runs.forEach((run) => { run.hidden = run !== this.shown; });
      this.radios[at].checked = true;
      this.shown.querySelector(".findings").after(this.beside);
      this.skip.href = `#${this.shown.dataset.prefix}findings`;
    }

    /** Another run at the same place: who looks at its cards sees the other run's cards. */
    change(at) {
      const edge = this.box.getBoundingClientRect().bottom + 40;
      const read = [...this.shown.querySelectorAll("[id]:is(.chapter, .answered, .chart, .table, .finding)")]
        .filter((part) => part.getBoundingClientRect().top < edge);
      const before = this.shown.dataset.prefix.length;
      const tops = read.map((part) => [part.id, part.getBoundingClientRect().top]).reverse();
      this.show(at);
      for (const [id, top] of tops) {
        const same = this.beside.contains(document.getElementById(id)) ? id : this.shown.dataset.prefix + id.slice(before);
        const part = document.getElementById(same);
        if (part && this.shown.contains(part)) {
          scrollBy({ top: part.getBoundingClientRect().top - top, behavior: "instant" });
          return;
        }
      }
    }

    /** The run that holds what a link leads to. */
    reveal(target) {
      const at = this.runs.indexOf(target.closest(".run"));
      if (at >= 0 && this.runs[at] !== this.shown) this.show(at);
    }
  }

  const box = document.querySelector("[data-switch]");
  const runs = box && new Runs(box);

  /** What a link leads to may lie in another run or in a closed query. */
  function follow(event) {
    if (followCard() || places.has(decodeURIComponent(new URL(event?.oldURL ?? location.href).hash.slice(1)))) return;
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    runs?.reveal(target);
    target.closest(".book")?.table.show(target.closest(".gallery") ? "cards" : target.closest(".numbers") ? "table" : "cards");
    const details = target.closest("details");
    if (details) details.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", follow);

  /** On paper stand the findings, the answers and the charts; tables, queries and words only where all is asked for. */
  const root = document.documentElement;
  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => {
      root.classList.toggle("everything", button.dataset.print === "everything");
      print();
      root.classList.remove("everything");
    });
  }

  let opened = [];
  addEventListener("beforeprint", () => {
    if (!root.classList.contains("everything")) return;
    opened = [...document.querySelectorAll("details:is(.sql, .folded):not([open])")];
    opened.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => {
    opened.forEach((details) => { details.open = false; });
    opened = [];
  });

  if (!runs) wake(document);
  document.documentElement.classList.add("js");
  if (document.querySelector(".book")) preview = new Preview();
  follow();
})();
