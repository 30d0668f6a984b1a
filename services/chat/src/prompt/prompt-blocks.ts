import { dateFormat, growingCache } from '@kith/kit';
import type { ChannelLine, Passage, RepliedTo } from '@kith/proto';
import { truncate, type AttachedFile } from '../replies/attachments.js';
import { FIXED, filled } from './fixed-texts.js';
import { quoted, speakerInLine, type Speaker } from './speakers.js';
import type { CountTokens } from './tokens.js';

// Text by others enters the prompt only in blocks: between two lines with a mark that its author cannot know.

// The tokens around each file in the prompt, and those of the introduction.
const TOKENS_PER_FILE = 70;
const INTRODUCTION_TOKENS = 100;
const MAX_PEOPLE = 12;

const MINUTE_MS = 60_000;
/** By time zone, of the minute in which it was written last. */
const timeLines = growingCache<{ readonly minute: number; readonly line: string }>(500);

/** Date and time where the companion reads the clock. */
export function timeLine(now: Date, timeZone: string): string {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const known = timeLines.get(timeZone);
  if (known?.minute === minute) return known.line;
  const time = dateFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(now);
  const line = `It is ${time} (${timeZone}).`;
  timeLines.set(timeZone, { minute, line });
  return line;
}

/** What is said once, before the first block. */
export const blocksAreData = (boundary: string): string => filled(FIXED.blocks, { mark: boundary });

/**
 * The passages as numbered blocks, and how they are cited. Without passages, or with those alone that are active whatever is asked, also that nothing
 * that was taught fits.
 */
export function knowledgeBlocks(passages: readonly Passage[], boundary: string): string {
  if (passages.length === 0) return FIXED.nothingTaught;
  const isFound = passages.some(({ activation }) => activation === 'search');
  const introduction = isFound ? FIXED.taught : FIXED.onlyActive;
  return [introduction, ...passages.map(({ title, body }, at) => block(boundary, String(at + 1), `${title}\n${body}`))].join(
    '\n\n',
  );
}

function contentOf({ text, picture, recognition, isTooLarge = false }: AttachedFile): string {
  const { seen, unseen, recognized, nothingRecognized, unread, tooLarge } = FIXED;
  if (picture) return text === null ? seen : `${seen}\n${text}`;
  if (isTooLarge) return text === null ? tooLarge : `${tooLarge}\n${recognized}\n${text}`;
  if (text !== null) return recognition === 'recognized' ? `${recognized}\n${text}` : text;
  if (recognition === 'none') return nothingRecognized;
  return recognition === 'failed' ? unread : unseen;
}

/** The files of the message as numbered blocks, those without text by name only; empty without files. */
export function fileBlocks(files: readonly AttachedFile[], boundary: string): string {
  if (files.length === 0) return '';
  const blocks = files.map((file, index) => {
    const end = file.text !== null && file.isCut ? `\n${FIXED.goesOn}` : '';
    return block(boundary, `file ${index + 1}`, `Name: ${file.name}\n${contentOf(file)}${end}`);
  });
  return [FIXED.files, ...blocks].join('\n\n');
}

/** Of files that came with earlier messages the parts that fit this one, and the names of others; empty without. */
export function earlierFileBlocks(files: readonly AttachedFile[], boundary: string): string {
  const read = files.filter(({ text }) => text !== null);
  const blocks = read.map(({ name, text }, index) =>
    block(boundary, `earlier file ${index + 1}`, `Name: ${name}\n${text ?? ''}`),
  );
  const names = files.filter(({ text }) => text === null).map(({ name }) => name);
  const parts = [
    read.length === 0 ? '' : FIXED.earlierFiles,
    ...blocks,
    names.length === 0 ? '' : `${FIXED.otherFiles}\n${block(boundary, 'names of files', names.join('\n'))}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** The names of pictures of earlier messages that come with this one; empty without. */
export const earlierPicturesBlock = (pictures: readonly AttachedFile[], boundary: string): string =>
  pictures.length === 0
    ? ''
    : `${FIXED.picturesAgain}\n${block(boundary, 'names of pictures', pictures.map(({ name }) => name).join('\n'))}`;

/** Of the names of other files, those for which a share of the budget has room; behind the files with a text. */
export function truncateNames(files: readonly AttachedFile[], budget: number, countTokens: CountTokens): AttachedFile[] {
  let left = Math.min(MAX_NAME_TOKENS, budget) - NAMES_INTRODUCTION_TOKENS;
  return files.filter(({ name, text }) => {
    if (text !== null) return true;
    left -= countTokens(name) + 1;
    return left >= 0;
  });
}
const MAX_NAME_TOKENS = 600;
const NAMES_INTRODUCTION_TOKENS = 60;

/** What was written before the message: the talk in the channel, and the message that it replies to; empty without both. */
export function talkBlocks(talk: readonly ChannelLine[], repliedTo: RepliedTo | undefined, boundary: string): string {
  const lines = talk.map(({ author, text }) => quoted({ name: author }, text)).join('\n');
  const parts = [
    lines === '' ? '' : `${FIXED.talk}\n${block(boundary, 'channel', lines)}`,
    repliedTo === undefined
      ? ''
      : `The message is a reply to this one${repliedTo.isOwn ? ', which you wrote' : ''}:\n${block(boundary, 'replied to', quoted({ name: repliedTo.author }, repliedTo.text))}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Who is there, one a line; empty for one person alone, whom the message names. */
export function peopleBlock(people: readonly Speaker[], boundary: string): string {
  const lines = [...new Set(people.map(speakerInLine))].slice(0, MAX_PEOPLE);
  return lines.length < 2 ? '' : `${FIXED.people}\n${block(boundary, 'people', lines.join('\n'))}`;
}

/** What is known of the people and the place, one sentence a line; empty without. */
export function memoryBlock(sentences: readonly string[], boundary: string): string {
  if (sentences.length === 0) return '';
  const lines = sentences.map((sentence) => `- ${sentence.replace(/\s+/gu, ' ').trim()}`).join('\n');
  return `${FIXED.memory}\n${block(boundary, 'memory', lines)}`;
}

/** The first items whose sizes together stay within the budget. */
export function takeWithinBudget<T>(items: readonly T[], budget: number, sizeOf: (item: T) => number): T[] {
  const taken: T[] = [];
  let left = budget;
  for (const item of items) {
    left -= sizeOf(item);
    if (left < 0) break;
    taken.push(item);
  }
  return taken;
}

// What stands around a passage.
const TOKENS_PER_PASSAGE = 40;

/** What a passage takes of a prompt. */
export const passageTokens = ({ title, body }: Passage, countTokens: CountTokens): number =>
  countTokens(title) + countTokens(body) + TOKENS_PER_PASSAGE;
const ACTIVATED_SHARE = 0.5;

/** The passages that the budget holds. Those that no search found get half of it, so that they leave room for an answer to the question. */
export function takePassages(passages: readonly Passage[], budget: number, countTokens: CountTokens): Passage[] {
  const sizeOf = (passage: Passage): number => passageTokens(passage, countTokens);
  const isFound = ({ activation }: Passage): boolean => activation === 'search';
  const activated = takeWithinBudget(
    passages.filter((passage) => !isFound(passage)),
    budget * ACTIVATED_SHARE,
    sizeOf,
  );
  const left = activated.reduce((rest, passage) => rest - sizeOf(passage), budget);
  return [...activated, ...takeWithinBudget(passages.filter(isFound), left, sizeOf)];
}

/** All files, with as much of their texts as the token budget allows, the first files first. A file beyond the budget keeps its name only. */
export function truncateFiles(files: readonly AttachedFile[], budget: number, countTokens: CountTokens): AttachedFile[] {
  let left = budget - INTRODUCTION_TOKENS;
  return files.map((file) => {
    left -= TOKENS_PER_FILE + countTokens(file.name);
    if (file.text === null) return file;
    const text = truncateToTokens(file.text, Math.max(0, left), countTokens);
    left -= countTokens(text);
    return { ...file, text: text === '' ? null : text, isCut: file.isCut || text.length < file.text.length };
  });
}

/** The beginning of a text, of at most `maxTokens`. */
export function truncateToTokens(text: string, maxTokens: number, countTokens: CountTokens): string {
  let start = text;
  for (let tokens = countTokens(start); tokens > maxTokens; tokens = countTokens(start))
    start = truncate(start, Math.floor(start.length * (maxTokens / tokens) * 0.95));
  return start;
}

/** A text of others between two lines with the mark. */
export function block(boundary: string, label: string, text: string): string {
  // Removing the mark changes only a text that was written to contain it, because the mark is random.
  return `[${boundary} begin ${label}]\n${text.replaceAll(boundary, '')}\n[${boundary} end ${label}]`;
}
