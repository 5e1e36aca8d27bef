// @ts-check
/** The list of moves: what each is worth, and why. */
import { el, fill } from "page/dom.js";

/** @typedef {import("page/types.js").Values} Values */
/** @typedef {import("page/types.js").MoveValue} MoveValue */
/** @typedef {import("page/types.js").Key} Key */

/**
 * @typedef {object} MoveActions
 * @property {((key: Key) => void) | null} choose try the move
 * @property {((key: Key) => void) | null} film show how it goes on
 */

/**
 * Fill a list with moves; what had the focus has it again.
 * @param {HTMLElement} place
 * @param {Values} values
 * @param {boolean} areWhysOpen
 * @param {MoveActions} actions
 */
export function showMoves(place, values, areWhysOpen, actions) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const row = focused?.closest("[data-keys]")?.getAttribute("data-keys");
  const kind = focused?.className;
  fill(place, ...values.moves.map((move) => moveRow(move, areWhysOpen, actions)));
  if (!values.is_done) place.append(el("li", { class: "waiting" }, "More moves are being solved …"));
  if (row) {
    const same = [...place.querySelectorAll("[data-keys]")].find(
      (one) => one.getAttribute("data-keys") === row,
    );
    const again = [...(same?.querySelectorAll("button, summary") ?? [])].find(
      (one) => one.className === kind,
    );
    /** @type {HTMLElement | undefined} */ (again)?.focus({ preventScroll: true });
  }
}

/**
 * @param {MoveValue} move
 * @param {boolean} isWhyOpen
 * @param {MoveActions} actions
 */
function moveRow(move, isWhyOpen, { choose, film }) {
  const key = move.keys[0] ?? "";
  const state = move.keeps_best === null ? "open" : move.keeps_best ? "best" : "worse";
  const words = el("span", { class: "move-words" }, move.words);
  const label = el("strong", { class: "worth" }, move.label);
  return el(
    "li",
    { class: `move-row ${state}`, "data-keys": move.keys.join(" ") },
    choose === null
      ? el("span", { class: "move-try" }, label, words)
      : el(
          "button",
          { type: "button", class: "move-try", title: "Try this move", onclick: () => choose(key) },
          label,
          words,
        ),
    el(
      "span",
      { class: "move-more" },
      el("span", { class: `mark ${state}` }, move.mark),
      move.exact !== null && el("span", { class: "exact" }, `exactly ${move.exact}`),
      move.has_film &&
        film !== null &&
        el(
          "button",
          {
            type: "button",
            class: "show-film",
            "aria-label": `Show how it goes on after: ${move.words}`,
            onclick: () => film(key),
          },
          "Show",
        ),
    ),
    move.why.length > 0 &&
      el(
        "details",
        { class: "why", open: isWhyOpen },
        el("summary", { class: "why-summary" }, "Why"),
        ...move.why.map((sentence) => el("p", {}, sentence)),
      ),
  );
}
