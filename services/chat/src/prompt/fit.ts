import { startOf, type AttachedFile } from '../replies/attached-file.js';
import type { CountTokens } from './tokens.js';

// What surrounds each file in the prompt, and the words before the first one.
const FRAME_TOKENS = 70;
const INTRODUCTION_TOKENS = 100;

/** The first items that fit together. */
export function takeWhileRoom<T>(items: readonly T[], room: number, sizeOf: (item: T) => number): T[] {
  const taken: T[] = [];
  let left = room;
  for (const item of items) {
    left -= sizeOf(item);
    if (left < 0) break;
    taken.push(item);
  }
  return taken;
}

/** The files with as much of their texts as fits, the first ones first. All are there: what has no room is named without its text. */
export function cutToRoom(files: readonly AttachedFile[], room: number, countTokens: CountTokens): AttachedFile[] {
  let left = room - INTRODUCTION_TOKENS;
  return files.map((file) => {
    left -= FRAME_TOKENS + countTokens(file.name);
    if (file.text === null) return file;
    const text = beginning(file.text, Math.max(0, left), countTokens);
    left -= countTokens(text);
    return { ...file, text: text === '' ? null : text, isCut: file.isCut || text.length < file.text.length };
  });
}

function beginning(text: string, room: number, countTokens: CountTokens): string {
  let start = text;
  for (let tokens = countTokens(start); tokens > room; tokens = countTokens(start))
    start = startOf(start, Math.floor(start.length * (room / tokens) * 0.95));
  return start;
}
