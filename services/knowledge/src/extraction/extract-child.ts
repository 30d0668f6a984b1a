// The entry of a child process that extracts the text of one document and may be killed at any time. From source it runs with Node's type
// stripping, which does not resolve '.js' to '.ts': it imports only types statically, and the module of the format by its full file name.
import { Console } from 'node:console';
import { buffer } from 'node:stream/consumers';
import type { ExtractText, Extraction, Outcome } from './extraction.js';

const [format = '', maxChars = '0', charset = ''] = process.argv.slice(2);

// Libraries print warnings; standard output is reserved for the result.
globalThis.console = new Console(process.stderr);

try {
  const { text, isTruncated } = await extraction();
  sendResult(text === '' ? 'empty' : isTruncated ? 'truncated' : 'complete', text);
} catch (error) {
  sendResult(outcomeOf(error), '');
}

async function extraction(): Promise<Extraction> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const [bytes, { extract }] = await Promise.all([
    buffer(process.stdin),
    import(new URL(`./extract-${format}.${extension}`, import.meta.url).href) as Promise<{ extract: ExtractText }>,
  ]);
  const limit = Number(maxChars);
  const { text, isTruncated } = await extract({ bytes, decoded: () => decode(bytes), maxChars: limit });
  const clean = cleanText(text);
  return { text: replaceLoneSurrogates(clean.slice(0, limit)).trimEnd(), isTruncated: isTruncated || clean.length > limit };
}

function sendResult(outcome: Outcome, text: string): void {
  process.stdout.write(`${outcome}\n${text}`, () => process.exit(0));
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RangeError) return 'complex';
  return error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'damaged';
}

function decode(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 3);
  const marked = mark.startsWith('fffe') ? 'utf-16le' : mark.startsWith('feff') ? 'utf-16be' : mark === 'efbbbf' ? 'utf-8' : '';
  try {
    return new TextDecoder(marked || charset || declaredCharset(bytes) || 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
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
