import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { MAX_PUNISHMENTS_PER_MINUTE, moderation, systemPages } from '@kith/proto';
import { RestClients } from '../../src/discord/rest-clients.js';
import { DiscordRules } from '../../src/systems/auto-moderation/discord-rules.js';
import { RuleStore } from '../../src/systems/auto-moderation/rule-store.js';
import { ModeratedBots, newMember, type Moderated } from '../moderated-bots.js';

const SYSTEM = 'auto-moderation';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterEach(() => {
  jest.restoreAllMocks();
  bots.harness.discord.acceptRequests();
});
afterAll(() => bots.harness.close());

/** A bot with a rule that Discord's AutoMod has as well. */
async function aGuard(): Promise<Moderated> {
  const guard = await bots.addWith({ systemId: SYSTEM, settings: { dryRun: false } });
  await addRule(guard);
  expect(rulesIn(guard.bot.guildId)).toBe(1);
  return guard;
}

const inServer = ({ actor, botId, bot }: Moderated, guildId = bot.guildId) => ({ actor, botId, systemId: SYSTEM, guildId });

async function addRule(guard: Moderated, { guildId = guard.bot.guildId, name = 'rule' } = {}): Promise<void> {
  const values = { name, trigger: 'words', words: 'secret' };
  await bots.ask(systemPages.act, { ...inServer(guard, guildId), action: 'add', values });
}

const rulesIn = (guildId: string): number => bots.harness.discord.autoMod.rules(guildId).length;
const cellsOf = async (guard: Moderated): Promise<(string | undefined)[]> => {
  const { sections } = await bots.ask(systemPages.get, inServer(guard));
  return sections[0]?.rows.map(({ cells }) => cells[3]) ?? [];
};
const rules = (): DiscordRules => bots.service.app.get(DiscordRules);
const resume = ({ actor, botId, bot }: Moderated) => bots.ask(moderation.resume, { actor, botId, guildId: bot.guildId });
const pauses = async ({ actor, botId }: Moderated) => (await bots.ask(moderation.pauses, { actor, botId })).pauses;

/** What a process leaves behind that dies right after it paused or resumed moderation. */
async function leave({ botId, actor, bot }: Moderated, pausedAt: Date | null): Promise<void> {
  await bots.database.query(
    `insert into runner.moderation_server (bot_id, owner_id, guild_id, paused_at) values ($1, $2, $3, $4)
     on conflict (bot_id, guild_id) do update set paused_at = excluded.paused_at`,
    [botId, actor.userId, bot.guildId, pausedAt],
  );
}

/** The next sweep, which takes a server a minute after the last attempt. */
async function sweep({ botId }: Moderated): Promise<void> {
  await bots.service.app.get(RuleStore).rows.update({ botId }, { attemptAt: new Date() });
  await rules().sweep();
}

/** Discord's AutoMod blocks messages of so many members. */
function blockMessages({ bot }: Moderated, count: number): void {
  const { autoMod } = bots.harness.discord;
  const ruleId = autoMod.rules(bot.guildId)[0]?.id ?? '';
  for (let index = 0; index < count; index++) {
    const memberId = newMember();
    bots.harness.discord.setMember(bot.guildId, { id: memberId });
    autoMod.block(bot, { ruleId, memberId, content: `secret ${index}` });
  }
}

describe("the rules of Discord's AutoMod that Kith wrote", () => {
  it('are taken away once they blocked more than ten messages a minute, in this server only, until the owner resumes moderation', async () => {
    const guard = await aGuard();
    const neighbour = await aGuard();
    const { discord } = bots.harness;
    const { guildId: otherServer } = discord.addBot({ isInGuild: false });
    discord.addBotToGuild(guard.bot, { guildId: otherServer });
    await addRule(guard, { guildId: otherServer });
    discord.addBotToGuild(neighbour.bot, { guildId: guard.bot.guildId });
    await addRule(neighbour, { guildId: guard.bot.guildId });
    blockMessages(guard, MAX_PUNISHMENTS_PER_MINUTE);
    await waitFor('the cases', async () => (await bots.casesOf(guard)).length === MAX_PUNISHMENTS_PER_MINUTE || undefined);
    expect(rulesIn(guard.bot.guildId)).toBe(2);
    blockMessages(guard, 1);
    const creators = () => discord.autoMod.rules(guard.bot.guildId).map((rule) => rule.creator_id);
    await waitFor('the end of the rule', () => rulesIn(guard.bot.guildId) === 1 || undefined);
    expect(creators()).toEqual([neighbour.bot.applicationId]);
    expect(await pauses(guard)).toMatchObject([{ guildId: guard.bot.guildId }]);
    await waitFor('the row', async () => (await cellsOf(guard))[0]?.includes('resume moderation') || undefined);
    expect([rulesIn(otherServer), rulesIn(neighbour.bot.guildId)]).toEqual([1, 1]);
    await addRule(guard, { name: 'another' });
    expect(creators()).toEqual([neighbour.bot.applicationId]);
    // Of another companion: resuming there changes nothing here.
    await resume(neighbour);
    expect((await resume(guard)).pauses).toEqual([]);
    await waitFor('both rules', () => rulesIn(guard.bot.guildId) === 3 || undefined);
    await waitFor('the rows', async () => (await cellsOf(guard)).join() === 'checks it too,checks it too' || undefined);
  });

  it('are taken away and written again by the sweep when the process died right after the pause, or Discord failed', async () => {
    const guard = await aGuard();
    const { discord } = bots.harness;
    await leave(guard, new Date());
    discord.rejectRequests({ path: '/auto-moderation/', status: 500 });
    await sweep(guard);
    expect(rulesIn(guard.bot.guildId)).toBe(1);
    discord.acceptRequests();
    await sweep(guard);
    expect(rulesIn(guard.bot.guildId)).toBe(0);
    const { restRequests } = discord.stats;
    await sweep(guard);
    expect(discord.stats.restRequests).toBe(restRequests);
    await leave(guard, null);
    await sweep(guard);
    expect(rulesIn(guard.bot.guildId)).toBe(1);
  });

  it('do not stay when moderation is paused while they are written, nor go when it is resumed while they are deleted', async () => {
    const guard = await aGuard();
    const { botId, bot } = guard;
    const clients = bots.service.app.get(RestClients);
    const use = clients.use.bind(clients);
    const during = (pausedAt: Date | null) => {
      // Discord's answers to the first request come from before the change.
      jest.spyOn(clients, 'use').mockImplementationOnce(async (...call) => {
        const answer = await use(...call);
        await leave(guard, pausedAt);
        return answer;
      });
      return rules().syncAnew(botId, bot.guildId);
    };
    await during(new Date());
    expect(rulesIn(bot.guildId)).toBe(0);
    await during(null);
    expect(rulesIn(bot.guildId)).toBe(1);
    await leave(guard, new Date());
    await during(null);
    expect(rulesIn(bot.guildId)).toBe(1);
  });

  it('are taken away also when the process that wrote them died before it noted them', async () => {
    const guard = await aGuard();
    await bots.service.app.get(RuleStore).rows.update({ botId: guard.botId }, { discordRuleId: null, syncedAs: null });
    await leave(guard, new Date());
    await sweep(guard);
    expect(rulesIn(guard.bot.guildId)).toBe(0);
  });

  it('stay away in a dry run that is paused, and without the system', async () => {
    const guard = await aGuard();
    await leave(guard, new Date());
    await sweep(guard);
    for (const systems of [[{ systemId: SYSTEM, settings: { dryRun: true } }], []]) {
      await bots.harness.bots.change(guard.botId, { systems });
      await sweep(guard);
      expect(rulesIn(guard.bot.guildId)).toBe(0);
    }
  });
});

describe('what is said of a rule', () => {
  const saidOf = async (dryRun: boolean) => {
    const { discord } = bots.harness;
    const guard = await bots.addWith({ systemId: SYSTEM, settings: { dryRun } });
    const values = { name: 'page', trigger: 'words', words: 'secret' };
    const { message } = await bots.ask(systemPages.act, { ...inServer(guard), action: 'add', values });
    await waitFor('the command', () => discord.commandsOf(guard.bot).some(({ name }) => name === 'automod'));
    const role = discord.addRole(guard.bot.guildId, { name: 'Admins', permissions: ['manageGuild'] });
    const authorId = newMember();
    discord.setMember(guard.bot.guildId, { id: authorId, roles: [role] });
    const options = { ...values, name: 'command' };
    const id = discord.invokeCommand({ bot: guard.bot, name: 'automod', subcommand: 'add', options, authorId });
    const answer = await waitFor('the answer', () => discord.responseTo(id)?.content || undefined);
    const { notice = null } = await bots.ask(systemPages.get, inServer(guard));
    return { message, answer, notice };
  };

  it('is that it only records, and where that is switched off, while Dry run is on; on the page, too', async () => {
    const { message, answer, notice } = await saidOf(true);
    for (const said of [message, answer]) {
      expect(said).toMatch(/is added\. Dry run is on: it only records .* Systems → Auto Moderation → Dry run/);
      expect(said).not.toContain('in force');
    }
    expect(notice).toMatch(/only record .* settings above/);
  });

  it('is that it is in force when Dry run is off', async () => {
    expect(await saidOf(false)).toEqual({
      message: 'The rule “page” is in force.',
      answer: 'The rule “command” is in force.',
      notice: null,
    });
  });
});
