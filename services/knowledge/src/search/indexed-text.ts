/** Scripts that are written without spaces between words, or whose words carry particles: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
/** Names with dots, `foo.bar.baz` or `node.js`, which the parser of Postgres takes for the names of hosts. */
const DOTTED = /(?<![\p{L}\p{N}@/.-])\p{L}[\p{L}\p{N}_]*(?:\.\p{L}[\p{L}\p{N}_]*)+(?![\p{L}\p{N}@/-])/gu;
/** Two short words with a hyphen between them, which people write as one, too: Wi-Fi, e-mail, check-in. */
const HYPHENATED = /(?<![\p{L}\p{N}@/.-])(?=[\p{L}-]{3,9}(?![\p{L}\p{N}-]))\p{L}+-\p{L}+(?![\p{L}\p{N}@/-])/gu;
const EMOJI = /\p{Extended_Pictographic}/gu;
/** English words that are left out as stop words, but mean something else in capitals: the IT department, a question to the WHO. */
const CAPITALS =
  /(?<![\p{L}\p{N}])(?:IT|US|WHO|WILL|MAY|CAN|AM|BE|DO|IS|ON|NO|OR|SO|AN|AS|AT|BY|HE|IF|IN|ME|OF|TO|UP|WE)(?![\p{L}\p{N}])/gu;

/**
 * A text as it is indexed and as questions are asked, so that the parser of Postgres finds its words: runs of scripts without spaces become pairs
 * of characters, dotted names their parts, short words with a hyphen one word too, each emoji a word.
 */
export function indexedText(text: string): string {
  const isShouted = text === text.toUpperCase();
  return text
    .normalize('NFKC')
    .replaceAll(UNSPACED, (run) => ` ${pairsOf(run)} `)
    .replaceAll(DOTTED, dottedWords)
    .replaceAll(HYPHENATED, (name) => `${name} ${name.replace('-', '')}`)
    .replaceAll(EMOJI, (emoji) => ` emoji${(emoji.codePointAt(0) ?? 0).toString(16)} `)
    .replaceAll(CAPITALS, (word) => (isShouted ? word : `${word} capital${word.toLowerCase()}`));
}

/** Overlapping pairs; a single character stays as it is. */
function pairsOf(run: string): string {
  const characters = [...run];
  if (characters.length === 1) return run;
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`)
    .join(' ');
}

/** Its parts, and all of it in one: `node.js` is also found as `nodejs`. */
const dottedWords = (name: string): string => {
  const parts = name.split('.');
  return `${parts.join(' ')} ${parts.join('')}`;
};
