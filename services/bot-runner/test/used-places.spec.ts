import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, aSnowflake, fixture, fixtureService, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { bots, runnerChannels, type Actor } from '@kith/proto';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';

let kith: ServicesUnderTest;
let neighbour: { close(): Promise<void> };
let database: DataSource;

beforeAll(async () => {
  kith = await servicesUnderTest([definition]);
  neighbour = await fixtureService(kith.runtime, 'bots', [fixture(bots.listDesiredOnline, () => ({ bots: [], next: null }))]);
  const app = kith.services.get('bot-runner')?.app;
  if (!app) throw new Error('the runner did not start');
  database = app.get(DataSource, { strict: false });
});
afterAll(async () => {
  await neighbour.close();
  await kith.stop();
});

const GUILD = '200000000000000001';
const used = (actor: Actor, botId: string) => kith.runtime.rpc.ask(runnerChannels.used, { actor, botId });

interface Asked {
  readonly botId: string;
  readonly ownerId: string;
  readonly channelId: string;
  readonly minutesAgo: number;
  readonly outcome?: string;
  readonly reason?: string;
  readonly guildId?: string | null;
}
const trace = ({ botId, ownerId, channelId, minutesAgo, outcome = 'answered', reason, guildId = GUILD }: Asked) =>
  database.query(
    `insert into runner.message_trace (bot_id, message_id, owner_id, channel_id, guild_id, sent_at, outcome, reason)
     values ($1, $2, $3, $4, $5, now() - make_interval(mins => $6), $7, $8)`,
    [botId, aSnowflake(), ownerId, channelId, guildId, minutesAgo, outcome, reason ?? null],
  );

describe('what a bot uses on Discord', () => {
  it('begins with the channels in which it was asked, the latest first, without ignored and direct messages', async () => {
    const [actor, botId] = [anActor(), randomUUID()];
    const of = { botId, ownerId: actor.userId };
    const [early, late, refused, ignored, direct] = Array.from({ length: 5 }, () => aSnowflake());
    await trace({ ...of, channelId: early ?? '', minutesAgo: 60 });
    await trace({ ...of, channelId: late ?? '', minutesAgo: 90 });
    await trace({ ...of, channelId: late ?? '', minutesAgo: 5, outcome: 'command' });
    await trace({ ...of, channelId: refused ?? '', minutesAgo: 1, outcome: 'unanswered' });
    await trace({ ...of, channelId: ignored ?? '', minutesAgo: 1, outcome: 'ignored' });
    await trace({ ...of, channelId: direct ?? '', minutesAgo: 1, guildId: null });
    await trace({ ...of, botId: randomUUID(), channelId: aSnowflake(), minutesAgo: 1 });
    expect(await used(actor, botId)).toEqual({
      askedChannels: [refused, late, early].map((channelId) => ({ channelId, guildId: GUILD })),
      systemChannels: [],
      roles: [],
      modelFailures: [],
    });
  });

  it('knows which messages no model could answer since the last answer, within a day', async () => {
    const [actor, botId] = [anActor(), randomUUID()];
    const of = { botId, ownerId: actor.userId, channelId: aSnowflake() };
    const failed = (reason: string, minutesAgo: number) => trace({ ...of, minutesAgo, outcome: 'unanswered', reason });
    const faults = async () => (await used(actor, botId)).modelFailures.map(({ fault }) => fault);
    await failed('own_key', 60 * 30);
    expect(await faults()).toEqual([]);
    await failed('own_key', 9);
    await failed('own_key', 8);
    await failed('model_unavailable', 7);
    await failed('cap', 6);
    expect(await faults()).toEqual(['model_unavailable', 'own_key']);
    await trace({ ...of, minutesAgo: 8 });
    expect(await faults()).toEqual(['model_unavailable']);
    await trace({ ...of, minutesAgo: 1 });
    expect(await faults()).toEqual([]);
  });

  it('has the channels and roles of role messages and of the shop, and the channels of open tickets', async () => {
    const [actor, botId] = [anActor(), randomUUID()];
    const [reactions, buttons, tickets, role, sold] = Array.from({ length: 5 }, () => aSnowflake());
    const choices = JSON.stringify([{ roleId: role, label: 'Green', emoji: null }]);
    for (const [channelId, mode] of [
      [reactions, 'reactions'],
      [buttons, 'buttons'],
    ])
      await database.query(
        `insert into runner.role_message (id, bot_id, owner_id, guild_id, channel_id, mode, text, choices, created_at)
         values ($1, $2, $3, $4, $5, $6, '', $7, now() - make_interval(mins => $8))`,
        [randomUUID(), botId, actor.userId, GUILD, channelId, mode, choices, mode === 'buttons' ? 1 : 0],
      );
    await database.query(
      `insert into runner.ticket (bot_id, owner_id, guild_id, event_id, number, channel_id, subject) values ($1, $2, $3, '1', 1, $4, '')`,
      [botId, actor.userId, GUILD, tickets],
    );
    await database.query(
      `insert into runner.economy_item (bot_id, owner_id, guild_id, name, name_key, price, role_id) values ($1, $2, $3, 'VIP', 'vip', 1, $4)`,
      [botId, actor.userId, GUILD, sold],
    );
    const { systemChannels, roles } = await used(actor, botId);
    expect(await kith.runtime.rpc.ask(runnerChannels.givenRoles, { actor, botId })).toEqual({ roles });
    const place = { guildId: GUILD };
    expect(systemChannels).toEqual([
      { ...place, channelId: reactions, systemId: 'reaction-roles', needs: expect.arrayContaining(['add_reactions']) },
      { ...place, channelId: buttons, systemId: 'reaction-roles', needs: ['view_channels', 'send_messages'] },
      { ...place, channelId: tickets, systemId: 'support-tickets', needs: expect.arrayContaining(['create_private_threads']) },
    ]);
    expect(roles).toHaveLength(2);
    expect(roles).toEqual(
      expect.arrayContaining([
        { ...place, roleId: role, systemId: 'reaction-roles' },
        { ...place, roleId: sold, systemId: 'economy-system' },
      ]),
    );
    expect(await used(anActor(), botId)).toEqual({ askedChannels: [], systemChannels: [], roles: [], modelFailures: [] });
  });
});
