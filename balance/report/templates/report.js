"use strict";
/* Sorting, searching, filtering and downloading tables; placing explanations; choosing a run; opening queries for print.
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

  function csv(data) {
    return [data.names, ...data.rows].map((row) => row.map(csvCell).join(",") + "\r\n").join("");
  }

  /** The byte-order mark tells spreadsheets that the file is UTF-8. */
  function download(data) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\uFEFF" + csv(data)], { type: "text/csv;charset=utf-8" }));
    link.download = data.file;
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
    constructor(box) {
      this.data = JSON.parse(box.querySelector("script").textContent);
      this.body = box.querySelector("tbody");
      this.rows = this.data.rows.map((values, place) => ({ values, place, line: this.body.rows[place] }));
      this.heads = [...box.querySelectorAll("thead th")];
      this.search = box.querySelector("input[type=search]");
      this.choice = box.querySelector("select");
      this.count = box.querySelector(".count");
      this.heads.forEach((head, column) => {
        head.querySelector(".sort").addEventListener("click", () => this.sort(column));
      });
      this.search?.addEventListener("input", () => this.filter());
      this.choice?.addEventListener("change", () => this.filter());
      box.querySelector(".download").addEventListener("click", () => download(this.data));
      this.filter();
    }

    /** Numbers begin with the largest, text with A; the second click turns it round. */
    sort(column) {
      const at = this.data.shown[column];
      const first = this.data.texts.includes(at) ? "ascending" : "descending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = this.heads[column].getAttribute("aria-sort") === first ? other : first;
      const direction = order === "ascending" ? 1 : -1;
      this.heads.forEach((head, place) => head.setAttribute("aria-sort", place === column ? order : "none"));
      this.rows.sort((a, b) => compare(a.values[at], b.values[at], direction) || a.place - b.place);
      this.body.append(...this.rows.map((row) => row.line));
    }

    filter() {
      const words = plain(this.search?.value).split(/\s+/).filter(Boolean);
      const choice = this.choice?.value ?? "";
      let shown = 0;
      for (const { values, line } of this.rows) {
        const text = plain(this.data.searched.map((at) => values[at]).join("\n"));
        const kept = words.every((word) => text.includes(word)) &&
          (choice === "" || String(values[this.data.filter]) === choice);
        line.hidden = !kept;
        shown += kept;
      }
      const all = this.rows.length;
      this.count.textContent = shown === all ? `${all} ${all === 1 ? "row" : "rows"}` : `${shown} of ${all} rows`;
    }
  }

  /** An explanation opens beside the question mark that was pressed, inside the window. */
  function place(tip, button) {
    const box = button.getBoundingClientRect();
    const width = Math.min(352, document.documentElement.clientWidth - 32);
    const left = Math.max(16, Math.min(box.left - 24, document.documentElement.clientWidth - width - 16));
    tip.style.width = `${width}px`;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${box.bottom + scrollY + 8}px`;
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
  }

  /** Tables come to life when their run is first shown: a page with many runs opens as fast as one. */
  function wake(part) {
    part.querySelectorAll("[data-table]:not([data-awake])").forEach((box) => {
      box.dataset.awake = "";
      new Table(box);
    });
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
  function follow() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    runs?.reveal(target);
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
  follow();
})();
