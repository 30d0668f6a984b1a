import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asSystem, RunningCounts } from '@kith/kit';
import { fixture, fixtureService, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { bots } from '@kith/proto';
import { DataSource } from 'typeorm';
import { definition } from '../../src/index.js';
import { TICKET_COUNT } from '../../src/systems/support-tickets/ticket-count.js';
import { TicketLists } from '../../src/systems/support-tickets/ticket-lists.js';

const TICKETS = 9;
const FILL = `
  insert into runner.ticket (bot_id, owner_id, guild_id, event_id, number, channel_id, subject, created_at, closed_at)
  select $1, $2, $3, $3 || n, n, 'c', '', now() - n * interval '1 hour',
    case when n % 2 = 0 then now() - n / 4 * interval '1 minute' end
  from generate_series(1, $4::int) as n`;

describe('the lists of tickets', () => {
  let kith: ServicesUnderTest;
  let neighbour: { close(): Promise<void> };
  let lists: TicketLists;
  let database: DataSource;
  let counts: RunningCounts;
  beforeAll(async () => {
    kith = await servicesUnderTest([definition]);
    neighbour = await fixtureService(kith.runtime, 'bots', [fixture(bots.listDesiredOnline, () => ({ bots: [], next: null }))]);
    const app = kith.services.get('bot-runner')?.app;
    if (!app) throw new Error('the runner did not start');
    [lists, database, counts] = [app.get(TicketLists), app.get(DataSource), app.get(RunningCounts)];
  });
  afterAll(async () => {
    await neighbour.close();
    await kith.stop();
  });

  const aServer = async () => {
    const place = { botId: randomUUID(), ownerId: randomUUID(), guildId: 'g' };
    for (const guildId of [place.guildId, 'another'])
      await asSystem(() => database.query(FILL, [place.botId, place.ownerId, guildId, TICKETS]));
    return place;
  };
  type Place = Awaited<ReturnType<typeof aServer>>;
  const page = (place: Place, isOpen: boolean, limit: number, offset: number, cursor?: string) =>
    asSystem(() => lists.page(place, { isOpen, limit, offset, cursor }));

  it.each([true, false])('show each page of a server in the order of all of it: open %s', async (isOpen) => {
    const place = await aServer();
    const { tickets: all, total } = await page(place, isOpen, TICKETS, 0);
    const times = all.map(({ createdAt, closedAt }) => Number(isOpen ? createdAt : closedAt));
    expect([total, all.length, times]).toEqual([isOpen ? 5 : 4, total, times.toSorted((one, other) => other - one)]);
    for (let limit = 1; limit <= total; limit += 1)
      for (let offset = 0; offset <= total; offset += 1) {
        const { tickets, next, previous } = await page(place, isOpen, limit, offset);
        expect(tickets).toEqual(all.slice(offset, offset + limit));
        const after = next && (await page(place, isOpen, limit, 0, next)).tickets;
        const before = previous && (await page(place, isOpen, limit, 0, previous)).tickets;
        const isOnPage = tickets.length > 0;
        expect([after ?? [], before ?? []]).toEqual([
          isOnPage ? all.slice(offset + limit, offset + 2 * limit) : [],
          isOnPage ? all.slice(Math.max(0, offset - limit), offset) : [],
        ]);
      }
  });

  it('count those of a server, also when they are closed and deleted, and show nothing of another owner', async () => {
    const place = await aServer();
    await asSystem(() =>
      database.query('update runner.ticket set closed_at = now() where bot_id = $1 and number <= 3', [place.botId]),
    );
    expect([(await page(place, true, 1, 0)).total, (await page(place, false, 1, 0)).total]).toEqual([3, 6]);
    expect((await page({ ...place, ownerId: randomUUID() }, false, 9, 0)).tickets).toEqual([]);
    await asSystem(() => database.query('delete from runner.ticket where bot_id = $1 and number <= 4', [place.botId]));
    expect([(await page(place, true, 1, 0)).total, (await page(place, false, 1, 0)).total]).toEqual([3, 2]);
    expect(await asSystem(() => counts.check(TICKET_COUNT))).toBe(true);
  });
});
