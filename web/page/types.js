// @ts-check
/**
 * What the page is told: the shapes of all data. The engine makes them (web/tables.py and its
 * neighbours); the page draws them and decides no rule itself.
 *
 * A card is known by its order, a whole number: `Table.cards[order]` is its name, like "r4". A move is known by its key, a
 * short text that the engine makes and reads back: the page only carries it around. A path is the
 * keys of the moves from the table's first board on.
 *
 * @typedef {string} Key
 * @typedef {Key[]} Path
 * @typedef {"known" | "unknown"} PileOrder
 *
 * What opens a table again: this is what an address holds.
 * @typedef {object} Opening
 * @property {string} text a seed, a link or a game of hanab.live, a deal or a position as text or JSON
 * @property {number} [players] for a seed or a deck that does not say it
 * @property {string[]} [rules] names of rule sets, where the text does not say them
 * @property {string[]} [names] the players of a game whose link has no names
 *
 * @typedef {object} Suit
 * @property {string} letter
 * @property {string} name "red"
 * @property {number} size
 * @property {boolean} descending
 *
 * @typedef {object} Table
 * @property {string} title "p3v0s42, 3 players, base"
 * @property {Opening} opening in its shortest form; opens the same table
 * @property {string} rules "base"
 * @property {string[]} names one for each seat
 * @property {Suit[]} suits
 * @property {number} perfect_score
 * @property {number} max_tokens
 * @property {number} max_strikes
 * @property {boolean} is_bouquet_final
 * @property {string[]} cards by order
 * @property {number[]} hidden orders of cards that their holder does not know: shown as "?"
 * @property {PileOrder} pile_order "unknown" if the position says that nobody knows the order
 * @property {string | number} aim what a chance is the chance of: "win", a score, or "mean"
 * @property {Path} line the moves that came along with the table
 * @property {string[]} line_words one sentence for each of them, clues as they were given
 * @property {number} at the place in the line to begin at, 0 for its start
 * @property {Board[]} boards before the line's first move, and after each of its moves
 * @property {boolean} is_game whether it is a game that was played, so that it can be reviewed
 * @property {string[]} notes what the user should know
 *
 * A position as it lies on the table.
 * @typedef {object} Board
 * @property {number | null} turn null where nobody knows
 * @property {number} to_move seat
 * @property {number[][]} hands orders, the oldest card first; slot 1 is the last
 * @property {number[]} pile orders, the next card first
 * @property {number[]} levels by suit
 * @property {(string | null)[]} tops by suit, the name of the topmost card
 * @property {number[]} discards orders, the first one first
 * @property {number} score
 * @property {number} tokens
 * @property {number} strikes
 * @property {number | null} turns_left
 * @property {number | null} pace
 * @property {string | null} tiles bonus tiles still to be turned, in words
 * @property {number[]} playable orders in hands of cards that fit now
 * @property {number[]} trash orders in hands of cards that will never be needed
 * @property {number[]} critical orders in hands of useful cards of which no other copy is left
 * @property {string | null} over how the game ended, in a sentence; null while it goes on
 * @property {LegalMove[]} moves
 *
 * @typedef {object} LegalMove
 * @property {Key} key
 * @property {"play" | "discard" | "clue"} kind
 * @property {number | null} card order
 * @property {string} words "Alice plays r4 from slot 2"
 *
 * What a move is worth. Moves that are the same (copies, trash) have one value.
 * @typedef {object} MoveValue
 * @property {Key[]} keys the legal moves that are this one
 * @property {string} label "25", "24-25", "83.3 %", "won"
 * @property {string | null} exact a fraction, where the label is rounded
 * @property {string} mark "keeps the best", "costs 1", "loses", "undecided"
 * @property {boolean | null} keeps_best null if that is not proven (yet)
 * @property {string} words "Alice plays r4 (slot 2)"
 * @property {string[]} why sentences; none where there is nothing to say, or nothing yet
 * @property {boolean} has_film whether the engine can show how it goes on
 *
 * All values of a board. While they arrive: `is_done` is false, moves without a value are not in it.
 * @typedef {object} Values
 * @property {string} sentence "25 of 25 can still be reached."
 * @property {string | null} model what is taken for known, with the pile face down
 * @property {string | null} label the value of the position, as on a move; null while it is not known
 * @property {number | null} height from 0 to 1: the value for a bar; null if it is not known
 * @property {MoveValue[]} moves the best first
 * @property {boolean} is_done
 *
 * Turns to be shown one after the other. In a story with the pile face down other cards are
 * drawn than in the table's order, so a film has cards of its own.
 * @typedef {object} Film
 * @property {string} title
 * @property {string[]} cards
 * @property {Board[]} boards one more than words
 * @property {string[]} words
 * @property {Path | null} path the same as keys, where they fit the table's cards
 * @property {string | null} end what it comes to
 *
 * @typedef {object} Exercise
 * @property {string} id tells exercises apart
 * @property {"judgement" | "puzzle"} kind
 * @property {string} question
 * @property {string | null} remark "One move is better than every other by 5 points or more."
 * @property {string} setting
 * @property {number} grade 1 to 5
 * @property {string} theme
 * @property {string} theme_title
 * @property {string[]} hints first the weaker one
 * @property {Table} table with one board
 * @property {ExerciseMove[]} moves the best first
 * @property {string[]} remarks the lesson, and the grade
 * @property {Film | null} film a best line, or how it may go on after the answer
 *
 * @typedef {object} ExerciseMove
 * @property {Key[]} keys
 * @property {string} label
 * @property {boolean} is_right
 * @property {string} words
 * @property {string[]} verdict what to say to somebody who chose it
 * @property {string[]} why the same without the verdict
 * @property {Film | null} film the refutation
 *
 * @typedef {object} ReviewTurn
 * @property {number} turn
 * @property {number} seat
 * @property {string} words
 * @property {string} label the best score after it: "25", "24-25"
 * @property {number | null} height from 0 to 1
 * @property {string | null} cost "costs 1" if the move is proven to cost something
 * @property {string | null} cause
 * @property {string | null} better
 * @property {string | null} why
 * @property {{before: string, after: string, mistake: string, luck: string, height: number, is_mistake: boolean, is_luck: boolean, why: string | null} | null} chance with the pile face down, where it is known
 *
 * @typedef {object} Review
 * @property {string} sentence
 * @property {string} note what the solver knows and the players did not
 * @property {string} start_label
 * @property {number | null} start_height
 * @property {ReviewTurn[]} turns
 * @property {{sentence: string, model: string} | null} chance
 * @property {{name: string, turns: number, mistakes: number, points: number, chance_lost: string | null, luck: string | null}[]} players mistakes: how many of their moves cost points
 * @property {Film | null} better the first mistake put right, to its end
 *
 * @typedef {object} RuleSetChoice
 * @property {string} name
 * @property {string} meaning
 *
 * @typedef {object} Choices what the forms offer
 * @property {RuleSetChoice[]} rules
 * @property {{name: string, title: string}[]} themes
 * @property {number} min_players
 * @property {number} max_players
 * @property {string} version
 *
 * Where data come from: the server, or what is kept in the file itself.
 * @typedef {object} Source
 * @property {boolean} isLive whether anything can be asked; a file has only what it holds
 * @property {boolean} hasLinks whether positions of a deal can be opened on hanab.live
 * @property {() => Promise<Choices>} choices
 * @property {(opening: Opening, signal?: AbortSignal) => Promise<Table>} open
 * @property {(path: Path) => boolean} holds whether it is known what lies on the table after a path
 * @property {(opening: Opening, path: Path, from: number, signal?: AbortSignal) => Promise<Board[]>} boards along a path: after `from` of its moves (0: the first board), and so on to its end
 * @property {(path: Path, key: Key) => Key} held the move, or one that is the same: of equal moves a file holds one
 * @property {(opening: Opening, path: Path, pile: PileOrder, seen: (values: Values) => void, signal?: AbortSignal) => Promise<Values>} values
 * @property {(opening: Opening, path: Path, pile: PileOrder, key: Key, signal?: AbortSignal) => Promise<Film>} film
 * @property {(opening: Opening, path: Path, signal?: AbortSignal) => Promise<string>} link the position on hanab.live
 * @property {(opening: Opening, seen: (done: number, of: number) => void, signal?: AbortSignal) => Promise<Review>} review
 * @property {(wish: Wish, signal?: AbortSignal) => Promise<Exercise | null>} exercise the next one that fits; null if there is none
 * @property {(opening: Opening, signal?: AbortSignal) => Promise<Opening>} shuffle the same position with the unseen cards in another order
 * @property {(wish: {players: number, rules: string[]}, signal?: AbortSignal) => Promise<Opening>} random a random deal
 *
 * @typedef {object} Wish
 * @property {number} players
 * @property {string[]} rules
 * @property {"judgement" | "puzzle"} kind
 * @property {number | null} grade
 * @property {string | null} theme
 * @property {number} number the n-th exercise of this wish, from 0
 * @property {string} seed
 *
 * What a self-contained file holds.
 * @typedef {object} Kept
 * @property {string} title
 * @property {"table" | "review" | "exercises"} view what the page shows first
 * @property {KeptTable | null} table
 * @property {Review | null} review
 * @property {Exercise[]} exercises
 * @property {Choices} choices
 *
 * @typedef {object} KeptTable
 * @property {Table} table
 * @property {PileOrder} pile what to show first
 * @property {Record<string, Board>} boards by path, its keys joined with "."
 * @property {Record<string, Values>} values by pile order and path: "known:p3.c"
 * @property {Record<string, Film>} films by pile order, path and key: "known:p3.c:d4"
 * @property {Record<string, string>} links by path
 */
export {};
