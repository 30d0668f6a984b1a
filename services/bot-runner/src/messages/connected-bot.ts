import { sentAtMs, type RunnableBot } from '@kith/proto';
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

const WINDOW_MS = 60_000;
/** Above so many windows the ended ones are looked for, this often: for each reply it would take longer the more members write. */
const MAX_WINDOWS = 1000;
const SWEEP_EVERY_MS = 10_000;
const NO_REPLIES: RecentReplies = { inChannel: 0, toMember: 0, botTurns: 0 };
/**
 * One bot's replies of the last minute, per channel and member. Counted by the timestamps of the messages, so that messages that Discord
 * delivers late, after an outage, are decided as if they had arrived in time.
 */
export class ReplyLog {
  // Made for the first reply: thousands of bots wait for one.
  private windows: Map<string, number[]> | undefined;
  private botTurns: Map<string, number> | undefined;
  private sweptAtMs = 0;

  /** The counts that `decide` needs for this message. */
  before(message: IncomingMessage): RecentReplies {
    if (!this.windows && !this.botTurns) return NO_REPLIES;
    const atMs = sentAtMs(message.id);
    return {
      inChannel: this.count(`channel:${message.channelId}`, atMs),
      toMember: this.count(`member:${message.authorId}`, atMs),
      botTurns: this.botTurns?.get(message.channelId) ?? 0,
    };
  }

  /** Resets the count of turns with bots. */
  recordHumanMessage(channelId: string): void {
    this.botTurns?.delete(channelId);
  }

  recordReply(message: IncomingMessage): void {
    const atMs = sentAtMs(message.id);
    this.add(`channel:${message.channelId}`, atMs);
    this.add(`member:${message.authorId}`, atMs);
    if (message.isBot) (this.botTurns ??= new Map()).set(message.channelId, (this.botTurns.get(message.channelId) ?? 0) + 1);
    if (this.windows && this.windows.size > MAX_WINDOWS && atMs >= this.sweptAtMs + SWEEP_EVERY_MS) {
      this.sweptAtMs = atMs;
      removeEmptyWindows(this.windows, atMs);
    }
  }

  /** How many channels and members there are counts of. */
  get known(): number {
    return this.windows?.size ?? 0;
  }

  forgetMember(memberId: string): void {
    this.windows?.delete(`member:${memberId}`);
  }

  private count(key: string, atMs: number): number {
    return this.windows?.get(key)?.filter((earlier) => earlier > atMs - WINDOW_MS).length ?? 0;
  }

  private add(key: string, atMs: number): void {
    const windows = (this.windows ??= new Map<string, number[]>());
    const kept = windows.get(key)?.filter((earlier) => earlier > atMs - WINDOW_MS) ?? [];
    windows.set(key, [...kept, atMs]);
  }
}

function removeEmptyWindows(windows: Map<string, number[]>, atMs: number): void {
  for (const [key, times] of windows) if (times.every((earlier) => earlier <= atMs - WINDOW_MS)) windows.delete(key);
}
