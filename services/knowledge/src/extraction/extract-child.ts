// The entry of a child process that extracts the text of one document and may be killed at any time. From source it runs with Node's type
// stripping, which does not resolve '.js' to '.ts': the modules of this folder import each other by '#extraction/', an entry of package.json.
import { Console } from 'node:console';
import { buffer } from 'node:stream/consumers';
import { decodedAs, likelyEncoding, markedEncoding } from '#extraction/charset';
import { END_OF_TEXT, type Extracted, type ExtractText, type Outcome } from '#extraction/extraction';

const [format = '', maxChars = '0', charset = ''] = process.argv.slice(2);

// Libraries print warnings; standard output is reserved for the result.
globalThis.console = new Console(process.stderr);

const first = await result(extraction);
await send(`${first.firstLine}\n${first.text}${END_OF_TEXT}`);
// Whatever happens to this process while it counts, or reads further, the text is read.
await send(await counted(first.unreadPictures));
const second = first.more && (await result(first.more));
if (second?.isRead) {
  const count = await counted(second.unreadPictures);
  await send(`${END_OF_TEXT}${second.firstLine}\n${second.text}${END_OF_TEXT}${count}${END_OF_TEXT}`);
}
process.exit(0);

interface Result extends Pick<Extracted, 'text' | 'unreadPictures' | 'more'> {
  readonly firstLine: string;
  readonly isRead: boolean;
}

async function result(read: () => Promise<Extracted>): Promise<Result> {
  try {
    const { parts, scan, pictures, unreadPictures, more, ...rest } = await read();
    const { text, isTruncated } = shortened(rest);
    const outcome = text === '' ? 'empty' : isTruncated ? 'truncated' : 'complete';
    const scanned = scan ? [scan.withoutText, scan.tried, scan.pictures, scan.recognized, scan.unread] : [];
    const beside = scan && pictures ? [pictures.tried, pictures.recognized] : [];
    const firstLine = [outcome, ...(parts ? [parts.unit, parts.read, parts.total, ...scanned, ...beside] : [])].join(' ');
    return { firstLine, text, unreadPictures, more, isRead: true };
  } catch (error) {
    return { firstLine: outcomeOf(error), text: '', isRead: false };
  }
}

/** Empty where it is not known. */
async function counted(pictures: Extracted['unreadPictures']): Promise<string> {
  try {
    return String((await (typeof pictures === 'function' ? pictures() : pictures)) ?? '');
  } catch {
    return '';
  }
}

async function extraction(): Promise<Extracted> {
  const [bytes, { extract }] = await Promise.all([
    buffer(process.stdin),
    import(`#extraction/extract-${format}`) as Promise<{ extract: ExtractText }>,
  ]);
  return extract({ bytes, decoded: () => decode(bytes), maxChars: Number(maxChars) });
}

function shortened({ text, isTruncated }: Pick<Extracted, 'text' | 'isTruncated'>): Pick<Extracted, 'text' | 'isTruncated'> {
  const limit = Number(maxChars);
  const clean = cleanText(text);
  return { text: replaceLoneSurrogates(clean.slice(0, limit)).trimEnd(), isTruncated: isTruncated || clean.length > limit };
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
