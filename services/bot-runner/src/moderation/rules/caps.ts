const MIN_LETTERS = 10;
const MIN_SHARE = 0.7;
/** Names of custom emoji, mentions and addresses are not written by the member's choice of letters. */
const NOT_WRITTEN = /<a?:\w{1,32}:\d{1,20}>|<[@#][!&]?\d{1,20}>|https?:\/\/\S+/gi;

/** What a character counts as, by its code; 0 for one that was not looked at yet. */
const KINDS = new Uint8Array(0x10000);
const [NO_LETTER, SMALL, CAPITAL] = [1, 2, 3];

/** Whether a text shouts (docs/decisions.md C9). Letters of scripts without capitals do not count. */
export function isShouting(text: string): boolean {
  if (text.length < MIN_LETTERS) return false;
  const written = text.includes('<') || text.includes('://') ? text.replace(NOT_WRITTEN, ' ') : text;
  let letters = 0;
  let capitals = 0;
  for (let at = 0; at < written.length; at += 1) {
    const code = written.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const kind = kindOf(code);
    if (kind === NO_LETTER) continue;
    letters += 1;
    if (kind === CAPITAL) capitals += 1;
  }
  return letters >= MIN_LETTERS && capitals >= letters * MIN_SHARE;
}

function kindOf(code: number): number {
  const known = KINDS[code] ?? 0;
  if (known !== 0) return known;
  const char = String.fromCodePoint(code);
  const lower = char.toLowerCase();
  const kind = lower === char.toUpperCase() ? NO_LETTER : lower === char ? SMALL : CAPITAL;
  if (code < KINDS.length) KINDS[code] = kind;
  return kind;
}
