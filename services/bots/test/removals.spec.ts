import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, commands, systems, customCommands, type Actor } from '@kith/proto';
import { RemovalSweep } from '../src/removals.service.js';
import {
  aPremiumOwner,
  aToken,
  auditEventsOf,
  botsUnderTest,
  codeOf,
  databaseOf,
  jobsOf,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('removals', () => {
  let stack: BotsUnderTest;
  const database = () => databaseOf(stack);
  const aBot = async (actor: Actor, name = 'Nova') =>
    (await stack.ask(bots.create, { actor, name, discordToken: aToken() })).bot.id;
  const aTaughtBot = async (actor: Actor) => {
    const botId = await aBot(actor);
    await stack.ask(systems.install, { actor, botId, systemId: 'mini-games' });
    const { id: commandId } = await stack.ask(customCommands.create, {
      actor,
      name: 'Mine',
      trigger: '!mine',
      description: 'Does it',
      code: 'return 1',
    });
    for (const id of ['ping', commandId]) await stack.ask(commands.learn, { actor, botId, commandId: id });
    return botId;
  };
  const counted = async (table: string, botId: string): Promise<number> => {
    const [row] = await database().query<{ n: number }[]>(`select count(*)::int as n from bots.${table} where bot_id = $1`, [
      botId,
    ]);
    return row?.n ?? 0;
  };

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterAll(() => stack.stop());

  describe('the removal of a bot', () => {
    it('deletes its systems and learned commands after the purge, and keeps the custom commands of the owner', async () => {
      const actor = anActor();
      const botId = await aTaughtBot(actor);
      await stack.ask(bots.remove, { actor, botId });
      expect(await codeOf(stack.ask(systems.list, { actor, botId }))).toBe('NOT_FOUND');
      expect(await codeOf(stack.ask(commands.learned, { actor, botId }))).toBe('NOT_FOUND');
      await stack.ask(bots.forget, { botId });
      expect([await counted('installed_system', botId), await counted('learned_command', botId)]).toEqual([0, 0]);
      expect((await stack.ask(customCommands.list, { actor })).total).toBe(1);
    });

    it('writes an audit event, as do changes of the token [S75]', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.update, { actor, botId, name: 'Renamed' });
      await stack.ask(bots.update, { actor, botId, discordToken: aToken() });
      await stack.ask(bots.update, { actor, botId, clearDiscordToken: true });
      await stack.ask(bots.remove, { actor, botId });
      const rows = await auditEventsOf(stack, botId);
      expect(rows.map(({ action, details }) => [action, details])).toEqual([
        ['discord_token_written', { token: 'set' }],
        ['discord_token_written', { token: 'set' }],
        ['discord_token_written', { token: 'cleared' }],
        ['bot_removed', { name: 'Renamed' }],
      ]);
      for (const row of rows) expect(row).toMatchObject({ actorId: actor.userId, effectiveUserId: actor.userId });
    });

    describe('keeps its token for runners', () => {
      const systemId = 'auto-moderation';
      const actor = aPremiumOwner();
      const tokenOf = async (botId: string) => (await stack.ask(bots.discordTokens, { botIds: [botId] })).tokens[botId];
      const remove = (botId: string) => stack.ask(bots.remove, { actor, botId });
      /** Whose rules may be in Discord's AutoMod. */
      const aModeratingBot = async () => {
        const botId = await aBot(actor);
        await stack.ask(systems.install, { actor, botId, systemId });
        await stack.ask(systems.configure, { actor, botId, systemId, settings: { dryRun: false }, reset: false });
        return [botId, await tokenOf(botId)] as const;
      };

      it('only while something of it is to be removed from Discord', async () => {
        const [without, dryRun] = [await aBot(actor), await aBot(actor)];
        await stack.ask(systems.install, { actor, botId: dryRun, systemId });
        for (const botId of [without, dryRun]) {
          await remove(botId);
          expect(await tokenOf(botId)).toBeNull();
        }
        const [botId, token] = await aModeratingBot();
        await remove(botId);
        expect(await tokenOf(botId)).toBe(token);
        expect(await database().query('select discord_token, application_id from bots.bot where id = $1', [botId])).toEqual([
          { discord_token: null, application_id: null },
        ]);
        // A bot that exists keeps its own.
        const kept = await aBot(actor);
        for (const id of [botId, kept]) await stack.ask(bots.forgetToken, { botId: id });
        expect(await tokenOf(botId)).toBeNull();
        expect(await tokenOf(kept)).toEqual(expect.any(String));
      });

      it('while the rules of a system that was removed before are still on Discord', async () => {
        const [[open, token], [settled]] = [await aModeratingBot(), await aModeratingBot()];
        for (const botId of [open, settled]) await stack.ask(systems.remove, { actor, botId, systemId });
        const { uninstalledAt } = await stack.ask(bots.uninstalled, { botId: settled });
        await stack.ask(bots.endUninstall, { botId: settled, uninstalledAt: uninstalledAt ?? '' });
        for (const botId of [open, settled]) await remove(botId);
        expect([await tokenOf(open), await tokenOf(settled)]).toEqual([token, null]);
        // Its removal from now on does what is left.
        expect(await stack.ask(bots.uninstalled, { botId: open })).toEqual({ uninstalledAt: null });
      });

      it('for an hour at most, also when nothing sweeps', async () => {
        const [swept, token] = await aModeratingBot();
        await remove(swept);
        const sweep = stack.services.get('bots')?.app.get(RemovalSweep, { strict: false }) as RemovalSweep;
        await sweep.sweep(new Date(Date.now() + 3_500_000));
        expect(await tokenOf(swept)).toBe(token);
        await sweep.sweep(new Date(Date.now() + 3_700_000));
        const [row] = await database().query<{ removal_token: string | null }[]>(
          'select removal_token from bots.bot where id = $1',
          [swept],
        );
        expect(row?.removal_token).toBeNull();
        const [other, kept] = await aModeratingBot();
        await remove(other);
        expect(await tokenOf(other)).toBe(kept);
        await database().query(`update bots.bot set deleted_at = deleted_at - interval '61 minutes' where id = $1`, [other]);
        expect(await tokenOf(other)).toBeNull();
      });
    });

    it('happens once for two concurrent calls', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const results = await Promise.allSettled([1, 2].map(() => stack.ask(bots.remove, { actor, botId })));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await auditEventsOf(stack, botId)).toHaveLength(2);
    });
  });

  describe('the removal of all bots of a user', () => {
    it('deletes the bots and custom commands of that user only', async () => {
      const [actor, other] = [aPremiumOwner(), anActor()];
      const ids = [await aTaughtBot(actor), await aBot(actor), await aBot(actor)];
      const foreign = await aTaughtBot(other);
      expect(await stack.ask(bots.removeAllOf, { userId: actor.userId })).toEqual({ removed: 3 });
      expect((await stack.ask(bots.list, { actor })).total).toBe(0);
      expect((await stack.ask(customCommands.list, { actor })).total).toBe(0);
      const jobs = await jobsOf(stack, 'lifecycle');
      for (const botId of ids) {
        expect(jobs.get(`remove-${botId}-1`)).toEqual({ action: 'remove', ownerId: actor.userId, botId });
        expect(await stack.ask(bots.discordTokens, { botIds: [botId] })).toEqual({ tokens: { [botId]: null } });
        expect((await auditEventsOf(stack, botId)).at(-1)).toMatchObject({ action: 'bot_removed', actorId: null });
      }
      expect(await stack.ask(bots.removeAllOf, { userId: actor.userId })).toEqual({ removed: 0 });
      expect(await stack.ask(bots.get, { actor: other, botId: foreign })).toMatchObject({ id: foreign });
      expect((await stack.ask(commands.learned, { actor: other, botId: foreign })).commands).toHaveLength(2);
    });

    it('does not deadlock with a concurrent change of a custom command', async () => {
      const actor = anActor();
      const botId = await aTaughtBot(actor);
      const [own] = (await stack.ask(customCommands.list, { actor })).commands;
      const waiting = async (statement: string): Promise<boolean> => {
        const rows = await database().query<unknown[]>(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
          [`%${statement}%`],
        );
        return rows.length > 0;
      };
      const holder = database().createQueryRunner();
      await holder.startTransaction();
      await holder.query('select id from bots.bot where id = $1 for update', [botId]);
      const removed = stack.ask(bots.removeAllOf, { userId: actor.userId });
      await waitFor('the removal to wait for a lock', () => waiting('for update'));
      const update = { actor, commandId: own?.id ?? '', trigger: '!other' };
      const updated = stack.ask(customCommands.update, update).catch((error: unknown) => AppError.from(error).code);
      await waitFor(
        'the change to wait for a lock',
        async () => (await waiting('custom_command')) || waiting('hashtextextended'),
      );
      await holder.commitTransaction();
      await holder.release();
      expect(await removed).toEqual({ removed: 1 });
      expect(await updated).toBe('NOT_FOUND');
    });

    it('returns 0 for a user without bots', async () => {
      expect(await stack.ask(bots.removeAllOf, { userId: randomUUID() })).toEqual({ removed: 0 });
    });
  });

  describe('the sweep', () => {
    it('adds the job of a removal again after five minutes when it was lost', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.remove, { actor, botId });
      const sweep = stack.services.get('bots')?.app.get(RemovalSweep, { strict: false }) as RemovalSweep;
      const added = async () =>
        [...(await jobsOf(stack, 'lifecycle')).keys()].filter((jobId) => jobId.startsWith(`remove-${botId}-sweep`)).length;
      await sweep.sweep();
      expect(await added()).toBe(0);
      const othersDue = (await sweep.sweep(new Date(Date.now() + 7_200_000))) - 1;
      expect(await added()).toBe(1);
      const later = new Date(Date.now() + 301_000);
      await sweep.sweep(later);
      await sweep.sweep(later);
      expect(await added()).toBe(2);
      await stack.ask(bots.forget, { botId });
      expect(await sweep.sweep(new Date(Date.now() + 7_200_000))).toBe(othersDue);
    });

    it('adds only the lost jobs of a bot whose rules are still on Discord, and its removal again once that has ended', async () => {
      const actor = aPremiumOwner();
      const botId = await aBot(actor);
      const systemId = 'auto-moderation';
      await stack.ask(systems.install, { actor, botId, systemId });
      await stack.ask(systems.configure, { actor, botId, systemId, settings: { dryRun: false }, reset: false });
      await stack.ask(bots.remove, { actor, botId });
      const sweep = stack.services.get('bots')?.app.get(RemovalSweep, { strict: false }) as RemovalSweep;
      const sweepAfter = (minutes: number) => sweep.sweep(new Date(Date.now() + minutes * 60_000));
      const added = async () =>
        [...(await jobsOf(stack, 'lifecycle')).keys()].filter((jobId) => jobId.includes(botId)).toSorted();
      const [removal = ''] = await added();
      // Redis still has the removal, or remembers that it was completed.
      for (const minutes of [6, 9]) await sweepAfter(minutes);
      expect(await added()).toEqual([removal]);
      await stack.runtime.redis.del(`jobs:lifecycle:${removal}`);
      await sweepAfter(9);
      expect(await added()).toEqual([removal]);
      // By then it may have forgotten that.
      await stack.runtime.redis.del(`jobs:lifecycle:${removal}`);
      for (const minutes of [20, 30, 59]) await sweepAfter(minutes);
      expect(await added()).toEqual([`withdraw-${botId}`]);
      await stack.ask(bots.forgetToken, { botId });
      await sweepAfter(59);
      expect(await added()).toEqual([expect.stringMatching(`^remove-${botId}-sweep`), `withdraw-${botId}`]);
      await stack.ask(bots.forget, { botId });
    });
  });
});
