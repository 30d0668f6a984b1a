// The entry of a child process that extracts the text of one document and may be killed at any time. From source it runs with Node's type
// stripping, which does not resolve '.js' to '.ts': the modules of this folder import each other by '#extraction/', an entry of package.json.
import { Console } from 'node:console';
import { buffer } from 'node:stream/consumers';
import { decodedAs, likelyEncoding, markedEncoding } from '#extraction/charset';
import { END_OF_TEXT, type Extracted, type ExtractText, type Outcome, type UnreadPictures } from '#extraction/extraction';

const [format = '', maxChars = '0', charset = ''] = process.argv.slice(2);

// Libraries print warnings; standard output is reserved for the result.
globalThis.console = new Console(process.stderr);

const { firstLine, text, unreadPictures } = await result();
await send(`${firstLine}\n${text}${END_OF_TEXT}`);
// Whatever happens to this process while it counts, the text is read.
await send(String((await counted(unreadPictures)) ?? ''));
process.exit(0);

async function result(): Promise<{ firstLine: string; text: string; unreadPictures?: Extracted['unreadPictures'] }> {
  try {
    const read = await extraction();
    const { parts, scan } = read;
    const outcome = read.text === '' ? 'empty' : read.isTruncated ? 'truncated' : 'complete';
    const scanned = scan ? [scan.withoutText, scan.tried, scan.pictures, scan.recognized, scan.unread] : [];
    const firstLine = [outcome, ...(parts ? [parts.unit, parts.read, parts.total, ...scanned] : [])].join(' ');
    return { firstLine, text: read.text, unreadPictures: read.unreadPictures };
  } catch (error) {
    return { firstLine: outcomeOf(error), text: '' };
  }
}

async function counted(pictures: Extracted['unreadPictures']): Promise<UnreadPictures | undefined> {
  try {
    return await (typeof pictures === 'function' ? pictures() : pictures);
  } catch {
    return undefined;
  }
}

async function extraction(): Promise<Extracted> {
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

/** Until it is in the pipe to the parent. */
function send(output: string): Promise<void> {
  return new Promise((resolve) => void process.stdout.write(output, () => resolve()));
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
