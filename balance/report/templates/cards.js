  /* Cards: one dialog with everything about a card, a small card beside every link to one, the gallery and its table. */

  const MISSING = "–";
  const FORMATS = {
    int: [0], number: [2], percent: [1, false, 100, " %"], points: [1, true, 100], lift: [2], signed: [2, true],
  };

  /** A number as the page writes it: true minus signs, never -0. */
  function numberText(value, format) {
    if (typeof value !== "number") return MISSING;
    const [decimals, signed, times = 1, unit = ""] = FORMATS[format];
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const text = Math.abs(value * times).toLocaleString("en", digits);
    const sign = /^[0.,]+$/.test(text) ? "" : value < 0 ? "−" : signed ? "+" : "";
    return sign + text + unit;
  }

  function intervalText(low, high, format) {
    if (typeof low !== "number" || typeof high !== "number") return "";
    const [first, last] = [low, high].map((end) => numberText(end, format).replace(" %", ""));
    return `(${first} to ${last})`;
  }

  /** An element with these properties and children; text becomes text, nothing becomes nothing. */
  function el(name, properties = {}, ...children) {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  }

  /** A dot with its interval on a scale. */
  function whisker(low, value, high, [first, last]) {
    const place = (number) => Math.min(100, Math.max(0, (100 * (number - first)) / (last - first)));
    const drawn = el("i", { className: "whisker" });
    drawn.style.setProperty("--l", place(low ?? value));
    drawn.style.setProperty("--v", place(value));
    drawn.style.setProperty("--h", place(high ?? value));
    if (first < 0 && last > 0) drawn.style.setProperty("--z", place(0));
    return drawn;
  }

  function verdictMark(text) {
    return el("span", { className: `verdict ${text.toLowerCase().replaceAll(" ", "-")}` }, text);
  }

  /** One tab stop for many: arrow keys lead from each to the next. */
  class Rover {
    constructor(box, selector, back = "ArrowLeft", forth = "ArrowRight") {
      [this.box, this.selector, this.keys] = [box, selector, { [back]: -1, [forth]: 1 }];
      box.addEventListener("keydown", (event) => this.move(event));
      box.addEventListener("focusin", (event) => {
        const at = event.target.closest(selector);
        if (at && box.contains(at)) this.stop(at);
      });
      this.refresh();
    }

    /** Those that can be seen, in their order. */
    all() {
      return [...this.box.querySelectorAll(this.selector)].filter((element) => !element.closest("[hidden]"));
    }

    stop(at) {
      this.at?.setAttribute("tabindex", "-1");
      this.at = at;
      at.removeAttribute("tabindex");
    }

    refresh() {
      this.box.querySelectorAll(this.selector).forEach((element) => { if (element !== this.at) element.tabIndex = -1; });
      const all = this.all();
      if (all.length && !all.includes(this.at)) this.stop(all[0]);
    }

    move(event) {
      const step = event.key in this.keys ? this.keys[event.key] : { Home: -Infinity, End: Infinity }[event.key];
      const all = this.all();
      const from = all.indexOf(event.target.closest(this.selector));
      if (!step || from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      all[Math.min(all.length - 1, Math.max(0, from + step))].focus();
    }
  }

  /** All cards: drawn or as a table, of which the reader chooses the columns. Row i of the data is the i-th card. */
  class Book extends Table {
    static few = 12;

    constructor(box) {
      super(box, "card");
      this.gallery = box.querySelector(".gallery");
      this.numbers = box.querySelector(".numbers");
      this.more = this.data.more;
      const items = [...this.gallery.children];
      this.rows.forEach((row, at) => { row.item = items[at]; row.more = this.more.cards[at]; });
      this.button = box.querySelector(".all button");
      this.button.addEventListener("click", () => this.showAll());
      box.querySelector(".order").addEventListener("change", (event) => this.sortBy(event.target.value));
      box.querySelectorAll(".views button").forEach((view) => {
        view.addEventListener("click", () => this.show(view.value));
      });
      this.ready = true;
      this.ways = new Rover(box.querySelector(".views"), "button");
      this.links = new Rover(this.gallery, ".to-card");
      this.show("cards");
      this.filter();
    }

    show(view) {
      this.view = view;
      this.box.dataset.view = view;
      this.box.querySelectorAll(".views button").forEach((button) => {
        button.setAttribute("aria-pressed", String(button.value === view));
      });
      this.gallery.hidden = view !== "cards";
      this.numbers.hidden = view !== "table";
      this.refresh();
    }

    showAll() {
      const shown = this.kept().length;
      this.all = !this.all;
      this.refresh();
      if (this.all && shown > Book.few) this.kept()[Book.few].item.querySelector("a").focus({ preventScroll: true });
    }

    sortBy(place) {
      if (place !== "") {
        this.sort(Number(place), this.data.columns[place].format in FORMATS ? "descending" : "ascending");
        return;
      }
      this.heads.forEach((head) => head?.setAttribute("aria-sort", "none"));
      this.rows.sort((a, b) => a.place - b.place);
      this.put();
    }

    put() {
      super.put();
      this.gallery.append(...this.rows.map((row) => row.item));
      this.refresh();
    }

    /** Of many cards the first few are drawn; all of them on request. */
    refresh() {
      super.refresh();
      if (!this.ready) return;
      const kept = this.kept();
      const few = this.all || kept.length <= Book.few + 3 ? kept.length : Book.few;
      this.rows.forEach((row) => { row.item.hidden = true; });
      kept.slice(0, few).forEach((row) => { row.item.hidden = false; });
      this.button.parentElement.hidden = this.view !== "cards" || kept.length <= Book.few + 3;
      this.button.textContent = this.all ? "Show fewer" : `Show all ${kept.length} cards`;
      this.links.refresh();
    }

    value(row, name) {
      const at = this.data.names.indexOf(name);
      return at < 0 ? null : row.values[at];
    }
  }

  /** By the id of a card's place: its book and its row. Links of another run lead to that run's own card. */
  const places = new Map();
  function readBooks(part) {
    part.querySelectorAll(".book").forEach((box) => {
      box.table.rows.forEach((row) => places.set(row.item.id, { book: box.table, row }));
    });
  }
  const TO_CARDS = 'a[href^="#"], [data-card]';
  function cardOf(link) {
    const id = link.dataset.card ?? link.hash.slice(1);
    const prefix = link.closest(".run")?.dataset.prefix ?? "";
    return places.get(prefix + decodeURIComponent(id)) ?? places.get(decodeURIComponent(id));
  }

  /** What a page of a card is closed with when the reader went back or forth: the address has changed already. */
  const BY_HISTORY = "history";

  /** The page of a card: a dialog, filled when it opens. Its address ends with the card's id. */
  class CardPage {
    constructor() {
      this.body = el("div", { className: "body" });
      this.title = el("h2", { id: "card-page-title", className: "unseen", tabIndex: -1 });
      const close = el("button", { type: "button", className: "close", ariaLabel: "Close" }, "×");
      this.before = el("button", { type: "button", ariaLabel: "Card before" }, "←");
      this.after = el("button", { type: "button", ariaLabel: "Next card" }, "→");
      const bar = el("div", { className: "bar" }, this.before, this.after, close);
      this.dialog = el("dialog", { className: "card-page" }, bar, this.title, this.body);
      this.dialog.setAttribute("aria-labelledby", this.title.id);
      document.body.append(this.dialog);
      close.addEventListener("click", () => this.dialog.close());
      this.before.addEventListener("click", () => this.step(-1));
      this.after.addEventListener("click", () => this.step(1));
      this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
      this.dialog.addEventListener("close", () => this.leave());
    }

    /** Opens, or turns to, a card. ``from``: it comes from a link of the page, to which the reader goes back. */
    open(place, from = true) {
      this.place = place;
      const { book, row } = place;
      const hash = `#${row.item.id}`;
      if (location.hash !== hash) {
        if (this.dialog.open || !from) history.replaceState(history.state, "", hash);
        else { history.pushState({ card: true }, "", hash); this.pushed = true; }
      }
      this.title.textContent = book.value(row, "name");
      this.body.replaceChildren(...cardParts(book, row));
      const order = book.kept();
      this.before.disabled = order.indexOf(row) <= 0;
      this.after.disabled = order.indexOf(row) < 0 || order.at(-1) === row;
      if (!this.dialog.open) this.dialog.showModal();
      this.dialog.scrollTop = 0;
      this.title.focus({ preventScroll: true });
    }

    step(by) {
      const order = this.place.book.kept();
      const next = order[order.indexOf(this.place.row) + by];
      const button = document.activeElement;
      if (!next) return;
      this.open({ book: this.place.book, row: next });
      if (!button.disabled) button.focus();
    }

    /**
     * The address is again that of the place the reader came from. Where the history led away, it is so already: and
     * as a dialog tells of its closing later, the reader may have gone forth to a card meanwhile.
     */
    leave() {
      if (this.dialog.returnValue === BY_HISTORY) this.dialog.returnValue = "";
      else if (this.pushed) history.back();
      else history.replaceState(null, "", location.pathname + location.search);
      this.pushed = false;
    }
  }

  /** What the page of a card shows: its face, then one part for everything that is known. */
  function cardParts(book, row) {
    const { item, more } = row;
    const face = el("div", { className: item.className }, ...[...item.children].map((part) => part.cloneNode(true)));
    face.querySelector(".to-card").replaceWith(el("b", { className: "name" }, book.value(row, "name")));
    face.querySelector(".judged")?.remove();
    const cells = el("dl", { className: "cells" });
    for (const [name, text] of more.cells ?? []) cells.append(el("dt", {}, name), el("dd", {}, text));
    const aside = el("div", { className: "aside" }, face, el("h3", {}, "In cards.csv"), cells);
    const parts = [verdictPart, stripPart, editPart, numberPart, turnPart, partnerPart, watchPart];
    return [aside, el("div", { className: "parts" }, ...parts.map((part) => part(book, row)))];
  }

  function part(title, note, ...children) {
    return el("section", {}, el("h3", {}, title), ...children, note ? el("p", { className: "remark" }, note) : null);
  }

  function verdictPart(book, row) {
    const verdict = book.value(row, "verdict");
    if (!verdict) return null;
    const role = book.value(row, "role");
    const roles = { trap: "A trap: players want it more than it is worth.", sleeper: "A sleeper: players pass it over." };
    return el("section", { className: "says" }, el("p", {}, verdictMark(verdict)), el("p", {}, row.more.says),
      book.more.who ? el("p", { className: "remark" }, book.more.who) : null,
      row.more.survives ? el("p", {}, row.more.survives[0]) : null,
      role ? el("p", {}, roles[role]) : null);
  }

  /** Rows of a name, a dot with its interval, and the numbers, all on one scale. */
  function strip(caption, rows, format = "points") {
    const known = rows.flatMap((row) => [row[2], row[3], row[4]]).filter((end) => typeof end === "number");
    const room = 0.05 * (Math.max(0, ...known) - Math.min(0, ...known)) || 1;
    const scale = [Math.min(0, ...known) - room, Math.max(0, ...known) + room];
    const table = el("table", { className: "strip" }, el("caption", { className: "unseen" }, caption));
    for (const [what, kind, value, low, high, note] of rows) {
      const line = el("tr", { className: kind }, el("th", { scope: "row" }, what),
        el("td", { className: "drawn" }, whisker(low, value, high, scale)),
        el("td", { className: "number" }, `${numberText(value, format)} `,
          el("span", { className: "interval" }, intervalText(low, high, format))),
        note === undefined ? null : el("td", { className: "note" }, note));
      table.append(line);
    }
    return table;
  }

  function stripPart(book, row) {
    const wanted = [["Power", "power"], ["Users' power", "power_users"], ["Two-way", "power_two_way"], ["Linked to winning", "alike"]];
    const rows = wanted.map(([what, name]) => [what, name === "power" ? "main" : "", book.value(row, name),
      book.value(row, `${name}_low`), book.value(row, `${name}_high`)]).filter((line) => typeof line[2] === "number");
    const ofWhom = (row.more.strip ?? []).map(([what, ...numbers]) => [what, "of", ...numbers]);
    if (!rows.length) return null;
    const power = row.more.alone ? "what players who gain it win more than without it" : "what players who gain it owe to it, " +
      "beyond the average of its kind";
    const others = row.more.alone ? "" : " Users' power: without taking off that average. Two-way: the same over all who gain " +
      "it or what stands in its place.";
    return part("Points of win rate", `Power: ${power}.${others} Linked: what they win more than others like them, whatever ` +
      "the reason.", strip("Power", [...rows, ...ofWhom]));
  }

  function editPart(book, row) {
    const edits = (row.more.edits ?? []).map(([edit, ...numbers]) => [edit, "", ...numbers]);
    if (!edits.length) return null;
    return part("Trial edits", "Change of the win rate of players who gain it, in the same games.", strip("Trial edits", edits));
  }

  function numberPart(book, row) {
    const wanted = ["power_reach", "pick_rate", "expected_rate", "met", "taken_seats", "played_seats", "used_seats", "kept_seats",
      "power_points"];
    const list = el("dl", { className: "numbers" });
    for (const column of wanted.map((name) => book.data.columns.find((shown) => book.data.names[shown.at] === name))) {
      if (!column || typeof row.values[column.at] !== "number") continue;
      const [low, high] = (column.ends ?? []).map((at) => row.values[at]);
      list.append(el("div", {}, el("dt", {}, column.label), el("dd", {}, numberText(row.values[column.at], column.format), " ",
        el("span", { className: "interval" }, intervalText(low, high, column.format)))));
    }
    return list.children.length ? part("How it is chosen and used", "Met: of all players; taken, played, used, kept: of those.", list) : null;
  }

  function turnPart(book, row) {
    const turns = row.more.turns ?? [];
    if (turns.length < 2) return null;
    const most = Math.max(...turns.map((turn) => turn[1]));
    const all = turns.reduce((sum, turn) => sum + turn[1], 0);
    const list = el("ol", { className: "turns" }, ...turns.map(([turn, players, share]) => {
      const bar = el("i");
      bar.style.setProperty("--h", players / most);
      return el("li", {}, el("span", { className: "unseen" }, `Turn ${turn}: ${Math.round((100 * players) / all)} % of its first plays, won `),
        el("b", {}, numberText(share, "percent").replace(/\.\d/, "")), bar, el("span", { ariaHidden: "true" }, turn));
    }));
    return part("When it is first played", "Bars: how often on these turns. Above: win rate of the players who did. Late plays " +
      "happen in games that lasted.", list);
  }

  function partnerPart(book, row) {
    const pairs = (row.more.partners ?? []).map(([id, value, low, high, clear]) => {
      const other = book.rows.find((card) => card.more.id === id);
      const link = other ? el("a", { href: `#${other.item.id}`, className: "to-card" }, book.value(other, "name")) : id;
      return [link, clear ? "" : "of", value, low, high, clear ? "clear" : ""];
    });
    if (!pairs.length) return null;
    return part("Partners", "Points of win rate with both, less what the two add up to. Those not called clear may be chance.", strip("Partners", pairs));
  }

  function watchPart(book, row) {
    const games = row.more.watch ?? [];
    if (!games.length || !book.more.replay) return null;
    const list = el("ul", { className: "watch" }, ...games.map(([game, player, margin]) => {
      const command = `${book.more.replay} ${game}`;
      const button = el("button", { type: "button", ariaLabel: `Copy: ${command}` }, "Copy");
      button.addEventListener("click", () => copy(command, button));
      return el("li", {}, `Game ${game.toLocaleString("en")}: player ${player} has or uses it and wins${margin ? ` by ${margin}` : " on the tie-break"}.`,
        el("span", {}, el("code", {}, command), button));
    }));
    return part("Games to watch", "", list);
  }

  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  }

  /** The small card beside a link to it: for who points at the link, or comes to it by keyboard. */
  class Preview {
    constructor() {
      this.tip = el("div", { className: "tip preview", popover: "manual", ariaHidden: "true" });
      document.body.append(this.tip);
      document.addEventListener("pointerover", (event) => this.point(event));
      document.addEventListener("focusin", (event) => this.wait(this.link(event.target), 0));
      document.addEventListener("focusout", () => this.hide());
      document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && this.tip.matches(":popover-open")) { this.hide(); event.preventDefault(); }
      });
      addEventListener("scroll", () => this.follow(), { passive: true, capture: true });
    }

    /** The link to a card; a card of the gallery is its own picture. */
    link(target) {
      const link = target.closest?.(TO_CARDS);
      return link && !link.closest(".gallery") && link.matches(":hover, :focus-visible") && cardOf(link) ? link : null;
    }

    point(event) {
      if (event.pointerType === "touch" || this.tip.contains(event.target)) return;
      this.wait(this.link(event.target), 250);
    }

    wait(link, delay) {
      if (link === this.at) return;
      clearTimeout(this.timer);
      this.at = link;
      this.timer = setTimeout(() => (link ? this.show(link) : this.hide()), link ? delay : 150);
    }

    /** The page moved under it. */
    follow() {
      if (!this.tip.matches(":popover-open")) return;
      if (this.at?.matches(":hover, :focus-visible")) place(this.tip, this.at, 272);
      else this.hide();
    }

    show(link) {
      if (!link.matches(":hover, :focus-visible")) return;
      const { item } = cardOf(link).row;
      const parts = [...item.children].map((part) => part.cloneNode(true));
      this.tip.replaceChildren(el("div", { className: item.className }, ...parts));
      this.tip.querySelector(".to-card").replaceWith(el("b", { className: "name" }, item.querySelector(".to-card").textContent));
      (link.closest("dialog") ?? document.body).append(this.tip);
      if (!this.tip.matches(":popover-open")) this.tip.showPopover();
      place(this.tip, link, 272);
    }

    hide() {
      clearTimeout(this.timer);
      this.at = null;
      if (this.tip.matches(":popover-open")) this.tip.hidePopover();
    }
  }

  let page = null;
  let preview = null;
  function openCard(place, from) {
    preview?.hide();
    page ??= new CardPage();
    page.open(place, from);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(TO_CARDS);
    const place = link && !event.ctrlKey && !event.metaKey && !event.shiftKey && cardOf(link);
    if (!place) return;
    event.preventDefault();
    openCard(place);
  });

  /** Whether the address names a card; then its page opens, else it closes. */
  function followCard() {
    const place = places.get(decodeURIComponent(location.hash.slice(1)));
    if (place) openCard(place, false);
    else if (page?.dialog.open) page.dialog.close(BY_HISTORY);
    return Boolean(place);
  }
