// @ts-check
/** The form that opens a deal, a game or a position; files may be dropped anywhere. */
import { byId, el, fill, setText } from "page/dom.js";
import { isAbort, Trouble } from "page/server.js";
import { remember, remembered } from "page/store.js";

/** @typedef {import("page/types.js").Choices} Choices */
/** @typedef {import("page/types.js").Opening} Opening */
/** @typedef {import("page/types.js").Source} Source */

/** More than any game, and less than what would keep the browser busy. */
const MOST_BYTES = 900_000;

export class OpenForm {
  /**
   * @param {Source} source
   * @param {(opening: Opening) => Promise<void>} open
   */
  constructor(source, open) {
    this.source = source;
    this.open = open;
    this.text = /** @type {HTMLTextAreaElement} */ (byId("text"));
    this.players = /** @type {HTMLSelectElement} */ (byId("players"));
    this.rules = new RuleChoice(byId("rules"), "rule");
    byId("open-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#openText(this.text.value);
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        void this.#openText(this.text.value);
      }
    });
    byId("random").addEventListener("click", () => void this.random());
    const file = /** @type {HTMLInputElement} */ (byId("file"));
    byId("choose-file").addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      void this.#openFile(file.files?.[0]);
      file.value = "";
    });
    this.#takeDrops();
  }

  /** @param {Choices} choices */
  offer(choices) {
    const wished = remembered("players", 3);
    fill(this.players, ...playerOptions(choices, wished));
    this.rules.offer(choices, ["base"]);
  }

  #takeDrops() {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const dropped = event.dataTransfer;
      const file = dropped?.files[0];
      if (file !== undefined) void this.#openFile(file);
      else void this.#openText(dropped?.getData("text") ?? "");
    });
  }

  /** @param {File | undefined} file */
  async #openFile(file) {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) {
      return this.#refuse(`${file.name} is too large for a game: ${Math.round(file.size / 1000)} kB.`);
    }
    const text = await file.text();
    // What is no text at all has such signs in it.
    if (/[\0\uFFFD]/.test(text)) return this.#refuse(`${file.name} is not a text file.`);
    await this.#openText(text, file.name);
  }

  /**
   * @param {string} text
   * @param {string} [name] of the file that it comes from
   */
  async #openText(text, name) {
    const players = Number(this.players.value);
    const rules = this.rules.chosen();
    remember("players", players);
    if (text.trim() === "") return this.#refuse("Write a seed, or paste a link, a game or a position.");
    await this.#try(() => this.open({ text: text.trim(), players, rules }), name);
  }

  async random() {
    const wish = { players: Number(this.players.value), rules: this.rules.chosen() };
    await this.#try(async () => this.open(await this.source.random(wish)));
  }

  /**
   * @param {() => Promise<void>} act
   * @param {string} [name]
   */
  async #try(act, name) {
    this.#refuse("");
    try {
      await act();
      this.text.value = ""; // what is open now has a title
    } catch (fault) {
      if (isAbort(fault)) return;
      const message = fault instanceof Trouble ? fault.message : `internal error: ${fault}`;
      this.#refuse(name === undefined ? message : `${name}: ${message}`);
      this.text.focus();
    }
  }

  /** All is well again. */
  calm() {
    this.#refuse("");
  }

  /** @param {string} message empty if all is well */
  #refuse(message) {
    setText(byId("open-error"), message);
    byId("open-error").hidden = message === "";
    this.text.setAttribute("aria-invalid", String(message !== ""));
  }
}

/**
 * @param {Choices} choices
 * @param {number} chosen
 */
export function playerOptions(choices, chosen) {
  const numbers = [];
  for (let n = choices.min_players; n <= choices.max_players; n += 1) numbers.push(n);
  return numbers.map((n) => el("option", { value: n, selected: n === chosen }, `${n} players`));
}

/** Rule sets to tick: a game may combine several. */
export class RuleChoice {
  /**
   * @param {HTMLElement} place a details element
   * @param {string} name tells the boxes of two forms apart
   */
  constructor(place, name) {
    this.place = place;
    this.name = name;
  }

  /**
   * @param {Choices} choices
   * @param {string[]} chosen
   */
  offer(choices, chosen) {
    const summary = el("summary", {});
    const tell = () => {
      summary.textContent = `Rules: ${this.chosen().join(" + ")}`;
    };
    const boxes = choices.rules
      .filter((rule) => rule.name !== "base")
      .map((rule) => {
        const id = `${this.name}-${rule.name}`;
        return el(
          "div",
          { class: "rule" },
          el("input", { type: "checkbox", id, value: rule.name, checked: chosen.includes(rule.name), onchange: tell }),
          el("label", { for: id }, el("b", {}, rule.name), ` ${rule.meaning}`),
        );
      });
    fill(
      this.place,
      summary,
      el("div", { class: "rule-list" }, el("p", {}, "Tick nothing for the base game."), ...boxes),
    );
    tell();
  }

  /** @returns {string[]} */
  chosen() {
    const ticked = this.place.querySelectorAll("input:checked");
    const names = [...ticked].map((box) => /** @type {HTMLInputElement} */ (box).value);
    return names.length > 0 ? names : ["base"];
  }
}
