// @ts-check
/** Cards: a colour and a symbol for each suit, so that nobody has to tell colours apart. */
import { el, svg } from "page/dom.js";

/** @typedef {import("page/types.js").Table} Table */

/** Symbols in a square of 24: one shape for each letter. */
const SHAPES = /** @type {Record<string, string>} */ ({
  r: "M12 21 3.5 12.4A5.2 5.2 0 0 1 12 6.2a5.2 5.2 0 0 1 8.5 6.2z",
  y: "M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8z",
  g: "M12 2a4.5 4.5 0 0 1 3.9 6.8A4.5 4.5 0 1 1 14 15.6l1.5 6.4h-7l1.5-6.4A4.5 4.5 0 1 1 8.1 8.8 4.5 4.5 0 0 1 12 2z",
  b: "M12 2 21 12 12 22 3 12z",
  p: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
  t: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
  k: "M4 4h16v16H4z",
  m: "M2 9c2.5-6 7.5-6 10 0s7.5 6 10 0v6c-2.5 6-7.5 6-10 0s-7.5-6-10 0z",
  w: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
});
const OTHER_SHAPE = "M7 3h10l5 9-5 9H7l-5-9z";

/**
 * The symbol of a suit.
 * @param {string} letter
 */
export function symbol(letter) {
  const shape = svg("path", { d: SHAPES[letter] ?? OTHER_SHAPE, "fill-rule": "evenodd" });
  return svg("svg", { viewBox: "0 0 24 24", class: "symbol", "aria-hidden": "true" }, shape);
}

/**
 * The class that colours what belongs to a suit.
 * @param {string} letter
 */
export function suitClass(letter) {
  return letter in SHAPES ? `suit-${letter}` : "suit-other";
}

/**
 * A card in words.
 * @param {Table} table
 * @param {string} name like "r4"
 */
export function cardWords(table, name) {
  const suit = table.suits.find((one) => one.letter === name[0]);
  return suit === undefined ? name : `${suit.name} ${name.slice(1)}`;
}

/**
 * A small card, for the pile and the discards.
 * @param {string} name
 * @param {string} [title]
 */
export function smallCard(name, title) {
  return el(
    "span",
    { class: `small-card ${suitClass(name[0] ?? "")}`, title },
    symbol(name[0] ?? ""),
    name,
  );
}

/**
 * The face of a card in a hand or on a stack.
 * @param {string | null} name null for a card that nobody knows
 */
export function face(name) {
  if (name === null) return el("span", { class: "face" }, el("span", { class: "value" }, "?"));
  return el(
    "span",
    { class: "face" },
    el("span", { class: "value" }, name.slice(1)),
    symbol(name[0] ?? ""),
    el("span", { class: "letter" }, name[0] ?? ""),
  );
}
