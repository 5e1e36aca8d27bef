// @ts-check
/** A table to try moves on: the board, what every move is worth, the line, and the review. */
import { setAddress, toAddress } from "page/address.js";
import { BoardView } from "page/board.js";
import { byId, el, fill, setText } from "page/dom.js";
import { FilmPlayer } from "page/film.js";
import { showLine } from "page/line.js";
import { showMoves } from "page/moves.js";
import { pick } from "page/pick.js";
import { showReview } from "page/review.js";
import { isAbort, Trouble } from "page/server.js";
import { remember, remembered } from "page/store.js";

/** @typedef {import("page/types.js").Table} Table */
/** @typedef {import("page/types.js").Board} Board */
/** @typedef {import("page/types.js").Values} Values */
/** @typedef {import("page/types.js").Review} Review */
/** @typedef {import("page/types.js").Path} Path */
/** @typedef {import("page/types.js").Key} Key */
/** @typedef {import("page/types.js").PileOrder} PileOrder */
/** @typedef {import("page/types.js").Source} Source */
/** @typedef {import("page/address.js").TablePlace} TablePlace */

const WAITING = "Solving …";
const HIDDEN = "These cards are not known. Deal the unseen cards, and then try moves.";
const HIDDEN_IN_FILE = "These cards are not known, so no move can be tried in this file.";
const NO_ORDER = "Nobody knows the order of this pile. Deal the unseen cards to try one.";
/** What is about the board that is shown, and not about a film. */
const NOT_OF_FILM = ["headline", "turn-tools", "bars", "value-side"];
/** Somebody who holds an arrow key down passes boards by: their values are not asked for. */
const GLANCE = 100; // milliseconds

export class Analysis {
  /**
   * @param {Source} source
   * @param {(message: string) => void} say tell a reader of the screen
   * @param {(trouble: unknown, again: () => void) => void} complain
   * @param {() => void} calm what was complained about is over
   */
  constructor(source, say, complain, calm) {
    this.source = source;
    this.say = say;
    this.complain = complain;
    this.calm = calm;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Path} the moves that were played, and those that were taken back */
    this.path = [];
    this.at = 0;
    /** @type {Board[]} */
    this.boards = [];
    /** @type {PileOrder} */
    this.pile = "known";
    /** @type {Map<string, Values>} */
    this.values = new Map();
    /** @type {Review | null} */
    this.review = null;
    /** @type {AbortController} of everything that belongs to the table */
    this.life = new AbortController();
    /** @type {AbortController} of the values that are being waited for */
    this.waiting = new AbortController();
    /** The move that is being made; over if none is. */
    this.moving = Promise.resolve();
    /** The first place of the line that can be gone to. */
    this.first = 0;
    /** Whether the table is what the page shows, so that the address is its own. */
    this.isShown = false;
    /** What was last said of a position's value. */
    this.said = "";
    /** When a board was last shown, by the browser's clock. */
    this.shownAt = 0;
    this.areWhysOpen = remembered("whys", false);
    this.board = new BoardView(byId("board"));
    this.film = new FilmPlayer(byId("film"), {
      show: (board, cards) => {
        this.#draw(board, cards, null);
        this.board.bringIntoView();
      },
      close: () => this.#showAgain(),
      isShown: (isShown) => {
        for (const id of NOT_OF_FILM) byId(id).inert = isShown;
      },
      canTake: (path) => this.#canTake(path),
      take: (path) => this.#take(path),
    });
    this.#listen();
  }

  #listen() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      byId(id).addEventListener("click", act);
    click("to-start", () => this.go(0));
    click("undo", () => this.step(-1));
    click("redo", () => this.step(1));
    click("to-end", () => this.go(this.path.length));
    click("next-mistake", () => this.nextMistake());
    click("best-line", () => this.bestLine());
    click("shuffle", () => this.shuffle());
    click("share", () => this.share());
    click("on-site", () => this.openOnSite());
    click("whys", () => this.toggleWhys());
    for (const pile of /** @type {PileOrder[]} */ (["known", "unknown"])) {
      click(`pile-${pile}`, () => this.switchPile(pile));
    }
    for (const name of ["moves", "line"]) click(`tab-${name}`, () => this.#openTab(name));
    byId("tabs").addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.stopPropagation();
      this.#openTab(byId("tab-moves").ariaSelected === "true" ? "line" : "moves", true);
    });
  }

  /**
   * Show a table that was opened, at a place.
   * @param {Table} table
   * @param {TablePlace | null} place
   * @param {() => void} ready all is there, and is drawn next
   */
  async open(table, place, ready = () => {}) {
    this.life.abort();
    this.life = new AbortController();
    const follows = Math.min(place?.follows ?? 0, table.line.length);
    const extra = place?.path ?? [];
    let path = [...table.line];
    let boards = [...table.boards];
    if (extra.length > 0) {
      path = [...table.line.slice(0, follows), ...extra];
      boards = table.boards.slice(0, follows + 1);
      boards.push(...(await this.source.boards(table.opening, path, follows + 1, this.life.signal)));
    }
    this.film.close();
    this.calm();
    ready();
    this.values.clear();
    this.review = null;
    this.said = "";
    this.table = table;
    this.path = path;
    this.boards = boards;
    // A file of an endgame holds nothing of what came before it.
    this.first = this.source.isLive || table.is_game ? 0 : table.at;
    const at = place?.at ?? (extra.length > 0 ? path.length : table.at);
    this.at = Math.max(this.first, Math.min(at, path.length));
    const isOrderKnown = table.hidden.length === 0 && table.pile_order === "known";
    this.pile = isOrderKnown ? (place?.pile ?? "known") : "unknown";
    setText(byId("title"), table.title);
    fill(byId("notes"), ...table.notes.map((note) => el("p", {}, note)));
    fill(byId("review"));
    byId("shuffle").hidden = !this.source.isLive || isOrderKnown;
    byId("share").hidden = location.protocol === "file:"; // nobody else has that address
    byId("tab-line").textContent = table.is_game ? "Game" : "Line";
    // Of a position that comes from no deal the site can show nothing.
    byId("on-site").hidden = !this.source.hasLinks || table.boards[0]?.turn == null;
    byId("next-mistake").hidden = !table.is_game;
    this.#openTab(table.is_game ? "line" : "moves");
    this.show();
    if (table.is_game) void this.#review();
  }

  /** The board that is shown. */
  get current() {
    const board = this.boards[this.at];
    if (board === undefined) throw new Error("there is no board");
    return board;
  }

  /** Draw the present board, and get its values. */
  show() {
    const table = this.table;
    if (table === null) return;
    const board = this.current;
    this.#draw(board, table.cards, (keys) => void this.choose(() => keys));
    this.#drawTools();
    this.#drawLine();
    this.#address();
    void this.#getValues();
  }

  /** The same where what had the focus may be gone: then the board has it. */
  #showAgain() {
    this.show();
    if (document.activeElement === document.body) this.board.focus();
  }

  /**
   * @param {Board} board
   * @param {string[]} cards
   * @param {((keys: Key[]) => void) | null} choose
   */
  #draw(board, cards, choose) {
    if (this.table === null) return;
    this.board.show(this.table, cards, board, {
      pile: this.pile,
      choose,
      holds: (key) => this.#holds(key),
    });
  }

  /** Whether it is known what follows a move. @param {Key} key */
  #holds(key) {
    return this.source.holds([...this.path.slice(0, this.at), key]);
  }

  #drawTools() {
    const set = (/** @type {string} */ id, /** @type {boolean} */ isOff) => {
      const button = /** @type {HTMLButtonElement} */ (byId(id));
      // A disabled button would lose the focus of whoever has just pressed it.
      button.setAttribute("aria-disabled", String(isOff));
    };
    set("to-start", this.at === this.first);
    set("undo", this.at === this.first);
    set("redo", this.at === this.path.length);
    set("to-end", this.at === this.path.length);
    set("best-line", this.pile === "unknown" || this.current.over !== null);
    for (const pile of ["known", "unknown"]) {
      byId(`pile-${pile}`).setAttribute("aria-pressed", String(pile === this.pile));
    }
    byId("whys").setAttribute("aria-pressed", String(this.areWhysOpen));
  }

  /**
   * The names under which values are kept.
   * @param {number} at
   * @param {PileOrder} pile
   */
  #name(at, pile) {
    return `${pile}:${this.path.slice(0, at).join(".")}`;
  }

  async #getValues() {
    this.waiting.abort();
    const table = this.table;
    if (table === null) return;
    const name = this.#name(this.at, this.pile);
    const kept = this.values.get(name);
    if (kept !== undefined) return this.#showValues(kept);
    this.waiting = new AbortController();
    const { signal } = this.waiting;
    this.#showValues(null);
    const isGlance = performance.now() - this.shownAt < GLANCE;
    this.shownAt = performance.now();
    if (isGlance && this.source.isLive) {
      await new Promise((resolve) => setTimeout(resolve, GLANCE));
      if (signal.aborted) return;
    }
    try {
      const values = await this.source.values(
        table.opening,
        this.path.slice(0, this.at),
        this.pile,
        (some) => {
          if (signal.aborted) return;
          // Whoever sees them may use them, even if the answer's end takes a while to come.
          if (some.is_done) this.values.set(name, some);
          this.#showValues(some);
        },
        signal,
      );
      if (this.table !== table) return;
      this.values.set(name, values);
      if (signal.aborted) return;
      this.#drawLine();
      // What has not changed need not be heard again after every move.
      if (values.sentence !== this.said) this.say(values.sentence);
      this.said = values.sentence;
    } catch (fault) {
      if (isAbort(fault) || signal.aborted) return;
      this.#noValues(fault);
    }
  }

  /** @param {unknown} fault */
  #noValues(fault) {
    if (!(fault instanceof Trouble && fault.isInput)) {
      setText(byId("sentence"), "No values.");
      return this.complain(fault, () => this.show());
    }
    byId("sentence").className = "sentence refused";
    setText(byId("sentence"), fault.message);
    fill(byId("moves"));
    this.say(fault.message);
  }

  /** @param {Values | null} values null while nothing is known */
  #showValues(values) {
    const over = this.current.over;
    byId("sentence").className = `sentence${values === null ? " waiting" : ""}`;
    setText(byId("sentence"), values?.sentence ?? over ?? WAITING);
    setText(byId("model"), values?.model ?? "");
    byId("moves").setAttribute("aria-busy", String(values === null || !values.is_done));
    showMoves(
      byId("moves"),
      values ?? { sentence: "", model: null, label: null, height: null, moves: [], is_done: over !== null },
      this.areWhysOpen,
      {
        choose: (key) => void this.choose(() => [key]),
        film: (key) => void this.showFilm(key),
      },
    );
    if (this.film.isOpen) return;
    this.board.tag(
      (values?.moves ?? []).map(({ keys, label, mark, keeps_best }) => ({
        keys,
        label,
        mark,
        isBest: keeps_best,
      })),
    );
  }

  /** The moves, and what is known of their values. */
  #drawLine() {
    const places = this.boards.map((board, place) => ({
      words: this.#words(place),
      isOver: board.over !== null,
      values: this.values.get(this.#name(place, this.pile)),
      reviewed: this.#reviewed(place),
    }));
    showLine(places, this.first, this.at, (at) => this.go(at));
  }

  /**
   * What the review says of a board, if the game came to it.
   * @param {number} place
   */
  #reviewed(place) {
    const line = this.table?.line ?? [];
    const review = this.review;
    if (review === null || !this.path.slice(0, place).every((key, at) => key === line[at])) return null;
    const turn = review.turns[place - 1];
    if (this.pile === "unknown") {
      const chance = turn?.chance ?? null;
      return chance && { label: chance.after, height: chance.height, isMistake: chance.is_mistake };
    }
    if (turn === undefined) {
      return { label: review.start_label, height: review.start_height, isMistake: false };
    }
    return { label: turn.label, height: turn.height, isMistake: turn.cost !== null };
  }

  /**
   * What was done on the way to a board.
   * @param {number} place
   */
  #words(place) {
    const table = this.table;
    const key = this.path[place - 1];
    if (table === null || key === undefined) return "";
    const isOnLine = this.path.slice(0, place).every((one, at) => one === table.line[at]);
    const said = isOnLine ? table.line_words[place - 1] : undefined;
    return said ?? this.boards[place - 1]?.moves.find((move) => move.key === key)?.words ?? key;
  }

  /**
   * Try a move, after those that are being made: what is asked for then is a move of their board.
   * @param {() => Key[] | null} find the move, or several to choose from
   */
  choose(find) {
    return this.#queue(() => this.#move(find()));
  }

  /**
   * Do something after what is being done.
   * @param {() => void | Promise<void>} act
   */
  #queue(act) {
    this.moving = this.moving.then(act).catch((fault) => this.#refused(fault, () => {}));
    return this.moving;
  }

  /** @param {Key[] | null} keys */
  async #move(keys) {
    const { table, path, at } = this;
    if (table === null || keys === null || this.film.isOpen) return;
    if (table.hidden.length > 0) {
      return this.complain(new Trouble(this.source.isLive ? HIDDEN : HIDDEN_IN_FILE, true), () => {});
    }
    const chosen = keys.length > 1 ? await this.#pick(keys) : (keys[0] ?? null);
    if (chosen === null || this.table !== table || this.path !== path || this.at !== at) return;
    const key = this.source.held(path.slice(0, at), chosen);
    const words = this.current.moves.find((move) => move.key === key)?.words;
    if (words === undefined) return; // of a board that is gone
    if (path[at] === key) return this.go(at + 1);
    const longer = [...path.slice(0, at), key];
    try {
      const more = await this.source.boards(table.opening, longer, at + 1, this.life.signal);
      if (this.table !== table || this.path !== path || this.at !== at) return; // gone elsewhere
      this.path = longer;
      this.boards = [...this.boards.slice(0, at + 1), ...more];
      this.at = at + 1;
      const over = this.current.over;
      this.say(`${words}. ${over ?? `${table.names[this.current.to_move]} to move.`}`);
      this.calm();
      this.#showAgain();
      this.board.bringIntoView();
    } catch (fault) {
      const isHere = () => this.table === table && this.path === path && this.at === at;
      this.#refused(fault, () => void this.choose(() => (isHere() ? [key] : null)));
    }
  }

  /**
   * Ask which of several moves with one card is meant.
   * @param {Key[]} keys
   */
  #pick(keys) {
    const values = this.values.get(this.#name(this.at, this.pile))?.moves ?? [];
    const moves = this.current.moves.filter((move) => keys.includes(move.key));
    return pick(
      moves.map(({ key, words }) => ({
        key,
        words,
        label: values.find((value) => value.keys.includes(key))?.label ?? "",
      })),
    );
  }

  /**
   * @param {unknown} fault
   * @param {() => void} again
   */
  #refused(fault, again) {
    if (!isAbort(fault)) this.complain(fault, again);
  }

  /**
   * Go to a place of the line.
   * @param {number} at
   */
  go(at) {
    if (this.table === null) return;
    if (this.film.isOpen) return this.film.close();
    const place = Math.max(this.first, Math.min(at, this.path.length));
    if (place === this.at) return;
    this.at = place;
    const words = place === 0 ? "The start." : `${place}. ${this.#words(place)}.`;
    this.say(words);
    this.calm();
    this.#showAgain();
    this.board.bringIntoView();
  }

  /** One step, of the film if one is shown. @param {number} steps */
  step(steps) {
    if (this.film.isOpen) this.film.go(this.film.at + steps);
    else void this.#queue(() => this.go(this.at + steps));
  }

  /** To the start or to the end, of the film if one is shown. @param {boolean} isStart */
  goToEnd(isStart) {
    if (this.film.isOpen) this.film.go(isStart ? 0 : Infinity);
    else this.go(isStart ? 0 : this.path.length);
  }

  nextMistake() {
    const turns = this.review?.turns ?? [];
    const places = turns
      .filter((turn) => (this.pile === "unknown" ? turn.chance?.is_mistake : turn.cost !== null))
      .map((turn) => turn.turn);
    if (this.table === null || !this.table.is_game) return;
    if (this.review === null) return this.say("The review is not finished yet.");
    if (places.length === 0) return this.complain(new Trouble("No move of this game was a mistake.", true), () => {});
    const first = Math.min(...turns.map((turn) => turn.turn));
    const next = places.find((turn) => turn - first + 1 > this.at + 1) ?? places[0] ?? first;
    this.#goInGame(next - first); // the board before it, where something better was possible
  }

  /**
   * Go to a place of the game that came along, whatever was tried meanwhile.
   * @param {number} at
   */
  #goInGame(at) {
    if (this.table === null) return;
    this.film.close();
    this.path = [...this.table.line];
    this.boards = [...this.table.boards];
    this.at = -1; // wherever it was
    this.go(at);
  }

  async bestLine() {
    if (this.table === null || this.pile === "unknown") return;
    const values = this.values.get(this.#name(this.at, this.pile));
    const best = values?.moves.find((move) => move.has_film);
    if (best?.keys[0] !== undefined) await this.showFilm(best.keys[0]);
  }

  /** @param {Key} key */
  async showFilm(key) {
    const { table, path, at } = this;
    if (table === null) return;
    try {
      const before = path.slice(0, at);
      const film = await this.source.film(table.opening, before, this.pile, key, this.life.signal);
      if (!this.isShown || this.table !== table || this.path !== path || this.at !== at) return;
      this.calm();
      this.film.open(film);
    } catch (fault) {
      this.#refused(fault, () => void this.showFilm(key));
    }
  }

  /** Whether all boards of a film's path are known. @param {Path} path */
  #canTake(path) {
    const before = this.path.slice(0, this.at);
    return path.every((_, last) => this.source.holds([...before, ...path.slice(0, last + 1)]));
  }

  /**
   * Go on from a place of a film.
   * @param {Path} path
   */
  async #take(path) {
    const { table, at } = this;
    if (table === null) return;
    const longer = [...this.path.slice(0, at), ...path];
    try {
      const more = await this.source.boards(table.opening, longer, at + 1, this.life.signal);
      this.path = longer;
      this.boards = [...this.boards.slice(0, at + 1), ...more];
      this.at = longer.length;
      this.calm();
    } catch (fault) {
      this.#refused(fault, () => void this.#take(path));
    }
    this.#showAgain();
  }

  /** @param {PileOrder} pile */
  switchPile(pile) {
    if (this.table === null || pile === this.pile) return;
    if (pile === "known" && (this.table.hidden.length > 0 || this.table.pile_order === "unknown")) {
      return this.complain(new Trouble(NO_ORDER, true), () => {});
    }
    this.film.close();
    this.pile = pile;
    this.calm();
    this.#showAgain();
  }

  toggleWhys() {
    this.areWhysOpen = !this.areWhysOpen;
    remember("whys", this.areWhysOpen);
    for (const why of byId("moves").querySelectorAll("details")) why.open = this.areWhysOpen;
    this.#drawTools();
  }

  async shuffle() {
    if (this.table === null) return;
    try {
      const opening = await this.source.shuffle(this.table.opening, this.life.signal);
      const table = await this.source.open(opening, this.life.signal);
      setAddress(location.href, true); // the way back to what was unknown
      await this.open(table, null);
      this.board.focus();
    } catch (fault) {
      this.#refused(fault, () => void this.shuffle());
    }
  }

  /** @param {string} name @param {boolean} [focus] */
  #openTab(name, focus = false) {
    for (const one of ["moves", "line"]) {
      const tab = byId(`tab-${one}`);
      tab.setAttribute("aria-selected", String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
      byId(`panel-${one}`).hidden = one !== name;
      if (one === name && focus) tab.focus();
    }
  }

  #address() {
    const table = this.table;
    if (table === null || !this.isShown) return;
    let follows = 0;
    while (follows < this.path.length && this.path[follows] === table.line[follows]) follows += 1;
    const isLine = follows === this.path.length && follows === table.line.length;
    const place = /** @type {TablePlace} */ ({
      view: "table",
      opening: table.opening,
      follows,
      path: isLine ? [] : this.path.slice(follows),
      at: this.at,
      pile: this.pile,
    });
    setAddress(toAddress(place));
  }

  async share() {
    const address = location.href;
    try {
      await navigator.clipboard.writeText(address);
      this.say("The address of this position is copied.");
      byId("share").textContent = "Copied";
      setTimeout(() => (byId("share").textContent = "Copy address"), 2000);
    } catch {
      window.prompt("The address of this position:", address);
    }
  }

  async openOnSite() {
    const table = this.table;
    if (table === null) return;
    try {
      const link = await this.source.link(table.opening, this.path.slice(0, this.at), this.life.signal);
      window.open(link, "_blank", "noopener");
    } catch (fault) {
      this.#refused(fault, () => void this.openOnSite());
    }
  }

  async #review() {
    const table = this.table;
    if (table === null) return;
    const place = byId("review");
    fill(place, el("p", { class: "waiting" }, "The game is being reviewed …"));
    try {
      const review = await this.source.review(
        table.opening,
        (done, of) =>
          fill(place, el("p", { class: "waiting" }, `The game is being reviewed: ${Math.round((100 * done) / of)} % …`)),
        this.life.signal,
      );
      if (this.table !== table) return;
      this.review = review;
      const first = review.turns.findIndex((turn) => turn.cost !== null);
      showReview(place, review, {
        go: (at) => this.#goInGame(at),
        film: () => {
          if (review.better === null) return;
          this.#goInGame(first); // the film begins there, and so does who goes on from it
          this.film.open(review.better);
        },
      });
      this.#drawLine();
      this.say(review.sentence);
    } catch (fault) {
      if (isAbort(fault) || this.table !== table) return;
      fill(place, el("p", { class: "refused" }, fault instanceof Error ? fault.message : String(fault)));
    }
  }
}
