import { HOUR_MS } from '@kith/proto';
import { leadingDuration } from './arguments.js';

/** Discord's limits for polls. */
const MAX_QUESTION_CHARS = 300;
const MAX_ANSWER_CHARS = 55;
const MAX_ANSWERS = 10;
const MAX_HOURS = 768;
const DEFAULT_HOURS = 24;
const TOO_FEW = 'A poll needs at least two answers.';
const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu;
const DURATION_AT_END = /(?:^|[\s,])(\d{1,6}\s*[a-z]{1,7})\s*$/i;

/** A poll as Discord shows it. */
export interface PollRequest {
  readonly question: string;
  readonly answers: readonly string[];
  /** How long members can vote, in whole hours. */
  readonly hours: number;
}

/**
 * Reads `"Question" "Answer" "Answer" 2h`, `Question? Answer, Answer 2h` or `Question, Answer, Answer`. The duration may be missing; it is
 * rounded up to whole hours. Returns a sentence when Discord would refuse the poll, null when the text is none.
 */
export function parsePoll(text: string): PollRequest | string | null {
  const trimmed = text.trim();
  const atEnd = durationAtEnd(trimmed);
  const timed = atEnd && pollOf(atEnd.content, atEnd.hours);
  // `2 days` at the end may also be the last answer.
  return timed === null || timed === TOO_FEW ? (pollOf(trimmed, DEFAULT_HOURS) ?? timed) : timed;
}

function pollOf(content: string, hours: number): PollRequest | string | null {
  const quoted = [...content.matchAll(QUOTED)].map(([, part = '']) => part.trim());
  const [question = '', ...answers] = quoted.length >= 2 ? quoted : unquoted(content);
  const filled = answers.filter((answer) => answer !== '');
  if (question === '' || filled.length === 0) return null;
  if (filled.length < 2) return TOO_FEW;
  if (filled.length > MAX_ANSWERS) return `A poll has at most ${MAX_ANSWERS} answers.`;
  if (question.length > MAX_QUESTION_CHARS) return `The question of a poll has at most ${MAX_QUESTION_CHARS} characters.`;
  if (filled.some((answer) => answer.length > MAX_ANSWER_CHARS))
    return `An answer of a poll has at most ${MAX_ANSWER_CHARS} characters.`;
  if (hours > MAX_HOURS) return 'A poll lasts at most 32 days.';
  return { question, answers: filled, hours };
}

/** The text without the duration at its end, and that duration in hours; null without one. */
function durationAtEnd(text: string): { readonly content: string; readonly hours: number } | null {
  const match = DURATION_AT_END.exec(text);
  const duration = match && leadingDuration(match[1] ?? '');
  if (!match || duration?.rest !== '') return null;
  const content = text.slice(0, match.index).replace(/[\s,]+$/, '');
  return { content, hours: Math.max(1, Math.ceil(duration.value / HOUR_MS)) };
}

function unquoted(text: string): string[] {
  const end = text.search(/[?？:]\s/u);
  const parts = end < 0 ? [text] : [text.slice(0, end + 1).replace(/:$/, ''), text.slice(end + 1)];
  const [first = '', rest] = parts;
  return rest === undefined ? splitAtCommas(first) : [first.trim(), ...splitAtCommas(rest)];
}

const splitAtCommas = (text: string): string[] => text.split(/[,;，、]/u).map((part) => part.trim());
