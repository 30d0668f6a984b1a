const UNITS = 0x10000;

/**
 * Finds out whether any of many phrases is in a text, in one pass (the algorithm of Aho and Corasick): at most two steps for each character, however
 * many phrases there are. Built by the first search, because most settings are read more often than used.
 */
export class PhraseIndex {
  private readonly phrases: ReadonlySet<string>;
  private automaton: Automaton | undefined;

  constructor(phrases: readonly string[]) {
    this.phrases = new Set(phrases.filter((phrase) => phrase !== ''));
  }

  /** The number of different phrases. */
  get size(): number {
    return this.phrases.size;
  }

  isIn(text: string): boolean {
    if (this.phrases.size === 0) return false;
    const automaton = (this.automaton ??= build(this.phrases));
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = stepFrom(automaton, state, text.charCodeAt(at));
      if (automaton.ends.has(state)) return true;
    }
    return false;
  }
}

/** A state is a beginning of phrases; 0 is the empty one. */
interface Automaton {
  /** By state and UTF-16 unit, in one number: a map for each state would take several times the memory. */
  readonly next: Map<number, number>;
  /** By state, the longest other beginning at its end. */
  readonly shorter: number[];
  /** States with a whole phrase at their end. */
  readonly ends: Set<number>;
}

function stepFrom({ next, shorter }: Automaton, from: number, unit: number): number {
  let state = from;
  for (;;) {
    const found = next.get(state * UNITS + unit);
    if (found !== undefined) return found;
    if (state === 0) return 0;
    state = shorter[state] ?? 0;
  }
}

function build(phrases: ReadonlySet<string>): Automaton {
  const automaton: Automaton = { next: new Map(), shorter: [0], ends: new Set() };
  const { next, shorter, ends } = automaton;
  let beginnings = [...phrases].map((phrase) => ({ phrase, state: 0 }));
  // All beginnings of one length before the longer ones, which refer to them.
  for (let length = 0; beginnings.length > 0; length += 1) {
    for (const beginning of beginnings) {
      const { phrase, state } = beginning;
      const unit = phrase.charCodeAt(length);
      const key = state * UNITS + unit;
      const known = next.get(key);
      beginning.state = known ?? shorter.length;
      if (known === undefined) {
        const rest = state === 0 ? 0 : stepFrom(automaton, shorter[state] ?? 0, unit);
        next.set(key, shorter.push(rest) - 1);
        if (ends.has(rest)) ends.add(beginning.state);
      }
      if (phrase.length === length + 1) ends.add(beginning.state);
    }
    beginnings = beginnings.filter(({ phrase }) => phrase.length > length + 1);
  }
  return automaton;
}
