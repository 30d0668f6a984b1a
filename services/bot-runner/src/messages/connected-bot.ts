import type { RunnableBot } from '@kith/proto';
import type { ReplyLog } from './reply-log.js';

/** What a runner keeps in memory of a bot while it is connected. */
export interface ConnectedBot {
  /** The bot with its current settings. */
  bot: RunnableBot;
  ownUserId: string;
  readonly replies: ReplyLog;
  /** Parent channel id by thread id. */
  readonly threadParents: Map<string, string>;
  /** Aborted when the connection is closed: nothing waits for an unreachable queue after that. */
  readonly closed: AbortSignal;
}
