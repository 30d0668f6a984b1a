const MIN_LETTERS = 10;
const MIN_SHARE = 0.7;
/** Names of custom emoji, mentions and addresses are not written by the member's choice of letters. */
const NOT_WRITTEN = /<a?:\w{1,32}:\d{1,20}>|<[@#][!&]?\d{1,20}>|https?:\/\/\S+/gi;

/** Whether a text shouts (docs/decisions.md C9). Letters of scripts without capitals do not count. */
export function isShouting(text: string): boolean {
  const written = text.includes('<') || text.includes('://') ? text.replace(NOT_WRITTEN, ' ') : text;
  let letters = 0;
  let capitals = 0;
  for (let at = 0; at < written.length; at += 1) {
    const code = written.charCodeAt(at);
    if (code < 128) {
      const isCapital = code >= 65 && code <= 90;
      if (isCapital) capitals += 1;
      if (isCapital || (code >= 97 && code <= 122)) letters += 1;
      continue;
    }
    const char = String.fromCodePoint(written.codePointAt(at) ?? code);
    at += char.length - 1;
    const lower = char.toLowerCase();
    if (lower === char.toUpperCase()) continue;
    letters += 1;
    if (lower !== char) capitals += 1;
  }
  return letters >= MIN_LETTERS && capitals >= letters * MIN_SHARE;
}
