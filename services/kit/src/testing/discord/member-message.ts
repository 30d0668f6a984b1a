import type { ForwardedMessage } from './forwarded-message.js';
import type { DiscordBot } from './state.js';

/** Identifies a bot: the result of `addBot`, or any object with its application id. */
export type BotRef = Pick<DiscordBot, 'applicationId'>;

export interface Place {
  readonly bot: BotRef;
  readonly authorId?: string;
  /** Default: the first channel of the bot's guild. */
  readonly channelId?: string;
  /** Null for a direct message to the bot. The id of another guild simulates that the bot is a member there too. */
  readonly guildId?: string | null;
}

/** A message that a member sends. */
export interface MemberMessage extends Place {
  readonly content: string;
  /** Prefixes a mention of the bot. */
  readonly mention?: boolean;
  /** The author is another bot. */
  readonly fromBot?: boolean;
  /** The message that this one replies to. */
  readonly replyTo?: string;
  /** The message that this one passes on; such a message has no text of its own. */
  readonly forwarded?: ForwardedMessage;
  readonly poll?: { readonly question: string; readonly answers: readonly string[] };
  /** Files, which the stand-in serves below its base address. */
  readonly files?: readonly { readonly name: string; readonly type: string; readonly content: string }[];
  /** When it was written, if not now. */
  readonly sentAtMs?: number;
}
