import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { LifecycleService } from '../../src/lifecycle/lifecycle.service.js';
import { RuleStore } from '../../src/systems/auto-moderation/rule-store.js';
import { ModeratedBots, type Moderated } from '../moderated-bots.js';

const SYSTEM = 'auto-moderation';
/** Of a job that is tried again after half a second, a second, two seconds. */
const RETRIED_MS = 20_000;
const ATTEMPT = { attempt: 1, isLastAttempt: false, reportOwnerPlan: () => undefined };

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterAll(() => bots.harness.close());

/** An online bot with a rule that Discord's AutoMod has as well. */
async function aGuard(): Promise<Moderated> {
  const { harness } = bots;
  const { bot, botId } = harness.addBot({ moderationMode: false });
  await harness.bots.change(botId, { systems: [{ systemId: SYSTEM, settings: { dryRun: false } }] });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
  await addRule({ botId, actor }, bot.guildId);
  return { bot, botId, actor };
}

async function addRule({ botId, actor }: Pick<Moderated, 'botId' | 'actor'>, guildId: string): Promise<void> {
  const values = { name: 'rule', trigger: 'words', words: 'secret' };
  await bots.ask(systemPages.act, { actor, botId, systemId: SYSTEM, guildId, action: 'add', values });
  expect(namesOnDiscord({ guildId })).toHaveLength(1);
}

/** Another server with such a rule. */
async function joinAnother(guard: Moderated): Promise<string> {
  const { discord } = bots.harness;
  const { guildId } = discord.addBot({ isInGuild: false });
  discord.addBotToGuild(guard.bot, { guildId });
  await addRule(guard, guildId);
  return guildId;
}

const namesOnDiscord = ({ guildId }: Pick<DiscordBot, 'guildId'>): string[] =>
  bots.harness.discord.autoMod.rules(guildId).map(({ name }) => name);
const areGone = ({ bot }: Moderated, kept: readonly string[] = []) =>
  waitFor('the end of the rules', () => namesOnDiscord(bot).join() === kept.join() || undefined, RETRIED_MS);
const rowsOf = ({ botId }: Moderated) => bots.service.app.get(RuleStore).rows.findBy({ botId });

/** A rule that another application wrote. */
async function addForeignRule({ bot }: Moderated, name: string): Promise<void> {
  const { discord } = bots.harness;
  const other = discord.addBot();
  discord.addBotToGuild(other, { guildId: bot.guildId });
  const response = await fetch(`${discord.apiUrl}/v10/guilds/${bot.guildId}/auto-moderation/rules`, {
    method: 'POST',
    headers: { authorization: `Bot ${other.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ['x'] },
      actions: [{ type: 1 }],
      enabled: true,
    }),
  });
  expect(response.status).toBe(200);
}

describe("the rules of Discord's AutoMod that Kith wrote", () => {
  it('are deleted with the companion, before its token is, and those of others stay', async () => {
    const guard = await aGuard();
    await addForeignRule(guard, 'Kith: theirs');
    await bots.harness.bots.remove(guard.botId);
    await areGone(guard, ['Kith: theirs']);
    await waitFor('the end of the token', () => bots.harness.bots.tokenOf(guard.botId) === null || undefined);
    expect(await rowsOf(guard)).toEqual([]);
  });

  it('are deleted once Discord answers again, while everything else of the companion is deleted already', async () => {
    const guard = await aGuard();
    const { discord } = bots.harness;
    await bots.harness.bots.stop(guard.botId);
    await bots.harness.bots.waitForState(guard.botId, 'stopped');
    discord.rejectRequests({ path: '/auto-moderation/', status: 500 });
    await bots.harness.bots.remove(guard.botId);
    await waitFor('the purge of the others', () => bots.harness.purgedKnowledge.includes(guard.botId) || undefined);
    expect(namesOnDiscord(guard.bot)).toHaveLength(1);
    discord.acceptRequests();
    await areGone(guard);
    await waitFor('the end of the rows', async () => (await rowsOf(guard)).length === 0 || undefined, RETRIED_MS);
  });

  it('of many servers are deleted by a job of their own: the companion is purged once, and Discord is asked once for its account', async () => {
    const { harness } = bots;
    const guard = await aGuard();
    const guildIds = [guard.bot.guildId];
    while (guildIds.length < 25) guildIds.push(await joinAnother(guard));
    await harness.bots.stop(guard.botId);
    await harness.bots.waitForState(guard.botId, 'stopped');
    // What the twenty-five servers were asked for may still be on its way.
    let before = -1;
    while (before !== harness.discord.stats.restRequests) {
      before = harness.discord.stats.restRequests;
      await sleep(300);
    }
    await harness.bots.remove(guard.botId);
    await waitFor('the end of the token', () => harness.bots.tokenOf(guard.botId) === null || undefined, RETRIED_MS);
    expect(guildIds.flatMap((guildId) => namesOnDiscord({ guildId }))).toEqual([]);
    // In two runs: of each server the list and one deletion.
    expect(harness.discord.stats.restRequests - before).toBe(2 + 2 * guildIds.length);
    expect(harness.purgedKnowledge.filter((botId) => botId === guard.botId)).toHaveLength(1);
    expect(await rowsOf(guard)).toEqual([]);
  });

  it('that cannot be deleted in one server are deleted in the others', async () => {
    const { discord } = bots.harness;
    const guard = await aGuard();
    const others = [await joinAnother(guard), await joinAnother(guard)];
    // The first in the order of the ids.
    const failing = [guard.bot.guildId, ...others].sort()[0] ?? '';
    discord.rejectRequests({ path: `/guilds/${failing}/auto-moderation/`, status: 500 });
    await bots.harness.bots.remove(guard.botId);
    const left = () => [guard.bot.guildId, ...others].filter((guildId) => namesOnDiscord({ guildId }).length > 0);
    await waitFor('the end of the others', () => left().join() === failing || undefined, RETRIED_MS);
    discord.acceptRequests();
    await waitFor('the end of all', () => left().length === 0 || undefined, RETRIED_MS);
  });

  it('keep the row of their companion until they are deleted, also when its second purge is over before', async () => {
    const { harness } = bots;
    const guard = await aGuard();
    harness.discord.rejectRequests({ path: '/auto-moderation/', status: 500 });
    await harness.bots.remove(guard.botId);
    await harness.bots.runSecondPurgeNow(guard.botId);
    const purges = () => harness.purgedKnowledge.filter((botId) => botId === guard.botId).length;
    await waitFor('the second purge', () => purges() === 2 || undefined);
    expect(harness.bots.forgotten).not.toContain(guard.botId);
    expect(await rowsOf(guard)).toHaveLength(1);
    harness.discord.acceptRequests();
    await areGone(guard);
  });

  it('that are deleted after the second purge of their companion have it purged once more, and then its row is deleted', async () => {
    const { harness } = bots;
    const guard = await aGuard();
    const { botId } = guard;
    harness.discord.rejectRequests({ path: '/auto-moderation/', status: 500 });
    await harness.bots.remove(botId);
    await harness.bots.runSecondPurgeNow(botId);
    const purges = () => harness.purgedKnowledge.filter((one) => one === botId).length;
    await waitFor('the second purge', () => purges() === 2 || undefined);
    harness.discord.acceptRequests();
    await areGone(guard);
    await waitFor('the end of the token', () => harness.bots.tokenOf(botId) === null || undefined, RETRIED_MS);
    const jobId = `withdraw-${botId}`;
    await harness.bots.waitForEndOfJob(jobId);
    // Only two seconds old: the second purge, which is due after three minutes, deletes the row.
    expect(harness.bots.forgotten).not.toContain(botId);
    const lifecycle = bots.service.app.get(LifecycleService);
    await lifecycle.handle({ action: 'withdraw', ownerId: botId, botId }, { ...ATTEMPT, jobId, addedAtMs: Date.now() - 180_000 });
    await waitFor('the end of the row', () => harness.bots.forgotten.includes(botId) || undefined);
    expect(purges()).toBe(3);
  });

  it('do not keep a companion whose token does not work any more from being deleted', async () => {
    const guard = await aGuard();
    bots.harness.discord.revokeToken(guard.bot);
    await bots.harness.bots.remove(guard.botId);
    await waitFor('the end of the rows', async () => (await rowsOf(guard)).length === 0 || undefined, RETRIED_MS);
    await bots.harness.bots.runSecondPurgeNow(guard.botId);
    await waitFor('the end of the removal', () => bots.harness.bots.forgotten.includes(guard.botId) || undefined);
    expect(namesOnDiscord(guard.bot)).toHaveLength(1);
  });

  it('are deleted with the system, also of a companion that is not online and when the process died before it noted them', async () => {
    const guard = await aGuard();
    await bots.harness.bots.stop(guard.botId);
    await bots.harness.bots.waitForState(guard.botId, 'stopped');
    await bots.service.app.get(RuleStore).rows.update({ botId: guard.botId }, { discordRuleId: null, syncedAs: null });
    await bots.harness.bots.uninstall(guard.botId, SYSTEM);
    await areGone(guard);
    // What the owner wrote stays, in case the system is installed again.
    expect(await rowsOf(guard)).toMatchObject([{ words: 'secret', discordRuleId: null }]);
    await waitFor('the end of the job', () => !bots.harness.bots.uninstalledAt.has(guard.botId) || undefined);
  });

  it('stay when the system is installed again before the job of its removal runs', async () => {
    const guard = await aGuard();
    const jobId = await bots.harness.bots.uninstall(guard.botId, SYSTEM, true);
    await bots.harness.bots.waitForEndOfJob(jobId);
    expect(namesOnDiscord(guard.bot)).toHaveLength(1);
    expect(await rowsOf(guard)).toMatchObject([{ discordRuleId: expect.any(String) }]);
  });

  it('are written again at once when the system is installed again while they are deleted', async () => {
    const guard = await aGuard();
    const { botId, bot } = guard;
    const { harness } = bots;
    const { systems } = harness.bots.runnableOf(botId);
    // Between the answer that they are to be deleted and the deletion.
    harness.bots.afterUninstalledAsked = async () => {
      harness.bots.uninstalledAt.delete(botId);
      await harness.bots.change(botId, { systems });
    };
    const jobId = await harness.bots.uninstall(botId, SYSTEM);
    await harness.bots.waitForEndOfJob(jobId);
    expect(namesOnDiscord(bot)).toHaveLength(1);
    const [rule] = harness.discord.autoMod.rules(bot.guildId);
    expect(await rowsOf(guard)).toMatchObject([{ discordRuleId: rule?.id, syncedAs: expect.stringMatching(/^live/) }]);
  });

  it('are deleted with the system once Discord answers again, however often it failed', async () => {
    const guard = await aGuard();
    const { discord } = bots.harness;
    discord.rejectRequests({ path: '/auto-moderation/', status: 500 });
    await bots.harness.bots.uninstall(guard.botId, SYSTEM);
    const job = await bots.harness.bots.waitForPostponedJob(`uninstall-${guard.botId}`);
    expect(job).toMatchObject({ attemptsMade: 0 });
    discord.acceptRequests();
    await areGone(guard);
  });
});
