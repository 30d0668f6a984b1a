import { inOrderOf, OrderedList, RunningCounts, type ListPageRequest } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { TICKET_COUNT } from './ticket-count.js';
import { CLOSED_TICKETS, OPEN_TICKETS } from './ticket-orders.js';
import { TicketEntity } from './ticket.entity.js';

const OPEN = new OrderedList(OPEN_TICKETS);
const CLOSED = new OrderedList(CLOSED_TICKETS);
const LISTED = {
  id: true,
  botId: true,
  eventId: true,
  number: true,
  threadId: true,
  memberId: true,
  memberName: true,
  subject: true,
  claimedBy: true,
  createdAt: true,
  closedAt: true,
  // Only whether there is one.
  authorIds: true,
} as const;

interface Server {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
}

interface TicketsOfPage {
  readonly tickets: TicketEntity[];
  readonly total: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** The lists of tickets for owners. */
@Injectable()
export class TicketLists {
  constructor(
    @InjectRepository(TicketEntity) private readonly rows: Repository<TicketEntity>,
    private readonly counts: RunningCounts,
  ) {}

  /** Open or closed tickets of a server for its owner, the latest first, and how many there are. */
  async page(
    { botId, ownerId, guildId }: Server,
    { isOpen, ...page }: ListPageRequest & { readonly isOpen: boolean },
  ): Promise<TicketsOfPage> {
    const { open, closed } = await this.counts.read(TICKET_COUNT, { bot_id: botId, guild_id: guildId });
    const total = isOpen ? open : closed;
    const list = isOpen ? OPEN : CLOSED;
    const { ids, ...neighbours } = await list.page(this.rows.manager.connection, [botId, guildId], page, total);
    const where = { botId, guildId, ownerId, id: In(ids) };
    const found = ids.length === 0 ? [] : await this.rows.find({ where, select: LISTED });
    return { tickets: inOrderOf(ids, found, ({ id }) => id), total, ...neighbours };
  }
}
