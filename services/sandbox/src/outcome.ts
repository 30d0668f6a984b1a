import { BOUNDS, ENDS, LEVELS, type GuestOutcome } from './guest/protocol.js';

/** Whether a message of the guest process is an outcome within its bounds: that process is not trusted, users' code runs in it. */
export function isOutcome(message: unknown): message is GuestOutcome {
  if (typeof message !== 'object' || message === null) return false;
  const { id, end, text, stack, log, durationMs } = message as Partial<Record<string, unknown>>;
  return (
    isOneOf(ENDS, end) &&
    isText(text, BOUNDS.result) &&
    isText(stack, BOUNDS.stack) &&
    Number.isSafeInteger(id) &&
    Number.isFinite(durationMs) &&
    Array.isArray(log) &&
    log.length <= BOUNDS.lines &&
    log.every(isLine)
  );
}

function isLine(line: unknown): boolean {
  if (typeof line !== 'object' || line === null) return false;
  const { level, text } = line as Partial<Record<string, unknown>>;
  return isOneOf(LEVELS, level) && isText(text, BOUNDS.line);
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

function isOneOf(list: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && list.includes(value);
}
