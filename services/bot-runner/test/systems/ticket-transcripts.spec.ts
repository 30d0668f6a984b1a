import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asActor } from '@kith/kit/testing';
import { TicketStore } from '../../src/systems/support-tickets/ticket-store.js';
import { SystemBots } from './system-bots.js';

let systems: SystemBots;
beforeAll(async () => {
  systems = await SystemBots.open('support-tickets');
});
afterAll(() => systems.close());

describe('a long transcript', () => {
  const linesOf = (authors: readonly string[], count: number) =>
    Array.from({ length: count }, (_, at) => ({
      authorId: authors[at % authors.length] ?? '',
      author: 'Member',
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
      text: `line ${at} 李 🐙`,
    }));
  const PARTS = 'select count(*)::int as parts from runner.transcript_part where ticket_id = $1';

  /** A ticket with a transcript of 120 lines, every third of which is by each of the authors. */
  async function transcribed() {
    const on = await systems.bot({}, { command: 'ticket-panel' });
    const authors = [systems.newMember(), systems.newMember(), systems.newMember()];
    const store = systems.service.app.get(TicketStore);
    const { botId } = on;
    const ownerId = randomUUID();
    const member = { memberId: systems.newMember(), memberName: 'Ann' };
    const place = { botId, ownerId, guildId: on.bot.guildId, channelId: on.bot.channelId };
    const { ticket } = await store.open({ ...place, ...member, eventId: randomUUID(), subject: 'My order' }, 1);
    if (!ticket) throw new Error('no ticket');
    const lines = linesOf(authors, 120);
    await store.transcribe(ticket, lines, true);
    const read = (offset: number, limit: number) => store.transcriptPage(ticket, { offset, limit });
    const parts = async () => (await systems.query<{ parts: number }>(PARTS, [ticket.id]))[0]?.parts;
    return { on, ownerId, store, ticket, authors, lines, read, parts };
  }

  it('is stored once, in parts, and is read page by page', async () => {
    const { store, ticket, authors, lines, read, parts } = await transcribed();
    expect(await store.transcribe(ticket, linesOf(authors, 3), true)).toEqual(lines);
    expect(await parts()).toBe(5);
    for (const [offset, limit] of [
      [0, 10],
      [20, 10],
      [25, 25],
      [115, 10],
      [0, 120],
    ] as const)
      expect(await read(offset, limit)).toEqual({ lines: lines.slice(offset, offset + limit), total: 120 });
    expect(await read(120, 10)).toEqual({ lines: [], total: 120 });
  });

  it('keeps the lines of others when members are forgotten, also at the same time', async () => {
    const { on, store, authors, lines, read, parts } = await transcribed();
    const [one = '', two = '', other = ''] = authors;
    await Promise.all([store.forgetMember(on.botId, one), store.forgetMember(on.botId, two)]);
    const left = lines.filter(({ authorId }) => authorId === other);
    expect([await read(0, 200), await parts()]).toEqual([{ lines: left, total: 40 }, 2]);
    await store.forgetMember(on.botId, other);
    expect([await read(0, 200), await parts()]).toEqual([{ lines: [], total: 0 }, 0]);
  });

  it('goes with the ticket: when it is old, when its bot is deleted, and when its server is left by a bot that keeps no texts', async () => {
    const [old, deleted, left] = [await transcribed(), await transcribed(), await transcribed()];
    await systems.query(`update runner.ticket set closed_at = now() - interval '31 days' where id = $1`, [old.ticket.id]);
    await old.store.deleteOld();
    await deleted.store.purge(deleted.on.botId);
    await left.store.endAll(left.on.botId, left.on.bot.guildId, false);
    for (const { read, parts } of [old, deleted, left])
      expect([await read(0, 10), await parts()]).toEqual([{ lines: [], total: 0 }, 0]);
  });

  it('is shown to nobody else', async () => {
    const { ownerId, store, ticket, lines } = await transcribed();
    const page = (userId: string) => asActor(userId, () => store.transcriptPage(ticket, { offset: 0, limit: 3 }));
    expect(await page(ownerId)).toEqual({ lines: lines.slice(0, 3), total: 120 });
    expect(await page(randomUUID())).toEqual({ lines: [], total: 0 });
  });
});
