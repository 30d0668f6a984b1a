import { AppError, type SystemPage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { hasAnyOf, managesServer } from '../../discord/guild-access.js';
import { isRefused } from '../../discord/refused.js';
import type { ComponentUse } from '../../interactions/components.js';
import type {
  ComponentMode,
  Installed,
  PageAction,
  PageRequest,
  SystemAnswer,
  SystemEvent,
  SystemHandler,
  SystemJob,
} from '../system-handler.js';
import { MAX_PANEL_TEXT_CHARS, MAX_REASON_CHARS, SUPPORT_TICKETS_ID } from './definition.js';
import { TicketClosing } from './ticket-closing.js';
import { TicketDiscord } from './ticket-discord.js';
import { isTicketId, TicketPage } from './ticket-page.js';
import { ticketSettings, type TicketSettings } from './ticket-settings.js';
import { TicketStore } from './ticket-store.js';
import { firstMessage, MAX_SUBJECT_CHARS, panelMessage, SUBJECT_FIELD, subjectForm, TEXTS } from './ticket-texts.js';
import type { TicketEntity } from './ticket.entity.js';

type Member = SystemJob<'command'>['task']['member'];
type MemberJob = SystemJob<'command'> | SystemJob<'component'>;

const OPEN = 'open';
const SUBJECT = 'subject';
const THREAD_DELETED = 'thread-deleted';
const LEFT_SERVER = 'left-server';

/** Private threads in which members talk with the team of a server. */
@Injectable()
export class SupportTickets implements SystemHandler {
  readonly systemId = SUPPORT_TICKETS_ID;

  constructor(
    private readonly store: TicketStore,
    private readonly discord: TicketDiscord,
    private readonly closing: TicketClosing,
    private readonly pages: TicketPage,
  ) {}

  onEvent(_installed: Installed, payload: GatewayDispatchPayload): readonly SystemEvent[] {
    if (payload.t === 'GUILD_DELETE' && !payload.d.unavailable) {
      const { id: guildId } = payload.d;
      return [{ eventId: `left-${guildId}-${payload.s}`, name: LEFT_SERVER, data: {}, guildId, channelId: guildId }];
    }
    if (payload.t !== 'THREAD_DELETE') return [];
    const { id: threadId, guild_id: guildId, parent_id: parentId } = payload.d;
    return [{ eventId: `gone-${threadId}`, name: THREAD_DELETED, data: { threadId }, guildId, channelId: parentId ?? threadId }];
  }

  onComponent(_installed: Installed, { customId }: ComponentUse): ComponentMode {
    if (customId === OPEN) return { kind: 'now', body: subjectForm() };
    return { kind: customId.startsWith('claim:') ? 'public' : 'private' };
  }

  async work({ botId, guildId, settings, task }: SystemJob<'event'>): Promise<void> {
    if (task.name === LEFT_SERVER) return this.store.endAll(botId, guildId ?? '', this.closing.keepsTexts(botId));
    const { closeAfterDays, logChannelId } = ticketSettings(settings);
    if (task.name === THREAD_DELETED) {
      const ticket = await this.store.findByThread(botId, String(task.data['threadId']));
      if (ticket) await this.store.close(ticket, TEXTS.threadDeleted);
      return;
    }
    const id = String(task.data['ticketId']);
    const ticket = await this.store.find(botId, id);
    if (!ticket || !(await this.closing.closeInactive(ticket, closeAfterDays))) return;
    const closed = await this.store.find(botId, id);
    if (closed) await this.closing.finish(closed, logChannelId);
  }

  async runCommand(job: SystemJob<'command'>): Promise<SystemAnswer> {
    const { name, subcommand, options } = job.task;
    if (name === 'ticket-panel') return this.postPanel(job, textIn(options['text'], MAX_PANEL_TEXT_CHARS));
    const ticket = await this.ticketOf(job);
    if (subcommand === 'claim') return this.claim(job, ticket);
    if (subcommand === 'add') return this.add(job, ticket, String(options['member']));
    return this.close(job, ticket, textIn(options['reason'], MAX_REASON_CHARS));
  }

  async useComponent(job: SystemJob<'component'>): Promise<SystemAnswer> {
    const [action = '', id = ''] = job.task.customId.split(':');
    if (action === SUBJECT) return this.open(job);
    const ticket = isTicketId(id) ? await this.store.find(job.botId, id) : null;
    if (ticket?.guildId !== job.guildId) throw new CommandRefusal(TEXTS.noTicket);
    return action === 'claim' ? this.claim(job, ticket) : this.close(job, ticket, '');
  }

  page(request: PageRequest): Promise<SystemPage> {
    return this.pages.page(request);
  }

  act(action: PageAction): Promise<string> {
    return this.pages.act(action);
  }

  purge(botId: string): Promise<void> {
    return this.store.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.store.forgetMember(botId, memberId);
  }

  private async open(job: SystemJob<'component'>): Promise<SystemAnswer> {
    const { botId, ownerId, guildId, channelId, eventId, bot, task } = job;
    const settings = ticketSettings(job.settings);
    if (guildId === null) throw new AppError('NOT_FOUND');
    await this.discord.requireThreads(bot, { guildId, channelId }, TEXTS.noThreads);
    const subject = textIn(task.fields[SUBJECT_FIELD], MAX_SUBJECT_CHARS).replaceAll(/\s+/gu, ' ') || 'Ticket';
    const { id: memberId, name: memberName } = task.member;
    const opened = await this.store.open(
      { botId, ownerId, guildId, channelId, eventId, subject, memberId, memberName },
      settings.maxOpenPerMember,
    );
    if (opened.refusal !== null) throw new CommandRefusal(refusalText(opened.refusal, settings));
    const threadId = opened.ticket.threadId ?? (await this.makeThread(opened.ticket, subject, opened.isRepeated));
    await this.discord.addMember(botId, threadId, memberId);
    const { teamRoleId, greeting } = settings;
    const message = firstMessage({ id: opened.ticket.id, memberId, teamRoleId, subject, greeting });
    const notified = { members: [memberId], roles: teamRoleId === null ? [] : [teamRoleId] };
    await this.discord.post({ botId, threadId }, `ticket-${opened.ticket.id}`, message, notified);
    return { content: TEXTS.opened(threadId) };
  }

  private async makeThread(ticket: TicketEntity, subject: string, isRepeated: boolean): Promise<string> {
    try {
      const threadId = await this.discord.thread(ticket, subject, isRepeated);
      await this.store.setThread(ticket.id, threadId);
      return threadId;
    } catch (error) {
      // What Discord refuses for good must not count as an open ticket.
      if (isRefused(error)) await this.store.discard(ticket.id);
      throw error;
    }
  }

  private async claim(job: MemberJob, ticket: TicketEntity): Promise<SystemAnswer> {
    const { member } = job.task;
    if (!isTeam(member, ticketSettings(job.settings))) throw new CommandRefusal(TEXTS.notTeam);
    if (ticket.closedAt !== null) throw new CommandRefusal(TEXTS.noTicket);
    const claimedBy = await this.store.claim(ticket.id, member.id);
    if (claimedBy !== member.id) throw new CommandRefusal(TEXTS.alreadyClaimed(claimedBy));
    return { content: TEXTS.claimed(member.id) };
  }

  private async add(job: MemberJob, ticket: TicketEntity, memberId: string): Promise<SystemAnswer> {
    this.requireTaker(job, ticket);
    if (ticket.closedAt !== null || ticket.threadId === null) throw new CommandRefusal(TEXTS.noTicket);
    if (!(await this.store.add(ticket.id, memberId))) throw new CommandRefusal(TEXTS.tooManyAdded);
    await this.discord.addMember(job.botId, ticket.threadId, memberId);
    return { content: TEXTS.added(memberId) };
  }

  private async close(job: MemberJob, ticket: TicketEntity, reason: string): Promise<SystemAnswer> {
    this.requireTaker(job, ticket);
    await this.store.close(ticket, TEXTS.closedBy(job.task.member.id, reason));
    const closed = await this.store.find(job.botId, ticket.id);
    if (closed) await this.closing.finish(closed, ticketSettings(job.settings).logChannelId);
    return { content: TEXTS.closing };
  }

  private async postPanel(job: SystemJob<'command'>, text: string): Promise<SystemAnswer> {
    const { bot, botId, guildId, channelId, eventId, task } = job;
    if (guildId === null || !managesServer(task.member.permissions)) throw new CommandRefusal(TEXTS.needsManageServer);
    await this.discord.requireThreadsAndTranscripts(bot, { guildId, channelId }, TEXTS.noThreads);
    await this.discord.post({ botId, threadId: channelId }, `ticket-panel-${eventId}`, panelMessage(text));
    const { teamRoleId } = ticketSettings(job.settings);
    const isSeen = teamRoleId === null || (await this.discord.canRoleSee(bot, { guildId, channelId }, teamRoleId));
    return { content: isSeen ? TEXTS.posted : `${TEXTS.posted} ${TEXTS.roleCannotSee(teamRoleId)}` };
  }

  /** The ticket in whose thread a command was used. */
  private async ticketOf({ botId, channelId }: MemberJob): Promise<TicketEntity> {
    const ticket = await this.store.findByThread(botId, channelId);
    if (!ticket) throw new CommandRefusal(TEXTS.noTicket);
    return ticket;
  }

  /** Throws CommandRefusal unless the member belongs to the team or opened the ticket. */
  private requireTaker({ task: { member }, settings }: MemberJob, ticket: TicketEntity): void {
    if (member.id !== ticket.memberId && !isTeam(member, ticketSettings(settings))) throw new CommandRefusal(TEXTS.notYours);
  }
}

const isTeam = (member: Member, { teamRoleId }: TicketSettings): boolean =>
  (teamRoleId !== null && member.roleIds.includes(teamRoleId)) || hasAnyOf(member.permissions, PermissionFlagsBits.ManageThreads);

const textIn = (value: unknown, maxChars: number): string => (typeof value === 'string' ? value.trim().slice(0, maxChars) : '');

function refusalText(refusal: 'member' | 'day' | 'server', { maxOpenPerMember }: TicketSettings): string {
  if (refusal === 'member') return TEXTS.tooMany(maxOpenPerMember);
  return refusal === 'day' ? TEXTS.tooManyToday : TEXTS.serverFull;
}
