import { DiscordAPIError } from '@discordjs/rest';
import { Injectable } from '@nestjs/common';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { MessagePoster } from '../../discord/message-poster.js';
import { RestClients } from '../../discord/rest-clients.js';
import { FieldProblem } from '../field-problem.js';
import { REACTION_ROLES_ID } from './definition.js';
import { emojiInPath, emojiKey } from './emoji.js';
import { RoleAccess, type SettingMember } from './role-access.js';
import { withChoice, withEmoji, type RoleChoice, type RoleMessageMode } from './role-choices.js';
import { MAX_TEXT_CHARS, roleMessageBody } from './role-message-body.js';
import { MAX_ROLE_MESSAGES, RoleMessages, type RoleMessage } from './role-messages.service.js';

const GONE: ReadonlySet<number | string> = new Set([RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel]);
const MESSAGE_GONE = 'I do not know that message. A list of them: `/reaction-roles list`.';

/** A message to be set up. The same `id` sets up one message. */
export interface NewRoleMessage {
  readonly id: string;
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly mode: RoleMessageMode;
  readonly text: string;
  readonly choices: readonly RoleChoice[];
}

/**
 * Makes, changes and deletes role messages, for the owner in the web (`member` null) and for members by command. Throws FieldProblem and CommandRefusal
 * with what is to be told, and what Discord answers. A repeated call has one effect.
 */
@Injectable()
export class RoleSetup {
  constructor(
    private readonly messages: RoleMessages,
    private readonly access: RoleAccess,
    private readonly poster: MessagePoster,
    private readonly clients: RestClients,
  ) {}

  async create(message: NewRoleMessage, member: SettingMember | null): Promise<void> {
    const text = message.text.trim();
    if (text === '') throw new FieldProblem('text', 'Write what the message says.');
    if ([...text].length > MAX_TEXT_CHARS) throw new FieldProblem('text', `The text has at most ${MAX_TEXT_CHARS} characters.`);
    const choices = message.mode === 'reactions' ? withEmoji(message.choices) : message.choices;
    const roleIds = choices.map(({ roleId }) => roleId);
    await this.access.requireAssignable(message, roleIds, member);
    await this.access.requireChannel(message, message.channelId, message.mode, member);
    const stored = await this.messages.add({ ...message, text, choices });
    if (!stored) throw new CommandRefusal(`A server can have at most ${MAX_ROLE_MESSAGES} of these messages.`);
    await this.post(stored);
  }

  /** Posts a stored message; nothing happens when it is posted already. One that Discord refuses is forgotten. */
  async post(message: RoleMessage): Promise<void> {
    const { id, botId, channelId } = message;
    const postId = `roles-${id}`;
    try {
      const post = { botId, postId, channelId, parts: [roleMessageBody(REACTION_ROLES_ID, message)] };
      const messageId = message.messageId ?? (await this.poster.post(post))[0];
      if (messageId === undefined) throw new Error('the message was posted, but its id is unknown');
      await this.messages.setPosted(message, messageId);
      await this.react({ ...message, messageId });
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status < 500 && message.messageId === null) {
        await this.poster.withdraw({ botId, postId });
        await this.messages.delete(id);
      }
      throw explained(error);
    }
  }

  /** Offers one more role on a message, or the same one with another emoji. */
  async addRole(message: RoleMessage, added: RoleChoice, member: SettingMember | null): Promise<void> {
    await this.access.requireAssignable(message, [added.roleId], member);
    const changed = await this.messages.changeChoices(message.id, (choices) => {
      const others = choices.filter(({ roleId }) => roleId !== added.roleId);
      const all = withChoice(others, added);
      return message.mode === 'reactions' ? withEmoji(all) : all;
    });
    if (!changed) throw new FieldProblem('message', MESSAGE_GONE);
    await this.show(message, changed);
  }

  async removeRole(message: RoleMessage, roleId: string, member: SettingMember | null): Promise<void> {
    await this.access.requireAssignable(message, [], member);
    const changed = await this.messages.changeChoices(message.id, (choices) => {
      const others = choices.filter((choice) => choice.roleId !== roleId);
      if (others.length === 0)
        throw new FieldProblem('role', 'That is the only role of this message. Delete the message instead.');
      return others;
    });
    if (!changed) throw new FieldProblem('message', MESSAGE_GONE);
    await this.show(message, changed);
  }

  async delete(message: RoleMessage, member: SettingMember | null): Promise<void> {
    await this.access.requireAssignable(message, [], member);
    const { botId, channelId, messageId } = message;
    if (messageId !== null)
      await this.clients.use(botId, (rest) => rest.delete(Routes.channelMessage(channelId, messageId))).catch(ignoreGone);
    await this.messages.delete(message.id);
  }

  /** By its id, or by a link to it. Throws FieldProblem when it is none of the server. */
  async find({ botId, guildId }: { readonly botId: string; readonly guildId: string }, written: string): Promise<RoleMessage> {
    const id = /(\d{16,20})\D*$/.exec(written.trim())?.[1];
    const found = id === undefined ? null : await this.messages.byMessage(botId, id);
    if (!found || found.guildId !== guildId) throw new FieldProblem('message', MESSAGE_GONE);
    return found;
  }

  /** The own reactions of a message, which members press. */
  async react(message: RoleMessage): Promise<void> {
    const { botId, channelId, messageId, mode, choices } = message;
    if (mode !== 'reactions' || messageId === null) return;
    for (const { emoji } of choices) {
      if (!emoji) continue;
      const route = Routes.channelMessageOwnReaction(channelId, messageId, emojiInPath(emoji));
      await this.clients.use(botId, (rest) => rest.put(route));
    }
  }

  private async show(before: RoleMessage, after: RoleMessage): Promise<void> {
    const { botId, channelId, messageId } = after;
    if (messageId === null) return this.post(after);
    const body = { ...roleMessageBody(REACTION_ROLES_ID, after), allowed_mentions: { parse: [] } };
    await this.clients.use(botId, (rest) => rest.patch(Routes.channelMessage(channelId, messageId), { body }));
    const kept = new Set(after.choices.flatMap(({ emoji }) => (emoji ? [emojiKey(emoji)] : [])));
    for (const { emoji } of before.mode === 'reactions' ? before.choices : []) {
      if (!emoji || kept.has(emojiKey(emoji))) continue;
      await this.messages.forgetReactions(after, emojiKey(emoji));
      const route = Routes.channelMessageOwnReaction(channelId, messageId, emojiInPath(emoji));
      await this.clients.use(botId, (rest) => rest.delete(route)).catch(ignoreGone);
    }
    await this.react(after).catch((error: unknown) => {
      throw explained(error);
    });
  }
}

const explained = (error: unknown): unknown =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownEmoji
    ? new FieldProblem('emoji', 'Discord does not know one of these emoji here.')
    : error;

export function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** Whether the message, or its channel, does not exist any more. */
export const isGone = (error: unknown): boolean => error instanceof DiscordAPIError && GONE.has(error.code);
