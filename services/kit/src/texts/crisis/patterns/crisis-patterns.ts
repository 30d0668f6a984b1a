/**
 * What a crisis sounds like in one language. The patterns are compared with folded letters (`foldedLetters`): lower case, without accents ("й" is "и", "ß" is "ss"),
 * with plain apostrophes and single spaces. A pattern names a wish or a plan and the act; a word alone ("kill", "die") says nothing.
 */
export interface CrisisPatterns {
  /** Taken out of the text first: what only sounds like it. */
  readonly figurative: RegExp;
  /** Where it is found, the text is about a game or a story. */
  readonly fiction: RegExp;
  readonly selfHarm: readonly RegExp[];
  readonly toOthers: readonly RegExp[];
}
