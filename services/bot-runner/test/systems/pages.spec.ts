import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { SystemBots } from './system-bots.js';

describe('the page of tickets', () => {
  let systems: SystemBots;
  beforeAll(async () => {
    systems = await SystemBots.open('support-tickets');
  });
  afterAll(() => systems.close());

  it('closes a ticket in its own server only, not in another server of the same bot [S29]', async () => {
    const [on, elsewhere] = [await systems.bot({}, { command: 'ticket-panel' }), await systems.bot()];
    systems.discord.addBotToGuild(on.bot, { guildId: elsewhere.bot.guildId, permissions: ['administrator'] });
    const member = { id: systems.newMember(), name: 'Ann', roleIds: [], permissions: '0' };
    const fields = { subject: 'My order' };
    const task = { kind: 'component' as const, customId: 'subject', values: [], fields, messageId: null, member };
    await systems.work(on, { eventId: 'event-1', task });
    const isOpen = 'select id from runner.ticket where bot_id = $1 and closed_at is null';
    const [ticket] = await systems.query<{ id: string }>(isOpen, [on.botId]);
    const { actor, botId, systemId } = systems.inServer(on);
    const close = (guildId: string) =>
      systems.harness.runtime.rpc.ask(systemPages.act, {
        actor,
        botId,
        systemId,
        guildId,
        action: 'close',
        rowId: ticket?.id ?? '',
      });
    await expect(close(elsewhere.bot.guildId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await systems.query(isOpen, [on.botId])).toHaveLength(1);
    await close(on.bot.guildId);
    expect(await systems.query(isOpen, [on.botId])).toEqual([]);
  });
});

describe('the page of music', () => {
  let systems: SystemBots;
  beforeAll(async () => {
    systems = await SystemBots.open('music-bot');
  });
  afterAll(() => systems.close());

  it('takes no file of another user, and leaves it in the store [S28]', async () => {
    const on = await systems.bot();
    const { files, rpc } = systems.harness.runtime;
    const { key, bytes } = await files.put(anActor().userId, Readable.from([Buffer.from('OggS')]), 1000);
    const { actor, botId, systemId } = systems.inServer(on);
    const adding = rpc.ask(systemPages.addFile, { actor, botId, systemId, file: { key, bytes, name: 'song.ogg' } });
    await expect(adding).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const kept: Buffer[] = [];
    for await (const piece of await files.get(key)) kept.push(piece as Buffer);
    expect(Buffer.concat(kept).toString()).toBe('OggS');
  });
});
