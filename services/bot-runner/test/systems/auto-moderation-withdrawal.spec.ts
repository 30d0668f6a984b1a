import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { RuleStore } from '../../src/systems/auto-moderation/rule-store.js';
import { ModeratedBots, type Moderated } from '../moderated-bots.js';

const SYSTEM = 'auto-moderation';
/** Of a job that is tried again after half a second, a second, two seconds. */
const RETRIED_MS = 20_000;

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
  const values = { name: 'rule', trigger: 'words', words: 'secret' };
  await bots.ask(systemPages.act, { actor, botId, systemId: SYSTEM, guildId: bot.guildId, action: 'add', values });
  expect(namesOnDiscord(bot)).toHaveLength(1);
  return { bot, botId, actor };
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
    const [again, removed] = [await aGuard(), await aGuard()];
    await bots.harness.bots.uninstall(again.botId, SYSTEM, true);
    await bots.harness.bots.uninstall(removed.botId, SYSTEM);
    await areGone(removed);
    expect(namesOnDiscord(again.bot)).toHaveLength(1);
    expect(await rowsOf(again)).toMatchObject([{ discordRuleId: expect.any(String) }]);
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
