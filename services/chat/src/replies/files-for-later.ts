import { MAX_KEPT_CHARS, type KeptFile } from '../messages/file-texts.js';
import { fileNamesIn, questionWithFileNames, truncate, type AttachedFile } from './attachments.js';

/** How much of the files of a message later prompts show, in characters: it takes the room of what was said. */
const MAX_LATER_CHARS = 8000;
const RECOGNIZED = ' (text that was recognized in this picture)';
const GOES_ON = '\n(The file goes on.)';
const WAS_READ = '\n(The rest was read then.)';

/**
 * What of the files of a message is kept with it for later prompts, as long as the message is. Files that another person attached are left out,
 * because nothing would delete them when that person is forgotten.
 */
export function filesForLater(attachments: readonly AttachedFile[]): string {
  const texts = attachments.flatMap(({ name, text, isCut, recognition, isByAnother = false }) => {
    if (text === null || isByAnother) return [];
    const title = recognition === 'recognized' ? `${name}${RECOGNIZED}` : name;
    return [`${title}\n${text}${isCut ? GOES_ON : ''}`];
  });
  const whole = texts.join('\n\n');
  return whole.length > MAX_LATER_CHARS ? `${truncate(whole, MAX_LATER_CHARS)}${WAS_READ}` : whole;
}

/** The files that `filesForLater` has put together, of a message with their names. */
export function filesOfEarlier({ question, files = '' }: { readonly question: string; readonly files?: string }): AttachedFile[] {
  if (files === '') return [];
  const names = `, ${fileNamesIn(question)}, `;
  const found: { readonly name: string; text: string }[] = [];
  const whole = files.endsWith(WAS_READ) ? files.slice(0, -WAS_READ.length) : files;
  for (const part of whole.split('\n\n')) {
    const lineEnd = part.indexOf('\n');
    const name = part.slice(0, Math.max(0, lineEnd)).replace(RECOGNIZED, '');
    const last = found.at(-1);
    if (last === undefined || (name !== '' && names.includes(`, ${name}, `))) found.push({ name, text: part.slice(lineEnd + 1) });
    else last.text += `\n\n${part}`;
  }
  return found.map(({ name, text }) => {
    const isCut = text.endsWith(GOES_ON);
    return { name, text: isCut ? text.slice(0, -GOES_ON.length) : text, isCut };
  });
}

/** The whole texts of these files, from which later replies choose the parts that fit. */
export function keptFilesOf(attachments: readonly AttachedFile[]): KeptFile[] {
  let left = MAX_KEPT_CHARS;
  return attachments.flatMap(({ name, whole = '', isByAnother = false }) => {
    const text = isByAnother ? '' : truncate(whole.trim(), left);
    left -= text.length;
    return text === '' ? [] : [{ name, text }];
  });
}

/** Everything of a message that a later prompt shows; for its size. */
export const laterTextOf = (message: { readonly question: string; readonly attachments: readonly AttachedFile[] }): string =>
  `${questionWithFileNames(message)}\n${filesForLater(message.attachments)}`;
