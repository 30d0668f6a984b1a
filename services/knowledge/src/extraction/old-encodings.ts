/** The characters of code page 850, in which DOS wrote Western European texts, from 0x80 on: TextDecoder does not know it. */
const IBM850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const IS_IBM850 = /^(?:ibm|cp)-?850$/i;

/** The text of bytes in a character set, by its name. Throws for an unknown name, and for wrong bytes where `fatal` is set. */
export function decodedIn(encoding: string, bytes: Uint8Array, options: { readonly fatal?: boolean } = {}): string {
  if (!IS_IBM850.test(encoding)) return new TextDecoder(encoding, options).decode(bytes);
  // Appended one by one, the characters of a large text would need many times its memory.
  const codes = new Uint16Array(bytes);
  for (const [at, byte] of bytes.entries()) if (byte >= 0x80) codes[at] = IBM850.charCodeAt(byte - 0x80);
  return Buffer.from(codes.buffer).toString('utf16le');
}

/** What DOS and old Macs wrote, which no detection by letters tells from the sets of Windows. */
const OLD = ['macintosh', 'ibm850', 'ibm866'];
/** Has the letters of the other one, and more where that has controls. */
const LARGER: Readonly<Record<string, string>> = { 'ISO-8859-2': 'windows-1250' };
/** From which share of misplaced characters a text may be in another set, and how many it needs, of how many kinds. */
const MIN_SHARE = 0.15;
const MIN_MISPLACED = 3;
const MIN_KINDS = 2;
/** What another set has at most, beside the one that was guessed. */
const MAX_SHARE_OF_GUESS = 1 / 3;

/** The character set in which the characters stand where words have them: the guessed one, unless one of the old sets fits far better. */
export function likelierEncoding(sample: Uint8Array, guess: string): string {
  const guessed = misplacedIn(decodedIn(guess, sample));
  const larger = LARGER[guess];
  if (guessed.isImpossible && larger !== undefined) return likelierEncoding(sample, larger);
  const isSuspicious = guessed.isImpossible || (guessed.count >= MIN_MISPLACED && guessed.kinds >= MIN_KINDS);
  if (guessed.share < MIN_SHARE || !isSuspicious) return guess;
  const [best] = OLD.map((encoding) => ({ encoding, ...misplacedIn(decodedIn(encoding, sample)) })).toSorted(
    (one, other) => one.share - other.share,
  );
  return best && best.share <= guessed.share * MAX_SHARE_OF_GUESS ? best.encoding : guess;
}

interface Misplaced {
  /** Of all characters above ASCII that are letters or misplaced. */
  readonly share: number;
  readonly count: number;
  readonly kinds: number;
  /** Whether it has what no text has: controls, or low quotation marks that end words. */
  readonly isImpossible: boolean;
}

/**
 * How many characters above ASCII stand where no word has them: a capital letter behind a small one, a sign between letters or beside another sign,
 * letters of two scripts in one word.
 */
function misplacedIn(text: string): Misplaced {
  const kinds = new Set<string>();
  let [letters, count] = [0, 0];
  let isImpossible = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character < '\u0080') continue;
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? ''];
    isImpossible ||= CONTROL.test(character) || (LOW_QUOTE.test(character) && LETTER.test(before));
    if (isMisplaced(character, before, after)) {
      count += 1;
      kinds.add(character);
    } else if (LETTER.test(character)) letters += 1;
  }
  return { share: count / Math.max(1, letters + count), count, kinds: kinds.size, isImpossible };
}

const LETTER = /\p{L}/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
const CONTROL = /[\u0080-\u009f\ufffd]/;
/** A letter of mathematics, and small letters behind numbers. */
const RARE = /[ƒªº]/;
const LOW_QUOTE = /[‚„]/;
/** Signs that only begin something. */
const OPENING = /[‚„¿¡]/;
/** Signs that people write between words without a blank. */
const BETWEEN_WORDS = /[’‘'–—…•™®©·°\u00a0\u00ad]/;
/** Signs that stand beside each other: frames of tables, and those. */
const BESIDE_OTHERS = /[\u2500-\u259f’‘“”«»–—…•™®©·°¿¡\u00a0\u00ad]/;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Arabic}/u, /\p{Script=Hebrew}/u];

function isMisplaced(character: string, before: string, after: string): boolean {
  if (CONTROL.test(character)) return true;
  if (RARE.test(character)) return LETTER.test(after);
  if (OPENING.test(character)) return LETTER.test(before);
  if (LETTER.test(character))
    return (CAPITAL.test(character) && SMALL.test(before)) || isOfTwo(character, before) || isOfTwo(character, after);
  if (BETWEEN_WORDS.test(character)) return false;
  return (LETTER.test(before) && LETTER.test(after)) || [before, after].some((other) => other !== character && isSign(other));
}

/** Above ASCII, of those that stand alone. */
const isSign = (character: string): boolean =>
  character > '\u007f' && !LETTER.test(character) && !MARK.test(character) && !BESIDE_OTHERS.test(character);
const MARK = /\p{M}/u;

const isOfTwo = (letter: string, other: string): boolean =>
  LETTER.test(other) && SCRIPTS.some((script) => script.test(letter) !== script.test(other));
