import { DiscordAPIError } from '@discordjs/rest';
import type { RunnableBot, SystemPage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { Problems } from '../../problems/problems.service.js';
import type {
  Installed,
  PageAction,
  PageRequest,
  SystemAnswer,
  SystemEvent,
  SystemHandler,
  SystemJob,
} from '../system-handler.js';
import { REACTION_ROLES_ID } from './definition.js';
import { roleEventsOf } from './reaction-events.js';
import { ReactionRoleJobs } from './reaction-role-jobs.js';
import { RoleAccess } from './role-access.js';
import { RoleChanges } from './role-changes.js';
import { MENU } from './role-message-body.js';
import { RoleMessages } from './role-messages.service.js';
import { rolePage } from './role-page.js';
import { RoleRequests } from './role-requests.js';
import { roleSettings } from './role-settings.js';
import { NOT_OFFERED, outcomeText } from './texts.js';

/** Members pick their roles from messages of the bot: by reactions, buttons or a menu. */
@Injectable()
export class ReactionRoles implements SystemHandler {
  readonly systemId = REACTION_ROLES_ID;

  constructor(
    private readonly messages: RoleMessages,
    private readonly jobs: ReactionRoleJobs,
    private readonly changes: RoleChanges,
    private readonly requests: RoleRequests,
    private readonly access: RoleAccess,
    private readonly problems: Problems,
  ) {}

  onEvent({ connected }: Installed, payload: GatewayDispatchPayload): readonly SystemEvent[] {
    return roleEventsOf(payload, connected.ownUserId);
  }

  isNeeded({ botId }: RunnableBot, event: SystemEvent): Promise<boolean> {
    return this.jobs.isNeeded(botId, event);
  }

  work(job: SystemJob<'event'>): Promise<void> {
    return this.jobs.work(job);
  }

  async runCommand(job: SystemJob<'command'>): Promise<SystemAnswer> {
    return { content: await this.requests.command(job) };
  }

  async useComponent(job: SystemJob<'component'>): Promise<SystemAnswer> {
    const { bot, guildId, task } = job;
    const message = task.messageId === null ? null : await this.messages.byMessage(bot.botId, task.messageId);
    const wanted = task.customId === MENU ? task.values : [task.customId];
    const choices = message?.choices.filter(({ roleId }) => wanted.includes(roleId)) ?? [];
    if (!message || message.guildId !== guildId || choices.length === 0) throw new CommandRefusal(NOT_OFFERED);
    const settings = roleSettings(job.settings);
    const { id: memberId, roleIds } = task.member;
    const isHeld = ({ roleId }: { readonly roleId: string }): boolean => roleIds.includes(roleId);
    const outcomes = [];
    try {
      // What is given back makes room.
      for (const choice of choices.toSorted((one, other) => Number(isHeld(other)) - Number(isHeld(one)))) {
        const wish = { message, choice, memberId, roleIdsBefore: roleIds, settings, eventId: `${job.eventId}-${choice.roleId}` };
        const isTaken = isHeld(choice) && settings.removeOnReact;
        const change = isTaken ? await this.changes.take(wish) : await this.changes.give(wish);
        outcomes.push({ roleId: choice.roleId, change });
      }
    } catch (error) {
      throw await this.explained(error, { ...message, ownerId: bot.ownerId }, wanted);
    }
    const content = outcomeText(outcomes, settings.maxRoles);
    if (outcomes.every(({ change }) => change === 'full' || change === 'deleted')) throw new CommandRefusal(content);
    return { content };
  }

  async page(request: PageRequest): Promise<SystemPage> {
    const messages = await this.messages.list(request);
    return rolePage({
      ...request,
      messages,
      channelNames: messages.length > 0 ? await this.access.channelNames(request) : new Map(),
    });
  }

  act(action: PageAction): Promise<string> {
    return this.requests.act(action);
  }

  purge(botId: string): Promise<void> {
    return this.messages.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.messages.forgetMember(botId, memberId);
  }

  /** What the member is told, and the owner sees, when Discord refuses to change their roles. */
  private async explained(
    error: unknown,
    server: { readonly botId: string; readonly ownerId: string; readonly guildId: string },
    roleIds: readonly string[],
  ): Promise<unknown> {
    if (!(error instanceof DiscordAPIError)) return error;
    if (error.status !== 403) return error;
    try {
      await this.access.requireAssignable(server, roleIds, null);
      return error;
    } catch (reason) {
      const isOrder = reason instanceof CommandRefusal && reason.missingPermission === null;
      if (isOrder) await this.problems.record(server, { guildId: server.guildId, channelId: null, action: 'manage-roles' }, null);
      return reason;
    }
  }
}
