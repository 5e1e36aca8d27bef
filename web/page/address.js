// @ts-check
/** Every state has an address of its own: all of it stands behind the # and never leaves the browser. */

/** @typedef {import("page/types.js").Opening} Opening */
/** @typedef {import("page/types.js").Path} Path */
/** @typedef {import("page/types.js").PileOrder} PileOrder */
/** @typedef {import("page/types.js").Wish} Wish */

/**
 * A place on a table. Of the moves, the first `follows` are those of the line that came with the
 * table; a null path means the line itself.
 * @typedef {object} TablePlace
 * @property {"table"} view
 * @property {Opening} opening
 * @property {number} follows
 * @property {Path} path the moves after them
 * @property {number | null} at the number of moves that are played; null: where the table begins
 * @property {PileOrder | null} pile
 */

/** @typedef {{view: "learn", wish: Wish | null}} LearnPlace */
/** @typedef {TablePlace | LearnPlace | {view: "start"}} Place */

/**
 * @param {Place} place
 * @returns {string} with the # in front
 */
export function toAddress(place) {
  const fields = new URLSearchParams();
  if (place.view === "table") {
    const { text, players, rules, names } = place.opening;
    fields.set("open", text);
    if (players !== undefined) fields.set("players", String(players));
    if (rules !== undefined) fields.set("rules", rules.join(" "));
    if (names !== undefined) fields.set("names", JSON.stringify(names));
    if (place.path.length > 0) {
      fields.set("follows", String(place.follows));
      fields.set("path", place.path.join("."));
    }
    if (place.at !== null) fields.set("at", String(place.at));
    if (place.pile !== null) fields.set("pile", place.pile);
  } else if (place.view === "learn") {
    const wish = place.wish;
    fields.set("learn", wish === null ? "" : String(wish.number + 1));
    if (wish !== null) {
      fields.set("players", String(wish.players));
      fields.set("rules", wish.rules.join(" "));
      fields.set("kind", wish.kind);
      if (wish.grade !== null) fields.set("grade", String(wish.grade));
      if (wish.theme !== null) fields.set("theme", wish.theme);
      fields.set("seed", wish.seed);
    }
  }
  const text = fields.toString();
  return text === "" ? "#" : `#${text}`;
}

/**
 * The place that an address names; what it does not say is as usual.
 * @param {string} hash
 * @returns {Place}
 */
export function fromAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const rules = words(fields.get("rules"));
  const players = number(fields.get("players"));
  const text = fields.get("open");
  if (text !== null) {
    const names = list(fields.get("names"));
    return {
      view: "table",
      opening: {
        text,
        ...(players === null ? {} : { players }),
        ...(rules === null ? {} : { rules }),
        ...(names === null ? {} : { names }),
      },
      follows: number(fields.get("follows")) ?? 0,
      path: (fields.get("path") ?? "").split(".").filter((key) => key !== ""),
      at: number(fields.get("at")),
      pile: pileOrder(fields.get("pile")),
    };
  }
  const learn = fields.get("learn");
  if (learn === null) return { view: "start" };
  if (learn === "") return { view: "learn", wish: null };
  return {
    view: "learn",
    wish: {
      number: Math.max((number(learn) ?? 1) - 1, 0),
      players: players ?? 3,
      rules: rules ?? ["base"],
      kind: fields.get("kind") === "puzzle" ? "puzzle" : "judgement",
      grade: number(fields.get("grade")),
      theme: fields.get("theme"),
      seed: fields.get("seed") ?? "1",
    },
  };
}

/** @param {string | null} text */
function number(text) {
  return text !== null && /^[0-9]{1,4}$/.test(text) ? Number(text) : null;
}

/** @param {string | null} text */
function words(text) {
  return text === null ? null : text.split(" ").filter((word) => word !== "");
}

/**
 * @param {string | null} text
 * @returns {string[] | null}
 */
function list(text) {
  try {
    const value = text === null ? null : JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
  } catch {
    return null;
  }
}

/**
 * @param {string | null} text
 * @returns {PileOrder | null}
 */
function pileOrder(text) {
  return text === "known" || text === "unknown" ? text : null;
}

/**
 * Let the browser show an address. Some browsers refuse that to somebody who steps very fast.
 * @param {string} address
 * @param {boolean} [isNew] whether the one before stays in the history
 */
export function setAddress(address, isNew = false) {
  try {
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // The next step has another chance.
  }
}
