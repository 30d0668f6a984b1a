import { pageOfList, rowsOfPage, RunningCounts } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { TICKET_COUNT } from './ticket-count.js';
import { TicketEntity } from './ticket.entity.js';

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

/** The lists of tickets for owners. */
@Injectable()
export class TicketLists {
  constructor(
    @InjectRepository(TicketEntity) private readonly rows: Repository<TicketEntity>,
    private readonly counts: RunningCounts,
  ) {}

  /** Open or closed tickets of a server for its owner, the latest first, and how many there are. */
  async page(
    { botId, ownerId, guildId }: { readonly botId: string; readonly ownerId: string; readonly guildId: string },
    { isOpen, limit, offset }: { readonly isOpen: boolean; readonly limit: number; readonly offset: number },
  ): Promise<[TicketEntity[], number]> {
    const { open, closed } = await this.counts.read(TICKET_COUNT, { bot_id: botId, guild_id: guildId });
    const total = isOpen ? open : closed;
    const where = { botId, guildId, ownerId, closedAt: isOpen ? IsNull() : Not(IsNull()) };
    const found = await pageOfList(total, { limit, offset }, (page, isFromEnd) => {
      const [time, id] = isFromEnd ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
      const order = isOpen ? { createdAt: time, id } : { closedAt: time, id };
      // A transcript may have half a megabyte.
      return rowsOfPage(this.rows, { where, order, select: LISTED }, page);
    });
    return [found, total];
  }
}
