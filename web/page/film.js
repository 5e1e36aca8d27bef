// @ts-check
/** Showing how it goes on: boards one after the other, with what happens between them. */
import { el, fill } from "page/dom.js";

/** @typedef {import("page/types.js").Film} Film */
/** @typedef {import("page/types.js").Board} Board */
/** @typedef {import("page/types.js").Path} Path */

const PAUSE = 900; // milliseconds between two turns that play by themselves

/**
 * @typedef {object} Screen
 * @property {(board: Board, cards: string[]) => void} show draw a board of the film
 * @property {() => void} close the film is over: draw what was there before
 * @property {(isShown: boolean) => void} [isShown] a film begins, or is over
 * @property {(path: Path) => boolean} [canTake] whether one can go on from there
 * @property {((path: Path) => void) | null} take go on from a place of the film; null: not possible here
 */

export class FilmPlayer {
  /**
   * @param {HTMLElement} place
   * @param {Screen} screen
   */
  constructor(place, screen) {
    this.place = place;
    this.screen = screen;
    /** @type {Film | null} */
    this.film = null;
    this.at = 0;
    /** @type {Element | null} what had the focus before */
    this.opener = null;
    /** @type {number | null} */
    this.timer = null;
    this.buttons = {
      back: this.#button("◀", "Back a turn", () => this.go(this.at - 1)),
      on: this.#button("▶", "On a turn", () => this.go(this.at + 1)),
      run: this.#button("Play it", "Play the turns by themselves", () => this.run()),
      take: this.#button("Go on from here", "Go on from here", () => this.#take()),
      close: this.#button("Close", "Back to the position", () => this.close()),
    };
    this.title = el("h3", {});
    this.words = el("p", { class: "film-words", role: "status" });
  }

  /** Whether a film is being shown. */
  get isOpen() {
    return this.film !== null;
  }

  /** @param {Film} film */
  open(film) {
    // Whoever closes it goes on where they were; a button of a list may be another one by then.
    if (this.film === null) this.opener = document.activeElement;
    this.film = film;
    this.screen.isShown?.(true);
    this.place.hidden = false;
    const { back, on, run, take, close } = this.buttons;
    this.title.textContent = film.title;
    fill(
      this.place,
      this.title,
      this.words,
      el("p", { class: "film-buttons" }, back, on, run, take, close),
    );
    this.go(Math.min(1, film.words.length));
    on.focus({ preventScroll: true });
  }

  /** @param {number} at */
  go(at) {
    if (this.film === null) return;
    const { boards, words, cards, end } = this.film;
    const last = boards.length - 1;
    this.at = Math.max(0, Math.min(at, last));
    const board = boards[this.at];
    if (board === undefined) return;
    this.screen.show(board, cards);
    const said = this.at === 0 ? "The position." : `${this.at}. ${words[this.at - 1]}.`;
    const over = this.at === last ? [board.over, end] : [];
    this.words.textContent = [said, ...new Set(over)].filter((text) => text !== null).join(" ");
    const path = this.film.path?.slice(0, this.at);
    this.buttons.take.hidden =
      path === undefined || this.screen.take === null || !(this.screen.canTake?.(path) ?? true);
    this.buttons.back.setAttribute("aria-disabled", String(this.at === 0));
    this.buttons.on.setAttribute("aria-disabled", String(this.at === last));
    if (this.at === last) this.#stop();
  }

  /** Play the turns by themselves, or stop that. */
  run() {
    if (this.timer !== null) return this.#stop();
    if (this.film !== null && this.at === this.film.boards.length - 1) this.go(0);
    this.buttons.run.textContent = "Stop";
    this.timer = window.setInterval(() => this.go(this.at + 1), PAUSE);
  }

  #stop() {
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = null;
    this.buttons.run.textContent = "Play it";
  }

  #take() {
    const path = this.film?.path?.slice(0, this.at) ?? null;
    const take = this.screen.take;
    this.#leave();
    if (path !== null && take !== null) take(path);
  }

  close() {
    if (!this.isOpen) return;
    this.#leave();
    this.screen.close();
  }

  #leave() {
    this.#stop();
    this.film = null;
    const focused = document.activeElement;
    // Else the browser takes the focus away only later, when others look where it is.
    if (focused instanceof HTMLElement && this.place.contains(focused)) focused.blur();
    this.place.hidden = true;
    this.screen.isShown?.(false);
    if (this.opener instanceof HTMLElement && this.opener.isConnected) {
      this.opener.focus({ preventScroll: true });
    }
    this.opener = null;
  }

  /**
   * @param {string} text
   * @param {string} label
   * @param {() => void} onclick
   */
  #button(text, label, onclick) {
    return el("button", { type: "button", title: label, "aria-label": label, onclick }, text);
  }
}
