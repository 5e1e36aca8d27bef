// @ts-check
/** What the browser remembers between visits. Where it may not, nothing is remembered. */

const PREFIX = "hanabi-solve/";
/** The most exercises that are kept to come again. */
const MOST_MISSED = 50;

/** @typedef {import("page/types.js").Exercise} Exercise */
/** @typedef {{solved: string[], missed: Exercise[]}} Progress */

/**
 * @template Value
 * @param {string} name
 * @param {Value} otherwise
 * @returns {Value}
 */
export function remembered(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value null to forget it
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full stores: the page works without.
  }
}

/** @returns {Progress} */
export function progress() {
  const known = remembered("progress", /** @type {Partial<Progress>} */ ({}));
  return {
    solved: Array.isArray(known.solved) ? known.solved : [],
    missed: Array.isArray(known.missed) ? known.missed : [],
  };
}

/**
 * Remember what became of an exercise. One that was missed and then solved is solved.
 * @param {Exercise} exercise
 * @param {boolean} isSolved
 */
export function note(exercise, isSolved) {
  const { solved, missed } = progress();
  const others = missed.filter((one) => one.id !== exercise.id);
  if (isSolved && !solved.includes(exercise.id)) solved.push(exercise.id);
  remember("progress", {
    solved: isSolved ? solved : solved.filter((id) => id !== exercise.id),
    missed: isSolved ? others : [...others, exercise].slice(-MOST_MISSED),
  });
}
