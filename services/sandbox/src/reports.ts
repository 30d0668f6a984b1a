import { CommandRequests, unreachable, type AnswerOf, type PassReport, type sandbox } from '@kith/proto';
import type { GuestOutcome } from './guest/protocol.js';
import { INVALID_RESULT, readResult } from './results.js';

type SyntaxReport = AnswerOf<typeof sandbox.checkSyntax>;

const INVALID_REQUEST = 'The command asked for something that is not possible';
const TOO_COMPLEX = { valid: false, message: 'The code is too complex to be checked', line: null, column: null } as const;

/** The result of a syntax check for the author of the command. */
export function syntaxReport({ status, text, stack }: GuestOutcome, code: string): SyntaxReport {
  if (status === 'valid') return { valid: true };
  if (status !== 'threw' || !text.startsWith('SyntaxError: ')) return TOO_COMPLEX;
  return { valid: false, message: text.slice('SyntaxError: '.length), ...positionOf(stack, code) };
}

/** The result of a run for the author of the command, or what its code waits for. */
export function runReport(outcome: GuestOutcome, code: string): PassReport {
  const { log, durationMs } = outcome;
  const ended = { result: null, error: null, log: [...log], durationMs };
  if (outcome.status === 'waiting') {
    const requests = CommandRequests.safeParse(parseJson(outcome.text));
    if (requests.success) return { ...ended, requests: requests.data };
    return { ...ended, error: { message: INVALID_REQUEST, line: null, column: null } };
  }
  const resultOrMessage = outcome.status === 'returned' ? readResult(parseJson(outcome.text)) : failureMessage(outcome);
  if (typeof resultOrMessage !== 'string') return { ...ended, result: resultOrMessage };
  const position = outcome.status === 'threw' ? positionOf(outcome.stack, code) : { line: null, column: null };
  return { ...ended, error: { message: resultOrMessage, ...position } };
}

/** The prelude sends JSON, but code that got access to `write` may send anything. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function failureMessage({ status, text }: GuestOutcome): string {
  switch (status) {
    case 'threw':
      return text;
    case 'no-handler':
      return 'There is no handler: write export default (context) => ({ success: true, response: "…", shouldReply: true })';
    case 'no-data':
    case 'valid':
    case 'returned':
      return INVALID_RESULT;
    case 'waiting':
      return INVALID_REQUEST;
    case 'too-large':
      return 'The command returned more than 64 KiB';
    case 'pending':
      return 'The command waits for a promise that never settles';
    case 'time':
      return 'The command took longer than 250 ms and was stopped';
    case 'memory':
      return 'The command needed more than 16 MB of memory and was stopped';
    case 'crashed':
      return 'The command crashed the JavaScript engine and was stopped';
    default:
      return unreachable(status);
  }
}

interface Position {
  readonly line: number | null;
  readonly column: number | null;
}

const UNKNOWN_POSITION: Position = { line: null, column: null };

/** The first position in the user's code in a stack trace. The engine counts columns in bytes of UTF-8; the result counts UTF-16 units as editors do. */
export function positionOf(stack: string, code: string): Position {
  const [, row, byteColumn] = /command\.js:(\d{1,6}):(\d{1,6})/.exec(stack) ?? [];
  const text = code.split(/\r\n|[\n\r\u2028\u2029]/)[Number(row) - 1];
  if (text === undefined || byteColumn === undefined) return UNKNOWN_POSITION;
  const before = Buffer.from(text).subarray(0, Number(byteColumn) - 1);
  return { line: Number(row), column: before.toString('utf8').length + 1 };
}
