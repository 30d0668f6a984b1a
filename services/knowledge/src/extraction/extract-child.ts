// The entry of a child process that extracts the text of one document and may be killed at any time. From source it runs with Node's type
// stripping, which does not resolve '.js' to '.ts': the modules of this folder import each other by '#extraction/', an entry of package.json.
import { Console } from 'node:console';
import { buffer } from 'node:stream/consumers';
import { decodedAs, likelyEncoding, markedEncoding } from '#extraction/charset';
import type { ExtractText, Extraction, Outcome } from '#extraction/extraction';

const [format = '', maxChars = '0', charset = ''] = process.argv.slice(2);

// Libraries print warnings; standard output is reserved for the result.
globalThis.console = new Console(process.stderr);

try {
  const { text, isTruncated, parts, scan, unreadPictures = '-' } = await extraction();
  const outcome = text === '' ? 'empty' : isTruncated ? 'truncated' : 'complete';
  const scanned = scan ? [scan.withoutText, scan.tried, scan.pictures, scan.recognized, scan.unread] : [];
  sendResult([outcome, unreadPictures, ...(parts ? [parts.unit, parts.read, parts.total, ...scanned] : [])].join(' '), text);
} catch (error) {
  sendResult(outcomeOf(error), '');
}

async function extraction(): Promise<Extraction> {
  const [bytes, { extract }] = await Promise.all([
    buffer(process.stdin),
    import(`#extraction/extract-${format}`) as Promise<{ extract: ExtractText }>,
  ]);
  const limit = Number(maxChars);
  const { text, isTruncated, ...counts } = await extract({ bytes, decoded: () => decode(bytes), maxChars: limit });
  const clean = cleanText(text);
  const isCut = isTruncated || clean.length > limit;
  return { ...counts, text: replaceLoneSurrogates(clean.slice(0, limit)).trimEnd(), isTruncated: isCut };
}

function sendResult(firstLine: string, text: string): void {
  process.stdout.write(`${firstLine}\n${text}`, () => process.exit(0));
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RangeError) return 'complex';
  return error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'damaged';
}

/** By the byte order mark; else as the server or the page declares it, if that is possible; else as it looks like. */
function decode(bytes: Buffer): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  for (const declared of [charset, declaredCharset(bytes)]) {
    const text = declared === '' ? undefined : decodedAs(bytes, declared, true);
    if (text !== undefined) return text;
  }
  return decodedAs(bytes, likelyEncoding(bytes), false) ?? '';
}

/** The character set that a page declares. UTF-16 is read as UTF-8, because the declaration itself was readable (HTML, 13.2.3.2). */
function declaredCharset(bytes: Buffer): string {
  if (format !== 'html') return '';
  const name = /charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1] ?? '';
  return /^(utf-?16|ucs-2|iso-10646-ucs-2|unicode)/i.test(name) ? 'utf-8' : name;
}

/** Removes control characters, trailing blanks and repeated empty lines. */
function cleanText(text: string): string {
  const lines: string[] = [];
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  for (const line of text.replaceAll(/[\0-\b\v\f\x0e-\x1f\x7f]/g, '').split(/\r\n?|\n/)) {
    const trimmed = line.trimEnd();
    if (trimmed !== '' || (lines.at(-1) ?? '') !== '') lines.push(trimmed);
  }
  return replaceLoneSurrogates(lines.join('\n')).trim();
}

/** Replaces lone surrogates, which Postgres refuses, by the replacement character. */
function replaceLoneSurrogates(text: string): string {
  return Buffer.from(text).toString();
}
