// @ts-check
/** The page: which view is shown, what the keys do, and what goes wrong. */
import { fromAddress, setAddress, toAddress } from "page/address.js";
import { Analysis } from "page/analyse.js";
import { byId, setText } from "page/dom.js";
import { keptSource, readKept } from "page/kept.js";
import { Keyboard } from "page/keys.js";
import { Learning } from "page/learn.js";
import { OpenForm } from "page/open.js";
import { stopPicking } from "page/pick.js";
import { isAbort, server, Trouble } from "page/server.js";
import { remember, remembered } from "page/store.js";

/** @typedef {import("page/types.js").Opening} Opening */
/** @typedef {import("page/address.js").TablePlace} TablePlace */
/** @typedef {"start" | "table" | "learn"} View */

const kept = readKept();
const source = kept === null ? server : keptSource(kept);

/** @type {View} */
let view = "start";

/** Tell a reader of the screen. @param {string} message */
function say(message) {
  setText(byId("said"), message);
}

/** @type {() => void} */
let again = () => {};

/**
 * Say what went wrong, and offer to try again where that may help.
 * @param {unknown} trouble
 * @param {() => void} retry
 */
function complain(trouble, retry) {
  if (isAbort(trouble)) return;
  const isInput = trouble instanceof Trouble && trouble.isInput;
  setText(byId("trouble-words"), trouble instanceof Error ? trouble.message : String(trouble));
  byId("trouble-again").hidden = isInput;
  byId("trouble").hidden = false;
  again = retry;
}

function calm() {
  byId("trouble").hidden = true;
}

const analysis = new Analysis(source, say, complain, calm);
const learning = new Learning(source, kept, say, (opening) => void openTable(opening, null));
const form = new OpenForm(source, (opening) => openTable(opening, null));

/** @param {View} name */
function turnTo(name) {
  if (name !== "table") analysis.film.close();
  if (name !== "learn") learning.leave();
  stopPicking();
  view = name;
  analysis.isShown = name === "table";
  byId("table-view").hidden = name !== "table";
  byId("learn-view").hidden = name !== "learn";
  byId("welcome").hidden = name !== "start";
  byId("open-form").hidden = name === "learn" || kept !== null;
  for (const [id, isHere] of /** @type {[string, boolean][]} */ ([
    ["nav-table", name !== "learn"],
    ["nav-learn", name === "learn"],
  ])) {
    byId(id).setAttribute("aria-current", isHere ? "page" : "false");
  }
}

/** How often something was asked for: what comes late is not wanted any more. */
let visits = 0;

/** @param {string} [title] */
function entitle(title) {
  document.title = title === undefined ? "hanabi-solve" : `${title} – hanabi-solve`;
}

/**
 * @param {Opening} opening
 * @param {TablePlace | null} place null for a table that is new: the address before stays in the history
 */
async function openTable(opening, place) {
  const number = (visits += 1);
  calm();
  const table = await source.open(opening);
  if (number !== visits) return; // something else is wanted by now
  await analysis.open(table, place, () => {
    if (place === null) setAddress(toAddress(tableStart(table.opening)), true);
    turnTo("table");
    entitle(table.title);
  });
  form.calm();
  if (place === null) analysis.board.focus(); // whoever typed can go on with the keys
}

/**
 * @param {Opening} opening
 * @returns {TablePlace}
 */
function tableStart(opening) {
  return { view: "table", opening, follows: 0, path: [], at: null, pile: null };
}

/** Show what the address names. */
async function visit() {
  visits += 1;
  stopPicking();
  calm();
  const place = fromAddress(location.hash);
  try {
    if (place.view === "table" || (kept?.table && place.view === "start")) {
      const wanted = place.view === "table" ? place : null;
      const opening = wanted?.opening ?? kept?.table?.table.opening;
      if (opening === undefined) return;
      const start = { ...tableStart(opening), pile: kept?.table?.pile ?? null };
      await openTable(opening, wanted ?? start);
    } else if (place.view === "learn" || (kept && kept.table === null)) {
      turnTo("learn");
      entitle("Exercises");
      await learning.visit(place.view === "learn" ? place.wish : null);
    } else {
      turnTo("start");
      entitle();
    }
  } catch (fault) {
    if (view === "start") turnTo("start");
    complain(fault, () => void visit());
  }
}

/** @param {"dark" | "light" | null} theme null: as the system has it */
function paint(theme) {
  if (theme === null) document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}

function switchTheme() {
  const isDark =
    document.documentElement.dataset["theme"] === "dark" ||
    (document.documentElement.dataset["theme"] === undefined &&
      matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = isDark ? "light" : "dark";
  remember("theme", theme);
  paint(theme);
}

function learn() {
  if (view === "learn") return;
  visits += 1;
  setAddress(toAddress({ view: "learn", wish: null }), true);
  turnTo("learn");
  entitle("Exercises");
  void learning.visit(null);
}

function backToTable() {
  if (view !== "learn") return;
  setAddress("#", true);
  const title = analysis.table?.title;
  turnTo(title === undefined ? "start" : "table");
  entitle(title);
  analysis.show();
}

/** @returns {import("page/keys.js").Group[]} */
function bindings() {
  const player = view === "learn" ? learning : analysis;
  const { board } = player;
  const choose = (/** @type {"play" | "discard" | "clue"} */ kind) => (/** @type {number} */ slot) => {
    const find = () => {
      const keys = board.keysOf(kind, slot);
      if (keys === null) say(kind === "clue" ? "No clue can be given." : `No card to ${kind} in slot ${slot}.`);
      return keys;
    };
    if (view === "learn") void learning.answer(find());
    else void analysis.choose(find);
  };
  const moving = {
    title: "Moves",
    bindings: [
      { keys: ["a 1-9", "p 1-9"], words: "Play a card", act: choose("play") },
      { keys: ["d 1-9"], words: "Discard a card", act: choose("discard") },
      { keys: ["c"], words: "Give a clue", act: () => choose("clue")(0) },
    ],
  };
  const everywhere = {
    title: "Everywhere",
    bindings: [
      // A file may have the one and not the other.
      ...(kept?.table === null ? [] : [{ keys: ["t"], words: "Go to the table", act: backToTable }]),
      ...(kept?.exercises.length === 0 ? [] : [{ keys: ["l"], words: "Go to the exercises", act: learn }]),
      { keys: ["x"], words: "Dark or light", act: switchTheme },
      { keys: ["?"], words: "Show the keys", act: () => keyboard.showHelp() },
      { keys: ["Escape"], words: "Close what is shown", act: () => (player.film.isOpen ? player.film.close() : calm()) },
    ],
  };
  const step = (/** @type {number} */ steps) => () =>
    view === "learn" ? learning.film.go(learning.film.at + steps) : analysis.step(steps);
  if (view === "learn") {
    const exercise = {
      title: "Exercises",
      bindings: [
        { keys: ["h"], words: "A hint", act: () => learning.hint() },
        { keys: ["v"], words: "The solution", act: () => learning.solution() },
        { keys: ["r"], words: "Try again", act: () => learning.retry() },
        { keys: ["n"], words: "The next exercise", act: () => void learning.next() },
        { keys: ["ArrowLeft"], words: "Back a turn, in what is shown", act: step(-1) },
        { keys: ["ArrowRight"], words: "On a turn, in what is shown", act: step(1) },
      ],
    };
    return [moving, exercise, everywhere];
  }
  const round = analysis.table?.names.length ?? 1;
  const table = {
    title: "Table",
    bindings: [
      { keys: ["ArrowLeft"], words: "Back a turn: undo", act: step(-1) },
      { keys: ["ArrowRight"], words: "On a turn: redo", act: step(1) },
      { keys: ["["], words: "Back a round", act: step(-round) },
      { keys: ["]"], words: "On a round", act: step(round) },
      { keys: ["Home"], words: "To the start", act: () => analysis.goToEnd(true) },
      { keys: ["End"], words: "To the end", act: () => analysis.goToEnd(false) },
      { keys: ["n"], words: "To the next mistake of a game", act: () => analysis.nextMistake() },
      { keys: ["b"], words: "Show a best line", act: () => void analysis.bestLine() },
      { keys: ["u"], words: "Pile face up or face down", act: () => analysis.switchPile(analysis.pile === "known" ? "unknown" : "known") },
      { keys: ["w"], words: "Show or hide every why", act: () => analysis.toggleWhys() },
      ...(kept !== null
        ? []
        : [
            { keys: ["s"], words: "Copy the address", act: () => void analysis.share() },
            { keys: ["o"], words: "Open something else", act: () => byId("text").focus() },
          ]),
    ],
  };
  return [moving, table, everywhere];
}

const keyboard = new Keyboard(bindings);

async function start() {
  paint(remembered("theme", null));
  byId("nav-table").addEventListener("click", backToTable);
  byId("nav-learn").addEventListener("click", learn);
  byId("theme").addEventListener("click", switchTheme);
  byId("trouble-close").addEventListener("click", calm);
  byId("trouble-again").addEventListener("click", () => {
    calm();
    again();
  });
  if (kept !== null) {
    byId("nav-table").hidden = kept.table === null;
    byId("nav-learn").hidden = kept.exercises.length === 0;
  }
  window.addEventListener("popstate", () => void visit());
  try {
    const choices = await source.choices();
    form.offer(choices);
    learning.offer(choices);
    setText(byId("version"), choices.version);
    await visit();
  } catch (fault) {
    turnTo("start");
    complain(fault, () => void start());
  }
}

void start();
