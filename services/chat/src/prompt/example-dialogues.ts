import { FIXED } from './fixed-texts.js';
import { takeWithinBudget } from './prompt-blocks.js';
import { LINE_END } from './speakers.js';
import type { CountTokens } from './tokens.js';

const START = /<START>/giu;
// What stands around an example.
const TOKENS_PER_EXAMPLE = 6;

/** Each line behind `| `, so that none of them can be taken for a rule or a heading of the prompt. */
const fenced = (lines: readonly string[]): string => lines.map((line) => `| ${line}`).join('\n');

/**
 * The example dialogues of a bot as the system message shows them, as many whole ones as the budget holds and the first one at least in part;
 * empty without any. The same for the same texts and budget.
 */
export function exampleBlock(dialogues: string | null, budget: number, countTokens: CountTokens): string {
  if (!dialogues) return '';
  const examples = dialogues.split(START).flatMap((part) => {
    const lines = part.trim().split(LINE_END);
    return lines.some(Boolean) ? [lines] : [];
  });
  const [first = []] = examples;
  const left = budget - countTokens(FIXED.examples);
  const sizeOf = (lines: readonly string[]): number => countTokens(fenced(lines)) + TOKENS_PER_EXAMPLE;
  const whole = takeWithinBudget(examples, left, sizeOf);
  const taken = whole.length > 0 ? whole : [takeWithinBudget(first, left, (line) => sizeOf([line]))];
  const shown = taken.filter((lines) => lines.length > 0).map((lines, at) => `Example ${at + 1}:\n${fenced(lines)}`);
  return shown.length === 0 ? '' : [FIXED.examples, ...shown].join('\n\n');
}

/** What people have read before they wrote for the first time; empty without a greeting. */
export const greetingBlock = (greeting: string | null): string =>
  greeting === null ? '' : `${FIXED.greeting}\n${fenced(greeting.split(LINE_END))}`;
