import { foldText } from './fold-text.js';

/** Signs that stand for letters are part of a word: "sh!t". */
const TOKEN = /[\p{L}\p{M}\p{N}@$!|€]+/gu;
const MIN_SPELLED_LETTERS = 3;

/** A text, and what several rules read of it, each of it read once. */
export class MessageText {
  private foldedText: string | undefined;
  private foundWords: readonly string[] | undefined;

  constructor(private readonly text: string) {}

  /** As `foldText` does it. */
  get folded(): string {
    return (this.foldedText ??= foldText(this.text));
  }

  /** Each word of the folded text once, and those that it spells out letter by letter. */
  get words(): readonly string[] {
    return (this.foundWords ??= wordsIn(this.folded));
  }
}

function wordsIn(folded: string): string[] {
  const words = new Set<string>();
  let spelled = '';
  const endSpelling = (): void => {
    if (spelled.length >= MIN_SPELLED_LETTERS) words.add(spelled);
    spelled = '';
  };
  for (const [word] of folded.matchAll(TOKEN)) {
    if (word.length === 1) {
      spelled += word;
      continue;
    }
    endSpelling();
    words.add(word);
  }
  endSpelling();
  return [...words];
}
