import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import type { RoleChoice } from './role-choices.js';
import { RoleMessageIds } from './role-message-ids.js';
import { RoleMessageEntity } from './role-message.entity.js';
import { RoleReactionEntity } from './role-reaction.entity.js';

export const MAX_ROLE_MESSAGES = 50;

/** A message from which members pick roles, with its text. */
export type RoleMessage = Omit<RoleMessageEntity, 'createdAt'>;
type NewRoleMessage = Omit<RoleMessage, 'messageId'>;
type Server = Pick<RoleMessage, 'botId' | 'guildId'>;

const ADD_REACTION = `
  insert into runner.role_reaction (role_message_id, emoji, member_id, bot_id, owner_id) values ($1, $2, $3, $4, $5)
  on conflict do nothing`;

/** The role messages of bots, and the reactions for which roles were given. */
@Injectable()
export class RoleMessages {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    readonly ids: RoleMessageIds,
  ) {}

  /** Stores a message before it is posted, once for the same id; null when the server has as many as may be kept. */
  async add(message: NewRoleMessage): Promise<RoleMessage | null> {
    const { botId, guildId, id, text } = message;
    return this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`role-messages-${botId}-${guildId}`]);
      const known = await manager.findOneBy(RoleMessageEntity, { id, botId });
      if (known) return this.read(known);
      if ((await manager.countBy(RoleMessageEntity, { botId, guildId })) >= MAX_ROLE_MESSAGES) return null;
      await manager.insert(RoleMessageEntity, { ...message, messageId: null, text: this.keyring.encrypt(text, placeOf(id)) });
      return { ...message, messageId: null };
    });
  }

  async setPosted({ id, botId }: Pick<RoleMessage, 'id' | 'botId'>, messageId: string): Promise<void> {
    await this.ids.add(botId, messageId);
    await this.database.manager.update(RoleMessageEntity, { id }, { messageId });
    await this.ids.add(botId, messageId);
  }

  async byMessage(botId: string, messageId: string): Promise<RoleMessage | null> {
    const row = await this.database.manager.findOneBy(RoleMessageEntity, { botId, messageId });
    return row && this.read(row);
  }

  /** Null when the server has no such message. */
  async byId({ botId, guildId }: Server, id: string): Promise<RoleMessage | null> {
    const row = await this.database.manager.findOneBy(RoleMessageEntity, { botId, guildId, id });
    return row && this.read(row);
  }

  /** Those of a server, the oldest first; at most MAX_ROLE_MESSAGES. */
  async list({ botId, guildId }: Server): Promise<RoleMessage[]> {
    const rows = await this.database.manager.find(RoleMessageEntity, {
      where: { botId, guildId },
      order: { createdAt: 'asc', id: 'asc' },
      take: MAX_ROLE_MESSAGES,
    });
    return rows.map((row) => this.read(row));
  }

  /** Replaces the choices by what `change` makes of them; null when the message is gone. Throws what `change` throws. */
  async changeChoices(id: string, change: (choices: readonly RoleChoice[]) => RoleChoice[]): Promise<RoleMessage | null> {
    return this.database.transaction(async (manager) => {
      const row = await manager.findOne(RoleMessageEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!row) return null;
      const choices = change(row.choices);
      await manager.update(RoleMessageEntity, { id }, { choices });
      return this.read({ ...row, choices });
    });
  }

  async delete(id: string): Promise<void> {
    await this.database.manager.delete(RoleMessageEntity, { id });
  }

  async deleteMessages(botId: string, messageIds: readonly string[]): Promise<void> {
    await this.database.manager.delete(RoleMessageEntity, { botId, messageId: In([...messageIds]) });
  }

  async deleteChannel(botId: string, channelId: string): Promise<void> {
    await this.database.manager.delete(RoleMessageEntity, { botId, channelId });
  }

  async addReaction({ id, botId, ownerId }: RoleMessage, emoji: string, memberId: string): Promise<void> {
    await this.database.query(ADD_REACTION, [id, emoji, memberId, botId, ownerId]);
  }

  async removeReaction({ id }: RoleMessage, emoji: string, memberId: string): Promise<void> {
    await this.database.manager.delete(RoleReactionEntity, { roleMessageId: id, emoji, memberId });
  }

  async hasReaction({ id }: RoleMessage, emoji: string, memberId: string): Promise<boolean> {
    return this.database.manager.existsBy(RoleReactionEntity, { roleMessageId: id, emoji, memberId });
  }

  /** The ids of the members who got their role for this emoji; at most `limit`. */
  async reactedMembers({ id }: RoleMessage, emoji: string, limit: number): Promise<string[]> {
    const rows = await this.database.manager.find(RoleReactionEntity, {
      select: { memberId: true },
      where: { roleMessageId: id, emoji },
      order: { memberId: 'asc' },
      take: limit,
    });
    return rows.map(({ memberId }) => memberId);
  }

  /** Somebody cleared the reactions: their members keep their roles. `emoji` null: all of the message. */
  async forgetReactions({ id }: RoleMessage, emoji: string | null): Promise<void> {
    await this.database.manager.delete(RoleReactionEntity, { roleMessageId: id, ...(emoji === null ? {} : { emoji }) });
  }

  async purge(botId: string): Promise<void> {
    await this.database.manager.delete(RoleMessageEntity, { botId });
    await this.ids.forget(botId);
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.database.manager.delete(RoleReactionEntity, { botId, memberId });
  }

  private read({ id, botId, ownerId, guildId, channelId, messageId, mode, text, choices }: RoleMessageEntity): RoleMessage {
    const written = this.keyring.decrypt(text, placeOf(id));
    return { id, botId, ownerId, guildId, channelId, messageId, mode, text: written, choices };
  }
}

const placeOf = (id: string): string => `runner.role_message.text.${id}`;
