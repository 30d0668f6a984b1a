import { CommandResult, unreachable, type AnswerOf, type RunReport, type sandbox } from '@kith/proto';
import type { GuestOutcome } from './guest/protocol.js';
import { positionOf } from './position.js';

type SyntaxReport = AnswerOf<typeof sandbox.checkSyntax>;
type Result = NonNullable<RunReport['result']>;

const MAX_RESPONSE = 2000;
const SHAPE = 'The command must return {success, response, shouldReply}';
const TOO_COMPLEX = { valid: false, message: 'The code is too complex to be checked', line: null, column: null } as const;

/** What the author hears of a syntax check. */
export function syntaxReport({ end, text, stack }: GuestOutcome, code: string): SyntaxReport {
  if (end === 'valid') return { valid: true };
  if (end !== 'threw' || !text.startsWith('SyntaxError: ')) return TOO_COMPLEX;
  return { valid: false, message: text.slice('SyntaxError: '.length), ...positionOf(stack, code) };
}

/** What the author hears of a run. */
export function runReport(outcome: GuestOutcome, code: string): RunReport {
  const { log, durationMs } = outcome;
  const returned = outcome.end === 'returned' ? readResult(outcome.text) : failureOf(outcome);
  if (typeof returned !== 'string') return { result: returned, error: null, log: [...log], durationMs };
  const place = outcome.end === 'threw' ? positionOf(outcome.stack, code) : { line: null, column: null };
  return { result: null, error: { message: returned, ...place }, log: [...log], durationMs };
}

/** S55: data and nothing else; a plain text is the reply. In words what is wrong with anything else. */
function readResult(json: string): Result | string {
  const value = dataOf(json);
  const candidate = typeof value === 'string' ? { success: true, response: value, shouldReply: true } : value;
  const parsed = CommandResult.safeParse(candidate);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'too_big') return `The response is longer than ${MAX_RESPONSE} characters`;
  return SHAPE;
}

/** The prelude sends nothing but JSON; a guest that got hold of its way out may send anything. */
function dataOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function failureOf({ end, text }: GuestOutcome): string {
  switch (end) {
    case 'threw':
      return text;
    case 'no-handler':
      return 'There is no handler: write export default (context) => ({ success: true, response: "…", shouldReply: true })';
    case 'no-data':
    case 'valid':
    case 'returned':
      return SHAPE;
    case 'too-large':
      return 'The command returned more than 64 KiB';
    case 'pending':
      return 'The command waits for a promise that never settles';
    case 'time':
      return 'The command took longer than 250 ms and was stopped';
    case 'memory':
      return 'The command needed more than 16 MB of memory and was stopped';
    case 'crashed':
      return 'The command broke its engine and was stopped';
    default:
      return unreachable(end);
  }
}
