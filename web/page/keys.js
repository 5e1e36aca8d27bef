// @ts-check
/** The keyboard. The keys are those of hanab.live where it has them. */
import { byId, el, fill } from "page/dom.js";

/**
 * @typedef {object} Binding
 * @property {string[]} keys as KeyboardEvent.key has them; "a 1-9" is a letter and then a slot
 * @property {string} words
 * @property {(slot: number) => void} act
 */

/** @typedef {{title: string, bindings: Binding[]}} Group */

const SHOWN = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  " ": "Space",
});
const SLOT = " 1-9";

export class Keyboard {
  /** @param {() => Group[]} groups what the keys do at the moment */
  constructor(groups) {
    this.groups = groups;
    /** @type {Binding | null} waits for the number of a slot */
    this.pending = null;
    this.help = /** @type {HTMLDialogElement} */ (byId("help"));
    document.addEventListener("keydown", (event) => this.#press(event));
    byId("show-help").addEventListener("click", () => this.showHelp());
    byId("close-help").addEventListener("click", () => this.help.close());
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) event.target.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const rules = document.querySelector("details.rules[open]");
    if (event.key === "Escape" && rules instanceof HTMLDetailsElement) {
      rules.open = false;
      return rules.querySelector("summary")?.focus();
    }
    const pending = this.pending;
    this.#await(null);
    if (pending !== null && /^[1-9]$/.test(event.key)) {
      event.preventDefault();
      return pending.act(Number(event.key));
    }
    for (const { bindings } of this.groups()) {
      for (const binding of bindings) {
        if (binding.keys.includes(event.key + SLOT)) {
          event.preventDefault();
          return this.#await(binding);
        }
        // Enter and space press the button that has the focus.
        if (binding.keys.includes(event.key)) {
          event.preventDefault();
          return binding.act(0);
        }
      }
    }
  }

  /** @param {Binding | null} binding */
  #await(binding) {
    this.pending = binding;
    const words = binding === null ? "" : `${binding.words}: press the number of its slot.`;
    byId("pending").textContent = words;
    byId("pending").hidden = words === "";
  }

  showHelp() {
    fill(
      byId("help-keys"),
      ...this.groups().map((group) =>
        el(
          "section",
          {},
          el("h3", {}, group.title),
          el(
            "dl",
            {},
            ...group.bindings.map((binding) =>
              el(
                "div",
                {},
                el("dt", {}, ...binding.keys.flatMap((key, place) => [place > 0 ? " or " : "", ...shown(key)])),
                el("dd", {}, binding.words),
              ),
            ),
          ),
        ),
      ),
    );
    this.help.showModal();
  }
}

/** @param {string} key */
function shown(key) {
  const parts = key.endsWith(SLOT) ? [key.slice(0, -SLOT.length), "1–9"] : [SHOWN[key] ?? key];
  return parts.flatMap((part, place) => [place > 0 ? " then " : "", el("kbd", {}, part)]);
}

/**
 * Whether a key belongs to what has the focus: a text, or a choice of a form.
 * @param {EventTarget | null} target
 */
function isTyping(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox")
  );
}
