import type { Message } from './state.js';

export const EPHEMERAL = 1 << 6;
/** Of the message that a deferred response is until its answer comes. */
export const LOADING = 1 << 7;

/** A message that follows the response. */
export interface FollowUp {
  readonly content: string;
  /** Only visible to the member. */
  readonly isEphemeral: boolean;
}

/** The bot's response to an interaction, as the member sees it. */
export interface InteractionResponse {
  readonly content: string;
  readonly embeds: readonly unknown[];
  readonly components: readonly unknown[];
  /** Only visible to the member. */
  readonly isEphemeral: boolean;
  readonly allowedMentions: unknown;
  /** The bot has announced a response and not sent it yet: members read that it is thinking. */
  readonly isDeferred: boolean;
  /** For an autocomplete interaction. */
  readonly choices: readonly unknown[];
  /** The form that the bot opened, in Discord's JSON. */
  readonly modal: unknown;
  readonly followUps: readonly FollowUp[];
  /** The names of the attached files. */
  readonly files: readonly string[];
}

const isForMemberOnly = (data: Record<string, unknown>): boolean => (Number(data['flags'] ?? 0) & EPHEMERAL) !== 0;

export const followUpOf = (data: Record<string, unknown>): FollowUp => ({
  content: String(data['content'] ?? ''),
  isEphemeral: isForMemberOnly(data),
});

/** What the body of a response shows. */
export function shown(data: Record<string, unknown>): InteractionResponse {
  return {
    content: String(data['content'] ?? ''),
    embeds: (data['embeds'] ?? []) as unknown[],
    components: (data['components'] ?? []) as unknown[],
    isEphemeral: isForMemberOnly(data),
    allowedMentions: data['allowed_mentions'],
    isDeferred: false,
    choices: [],
    modal: null,
    followUps: [],
    files: [],
  };
}

/** A response as a message of the bot. */
export function messageWith(
  response: InteractionResponse,
  own: Pick<Message, 'id' | 'channelId' | 'guildId' | 'authorId'>,
): Message {
  return {
    ...response,
    ...own,
    replyTo: null,
    nonce: null,
    isBot: true,
    poll: null,
    attachments: [],
    reactions: new Map(),
    editedAtMs: null,
    postedAtMs: Date.now(),
  };
}

/** Changes a message that follows a response, or deletes one or the response itself (null); false when there is none with the id. */
export function changeFollowUps(
  interaction: { response: InteractionResponse | null; followUpIds: readonly string[] },
  messageId: string | undefined,
  content: string | null,
): boolean {
  const { response, followUpIds } = interaction;
  if (response && content === null && messageId === '@original') {
    interaction.response = { ...response, content: '', isDeferred: false };
    return true;
  }
  const index = followUpIds.indexOf(messageId ?? '');
  if (!response || index === -1) return false;
  const { followUps } = response;
  // Whether only the member sees it was decided when it was posted.
  const isEphemeral = followUps[index]?.isEphemeral ?? false;
  interaction.response = {
    ...response,
    followUps: content === null ? followUps.toSpliced(index, 1) : followUps.with(index, { content, isEphemeral }),
  };
  if (content === null) interaction.followUpIds = followUpIds.toSpliced(index, 1);
  return true;
}

/** Changes what the body names. */
export function updateMessage(message: Message, data: Record<string, unknown>): void {
  if (data['content'] !== undefined) message.content = String(data['content'] ?? '');
  if (data['embeds'] !== undefined) message.embeds = data['embeds'] as unknown[];
  if (data['components'] !== undefined) message.components = data['components'] as unknown[];
  message.editedAtMs = Date.now();
}
