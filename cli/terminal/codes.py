"""The exit codes, as `hanabi-solve --help` documents them."""

ANSWERED = 0
INTERNAL_ERROR = 1
BAD_INPUT = 2
NOT_PERFECT = 3  # with --check
ILLEGAL = 3  # with --check, of a line
DIFFERENT = 3  # with --verify, of a survey
REACHABLE = 3  # of what was to be proven lost
UNDECIDED = 4  # with --check, and of what was to be proven
INTERRUPTED = 130

IN_WORDS = "Exit codes: 0 answered, 1 internal error, 2 bad input, 130 interrupted."
WITH_CHECK = f"{IN_WORDS[:-1]}; with --check 3 not perfect, 4 undecided."
WITH_CHECK_OF_LINE = f"{IN_WORDS[:-1]}; with --check 3 illegal."
WITH_VERIFY = f"{IN_WORDS[:-1]}; with --verify 3 different."
OF_PROOF = f"{IN_WORDS[:-1]}; 3 if the score can be reached, 4 undecided."
OF_ALL = (
    f"{IN_WORDS[:-1]}; with --check 3 not perfect or illegal, 4 undecided; "
    "with --verify 3 different; of prove 3 not lost, 4 undecided."
)
