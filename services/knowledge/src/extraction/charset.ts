import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { decodedIn, likelierEncoding } from '#extraction/old-encodings';

const SAMPLE_BYTES = 65_536;
/** Of the text before the first character that is not ASCII. */
const SAMPLE_LEAD_BYTES = 200;
/** A text with a smaller share of other letters than this is written in Latin letters. */
const LATIN_SHARE = 0.3;
/** UTF-8 with fewer faults than this, compared to its faultless characters, is UTF-8 with faults. */
const FAULT_SHARE = 0.05;
/** A text with a larger one is hardly written in them. */
const OTHER_SHARE = 0.8;
/** On the scale of 0 to 100: what a multi-byte set has at least in a text in Latin letters, and in any but a text of few characters. */
const MIN_CONFIDENCE_IN_LATIN = 50;
const MIN_CONFIDENCE = 11;

const MULTI_BYTE = new Set(['Shift_JIS', 'Big5', 'EUC-JP', 'EUC-KR', 'GB18030']);
const LATIN = /^(ISO-8859-[129]|windows-125[02478])$/;
/** Single-byte sets of other letters: Cyrillic, Arabic, Greek, Hebrew, Thai. */
const OTHER_LETTERS = /^(ISO-8859-[5678](-I)?|windows-125[1356]|windows-874|KOI8-R)$/;
const FALLBACK = 'windows-1252';

/** The character set of the byte order mark; undefined without one. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** The character set that a text looks like, as a name that `decodedAs` knows. Always one: what is no text has to be found out otherwise. */
export function likelyEncoding(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked) return marked;
  if (isUtf8(bytes)) return isJapaneseInSevenBits(bytes) ? 'iso-2022-jp' : 'utf-8';
  return utf16Encoding(bytes) ?? (isThai(bytes) ? 'windows-874' : otherEncoding(bytes));
}

/** The text of bytes in the character set that they look like; undefined when they are no text. */
export function plainText(bytes: Uint8Array): string | undefined {
  const encoding = likelyEncoding(bytes);
  // Wrong UTF-16 is no text in another set either.
  const text = decodedAs(bytes, encoding, encoding.startsWith('utf-16'));
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text === undefined || /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
}

/** Undefined for a name that is unknown, or for bytes that are wrong in this set when they have to be right. */
export function decodedAs(bytes: Uint8Array, encoding: string, isStrict: boolean): string | undefined {
  try {
    return decodedIn(encoding, bytes, { fatal: isStrict });
  } catch {
    return undefined;
  }
}

/** By the bytes that begin its characters, which no other text has. */
const isJapaneseInSevenBits = (bytes: Uint8Array): boolean =>
  [JIS_BEGIN, OLD_JIS_BEGIN].some((begin) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(begin)) &&
  decodedAs(bytes, 'iso-2022-jp', true) !== undefined;
const JIS_BEGIN = '\x1b$B';
const OLD_JIS_BEGIN = '\x1b$@';

/** Thai looks like Chinese to the detection; but its vowel signs and tone marks stand behind other letters, and there are many of them. */
function isThai(bytes: Uint8Array): boolean {
  let [others, marks, misplaced] = [0, 0, 0];
  let before = 0;
  for (const byte of bytes.subarray(0, SAMPLE_BYTES)) {
    if (byte >= 0x80) others += 1;
    // A blank without a break, and signs that no letter of Thai is.
    if (byte > 0xfb || (byte >= 0x80 && byte < 0xa0)) return false;
    if (byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee)) {
      marks += 1;
      if (!((before >= 0xa1 && before <= 0xce) || (before >= 0xd1 && before <= 0xda) || (before >= 0xe7 && before <= 0xee)))
        misplaced += 1;
    }
    before = byte;
  }
  return marks >= MIN_THAI_MARKS && marks > others / 10 && misplaced <= marks / 50;
}
const MIN_THAI_MARKS = 5;

/** UTF-16 without a mark: every other byte of its ASCII characters is zero, which no other set has. */
function utf16Encoding(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = Math.min(bytes.length, SAMPLE_BYTES) / 2;
  if (odd > pairs / 5 && even * 20 < odd) return 'utf-16le';
  return even > pairs / 5 && odd * 20 < even ? 'utf-16be' : undefined;
}

function otherEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - SAMPLE_LEAD_BYTES);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  if (isFaultyUtf8(sample)) return 'utf-8';
  const share = otherShare(sample);
  const isLatin = share < LATIN_SHARE;
  const minConfidence = isLatin ? MIN_CONFIDENCE_IN_LATIN : share < OTHER_SHARE ? MIN_CONFIDENCE : 0;
  const match = analyse(sample).find(({ name, confidence }) => {
    if (!isPossible(sample, name)) return false;
    if (MULTI_BYTE.has(name)) return confidence >= minConfidence;
    return LATIN.test(name) || (!isLatin && OTHER_LETTERS.test(name));
  });
  if (match && MULTI_BYTE.has(match.name)) return match.name;
  // With four Ukrainian letters more, in place of signs that frame tables.
  return likelierEncoding(sample, match?.name === 'KOI8-R' ? 'koi8-u' : (match?.name ?? FALLBACK));
}

function isFaultyUtf8(sample: Uint8Array): boolean {
  // Its last character may be cut off.
  const text = new TextDecoder().decode(sample, { stream: true });
  const faults = text.match(/\ufffd/g)?.length ?? 0;
  const others = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return faults < FAULT_SHARE * others;
}

/** The share of bytes above ASCII among them and the letters of ASCII. */
function otherShare(sample: Uint8Array): number {
  let others = 0;
  let letters = 0;
  for (const byte of sample) {
    if (byte >= 0x80) others += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return others / Math.max(1, others + letters);
}

function isPossible(sample: Uint8Array, encoding: string): boolean {
  try {
    // The last character of the sample may be cut off.
    new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
