// @ts-check
/** The source of data that asks the server. */

import { sentence } from "page/dom.js";

/** @typedef {import("page/types.js").Source} Source */

/** What went wrong, in words for the user. */
export class Trouble extends Error {
  /**
   * @param {string} message
   * @param {boolean} isInput whether what was asked is at fault, not the server
   */
  constructor(message, isInput) {
    super(sentence(message));
    this.isInput = isInput;
  }
}

const SILENT =
  "The server does not answer. Is hanabi-solve serve still running? Start it and try again.";

/**
 * @param {string} name
 * @param {object | null} body null for a GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(name, body, signal) {
  const request =
    body === null
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        };
  let response;
  try {
    response = await fetch(`/page/${name}`, { ...request, ...(signal ? { signal } : {}) });
  } catch (fault) {
    throw isAbort(fault) ? fault : new Trouble(SILENT, false);
  }
  if (response.ok) return response;
  let message = `The server answered ${response.status}.`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // Not our server's words; the number says something at least.
  }
  throw new Trouble(message, response.status === 400 || response.status === 413);
}

/**
 * @param {string} name
 * @param {object | null} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(name, body, signal) {
  return (await send(name, body, signal)).json();
}

/**
 * Ask for an answer in many lines, each an object.
 * @param {string} name
 * @param {object} body
 * @param {(line: any) => void} seen
 * @param {AbortSignal} [signal]
 */
async function listen(name, body, seen, signal) {
  const response = await send(name, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader !== undefined) {
    let part;
    try {
      part = await reader.read();
    } catch (fault) {
      throw isAbort(fault) ? fault : new Trouble(SILENT, false);
    }
    if (part.done) break;
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = JSON.parse(text);
      if (typeof line.error === "string") throw new Trouble(line.error, true);
      seen(line);
    }
  }
}

/**
 * Whether somebody only stopped waiting.
 * @param {unknown} fault
 */
export function isAbort(fault) {
  return fault instanceof DOMException && fault.name === "AbortError";
}

/** @type {Source} */
export const server = {
  isLive: true,
  hasLinks: true,
  holds: () => true,
  choices: () => ask("choices", null),
  open: (opening, signal) => ask("open", { opening }, signal),
  boards: async (opening, path, from, signal) =>
    (await ask("boards", { opening, path, from }, signal)).boards,
  held: (_, key) => key,
  values: async (opening, path, pile, seen, signal) => {
    /** @type {import("page/types.js").Values | null} */
    let last = null;
    await listen(
      "values",
      { opening, path, pile },
      (values) => {
        last = values;
        seen(values);
      },
      signal,
    );
    if (last === null) throw new Trouble(SILENT, false);
    return last;
  },
  film: (opening, path, pile, key, signal) => ask("film", { opening, path, pile, key }, signal),
  link: async (opening, path, signal) => (await ask("link", { opening, path }, signal)).link,
  review: async (opening, seen, signal) => {
    /** @type {import("page/types.js").Review | null} */
    let review = null;
    await listen(
      "review",
      { opening },
      (line) => {
        if (line.review) review = line.review;
        else seen(line.done, line.of);
      },
      signal,
    );
    if (review === null) throw new Trouble(SILENT, false);
    return review;
  },
  exercise: async (wish, signal) => (await ask("exercise", { wish }, signal)).exercise,
  shuffle: async (opening, signal) => (await ask("shuffle", { opening }, signal)).opening,
  random: async (wish, signal) => (await ask("random", wish, signal)).opening,
};
