import type { crisisIn } from '@kith/kit';
import type { Attachment, ChannelLine, Citation, Engine, Passage, Persona, RepliedTo, ReplyTask } from '@kith/proto';
import type { ModerationEndpoint } from '../care/moderation-endpoint.js';
import type { Beginning } from '../messages/beginning.js';
import type { PastExchange } from '../messages/message-log.js';
import type { MessageEntity } from '../messages/message.entity.js';
import type { ModelFailure, PromptMessage, RefusedPictures, ToolUse, Usage } from '../models/model-provider.js';
import type { AttachedFile } from './attachments.js';
import type { MadeCall, ToolBox } from '../tools/toolbox.js';
import type { DiscordFile } from './discord-files.js';

/** A message to be answered, from the test chat or from Discord. */
export interface ReplyRequest extends Pick<
  MessageEntity,
  'channel' | 'conversation' | 'requestId' | 'author' | 'authorName' | 'question'
> {
  readonly persona: Persona;
  readonly attachments: readonly Attachment[];
  /** Files that a Discord member attached. */
  readonly files?: readonly DiscordFile[] | undefined;
  /** As `crisisIn`, which was asked about the message before; absent where it was not. */
  readonly crisisOf?: typeof crisisIn | undefined;
  /** The message that it replies to. */
  readonly repliedTo?: RepliedTo | undefined;
  /** What was written in the channel before, and is no part of the conversation; oldest first. */
  readonly talk?: readonly ChannelLine[] | undefined;
  /** The request of the message before its author changed it. */
  readonly replaces?: string | undefined;
  /** False: no text of it is kept once the reply is delivered. */
  readonly isKept?: boolean | undefined;
  /** False: a message in a channel that may be meant for others; undefined counts as true. */
  readonly isAddressed?: boolean | undefined;
  /** What is to be done instead of answering the message; undefined for a message that is answered. */
  readonly task?: ReplyTask | undefined;
  /** The channel or thread on Discord, for what is remembered there; absent in the test chat. */
  readonly place?: { readonly guildId: string | null; readonly channelId: string } | undefined;
  /** False: whoever writes may use no tools, also where the bot has some. */
  readonly mayUseTools?: boolean | undefined;
  /** In the test chat: whether its owner wants to see the prompt. */
  readonly showPrompt?: boolean;
  /** The end of the conversation, of so many tokens, where it was read before the bot. */
  readonly readAhead?: (Pick<Beginning, 'rows' | 'hasPinnedAnswers' | 'known'> & { readonly maxTokens: number }) | undefined;
  /** How often the bot had been wiped when its persona was read: a reply of an earlier epoch must not be stored. */
  readonly epoch: number;
}

/** A finished reply. */
export interface Reply extends Pick<MessageEntity, 'reply' | 'engine' | 'sources' | 'truncated'> {
  readonly notes?: MessageEntity['notes'];
  /** The sources with their passages. */
  readonly citations?: readonly Citation[];
}

/** Everything that a writer gets to write a reply. */
export interface ReplyContext {
  readonly persona: Persona;
  readonly requestId: string;
  readonly question: string;
  /** False: a message in a channel that may be meant for others. */
  readonly isAddressed?: boolean | undefined;
  readonly task?: ReplyTask | undefined;
  /** The user or Discord member who wrote the message. */
  readonly author: string;
  readonly attachments: readonly AttachedFile[];
  /** Files of earlier messages, with what in them fits the question. */
  readonly earlierFiles?: readonly AttachedFile[] | undefined;
  readonly repliedTo?: RepliedTo | undefined;
  readonly talk?: readonly ChannelLine[] | undefined;
  /** Null in the test chat. */
  readonly authorName: string | null;
  readonly history: readonly PastExchange[];
  /** What is remembered of the people and the place, one sentence each; written by others. */
  readonly memory?: readonly string[] | undefined;
  readonly passages: readonly Passage[];
  /** The share of the question that the best passage covers, 0 to 1. */
  readonly coverage: number;
  /** Whether the search takes the message for small talk, in languages that the built-in companion does not speak too. */
  readonly isSmallTalk?: boolean | undefined;
  /** The ids of the items that a key word in the message itself activates: a key word in an earlier message activates them, too. */
  readonly activatedNow?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** The mark around what others wrote: random and new for each reply, so that they cannot know it. It stands in the last message alone. */
  readonly boundary: string;
  /** What a language model may use; undefined for none. */
  readonly tools?: ToolBox | undefined;
}

/** What a language model was sent last. */
export interface AskedModel {
  /** The provider's id of the model. */
  readonly model: string;
  /** What people read. */
  readonly name: string;
  readonly messages: readonly PromptMessage[];
  /** What it might call, and what it was told of its calls; absent where it was given no tools. */
  readonly tools?: ToolUse | undefined;
  /** What it called on the way. */
  readonly toolCalls: readonly MadeCall[];
}

/** A piece of the reply, an image from our own storage, the owner's own words, or what is known at the end of the reply. */
export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'owned'; readonly text: string }
  | { readonly kind: 'image'; readonly markdown: string }
  /** Another one writes what follows, in place of the writer that was asked. */
  | { readonly kind: 'writer'; readonly engine: Engine; readonly isCharged: boolean }
  /** There is to be no reply. Nothing comes before or after it. */
  | { readonly kind: 'silence' }
  /** A sentence for the reader about how the reply came to be. */
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'end';
      readonly isTruncated: boolean;
      /** Why the text ends here, when the provider failed in the middle of it: such a reply is not charged. */
      readonly failure?: ModelFailure | undefined;
      /** Which pictures the model did not accept and answered without. */
      readonly refusedPictures?: RefusedPictures | undefined;
      readonly sources: readonly string[];
      /** The sources with their passages, where the writer cites them in its text. */
      readonly citations?: readonly Citation[];
      /** Whether the reply says that there is no answer. */
      readonly isUnknown?: boolean;
      readonly usage: Usage | null;
      /** Of a language model. */
      readonly asked?: AskedModel;
      /** The size of question and reply in a later prompt. */
      readonly tokens: number;
    };

/** Writes replies: a language model or the built-in companion. */
export interface ReplyWriter {
  readonly engine: Engine;
  /** Whether its replies cost a message or a credit: those that cost the operator nothing do not (docs/decisions.md B5). */
  readonly isCharged: boolean;
  /** Whether it can be given pictures; otherwise it reads their names. */
  readonly seesPictures?: boolean;
  /** Whether the text in pictures is read for it, because the model that is asked first sees none; by default where it is given none. */
  readonly needsPictureTexts?: boolean;
  /** Whether it can be given tools. */
  readonly usesTools?: boolean;
  /** By which the reply is checked where the operator has no moderation endpoint: that of the owner's own key. */
  readonly moderation?: Pick<ModerationEndpoint, 'check'> | undefined;
  /** Throws MODEL_UNAVAILABLE, OWN_KEY_FAILED or PROMPT_REFUSED when there is no text at all; text from before a failure is kept. */
  write(context: ReplyContext, signal: AbortSignal): AsyncIterable<ReplyPart>;
}
