// @ts-check
/** A played game: where its value fell, mistakes and luck, and each player's part in them. */
import { el, fill } from "page/dom.js";

/** @typedef {import("page/types.js").Review} Review */
/** @typedef {import("page/types.js").ReviewTurn} ReviewTurn */

/**
 * @param {HTMLElement} place
 * @param {Review} review
 * @param {{go: (at: number) => void, film: () => void}} actions `go` takes the number of moves played
 */
export function showReview(place, review, { go, film }) {
  const before = (/** @type {ReviewTurn} */ turn) => review.turns.indexOf(turn);
  const jump = (/** @type {ReviewTurn} */ turn) =>
    el(
      "button",
      { type: "button", class: "jump", onclick: () => go(before(turn)) },
      `${turn.turn}. ${turn.words}`,
    );
  const mistakes = review.turns.filter((turn) => turn.cost !== null);
  const swings = review.turns.filter((turn) => turn.chance?.is_mistake || turn.chance?.is_luck);
  fill(
    place,
    el("p", { class: "sentence" }, review.sentence),
    review.better !== null &&
      el("p", {}, el("button", { type: "button", id: "better", onclick: film }, "Show a better line")),
    mistakes.length > 0 && el("h3", {}, "Moves that cost points"),
    mistakes.length > 0 &&
      el(
        "ul",
        { class: "mistakes" },
        ...mistakes.map((turn) =>
          el(
            "li",
            {},
            jump(turn),
            el("p", {}, [turn.cost, turn.better && `better: ${turn.better}`].filter(Boolean).join("; ")),
            turn.why !== null && el("p", { class: "dim" }, turn.why),
          ),
        ),
      ),
    review.chance !== null && el("h3", {}, "With the pile face down"),
    review.chance !== null && el("p", {}, review.chance.sentence),
    swings.length > 0 &&
      el(
        "table",
        { class: "swings" },
        el(
          "thead",
          {},
          el("tr", {}, ...["Turn", "Mistake", "Luck", "Left"].map((name) => el("th", { scope: "col" }, name))),
        ),
        el("tbody", {}, ...swings.map((turn) => swing(turn, jump(turn)))),
      ),
    review.chance !== null && el("p", { class: "dim" }, review.chance.model),
    el("h3", {}, "Players"),
    players(review),
    el("p", { class: "dim" }, review.note),
  );
}

/**
 * @param {ReviewTurn} turn
 * @param {HTMLElement} jump
 */
function swing(turn, jump) {
  const chance = turn.chance;
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, jump, chance?.why != null && el("p", { class: "dim" }, chance.why)),
    el("td", { class: chance?.is_mistake ? "bad" : "" }, chance?.mistake ?? ""),
    el("td", { class: luckClass(chance?.luck ?? "") }, chance?.luck ?? ""),
    el("td", {}, chance?.after ?? ""),
  );
}

/** @param {string} luck in words, with its sign */
function luckClass(luck) {
  return luck.startsWith("+") ? "lucky" : luck.startsWith("-") ? "bad" : "";
}

/** @param {Review} review */
function players(review) {
  const withChance = review.players.some((player) => player.chance_lost !== null);
  const columns = ["Player", "Turns", "Mistakes", "Points lost"];
  if (withChance) columns.push("Chance lost", "Luck");
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Players" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        ...review.players.map((player) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, player.name),
            el("td", {}, String(player.turns)),
            el("td", {}, String(player.mistakes)),
            el("td", {}, String(player.points)),
            withChance && el("td", {}, player.chance_lost ?? ""),
            withChance && el("td", {}, player.luck ?? ""),
          ),
        ),
      ),
    ),
  );
}
