import { foldText } from './fold-text.js';

/** Signs that stand for letters are part of a word: "sh!t". */
const TOKEN = /[\p{L}\p{M}\p{N}@$!|€]+/gu;
/** By its code, whether a character of ASCII is part of a word. */
const IS_OF_WORD = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9@$!|]/.test(String.fromCharCode(code)));
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

  /** The words of the folded text, and those that it spells out letter by letter. */
  get words(): readonly string[] {
    return (this.foundWords ??= wordsIn(this.folded));
  }
}

function wordsIn(folded: string): string[] {
  const words: string[] = [];
  let spelled = '';
  const endSpelling = (): void => {
    if (spelled.length >= MIN_SPELLED_LETTERS) words.push(spelled);
    spelled = '';
  };
  for (const word of asciiTokensOf(folded) ?? folded.match(TOKEN) ?? []) {
    if (word.length === 1) {
      spelled += word;
      continue;
    }
    if (spelled !== '') endSpelling();
    words.push(word);
  }
  endSpelling();
  return words;
}

/** What TOKEN finds in a text of ASCII alone, which most are, without its tables of Unicode; null for another text. */
function asciiTokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    const isOfWord = IS_OF_WORD[text.charCodeAt(at)];
    if (isOfWord === undefined) return null;
    if (isOfWord) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      tokens.push(text.slice(start, at));
      start = -1;
    }
  }
  if (start !== -1) tokens.push(text.slice(start));
  return tokens;
}
