// @ts-check
/** Which of several moves with one card: announced or not, and what a bonus tile takes. */
import { byId, el, fill } from "page/dom.js";

/** @typedef {import("page/types.js").Key} Key */

/**
 * Ask which move is meant.
 * @param {{key: Key, words: string, label: string}[]} moves
 * @returns {Promise<Key | null>} null if none is
 */
export function pick(moves) {
  // Copies of a card in the discard pile make no difference.
  const different = moves.filter((move, place) => moves.findIndex((one) => one.words === move.words) === place);
  const dialog = /** @type {HTMLDialogElement} */ (byId("pick"));
  return new Promise((resolve) => {
    /** @type {Key | null} */
    let chosen = null;
    const choose = (/** @type {Key} */ key) => {
      chosen = key;
      dialog.close();
    };
    fill(
      byId("pick-moves"),
      ...different.map((move) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "move-try", onclick: () => choose(move.key) },
            move.label !== "" && el("strong", { class: "worth" }, move.label),
            el("span", {}, move.words),
          ),
        ),
      ),
    );
    dialog.addEventListener("close", () => resolve(chosen), { once: true });
    dialog.showModal();
  });
}

/** Nobody is asked any more. */
export function stopPicking() {
  /** @type {HTMLDialogElement} */ (byId("pick")).close();
}
