import { Interval } from '@kith/kit';
import { DAY_MS, sentAtMs, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { Systems } from '../systems.js';
import { SUPPORT_TICKETS_ID } from './definition.js';
import { TicketDiscord } from './ticket-discord.js';
import { ticketSettings } from './ticket-settings.js';
import { TicketStore } from './ticket-store.js';
import { TEXTS, titleOf } from './ticket-texts.js';
import type { TicketEntity } from './ticket.entity.js';
import { transcriptFile, transcriptOf, type TranscriptLine } from './transcript.js';

const SWEEP_EVERY_MS = 60_000;
const SWEPT_AT_ONCE = 500;
/** A ticket whose job could not be queued, or ended too early, is tried again after this. */
const RETRY = '10 minutes';

// Closed and not finished, or open and without a sign of life for as many days as the owner says. Several replicas take different tickets.
const TAKE = `
  update runner.ticket set attempt_at = now() + interval '${RETRY}', attempts = attempts + 1
  where id in (
    select t.id from runner.ticket t join unnest($1::uuid[], $2::int[]) as b(bot_id, days) using (bot_id)
    where t.finished_at is null and t.attempt_at <= now()
      and (t.closed_at > now() - interval '1 day' or (t.closed_at is null and t.active_at < now() - make_interval(days => b.days)))
    order by t.attempt_at limit $3 for update of t skip locked)
  returning id, attempts, bot_id as "botId", owner_id as "ownerId", guild_id as "guildId", channel_id as "channelId"`;

type Due = Pick<TicketEntity, 'id' | 'attempts' | 'botId' | 'ownerId' | 'guildId' | 'channelId'>;

/** Ends tickets: transcript, last words and the archived thread. Every step can be repeated. */
@Injectable()
export class TicketClosing {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly store: TicketStore,
    private readonly discord: TicketDiscord,
    private readonly systems: Systems,
    private readonly desired: DesiredBotsSource,
  ) {}

  /** Does everything that belongs to the end of a closed ticket. */
  async finish(ticket: TicketEntity, logChannelId: string | null): Promise<void> {
    if (ticket.closedAt === null || ticket.finishedAt !== null) return;
    const { botId, threadId } = ticket;
    const messages = threadId === null ? null : await this.discord.messages(botId, threadId);
    const missing = messages === null ? null : await this.discord.missingForTranscript(ticket, messages.length === 0);
    const keepsTexts = this.keepsTexts(botId);
    const lines = await this.store.transcribe(ticket, transcriptOf(messages ?? []), keepsTexts);
    if (logChannelId !== null) await this.log(ticket, logChannelId, { lines, missing });
    if (messages !== null && threadId !== null) {
      await this.discord.post({ botId, threadId }, `ticket-end-${ticket.id}`, { content: this.store.reasonOf(ticket) });
      await this.discord.archive(botId, threadId);
    }
    await this.store.finish(ticket, keepsTexts);
  }

  /** Of a bot that was stopped meanwhile nothing is known, so nothing is kept. */
  keepsTexts(botId: string): boolean {
    return this.desired.bots.get(botId)?.channelSettings.logMessages ?? false;
  }

  /** Posts the transcript, or why there is none. */
  private async log(
    ticket: TicketEntity,
    channelId: string,
    { lines, missing }: { readonly lines: readonly TranscriptLine[]; readonly missing: string | null },
  ): Promise<void> {
    const name = `ticket-${String(ticket.number).padStart(4, '0')}.txt`;
    const title = titleOf(ticket.number, this.store.subjectOf(ticket));
    const file = { name, data: transcriptFile(title, lines), contentType: 'text/plain' };
    if (lines.length > 0) await this.discord.log(ticket, channelId, { content: `📄 ${name}`, files: [file] });
    else if (missing !== null)
      await this.discord.log(ticket, channelId, { content: TEXTS.noTranscript(name, missing, ticket.channelId) });
  }

  /** Closes a ticket in which nobody wrote for as long as the owner says; remembers since when otherwise. */
  async closeInactive(ticket: TicketEntity, closeAfterDays: number): Promise<boolean> {
    const { botId, threadId, createdAt } = ticket;
    if (ticket.closedAt !== null) return true;
    const last = threadId === null ? undefined : await this.discord.lastMessageId(botId, threadId);
    if (last === undefined) {
      await this.store.close(ticket, TEXTS.threadDeleted);
      return true;
    }
    // Somebody may have written, and Discord does not show it.
    if ((await this.discord.missingForTranscript(ticket, last === null)) !== null) return false;
    const activeAt = last === null ? createdAt : new Date(sentAtMs(last));
    if (Date.now() - activeAt.getTime() < closeAfterDays * DAY_MS) {
      await this.store.setActive(ticket.id, activeAt);
      return false;
    }
    await this.store.close(ticket, TEXTS.closedInactive(closeAfterDays));
    return true;
  }

  /** Queues what is to be done about tickets of bots that are online. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of tickets')
  async sweep(): Promise<void> {
    const bots = this.desired.bots.all().flatMap((bot) => daysOf(bot) ?? []);
    if (bots.length === 0) return;
    const values = [bots.map(({ botId }) => botId), bots.map(({ days }) => days), SWEPT_AT_ONCE];
    const [due] = await this.database.query<[Due[], number]>(TAKE, values);
    for (const ticket of due) await this.enqueue(ticket);
  }

  /** Adds the job that looks after a ticket. */
  async enqueue({ id, attempts, botId, ownerId, guildId, channelId }: Due): Promise<void> {
    const event = { eventId: `end-${id}-${attempts}`, guildId, channelId, name: 'end', data: { ticketId: id } };
    await this.systems.add({ botId, ownerId }, SUPPORT_TICKETS_ID, event);
  }
}

function daysOf({ botId, systems }: RunnableBot): { readonly botId: string; readonly days: number } | null {
  const system = systems.find(({ systemId }) => systemId === SUPPORT_TICKETS_ID);
  return system ? { botId, days: ticketSettings(system.settings).closeAfterDays } : null;
}
