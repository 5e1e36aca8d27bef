// @ts-check
/** Exercises: answer on the board, then learn why. Values are shown only when somebody asks. */
import { setAddress, toAddress } from "page/address.js";
import { BoardView } from "page/board.js";
import { byId, counted, el, fill, keepingFocus, setText } from "page/dom.js";
import { FilmPlayer } from "page/film.js";
import { fitting } from "page/kept.js";
import { showMoves } from "page/moves.js";
import { playerOptions, RuleChoice } from "page/open.js";
import { pick } from "page/pick.js";
import { isAbort, Trouble } from "page/server.js";
import { note, progress } from "page/store.js";

/** @typedef {import("page/types.js").Choices} Choices */
/** @typedef {import("page/types.js").Exercise} Exercise */
/** @typedef {import("page/types.js").ExerciseMove} ExerciseMove */
/** @typedef {import("page/types.js").Kept} Kept */
/** @typedef {import("page/types.js").Key} Key */
/** @typedef {import("page/types.js").Opening} Opening */
/** @typedef {import("page/types.js").Source} Source */
/** @typedef {import("page/types.js").Wish} Wish */

const RIGHT = "✔";
const WRONG = "✘";

export class Learning {
  /**
   * @param {Source} source
   * @param {Kept | null} kept
   * @param {(message: string) => void} say
   * @param {(opening: Opening) => void} analyse open a position on the table
   */
  constructor(source, kept, say, analyse) {
    this.source = source;
    this.kept = kept;
    this.say = say;
    this.analyse = analyse;
    /** @type {Exercise | null} */
    this.exercise = null;
    /** @type {Wish | null} */
    this.wish = null;
    /** Whether the exercise is one that was missed before, and comes again. */
    this.isAgain = false;
    /** @type {Exercise[]} what is still to come again */
    this.again = [];
    this.hints = 0;
    this.isAnswered = false;
    this.isSolutionShown = false;
    this.life = new AbortController();
    this.rules = new RuleChoice(byId("learn-rules"), "learn-rule");
    this.board = new BoardView(byId("learn-board"));
    this.film = new FilmPlayer(byId("learn-film"), {
      show: (board, cards) => {
        this.#draw(board, cards, false);
        this.board.bringIntoView();
      },
      close: () => {
        this.#drawPosition();
        if (document.activeElement === document.body) this.board.focus();
      },
      take: null,
    });
    this.#listen();
  }

  #listen() {
    byId("learn-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin(this.#formWish(0));
    });
    byId("hint").addEventListener("click", () => this.hint());
    byId("solution").addEventListener("click", () => this.solution());
    byId("retry").addEventListener("click", () => this.retry());
    byId("next").addEventListener("click", () => void this.next());
    byId("learn-again").addEventListener("click", () => void this.nextAgain());
    byId("learn-open").addEventListener("click", () => {
      if (this.exercise !== null) this.analyse(this.exercise.table.opening);
    });
  }

  /** @param {Choices} choices */
  offer(choices) {
    fill(byId("learn-players"), ...playerOptions(choices, 3));
    this.rules.offer(choices, ["base"]);
    const themes = this.kept === null ? choices.themes : choices.themes.filter((theme) => this.#has(theme.name));
    fill(
      byId("learn-theme"),
      el("option", { value: "" }, "any theme"),
      ...themes.map((theme) => el("option", { value: theme.name }, theme.title)),
    );
    for (const name of ["learn-players-field", "learn-rules", "learn-kind-field"]) {
      byId(name).hidden = this.kept !== null;
    }
    this.#tally();
  }

  /** @param {string} theme */
  #has(theme) {
    return this.kept?.exercises.some((one) => one.theme === theme) ?? false;
  }

  /**
   * What the form asks for.
   * @param {number} number
   * @returns {Wish}
   */
  #formWish(number) {
    const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id)).value;
    return {
      players: Number(value("learn-players")),
      rules: this.rules.chosen(),
      kind: value("learn-kind") === "puzzle" ? "puzzle" : "judgement",
      grade: Number(value("learn-grade")) || null,
      theme: value("learn-theme") || null,
      number,
      seed: value("learn-seed") || "1",
    };
  }

  /** Nobody looks any more: stop searching. */
  leave() {
    this.life.abort();
  }

  /** Show what an address asks for. @param {Wish | null} wish */
  async visit(wish) {
    if (wish === null) {
      if (this.exercise === null && this.kept !== null) await this.begin(this.#formWish(0));
      else this.#status(this.exercise === null ? "Choose what to practise, and press Begin." : "");
      return this.#address();
    }
    /** @type {[string, string][]} */
    const fields = [
      ["learn-players", String(wish.players)],
      ["learn-kind", wish.kind],
      ["learn-grade", wish.grade === null ? "" : String(wish.grade)],
      ["learn-theme", wish.theme ?? ""],
      ["learn-seed", wish.seed],
    ];
    for (const [id, value] of fields) {
      const field = /** @type {HTMLSelectElement | HTMLInputElement} */ (byId(id));
      const isOffered = !(field instanceof HTMLSelectElement) || [...field.options].some((one) => one.value === value);
      if (isOffered) field.value = value;
    }
    for (const box of byId("learn-rules").querySelectorAll("input")) {
      const { checked } = box;
      box.checked = wish.rules.includes(box.value);
      if (box.checked !== checked) box.dispatchEvent(new Event("change"));
    }
    await this.begin(wish);
  }

  /**
   * Look for an exercise, from a number of the wish on; what was solved before is passed over.
   * @param {Wish} wish
   * @param {boolean} [passOver]
   */
  async begin(wish, passOver = false) {
    this.life.abort();
    this.life = new AbortController();
    const { signal } = this.life;
    this.#status("Looking for an exercise …");
    const solved = new Set(passOver ? progress().solved : []);
    try {
      for (let number = wish.number; ; number += 1) {
        const found = await this.source.exercise({ ...wish, number }, signal);
        if (signal.aborted) return;
        if (found === null) {
          return this.#status(
            wish.number > 0 || this.kept !== null
              ? "That was the last one. Choose another grade or theme."
              : "No such exercise was found. Choose another grade or theme.",
          );
        }
        if (solved.has(found.id)) continue;
        if (passOver) setAddress(location.href, true); // back leads to the one before
        this.wish = { ...wish, number };
        this.isAgain = false;
        return this.#show(found);
      }
    } catch (fault) {
      if (!isAbort(fault)) this.#status(fault instanceof Trouble ? fault.message : String(fault), true);
    }
  }

  async next() {
    if (this.isAgain && this.again.length > 0) return this.nextAgain();
    const wish = this.wish ?? this.#formWish(-1);
    await this.begin({ ...wish, number: wish.number + 1 }, true);
  }

  /** The exercises that were missed, the longest ago first. */
  nextAgain() {
    if (!this.isAgain || this.again.length === 0) this.again = progress().missed;
    const [first, ...others] = this.again;
    if (first === undefined) return this.#status("Nothing was missed.");
    this.life.abort();
    setAddress(location.href, true);
    this.again = others;
    this.isAgain = true;
    this.#show(first);
  }

  /** @param {Exercise} exercise */
  #show(exercise) {
    this.film.close();
    this.exercise = exercise;
    this.hints = 0;
    this.isAnswered = this.isSolutionShown = false;
    this.#status("");
    byId("exercise").hidden = false;
    setText(byId("question"), exercise.question);
    setText(byId("question-remark"), exercise.remark ?? "");
    setText(byId("setting"), exercise.setting);
    fill(byId("hints"));
    fill(byId("verdict"));
    fill(byId("learn-moves"));
    fill(byId("remarks"));
    this.#drawPosition();
    this.#tools();
    this.#index();
    this.#address();
    byId("question").scrollIntoView({ block: "nearest" });
    this.say(exercise.question);
  }

  /**
   * @param {import("page/types.js").Board} board
   * @param {string[]} cards
   * @param {boolean} canChoose
   */
  #draw(board, cards, canChoose) {
    if (this.exercise === null) return;
    const pile = this.exercise.kind === "judgement" ? "unknown" : "known";
    const choose = canChoose ? (/** @type {Key[]} */ keys) => void this.answer(keys) : null;
    this.board.show(this.exercise.table, cards, board, { pile, choose });
  }

  #drawPosition() {
    const exercise = this.exercise;
    const board = exercise?.table.boards[0];
    if (exercise === null || board === undefined) return;
    this.#draw(board, exercise.table.cards, true);
    if (!this.isSolutionShown) return;
    this.board.tag(
      exercise.moves.map(({ keys, label, is_right }) => ({
        keys,
        label,
        mark: is_right ? "right" : "wrong",
        isBest: is_right,
      })),
    );
  }

  /** @param {Key[] | null} keys the move, or several to choose from; null if there is none */
  async answer(keys) {
    const exercise = this.exercise;
    const board = exercise?.table.boards[0];
    if (exercise === null || board === undefined || keys === null) return;
    if (this.film.isOpen) return;
    const moves = board.moves.filter((one) => keys.includes(one.key));
    const key =
      keys.length > 1
        ? await pick(moves.map((one) => ({ key: one.key, words: one.words, label: "" })))
        : keys[0];
    const move = exercise.moves.find((one) => one.keys.some((other) => other === key));
    if (move === undefined || this.exercise !== exercise) return;
    if (this.isSolutionShown) return this.#verdict(move); // somebody asks about a move
    // The first answer counts, unless the solution was looked at before.
    if (!this.isAnswered) note(exercise, move.is_right);
    this.isAnswered = true;
    this.#verdict(move);
    if (move.is_right) this.#reveal();
    this.#tools();
    this.#tally();
    this.#index();
    this.say(move.verdict.join(" "));
  }

  /** @param {ExerciseMove} move */
  #verdict(move) {
    const place = byId("verdict");
    const [first, ...others] = move.verdict;
    const film = move.film;
    fill(
      place,
      el(
        "p",
        { class: move.is_right ? "right" : "wrong" },
        el("span", { "aria-hidden": "true" }, move.is_right ? `${RIGHT} ` : `${WRONG} `),
        first ?? "",
      ),
      ...others.map((sentence) => el("p", {}, sentence)),
      film !== null &&
        el("p", {}, el("button", { type: "button", class: "refute", onclick: () => this.film.open(film) }, "Show it on the board")),
    );
    place.scrollIntoView({ block: "nearest" });
  }

  hint() {
    const exercise = this.exercise;
    if (exercise === null || this.isSolutionShown || this.hints >= exercise.hints.length) return;
    this.hints += 1;
    fill(byId("hints"), ...exercise.hints.slice(0, this.hints).map((hint) => el("p", {}, hint)));
    this.say(exercise.hints[this.hints - 1] ?? "");
    this.#tools();
  }

  solution() {
    const exercise = this.exercise;
    if (exercise === null || this.isSolutionShown) return;
    if (!this.isAnswered) note(exercise, false);
    this.isAnswered = true;
    this.#reveal();
    this.#tools();
    this.#tally();
    this.#index();
  }

  #reveal() {
    const exercise = this.exercise;
    if (exercise === null) return;
    this.film.close();
    this.isSolutionShown = true;
    this.#drawPosition();
    const films = new Map(exercise.moves.map((move) => [move.keys[0] ?? "", move.film]));
    showMoves(
      byId("learn-moves"),
      {
        sentence: "",
        model: null,
        label: null,
        height: null,
        is_done: true,
        moves: exercise.moves.map((move) => ({
          keys: move.keys,
          label: move.label,
          exact: null,
          mark: move.is_right ? "right" : "wrong",
          keeps_best: move.is_right,
          words: move.words,
          why: move.why,
          has_film: move.film !== null,
        })),
      },
      true,
      {
        choose: null,
        film: (key) => {
          const film = films.get(key);
          if (film) this.film.open(film);
        },
      },
    );
    const film = exercise.film;
    fill(
      byId("remarks"),
      ...exercise.remarks.map((remark) => el("p", {}, remark)),
      film !== null &&
        el("p", {}, el("button", { type: "button", class: "plan", onclick: () => this.film.open(film) }, "Show how it goes on")),
    );
  }

  retry() {
    if (this.exercise === null || !this.isAnswered) return;
    this.film.close();
    this.isSolutionShown = false;
    fill(byId("verdict"));
    fill(byId("learn-moves"));
    fill(byId("remarks"));
    this.#drawPosition();
    this.#tools();
    this.board.focus();
  }

  #tools() {
    const set = (/** @type {string} */ id, /** @type {boolean} */ isOff) =>
      byId(id).setAttribute("aria-disabled", String(isOff));
    // On the table all values are shown, which is for later.
    byId("learn-open").hidden = !this.source.isLive || !this.isAnswered;
    set("hint", this.isSolutionShown || this.hints >= (this.exercise?.hints.length ?? 0));
    set("solution", this.isSolutionShown);
    set("retry", !this.isAnswered);
  }

  /** How much was solved, and what was missed. */
  #tally() {
    const { solved, missed } = progress();
    setText(byId("tally"), `Solved: ${counted(solved.length, "exercise")}. To try again: ${missed.length}.`);
    byId("learn-again").hidden = missed.length === 0;
    setText(byId("learn-again"), `Do ${counted(missed.length, "missed exercise")} again`);
  }

  /** All exercises of a file, as numbers to click on. */
  #index() {
    if (this.kept === null || this.wish === null) return;
    const { solved, missed } = progress();
    const wish = this.wish;
    const numbers = fitting(this.kept, wish).map((one, number) => {
        const isSolved = solved.includes(one.id);
        const isMissed = missed.some((other) => other.id === one.id);
        const state = isSolved ? "solved" : isMissed ? "missed" : "";
        return el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              class: state,
              "aria-current": one.id === this.exercise?.id ? "true" : null,
              "aria-label": `Exercise ${number + 1}, grade ${one.grade}${state && `, ${state}`}`,
              onclick: () => void this.begin({ ...wish, number }),
            },
            String(number + 1),
          ),
        );
      });
    keepingFocus(byId("index"), (place) => fill(place, ...numbers));
  }

  #address() {
    const wish = this.isAgain ? null : this.wish;
    setAddress(toAddress({ view: "learn", wish }));
  }

  /** @param {string} text @param {boolean} [isTrouble] */
  #status(text, isTrouble = false) {
    byId("learn-status").className = isTrouble ? "refused" : "waiting";
    setText(byId("learn-status"), text);
  }
}
