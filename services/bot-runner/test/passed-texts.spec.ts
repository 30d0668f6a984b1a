import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages, type InstalledSystem } from '@kith/proto';
import { ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

const RULES = 'auto-moderation';
const REFUSED = 'breaks a rule of this server';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterAll(() => bots.harness.close());

async function aGuard(whitelistUsers: string): Promise<Moderated> {
  const guard = await bots.addWith({ systemId: RULES, settings: { dryRun: false } }, { whitelistUsers });
  const systems: Omit<InstalledSystem, 'installedAt'>[] = [
    { systemId: RULES, settings: { dryRun: false } },
    { systemId: 'event-manager', settings: {} },
  ];
  await bots.harness.bots.change(guard.botId, { systems, commands: [{ commandId: 'poll', trigger: '!poll', custom: null }] });
  const names = () => bots.harness.discord.commandsOf(guard.bot).map(({ name }) => name);
  await waitFor('the commands', () => ['poll', 'event', 'automod'].every((name) => names().includes(name)));
  return guard;
}

async function answer({ bot }: Moderated, name: string, how: object): Promise<string> {
  const id = bots.harness.discord.invokeCommand({ bot, name, ...how });
  const response = await waitFor(`the answer to ${name} ${JSON.stringify(how)}`, () => {
    const found = bots.harness.discord.responseTo(id);
    return found && !found.isDeferred ? found : undefined;
  });
  return response.content;
}
const poll = (guard: Moderated, question: string, authorId = newMember()) =>
  answer(guard, 'poll', { options: { question, answers: 'yes, no' }, authorId });

describe('a text that a member passes to a command', () => {
  it('keeps the rules of auto-moderation about texts, unless they only log or the member is exempt', async () => {
    const exempt = newMember();
    const guard = await aGuard(exempt);
    const { discord } = bots.harness;
    const memberWith = (permissions: Parameters<typeof discord.addRole>[1]['permissions'] = []): string => {
      const id = newMember();
      discord.setMember(guard.bot.guildId, { id, roles: [discord.addRole(guard.bot.guildId, { name: id, permissions })] });
      return id;
    };
    const vip = memberWith();
    const exemptRoles = discord.member(guard.bot.guildId, vip)?.roles.join(' ') ?? '';
    const call = { actor: guard.actor, botId: guard.botId, systemId: RULES, guildId: guard.bot.guildId, action: 'add' };
    const rules: Record<string, string | number | boolean>[] = [
      { name: 'No kumquats', trigger: 'words', words: 'kumquat*', exemptRoles },
      { name: 'logged', trigger: 'words', words: 'petrel', delete: false },
      { name: 'new', trigger: 'new accounts', limit: 365 },
    ];
    for (const values of rules) await bots.ask(systemPages.act, { ...call, values });
    expect(await poll(guard, 'A kumquat?')).toContain(REFUSED);
    expect(await poll(guard, 'A petrel?')).not.toContain(REFUSED);
    for (const one of [exempt, vip, memberWith(['manageMessages'])])
      expect(await poll(guard, 'kumquats?', one)).not.toContain(REFUSED);
    const event = { subcommand: 'create', options: { name: 'Kumquat day', start: 'one day' } };
    expect(await answer(guard, 'event', { ...event, authorId: memberWith(['manageEvents']) })).toContain(REFUSED);
    const remove = { subcommand: 'remove', options: { name: 'no kumquats' } };
    expect(await answer(guard, 'automod', { ...remove, authorId: memberWith(['manageGuild']) })).toContain('removed');
    expect(await poll(guard, 'A kumquat?')).not.toContain(REFUSED);
  });

  it('is not refused in a dry run of the system', async () => {
    const guard = await aGuard('');
    const call = { actor: guard.actor, botId: guard.botId, systemId: RULES, guildId: guard.bot.guildId, action: 'add' };
    await bots.ask(systemPages.act, { ...call, values: { name: 'rule', trigger: 'words', words: 'kumquat' } });
    expect(await poll(guard, 'A kumquat?')).toContain(REFUSED);
    const systems = [{ systemId: RULES, settings: { dryRun: true } }];
    await bots.harness.bots.change(guard.botId, { systems });
    await waitFor('the dry run', async () => !(await poll(guard, 'A kumquat?')).includes(REFUSED));
  });
});
