import type { Turn } from '../writer.js';

/** A file that came with a message, as far as it could be read. Name and text are written by others. */
export interface AttachedFile {
  /** On one line. */
  readonly name: string;
  /** Null when it has none that can be read. */
  readonly text: string | null;
  /** Whether the text goes on. */
  readonly isCut: boolean;
}

/** The message as it is said and remembered: with the names of its files. */
export function spokenQuestion({ question, attachments }: Pick<Turn, 'question' | 'attachments'>): string {
  return attachments.length === 0 ? question : `${question}\n[Attached: ${attachments.map(({ name }) => name).join(', ')}]`;
}

/** The first `length` characters, without half of a character at the end. */
export const startOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
