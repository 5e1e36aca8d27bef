// @ts-check
/** The value over the turns, as bars to click on. */
import { el } from "page/dom.js";

/**
 * @typedef {object} Bar
 * @property {string} label "25"
 * @property {number | null} height from 0 to 1; null if it is not known
 * @property {string} words what a reader of the screen is told
 * @property {boolean} isMistake
 */

/**
 * Bars, each of which leads to its turn.
 * @param {string} title
 * @param {Bar[]} bars
 * @param {number} at the one that is shown now
 * @param {(place: number) => void} go
 */
export function bars(title, bars, at, go) {
  return el(
    "div",
    { class: "bars", role: "group", "aria-label": title },
    ...bars.map((bar, place) =>
      el(
        "button",
        {
          type: "button",
          class: `bar${bar.isMistake ? " mistake" : ""}${bar.height === null ? " unknown" : ""}`,
          "aria-current": place === at ? "step" : null,
          "aria-label": bar.words,
          title: bar.words,
          tabindex: place === at ? 0 : -1,
          onclick: () => go(place),
        },
        filled(bar.height),
      ),
    ),
  );
}

/** @param {number | null} height */
function filled(height) {
  const inner = el("span", { class: "filled", "aria-hidden": "true" });
  inner.style.height = `${Math.round(100 * Math.max(height ?? 0, 0.02))}%`;
  return inner;
}
