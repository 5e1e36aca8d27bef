// @ts-check
/** What was played, turn by turn, with what is known of its value: as bars and as a list. */
import { bars } from "page/bar.js";
import { byId, el, fill, keepingFocus } from "page/dom.js";

/** @typedef {import("page/types.js").Review} Review */
/** @typedef {import("page/types.js").Values} Values */

/**
 * A board of the line.
 * @typedef {object} Place
 * @property {string} words what was done on the way to it; empty for the first
 * @property {boolean} isOver
 * @property {Values | undefined} values
 * @property {{label: string, height: number | null, isMistake: boolean} | null} reviewed what the review of the game says
 */

/**
 * @param {Place[]} places
 * @param {number} first the first one that can be gone to
 * @param {number} at the one that is shown
 * @param {(at: number) => void} go
 */
export function showLine(places, first, at, go) {
  const known = places.map((place, number) => {
    const { values, reviewed } = place;
    const label = values?.label ?? reviewed?.label ?? "";
    const isMistake = reviewed?.isMistake ?? false;
    return {
      label,
      height: values?.label == null ? (reviewed?.height ?? null) : values.height,
      isMistake,
      words: [
        number === 0 ? "The start" : `After ${number}. ${place.words}`,
        label && `: ${label}`,
        isMistake ? ", a mistake" : "",
        place.isOver ? ", the end" : "",
      ].join(""),
    };
  });
  keepingFocus(byId("bars"), (place) =>
    fill(
      place,
      bars("The value over the turns", known.slice(first), at - first, (bar) => go(bar + first)),
    ),
  );
  keepingFocus(byId("line"), (place) =>
    fill(
      place,
      ...places.slice(1).flatMap(({ words }, before) =>
        before < first
          ? []
          : el(
              "li",
              {},
              el(
                "button",
                {
                  type: "button",
                  class: `turn${known[before + 1]?.isMistake ? " mistake" : ""}${before >= at ? " later" : ""}`,
                  "aria-current": before + 1 === at ? "step" : null,
                  onclick: () => go(before + 1),
                },
                el("span", { class: "number" }, `${before + 1}.`),
                el("span", { class: "said" }, words),
                el("span", { class: "worth" }, known[before + 1]?.label ?? ""),
              ),
            ),
      ),
    ),
  );
  byId("no-line").hidden = places.length > first + 1;
}
