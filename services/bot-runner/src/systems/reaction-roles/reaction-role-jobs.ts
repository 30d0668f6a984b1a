import { Injectable } from '@nestjs/common';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { AgeGate } from '../../messages/age-gate.js';
import type { SystemEvent, SystemJob } from '../system-handler.js';
import { Systems } from '../systems.js';
import { REACTION_ROLES_ID } from './definition.js';
import { emojiKey, type Emoji } from './emoji.js';
import { ReactionChanges } from './reaction-changes.js';
import type { ReactionRolesEvent } from './reaction-events.js';
import { ReactionSync } from './reaction-sync.js';
import type { RoleChoice } from './role-choices.js';
import { RoleMessages } from './role-messages.service.js';
import { roleSettings } from './role-settings.js';
import { RoleSetup } from './role-setup.js';
import { tooManyRoles } from './texts.js';

/** Between the messages of a server that are read again after a new session. */
const SYNC_PACE_MS = 2000;

const ABOUT_MESSAGES: ReadonlySet<string> = new Set<ReactionRolesEvent>(['reacted', 'unreacted', 'cleared', 'deleted']);

type Job = SystemJob<'event'>;

/** What role messages do about events of Discord. */
@Injectable()
export class ReactionRoleJobs {
  private readonly works: Readonly<Record<ReactionRolesEvent, (job: Job) => Promise<void>>> = {
    reacted: (job) => this.reacted(job),
    unreacted: (job) => this.unreacted(job),
    cleared: (job) => this.cleared(job),
    deleted: ({ botId, task }) => this.messages.deleteMessages(botId, String(task.data['messageIds']).split(' ')),
    'channel-deleted': ({ botId, channelId }) => this.messages.deleteChannel(botId, channelId),
    'sync-server': (job) => this.planSync(job),
    sync: (job) => this.syncMessage(job),
  };

  constructor(
    private readonly messages: RoleMessages,
    private readonly reactions: ReactionChanges,
    private readonly syncs: ReactionSync,
    private readonly setup: RoleSetup,
    private readonly systems: Systems,
    private readonly age: AgeGate,
  ) {}

  /** Whether an event may be about a role message. Throws when Redis is away. */
  async isNeeded(botId: string, { name, data }: Pick<SystemEvent, 'name' | 'data'>): Promise<boolean> {
    if (!ABOUT_MESSAGES.has(name)) return true;
    return this.messages.ids.mayInclude(botId, String(data['messageIds'] ?? data['messageId']).split(' '));
  }

  async work(job: Job): Promise<void> {
    // Also ids that Redis lost are known from the beginning of the session on.
    if (job.task.name === 'sync-server') await this.messages.ids.reload(job.botId);
    else await this.messages.ids.load(job.botId);
    await this.works[job.task.name as ReactionRolesEvent](job);
  }

  private async reacted(job: Job): Promise<void> {
    const found = await this.choiceOf(job);
    if (!found) return;
    const { memberId, roles } = job.task.data;
    const roleIdsBefore = typeof roles === 'string' ? roles.split(' ') : null;
    const settings = roleSettings(job.settings);
    const reaction = { memberId: String(memberId), roleIdsBefore, settings, eventId: job.eventId };
    const isRoomFor = await this.reactions.add(found.message, found.choice, reaction);
    if (!isRoomFor) throw new CommandRefusal(tooManyRoles(found.choice.roleId, settings.maxRoles));
  }

  private async unreacted(job: Job): Promise<void> {
    const found = await this.choiceOf(job);
    if (!found) return;
    const reaction = { memberId: String(job.task.data['memberId']), settings: roleSettings(job.settings), eventId: job.eventId };
    await this.reactions.remove(found.message, found.choice, reaction);
  }

  /** The members keep their roles, and the emoji come back. */
  private async cleared({ botId, guildId, task }: Job): Promise<void> {
    const { messageId, emoji } = task.data;
    const message = await this.messages.byMessage(botId, String(messageId));
    if (!message || message.guildId !== guildId || message.mode !== 'reactions') return;
    await this.messages.forgetReactions(message, typeof emoji === 'string' ? emoji : null);
    await this.setup.react(message);
  }

  /** What a member asks for by a reaction; null where a bot for adults must not act. */
  private async choiceOf({ bot, botId, guildId, task }: Job) {
    const { messageId, emoji } = task.data;
    const message = await this.messages.byMessage(botId, String(messageId));
    if (!message || message.guildId !== guildId || message.mode !== 'reactions') return null;
    const choice = message.choices.find((one) => one.emoji && emojiKey(one.emoji) === emoji);
    if (!choice || !hasEmoji(choice) || !(await this.age.isOpen(bot, message.channelId))) return null;
    return { message, choice };
  }

  /** One job for each message, so that a server with many occupies nobody. */
  private async planSync({ botId, ownerId, guildId, eventId }: Job): Promise<void> {
    if (guildId === null) return;
    const messages = await this.messages.list({ botId, guildId });
    for (const [index, { id, channelId }] of messages.entries()) {
      const event = {
        eventId: `${eventId}-${id}`,
        name: 'sync',
        data: { id },
        guildId,
        channelId,
        delayMs: index * SYNC_PACE_MS,
      };
      await this.systems.add({ botId, ownerId }, REACTION_ROLES_ID, event);
    }
  }

  private async syncMessage({ bot, botId, guildId, task, settings }: Job): Promise<void> {
    const message = guildId === null ? null : await this.messages.byId({ botId, guildId }, String(task.data['id']));
    if (message && (await this.age.isOpen(bot, message.channelId))) await this.syncs.sync(message, roleSettings(settings));
  }
}

const hasEmoji = (choice: RoleChoice): choice is RoleChoice & { readonly emoji: Emoji } => choice.emoji !== null;
