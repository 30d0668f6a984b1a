// A process of its own for one document: it may be killed at any time. From source it runs by Node's own type stripping, which does not
// find '.ts' behind '.js': hence it imports only types from its neighbours, and the module of the format by its full name.
import { Console } from 'node:console';
import { buffer } from 'node:stream/consumers';
import type { ExtractText, Extraction, Outcome } from './extraction.js';

const [format = '', maxChars = '0', charset = ''] = process.argv.slice(2);

// Libraries print warnings; standard output is for the answer.
globalThis.console = new Console(process.stderr);

try {
  const { text, isCut } = await extraction();
  answer(text === '' ? 'empty' : isCut ? 'cut' : 'whole', text);
} catch (error) {
  answer(outcomeOf(error), '');
}

async function extraction(): Promise<Extraction> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const [bytes, { extract }] = await Promise.all([
    buffer(process.stdin),
    import(new URL(`./extract-${format}.${extension}`, import.meta.url).href) as Promise<{ extract: ExtractText }>,
  ]);
  const limit = Number(maxChars);
  const { text, isCut } = await extract({ bytes, decoded: () => decode(bytes), maxChars: limit });
  const clean = cleanText(text);
  return { text: storable(clean.slice(0, limit)).trimEnd(), isCut: isCut || clean.length > limit };
}

function answer(outcome: Outcome, text: string): void {
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
    return new TextDecoder(marked || charset || declaredWithin(bytes) || 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** The character set that a page names itself. One that could be read so far is not in UTF-16, whatever it says (HTML, 13.2.3.2). */
function declaredWithin(bytes: Buffer): string {
  if (format !== 'html') return '';
  const name = /charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1] ?? '';
  return /^(utf-?16|ucs-2|iso-10646-ucs-2|unicode)/i.test(name) ? 'utf-8' : name;
}

/** Without what the database cannot store, trailing blanks and more than one empty line in a row. */
function cleanText(text: string): string {
  const lines: string[] = [];
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  for (const line of text.replaceAll(/[\0-\b\v\f\x0e-\x1f\x7f]/g, '').split(/\r\n?|\n/)) {
    const trimmed = line.trimEnd();
    if (trimmed !== '' || (lines.at(-1) ?? '') !== '') lines.push(trimmed);
  }
  return storable(lines.join('\n')).trim();
}

/** Half a character, as a careless cut leaves it, becomes a replacement character. */
function storable(text: string): string {
  return Buffer.from(text).toString();
}
