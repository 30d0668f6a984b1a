import { HOUR_MS, MINUTE_MS, sentAtMs, type RunnableBot } from '@kith/proto';
import type { IncomingMessage, RecentReplies } from './decide.js';
import { HandledMessages } from './handled-messages.js';

/** The servers of a session, as far as this process has learned them. */
export interface KnownServers {
  readonly ids: Set<string>;
  /** Whether this process received READY: then a server that is not in `ids` is a new one. */
  isComplete: boolean;
}

/** What a runner keeps in memory of a bot while it is connected. */
export interface ConnectedBot {
  /** The bot with its current settings. */
  bot: RunnableBot;
  ownUserId: string;
  readonly replies: ReplyLog;
  readonly handled: HandledMessages;
  /** Parent channel id by thread id. */
  readonly threadParents: Map<string, string>;
  readonly servers: KnownServers;
  /** Aborted when the connection is closed: nothing waits for an unreachable queue after that. */
  readonly closed: AbortSignal;
  readonly shard: { readonly index: number; readonly count: number };
  /** Whether Discord sends the texts of messages that do not mention the bot: the intent Message Content. */
  readonly hasMessageContent: () => boolean;
  /** Asks Discord for a voice channel, or to leave it (op 4); false while the connection is not ready. */
  readonly sendVoiceState: (payload: object) => boolean;
}

/** What is in memory of a bot at first. */
export const nothingKept = (): Pick<ConnectedBot, 'replies' | 'handled' | 'threadParents' | 'servers'> => ({
  replies: new ReplyLog(),
  handled: new HandledMessages(),
  threadParents: new Map(),
  servers: { ids: new Set(), isComplete: false },
});

const WINDOW_MS = MINUTE_MS;
/** Above so many windows the ended ones are looked for, this often: for each reply it would take longer the more members write. */
const MAX_WINDOWS = 1000;
const SWEEP_EVERY_MS = 10_000;
const NO_REPLIES: RecentReplies = { inChannel: 0, toMember: 0, botTurns: 0, directInHour: 0 };
/**
 * One bot's replies of the last minute, per channel and member, and those to direct messages of the last hour. Counted by the timestamps of the messages, so that messages that Discord
 * delivers late, after an outage, are decided as if they had arrived in time.
 */
export class ReplyLog {
  // Made for the first reply: thousands of bots wait for one.
  private windows: Map<string, number[]> | undefined;
  private botTurns: Map<string, number> | undefined;
  /** By channel, which is one member's own: who asks to be forgotten does not begin anew. */
  private directs: Map<string, number[]> | undefined;
  private sweptAtMs = 0;

  /** The counts that `decide` needs for this message. */
  before(message: IncomingMessage): RecentReplies {
    if (!this.windows && !this.botTurns) return NO_REPLIES;
    const atMs = sentAtMs(message.id);
    return {
      inChannel: within(this.windows?.get(`channel:${message.channelId}`), atMs, WINDOW_MS).length,
      toMember: within(this.windows?.get(`member:${message.authorId}`), atMs, WINDOW_MS).length,
      botTurns: this.botTurns?.get(message.channelId) ?? 0,
      directInHour: message.guildId === null ? within(this.directs?.get(message.channelId), atMs, HOUR_MS).length : 0,
    };
  }

  /** Resets the count of turns with bots. */
  recordHumanMessage(channelId: string): void {
    this.botTurns?.delete(channelId);
  }

  recordReply(message: IncomingMessage): void {
    const atMs = sentAtMs(message.id);
    const windows = (this.windows ??= new Map<string, number[]>());
    add(windows, `channel:${message.channelId}`, atMs, WINDOW_MS);
    add(windows, `member:${message.authorId}`, atMs, WINDOW_MS);
    if (message.guildId === null) add((this.directs ??= new Map<string, number[]>()), message.channelId, atMs, HOUR_MS);
    if (message.isBot) (this.botTurns ??= new Map()).set(message.channelId, (this.botTurns.get(message.channelId) ?? 0) + 1);
    const known = windows.size + (this.directs?.size ?? 0);
    if (known > MAX_WINDOWS && atMs >= this.sweptAtMs + SWEEP_EVERY_MS) {
      this.sweptAtMs = atMs;
      removeEmptyWindows(windows, atMs, WINDOW_MS);
      if (this.directs) removeEmptyWindows(this.directs, atMs, HOUR_MS);
    }
  }

  /** How many channels and members there are counts of. */
  get known(): number {
    return this.windows?.size ?? 0;
  }

  forgetMember(memberId: string): void {
    this.windows?.delete(`member:${memberId}`);
  }
}

const within = (times: readonly number[] = [], atMs: number, windowMs: number): number[] =>
  times.filter((earlier) => earlier > atMs - windowMs);

function add(windows: Map<string, number[]>, key: string, atMs: number, windowMs: number): void {
  windows.set(key, [...within(windows.get(key), atMs, windowMs), atMs]);
}

function removeEmptyWindows(windows: Map<string, number[]>, atMs: number, windowMs: number): void {
  for (const [key, times] of windows) if (within(times, atMs, windowMs).length === 0) windows.delete(key);
}
