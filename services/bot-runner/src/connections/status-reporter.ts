import { setTimeout as sleep } from 'node:timers/promises';
import type { FairScheduler, FairSchedulerOptions, Logger, RpcClient } from '@kith/kit';
import { bots, ERRORS, type ErrorCode, type RunState } from '@kith/proto';
import { RetryLater } from '../discord/gateway-options.js';

/** The runtime state of a bot as its owner sees it (docs/decisions.md M8). */
export interface Status {
  readonly runtimeState: RunState;
  readonly code: ErrorCode | null;
  readonly statusReason: string | null;
}

const withoutReason = (runtimeState: RunState): Status => ({ runtimeState, code: null, statusReason: null });

export const STARTING = withoutReason('starting');
export const ONLINE = withoutReason('online');
/** Online without the intent Message Content (docs/decisions.md C15). */
export const ONLINE_BY_MENTION: Status = {
  runtimeState: 'online',
  code: 'INTENT_MISSING',
  statusReason:
    'Online, but Message Content is switched off at Discord: it answers when it is mentioned, in direct messages and to commands. Switch on Message Content Intent in the Discord Developer Portal under Bot to let it read everything.',
};
export const STOPPED = withoutReason('stopped');
const INTERRUPTED: Status = {
  ...withoutReason('reconnecting'),
  statusReason: 'The connection to Discord was interrupted. It is being restored.',
};

const unreachableWhile = (runtimeState: 'starting' | 'reconnecting'): Status => ({
  runtimeState,
  code: 'DISCORD_UNREACHABLE',
  statusReason: ERRORS.DISCORD_UNREACHABLE.text,
});

/** Discord allows the bot no new session for so long (milliseconds). */
const waitingForSession = (runtimeState: 'starting' | 'reconnecting', waitMs: number): Status => {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const wait = minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
  const statusReason = `This bot connected to Discord too often today. Discord lets it connect again in ${wait}; it then comes online by itself.`;
  return { runtimeState, code: 'RATE_LIMITED', statusReason };
};

/** What the owner reads after the connection was lost, or an attempt to connect has failed. */
export function statusAfterLoss(
  { closeCode, error }: { readonly closeCode?: number | undefined; readonly error?: unknown },
  state: 'starting' | 'reconnecting',
): Status {
  if (error instanceof RetryLater) return waitingForSession(state, error.afterMs);
  const isUnreachable = error !== undefined || closeCode === 1006 || state === 'starting';
  return isUnreachable ? unreachableWhile(state) : INTERRUPTED;
}

/** A bot whose requests Discord refuses too often: it stays connected, but does not answer. */
const pausedWhile = (runtimeState: 'starting' | 'reconnecting'): Status => ({
  runtimeState,
  code: 'RATE_LIMITED',
  statusReason:
    'Discord refused too many requests of this bot, so it is paused. It continues by itself within a quarter of an hour. Check its permissions in the channels where it answers.',
});

export const failedWith = (code: ErrorCode, statusReason: string = ERRORS[code].text): Status => ({
  runtimeState: 'failed',
  code,
  statusReason,
});

export const isSameStatus = (a: Status | null, b: Status): boolean =>
  a !== null && a.runtimeState === b.runtimeState && a.code === b.code && a.statusReason === b.statusReason;

function whilePaused(status: Status | null): Status | null {
  switch (status?.runtimeState) {
    case 'starting':
      return pausedWhile('starting');
    case 'online':
    case 'reconnecting':
      return pausedWhile('reconnecting');
    default:
      return status;
  }
}

/**
 * Of a runner so many are under way at a time: after a start thousands of bots come online, and with all their reports at once the bots service
 * would let users wait.
 */
export const REPORTS_AT_A_TIME: FairSchedulerOptions = { capacity: 2, maxWaiting: Infinity };
/** How long the last state of a closed connection is retried. */
const CLOSED_RETRY_MS = 300_000;

/** Reports the state of one connection to the bots service: in order, only the newest state, retried until it is accepted. */
export class StatusReporter {
  private next: Status | null = null;
  private lastStatus: Status | null = null;
  private isPaused = false;
  private queuedAtMs = 0;
  private isSending = false;

  constructor(
    private readonly target: { readonly botId: string; readonly fence: number },
    private readonly shared: {
      readonly rpc: Pick<RpcClient, 'ask'>;
      readonly logger: Pick<Logger, 'debug'>;
      readonly reports: FairScheduler;
    },
    private readonly closed: AbortSignal,
  ) {}

  /** The newest status that was passed to `report`, sent or not. */
  get last(): Status | null {
    return this.lastStatus;
  }

  report(status: Status): void {
    if (isSameStatus(this.lastStatus, status)) return;
    this.lastStatus = status;
    this.repeat();
  }

  /** While it is set, the bot is reported as paused instead of starting, online or reconnecting. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    this.repeat();
  }

  /** Sends the newest status once more. */
  repeat(): void {
    this.next = this.isPaused ? whilePaused(this.lastStatus) : this.lastStatus;
    this.queuedAtMs = Date.now();
    if (!this.isSending) void this.send();
  }

  private async send(): Promise<void> {
    this.isSending = true;
    for (let delayMs = 100; this.next && !this.isExpired(); delayMs = Math.min(delayMs * 2, 5000)) {
      try {
        await this.sendNewest();
        delayMs = 100;
      } catch (error) {
        this.shared.logger.debug({ botId: this.target.botId, err: error }, 'status not reported; trying again');
        await sleep(delayMs, undefined, { ref: false });
      }
    }
    this.isSending = false;
  }

  private async sendNewest(): Promise<void> {
    const turn = await this.shared.reports.acquire({ key: this.target.botId });
    try {
      const status = this.next;
      if (!status) return;
      await this.shared.rpc.ask(bots.report, { ...this.target, ...status });
      if (this.next === status) this.next = null;
    } finally {
      turn.release();
    }
  }

  private isExpired(): boolean {
    return this.closed.aborted && Date.now() - this.queuedAtMs > CLOSED_RETRY_MS;
  }
}
