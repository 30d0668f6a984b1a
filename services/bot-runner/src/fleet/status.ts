import { ERRORS, type ErrorCode, type RuntimeState } from '@kith/proto';

/** What the owner of a companion sees (decision M8). */
export interface Status {
  readonly runtimeState: RuntimeState;
  readonly code: ErrorCode | null;
  readonly statusReason: string | null;
}

const plain = (runtimeState: RuntimeState): Status => ({ runtimeState, code: null, statusReason: null });

export const STARTING = plain('starting');
export const ONLINE = plain('online');
export const STOPPED = plain('stopped');
export const INTERRUPTED: Status = {
  ...plain('reconnecting'),
  statusReason: 'The connection to Discord was interrupted. It is being restored.',
};

export const unreachableWhile = (runtimeState: 'starting' | 'reconnecting'): Status => ({
  runtimeState,
  code: 'DISCORD_UNREACHABLE',
  statusReason: ERRORS.DISCORD_UNREACHABLE.text,
});

export const failedWith = (code: ErrorCode, statusReason: string = ERRORS[code].text): Status => ({
  runtimeState: 'failed',
  code,
  statusReason,
});

export const isSameStatus = (a: Status | null, b: Status): boolean =>
  a !== null && a.runtimeState === b.runtimeState && a.code === b.code && a.statusReason === b.statusReason;
