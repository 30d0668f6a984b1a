import type { GatewayDispatchPayload, GatewayPresenceUpdateData, GatewayReadyDispatchData } from 'discord-api-types/v10';

/** What is needed to resume a Discord session on another socket, also in another process. */
export interface SavedSession {
  readonly id: string;
  readonly resumeUrl: string;
  /** The last processed event: RESUME requests those after it. */
  readonly seq: number;
}

export interface GatewayHandlers {
  /** IDENTIFY succeeded: a new session. */
  readonly onReady: (session: SavedSession, ready: GatewayReadyDispatchData) => void;
  readonly onResumed: () => void;
  /** Each event once, READY and RESUMED included. */
  readonly onDispatch: (payload: GatewayDispatchPayload) => void;
  /** Discord ended the session: it cannot be resumed. */
  readonly onSessionLost: () => void;
  /** The connection was lost or an attempt failed, for the reason in `problem`; the next attempt follows by itself. */
  readonly onDisconnected: (problem: { readonly closeCode?: number; readonly error?: unknown }) => void;
  /** The connection was closed with a code after which every further attempt would fail. */
  readonly onFatal: (closeCode: number) => void;
}

export interface GatewayOptions {
  readonly token: string;
  readonly intents: number;
  readonly shard: { readonly index: number; readonly count: number };
  readonly saved: SavedSession | null;
  /** What Discord shows of the bot while it is online. */
  readonly presence: () => GatewayPresenceUpdateData;
  /** The general URL, for a new session or to resume one; a rejection counts as a failed attempt, one with RetryLater only waits. */
  readonly gatewayUrl: (isForNewSession: boolean) => Promise<string>;
  /** Resolves when this process may open another connection. */
  readonly awaitTurn: () => Promise<void>;
  /** Resolves when the application may IDENTIFY. */
  readonly awaitIdentifySlot: () => Promise<void>;
  readonly handlers: GatewayHandlers;
}

/** The next attempt must not come earlier than in `afterMs` milliseconds. */
export class RetryLater extends Error {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}
