import { randomUUID } from 'node:crypto';
import { AppError, type SystemPage, type SystemPageSection } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { FieldProblem } from '../field-problem.js';
import { placeIn, type PageAction, type PageRequest } from '../system-handler.js';
import { MAX_PANEL_TEXT_CHARS } from './definition.js';
import { TicketClosing } from './ticket-closing.js';
import { TicketDiscord } from './ticket-discord.js';
import { ticketSettings } from './ticket-settings.js';
import { TicketLists } from './ticket-lists.js';
import { TicketStore } from './ticket-store.js';
import { panelMessage, TEXTS } from './ticket-texts.js';
import type { TicketEntity } from './ticket.entity.js';
import { minuteOf } from './transcript.js';

/** The section with the transcript of a ticket, followed by the id of the ticket. */
const TRANSCRIPT = 't:';
const CLOSE = 'close';
const DELETE = 'delete';
const PANEL = 'panel';
/** Of the ids of tickets; Postgres refuses others, 36 characters that are none too. */
export const isTicketId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
const OFFLINE = 'Please start your companion first.';

/** What the owner sees and does of tickets in a server. */
@Injectable()
export class TicketPage {
  constructor(
    private readonly store: TicketStore,
    private readonly lists: TicketLists,
    private readonly discord: TicketDiscord,
    private readonly closing: TicketClosing,
    private readonly desired: DesiredBotsSource,
  ) {}

  async page(request: PageRequest): Promise<SystemPage> {
    const { section } = request;
    if (section?.startsWith(TRANSCRIPT)) return { sections: [await this.transcript(request)], forms: [] };
    const isWanted = (id: string): boolean => section === undefined || section === id;
    const sections = [
      ...(isWanted('open') ? [await this.open(request)] : []),
      ...(isWanted('closed') ? [await this.closed(request)] : []),
    ];
    return { sections, forms: section === undefined ? [PANEL_FORM] : [] };
  }

  async act({ botId, guildId, action, rowId, values, settings, actor }: PageAction): Promise<string> {
    if (action === PANEL) return this.postPanel({ botId, guildId }, values);
    const ticket = await this.own({ botId, guildId, ownerId: actor.userId }, rowId);
    if (action === DELETE) {
      await this.store.deleteTranscript(ticket.id);
      return 'The transcript is deleted.';
    }
    if (action !== CLOSE) throw new AppError('BAD_INPUT');
    if (ticket.closedAt !== null) throw new AppError('BAD_INPUT', 'This ticket is closed already.');
    await this.store.close(ticket, TEXTS.closedByOwner);
    const closed = await this.store.find(botId, ticket.id);
    // Without the bot online the sweep does the rest when it is.
    if (closed && this.desired.bots.get(botId)) await this.closing.finish(closed, ticketSettings(settings).logChannelId);
    return 'The ticket is closed.';
  }

  private async open(request: PageRequest): Promise<SystemPageSection> {
    const { tickets, ...list } = await this.list(request, true);
    return {
      id: 'open',
      title: 'Open tickets',
      empty: 'No ticket is open.',
      columns: ['Ticket', 'Subject', 'Member', 'Opened (UTC)', 'Claimed'],
      rows: tickets.map((ticket) => ({
        id: ticket.id,
        cells: [...this.cellsOf(ticket), minuteOf(ticket.createdAt.toISOString()), ticket.claimedBy === null ? 'no' : 'yes'],
        actions: [{ id: CLOSE, label: 'Close', confirm: 'Close this ticket?' }],
      })),
      ...list,
    };
  }

  private async closed(request: PageRequest): Promise<SystemPageSection> {
    const { tickets, ...list } = await this.list(request, false);
    return {
      id: 'closed',
      title: 'Closed in the last 30 days',
      empty: 'No ticket was closed in the last 30 days.',
      columns: ['Ticket', 'Subject', 'Member', 'Closed (UTC)', 'Transcript'],
      rows: tickets.map((ticket) => ({
        id: ticket.id,
        cells: [
          ...this.cellsOf(ticket),
          minuteOf((ticket.closedAt ?? new Date()).toISOString()),
          ticket.authorIds.length > 0 ? 'kept' : 'none',
        ],
        actions:
          ticket.authorIds.length === 0
            ? []
            : [
                { id: 'read', label: 'Read', confirm: null, opens: `${TRANSCRIPT}${ticket.id}` },
                { id: DELETE, label: 'Delete transcript', confirm: 'Delete this transcript for good?' },
              ],
      })),
      ...list,
    };
  }

  private async transcript({ section = '', botId, guildId, actor, limit, offset }: PageRequest): Promise<SystemPageSection> {
    const ticket = await this.own({ botId, guildId, ownerId: actor.userId }, section.slice(TRANSCRIPT.length));
    const { lines, total } = await this.store.transcriptPage(ticket, { limit, offset });
    return {
      id: section,
      title: `Ticket ${ticket.number}: ${this.store.subjectOf(ticket)}`,
      empty: 'There is no transcript of this ticket any more.',
      columns: ['When (UTC)', 'Who', 'What'],
      rows: lines.map(({ at, author, text }, index) => ({
        id: String(offset + index),
        cells: [minuteOf(at), author, text],
        actions: [],
      })),
      total,
    };
  }

  private async postPanel(
    { botId, guildId }: { readonly botId: string; readonly guildId: string },
    values: PageAction['values'],
  ): Promise<string> {
    const channelId = /^\d{17,20}$/.exec(String(values['channel'] ?? ''))?.[0];
    if (channelId === undefined) throw new FieldProblem('channel', 'Please choose a channel.');
    const bot = this.desired.bots.get(botId);
    if (!bot) throw new AppError('BAD_INPUT', OFFLINE);
    await this.discord.requireThreadsAndTranscripts(bot, { guildId, channelId }, TEXTS.noThreads);
    const text = String(values['text'] ?? '').slice(0, MAX_PANEL_TEXT_CHARS);
    await this.discord.post({ botId, threadId: channelId }, `ticket-panel-${randomUUID()}`, panelMessage(text));
    return 'The button is posted.';
  }

  private list({ botId, guildId, actor, section, ...page }: PageRequest, isOpen: boolean): ReturnType<TicketLists['page']> {
    return this.lists.page({ botId, guildId, ownerId: actor.userId }, { isOpen, ...placeIn(section, page) });
  }

  /** Throws NOT_FOUND for a missing ticket, one of another server and one of another owner. */
  private async own(
    { botId, guildId, ownerId }: { readonly botId: string; readonly guildId: string; readonly ownerId: string },
    id = '',
  ): Promise<TicketEntity> {
    const ticket = isTicketId(id) ? await this.store.find(botId, id) : null;
    if (ticket?.guildId !== guildId || ticket.ownerId !== ownerId) throw new AppError('NOT_FOUND');
    return ticket;
  }

  private cellsOf(ticket: TicketEntity): string[] {
    return [String(ticket.number), this.store.subjectOf(ticket), this.store.memberNameOf(ticket) ?? 'a member'];
  }
}

const PANEL_FORM: SystemPage['forms'][number] = {
  id: PANEL,
  title: 'Post the button',
  description: 'Members open tickets with the button below this message.',
  submit: 'Post it',
  confirm: null,
  fields: {
    channel: {
      type: 'text',
      label: 'Channel',
      description: 'A text channel; the threads stand below it.',
      default: '',
      format: 'channel',
    },
    text: {
      type: 'text',
      label: 'Text',
      description: 'What stands above the button. Empty: our own words.',
      default: '',
      format: 'lines',
    },
  },
};
