/** Which of two went together, as a clause of a brief tells it: "who took which canoe out when". */
export interface Pair {
  /** The tables of the two. */
  readonly one: string;
  readonly other: string;
  /** The plain verb, and the particle it stands with. Empty where there is none. */
  readonly verb: string;
  readonly particle: string;
  readonly facts: readonly string[];
  /** Whether the other is what it is done to: "who took which boat", but not "who went in which boat". */
  readonly isDirect?: boolean;
}

/** A thing that a brief lists, with what it says is known of each. */
export interface Entry {
  /** The name of its table. */
  readonly name: string;
  /** The words for it. */
  readonly words: string;
  readonly facts: string[];
  /** What each is of, where the brief says so: "their", "loans to singers", "weight per batch". */
  readonly of: string[];
  /** What somebody does with each, by the plain verb: "who paid". */
  readonly doers: string[];
}

/** A brief as a list: its things, which of them stand together, and the words that are neither. */
export interface Inventory {
  readonly setting: string | null;
  readonly entries: readonly Entry[];
  readonly pairs: readonly Pair[];
  readonly unread: readonly string[];
  /** Whether it stands behind the whole that it is of, as in "a studio with clients and lessons", of which other readers know more. */
  readonly isOfWhole: boolean;
}
