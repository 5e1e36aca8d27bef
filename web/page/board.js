// @ts-check
/**
 * The table: fireworks, hands, pile, discards, tokens. Cards of the player to move have two
 * buttons, play and discard, which show what that leaves as soon as it is known. The last card of
 * the pile has one where the rules let it be played from there.
 */
import { cardWords, face, smallCard, suitClass, symbol } from "page/cards.js";
import { el, fill, setAttributes, setText } from "page/dom.js";

/** @typedef {import("page/types.js").Table} Table */
/** @typedef {import("page/types.js").Board} Board */
/** @typedef {import("page/types.js").Key} Key */
/** @typedef {import("page/types.js").LegalMove} LegalMove */
/** @typedef {import("page/types.js").PileOrder} PileOrder */

/**
 * What stands on a button: a value, and whether the move is among the best.
 * @typedef {{keys: Key[], label: string, mark: string, isBest: boolean | null}} Tag
 *
 * A button stands for all moves of a kind with its card: announced or not, and with what a bonus
 * tile takes.
 * @typedef {{button: HTMLButtonElement, words: string, keys: Key[]}} Entry
 */

/**
 * @typedef {object} Look
 * @property {PileOrder} pile whether the pile lies face up
 * @property {((keys: Key[]) => void) | null} choose what a button does; null: there are none
 * @property {(key: Key) => boolean} [holds] whether it is known what follows a move; else it looks pale
 */

/** Signs for what there is to say of a card; that it is not needed shows in its face. */
const FACTS = /** @type {Record<string, string>} */ ({ "fits now": "↑", "last copy": "!" });
const SIGNS = { play: "▶", misplay: "✖", discard: "▼", clue: "Clue" };

export class BoardView {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Entry[]} */
    this.buttons = [];
    /** @type {Map<string, Key[]>} by kind and slot, like "play 2" */
    this.slots = new Map();
  }

  /**
   * Draw a board. What shows values is filled by `tag`.
   * @param {Table} table
   * @param {string[]} cards names by order
   * @param {Board} board
   * @param {Look} look
   */
  show(table, cards, board, look) {
    const hadFocus = this.place.contains(document.activeElement);
    this.buttons = [];
    this.slots.clear();
    fill(
      this.place,
      el(
        "div",
        { class: "middle" },
        this.#fireworks(table, board),
        this.#counts(table, board),
      ),
      el(
        "div",
        { class: "hands" },
        ...board.hands.map((_, seat) => this.#hand(table, cards, board, look, seat)),
      ),
      el(
        "div",
        { class: "beside" },
        this.#pile(table, cards, board, look),
        this.#discards(table, cards, board),
      ),
    );
    if (hadFocus) this.focus();
  }

  /** Give the focus to the hand of the player to move. */
  focus() {
    const hand = /** @type {HTMLElement | null} */ (this.place.querySelector(".hand.to-move"));
    this.place.tabIndex = -1; // at the end of a game nobody is to move
    (hand ?? this.place).focus({ preventScroll: true });
  }

  /** On a small screen somebody may look at a list far below: show who is to move. */
  bringIntoView() {
    const shown = this.place.querySelector(".hand.to-move") ?? this.place.querySelector(".fireworks");
    const { top, bottom } = shown?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (top < 0 || bottom > window.innerHeight) shown?.scrollIntoView({ block: "center" });
  }

  /**
   * Show on the buttons what the moves are worth; a button shows the best of its moves.
   * @param {Tag[]} tags the best move first
   */
  tag(tags) {
    for (const { button, words, keys } of this.buttons) {
      const tag = tags.find((one) => one.keys.some((key) => keys.includes(key)));
      const label = tag === undefined ? "" : shortened(tag.label);
      setText(/** @type {HTMLElement} */ (button.querySelector(".worth")), label);
      button.classList.toggle("long", label.length > 4);
      button.classList.toggle("very-long", label.length > 6);
      button.classList.toggle("best", tag?.isBest === true);
      button.classList.toggle("worse", tag?.isBest === false);
      button.classList.toggle("open", tag?.isBest === null);
      const value = tag === undefined ? "" : `: ${tag.label}${tag.mark ? `, ${tag.mark}` : ""}`;
      setAttributes(button, { "aria-label": words + value, title: words + value });
    }
  }

  /**
   * The moves that a key on the keyboard means.
   * @param {"play" | "discard" | "clue"} kind
   * @param {number} slot
   */
  keysOf(kind, slot) {
    return this.slots.get(kind === "clue" ? kind : `${kind} ${slot}`) ?? null;
  }

  /**
   * @param {Table} table
   * @param {Board} board
   */
  #fireworks(table, board) {
    const stacks = table.suits.map((suit, place) => {
      const top = board.tops[place] ?? null;
      const level = board.levels[place] ?? 0;
      const words = `${suit.name}: ${top === null ? "nothing" : top.slice(1)}${level === suit.size ? ", complete" : ""}`;
      const inner =
        top === null
          ? el("span", { class: "face" }, symbol(suit.letter), el("span", { class: "letter" }, suit.letter))
          : face(top);
      return el(
        "li",
        {
          class: `card stack ${suitClass(suit.letter)}${top === null ? " empty" : ""}`,
          "data-top": top ?? "",
        },
        el("span", { class: "visually-hidden" }, words),
        el("span", { "aria-hidden": "true", class: "inner" }, inner),
        suit.descending && el("span", { class: "note", title: "counts down", "aria-hidden": "true" }, "↓"),
      );
    });
    return el("ul", { class: "fireworks", "aria-label": "Fireworks" }, ...stacks);
  }

  /**
   * @param {Table} table
   * @param {Board} board
   */
  #counts(table, board) {
    const rows = /** @type {[string, string, string?][]} */ ([
      ["Score", `${board.score} of ${table.perfect_score}`],
      ["Tokens", `${board.tokens} of ${table.max_tokens}`, dots(board.tokens, table.max_tokens)],
      ["Strikes", `${board.strikes} of ${table.max_strikes}`, crosses(board.strikes, table.max_strikes)],
      ["Pile", String(board.pile.length)],
    ]);
    if (board.turn !== null) rows.unshift(["Turn", String(board.turn)]);
    rows.push(["Pace", board.pace === null ? "–" : String(board.pace)]);
    if (board.turns_left !== null) rows.push(["Turns left", String(board.turns_left)]);
    if (board.tiles !== null) rows.push(["Tiles", board.tiles]);
    return el(
      "dl",
      { class: "counts" },
      ...rows.map(([name, value, signs]) =>
        el(
          "div",
          { "data-count": name.toLowerCase() },
          el("dt", {}, name),
          el("dd", {}, value, signs !== undefined && el("span", { class: "signs", "aria-hidden": "true" }, signs)),
        ),
      ),
    );
  }

  /**
   * @param {Table} table
   * @param {string[]} cards
   * @param {Board} board
   * @param {Look} look
   * @param {number} seat
   */
  #hand(table, cards, board, look, seat) {
    const name = table.names[seat] ?? "";
    const isToMove = seat === board.to_move && board.over === null;
    const hand = [...(board.hands[seat] ?? [])].reverse();
    const moves = isToMove && look.choose !== null ? board.moves : [];
    const clue = moves.find((move) => move.kind === "clue");
    const list = el("ol", { class: "cards" });
    hand.forEach((order, place) => {
      const known = table.hidden.includes(order) ? null : (cards[order] ?? null);
      list.append(this.#card(table, board, look, moves, order, place + 1, known));
    });
    return el(
      "section",
      {
        class: `hand${isToMove ? " to-move" : ""}`,
        tabindex: isToMove ? -1 : null,
        "aria-label": `${name}${isToMove ? ", to move" : ""}`,
        "data-seat": seat,
      },
      el(
        "h3",
        {},
        el("span", { class: "name" }, name),
        isToMove && el("span", { class: "mover" }, "to move"),
        clue !== undefined && this.#button(look, [clue], "clue", `${name} gives a clue`),
      ),
      hand.length > 0 ? list : el("p", { class: "empty-hand" }, "no cards"),
    );
  }

  /**
   * @param {Table} table
   * @param {Board} board
   * @param {Look} look
   * @param {LegalMove[]} moves
   * @param {number} order
   * @param {number} slot
   * @param {string | null} name
   */
  #card(table, board, look, moves, order, slot, name) {
    const facts = [];
    if (name !== null && board.playable.includes(order)) facts.push("fits now");
    if (name !== null && board.trash.includes(order)) facts.push("not needed");
    if (name !== null && board.critical.includes(order)) facts.push("last copy");
    const known = name === null ? "unknown card" : cardWords(table, name);
    const words = [`Slot ${slot}: ${known}`, ...facts].join(", ");
    const of = (/** @type {"play" | "discard"} */ kind) =>
      moves.filter((move) => move.kind === kind && move.card === order);
    const isMisplay = name !== null && !board.playable.includes(order);
    const what = `${name ?? "the unknown card"}, slot ${slot}`;
    const play = isMisplay ? `Misplay ${what} (a strike)` : `Play ${what}`;
    return el(
      "li",
      {
        class: [
          "card",
          name === null ? "suit-other" : suitClass(name[0] ?? ""),
          board.trash.includes(order) && name !== null ? "trash" : "",
          moves.length > 0 ? "with-buttons" : "",
        ].join(" "),
        "data-card": name ?? "?",
      },
      el("span", { class: "visually-hidden" }, words),
      el(
        "span",
        { class: "inner", "aria-hidden": "true", title: facts.join(", ") || null },
        face(name),
        el("span", { class: "slot" }, String(slot)),
        el("span", { class: "facts" }, facts.map((fact) => FACTS[fact] ?? "").join("")),
      ),
      moves.length > 0 &&
        el(
          "span",
          { class: "buttons" },
          this.#button(look, of("play"), isMisplay ? "misplay" : "play", play, slot),
          this.#button(look, of("discard"), "discard", `Discard ${what}`, slot),
        ),
    );
  }

  /**
   * @param {Look} look
   * @param {LegalMove[]} moves
   * @param {keyof typeof SIGNS} sign
   * @param {string} words
   * @param {number} [slot]
   */
  #button(look, moves, sign, words, slot) {
    const [first] = moves;
    if (first === undefined) return el("span", { class: "no-move" }); // its room
    const keys = moves.map((move) => move.key);
    const isHeld = keys.some((key) => look.holds?.(key) ?? true);
    const button = el(
      "button",
      {
        type: "button",
        class: `move ${first.kind}${sign === "misplay" ? " misplay" : ""}${isHeld ? "" : " not-held"}`,
        "aria-label": words,
        title: words,
        "data-key": first.key,
        onclick: () => look.choose?.(keys),
      },
      el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[sign]),
      el("span", { class: "worth" }),
    );
    this.buttons.push({ button, words, keys });
    this.slots.set(first.kind === "clue" ? "clue" : `${first.kind} ${slot}`, keys);
    return button;
  }

  /**
   * @param {Table} table
   * @param {string[]} cards
   * @param {Board} board
   * @param {Look} look
   */
  #pile(table, cards, board, look) {
    const unseen = [...board.pile, ...table.hidden.filter((order) => board.hands.flat().includes(order))];
    const isDown = look.pile === "unknown";
    const names = (isDown ? unseen : board.pile).map((order) => cards[order] ?? "?");
    if (isDown) names.sort((one, other) => place(table, one) - place(table, other));
    const title = isDown ? "In the pile, in any order" : "Pile, the next card first";
    // The rules may let the last card be played from there.
    const plays =
      look.choose === null
        ? []
        : board.moves.filter((move) => move.card !== null && board.pile.includes(move.card));
    const what = isDown ? "the last card" : (names[0] ?? "?");
    return el(
      "section",
      { class: "pile", "aria-label": "Pile" },
      el("h3", {}, `${title}${names.length > 0 ? ` (${names.length})` : ""}`),
      names.length === 0
        ? el("p", {}, "The pile is empty.")
        : el("p", { class: "card-row" }, ...names.map((name) => smallCard(name, cardWords(table, name)))),
      plays.length > 0 && this.#button(look, plays, "play", `Play ${what} from the pile`, 0),
    );
  }

  /**
   * @param {Table} table
   * @param {string[]} cards
   * @param {Board} board
   */
  #discards(table, cards, board) {
    const names = board.discards.map((order) => cards[order] ?? "?");
    names.sort((one, other) => place(table, one) - place(table, other));
    return el(
      "section",
      { class: "discards", "aria-label": "Discards" },
      el("h3", {}, `Discards${names.length > 0 ? ` (${names.length})` : ""}`),
      names.length === 0
        ? el("p", {}, "None yet.")
        : el("p", { class: "card-row" }, ...names.map((name) => smallCard(name, cardWords(table, name)))),
    );
  }
}

/**
 * Where a card stands among all: by suit, then by value.
 * @param {Table} table
 * @param {string} name
 */
function place(table, name) {
  return table.suits.findIndex((suit) => suit.letter === name[0]) * 100 + Number(name.slice(1));
}

/**
 * @param {number} have
 * @param {number} most
 */
function dots(have, most) {
  return "●".repeat(have) + "○".repeat(Math.max(most - have, 0));
}

/**
 * @param {number} have
 * @param {number} most
 */
function crosses(have, most) {
  return "✖".repeat(have) + "·".repeat(Math.max(most - have, 0));
}

/**
 * A label that fits on a card.
 * @param {string} label
 */
export function shortened(label) {
  return label.replace("above ", ">").replace("below ", "<").replace(" %", "%");
}
