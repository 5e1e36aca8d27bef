// @ts-check
/** The source of data in a self-contained file: what it holds, and nothing else. */
import { Trouble } from "page/server.js";

/** @typedef {import("page/types.js").Source} Source */
/** @typedef {import("page/types.js").Kept} Kept */
/** @typedef {import("page/types.js").KeptTable} KeptTable */
/** @typedef {import("page/types.js").Exercise} Exercise */
/** @typedef {import("page/types.js").Path} Path */
/** @typedef {import("page/types.js").Key} Key */

const PILES = ["known", "unknown"];
const NOT_KEPT =
  "This file does not hold that position. Go back, or open it with hanabi-solve serve.";
const NO_CHANCES = "This file holds no chances for this turn.";

/**
 * What the document holds; null if it comes from the server.
 * @returns {Kept | null}
 */
export function readKept() {
  const text = document.getElementById("kept")?.textContent;
  return text ? JSON.parse(text) : null;
}

/**
 * @param {Kept} kept
 * @returns {Source}
 */
export function keptSource(kept) {
  /** @returns {KeptTable} */
  const table = () => kept.table ?? refuse();
  return {
    isLive: false,
    hasLinks: Object.keys(kept.table?.links ?? {}).length > 0,
    choices: async () => kept.choices,
    open: async () => table().table,
    boards: async (_, path, from) =>
      Array.from({ length: path.length + 1 - from }, (_, place) =>
        boardAfter(table(), path.slice(0, from + place)),
      ),
    holds: (path) => {
      const key = path[path.length - 1];
      const before = path.slice(0, -1);
      if (key === undefined) return true;
      return findBoard(table(), [...before, heldMove(table(), before, key)]) !== undefined;
    },
    held: (path, key) => heldMove(table(), path, key),
    values: async (_, path, pile, seen) => {
      const values =
        table().values[`${pile}:${path.join(".")}`] ??
        refuse(pile === "unknown" ? NO_CHANCES : NOT_KEPT);
      seen(values);
      return values;
    },
    film: async (_, path, pile, key) =>
      table().films[`${pile}:${path.join(".")}:${key}`] ?? refuse(),
    link: async (_, path) => table().links[path.join(".")] ?? refuse(),
    review: async () => kept.review ?? refuse(),
    exercise: async (wish) => fitting(kept, wish)[wish.number] ?? null,
    shuffle: async () => refuse(),
    random: async () => refuse(),
  };
}

/**
 * The exercises that fit a wish; players and rules are whatever the file has.
 * @param {Kept} kept
 * @param {{grade: number | null, theme: string | null}} wish
 * @returns {Exercise[]}
 */
export function fitting(kept, { grade, theme }) {
  return kept.exercises.filter(
    (one) => (grade === null || one.grade === grade) && (theme === null || one.theme === theme),
  );
}

/**
 * @param {KeptTable} kept
 * @param {Path} path
 */
function boardAfter(kept, path) {
  return findBoard(kept, path) ?? refuse();
}

/**
 * @param {KeptTable} kept
 * @param {Path} path
 */
function findBoard({ table, boards }, path) {
  const isOnLine = path.every((key, place) => key === table.line[place]);
  return isOnLine ? table.boards[path.length] : boards[path.join(".")];
}

/**
 * @param {KeptTable} kept
 * @param {Path} path
 * @param {Key} key
 */
function heldMove(kept, path, key) {
  const isHeld = (/** @type {Key} */ one) => findBoard(kept, [...path, one]) !== undefined;
  if (isHeld(key)) return key;
  const values = PILES.map((pile) => kept.values[`${pile}:${path.join(".")}`]);
  const same = values.flatMap((one) => one?.moves ?? []).filter((move) => move.keys.includes(key));
  return same.flatMap((move) => move.keys).find(isHeld) ?? key;
}

/**
 * @param {string} [why]
 * @returns {never}
 */
function refuse(why = NOT_KEPT) {
  throw new Trouble(why, true);
}
