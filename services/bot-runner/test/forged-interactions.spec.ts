import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages, type InstalledSystem } from '@kith/proto';
import { DataSource } from 'typeorm';
import { RunnerHarness } from './runner-harness.js';

const [BUTTON, MENU] = [2, 3];

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(940_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

interface Added {
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly teamRole: string;
  readonly redRole: string;
}

/** A bot with tickets, games and roles in a server with a team. */
async function aBot(): Promise<Added> {
  const { bot, botId } = harness.addBot();
  const role = (name: string) => harness.discord.addRole(bot.guildId, { name, position: 1 });
  const [teamRole, redRole] = [role('Team'), role('Red')];
  const systems: Pick<InstalledSystem, 'systemId' | 'settings'>[] = [
    { systemId: 'support-tickets', settings: { teamRole } },
    { systemId: 'mini-games', settings: { roundSeconds: 300 } },
    { systemId: 'reaction-roles', settings: { maxRoles: 5 } },
  ];
  await harness.bots.change(botId, { systems });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  const names = () => harness.discord.commandsOf(bot).map(({ name }) => name);
  await waitFor('the commands', () => ['ticket-panel', 'game'].every((name) => names().includes(name)));
  return { bot, botId, teamRole, redRole };
}

/** Another server of the same bot, with a channel and a member who manages it. */
function anotherServer({ bot }: Added): { readonly guildId: string; readonly channelId: string; readonly manager: string } {
  const { guildId, channelId } = harness.discord.addBot();
  harness.discord.addBotToGuild(bot, { guildId, permissions: ['administrator'] });
  const manager = newMember();
  const roles = [harness.discord.addRole(guildId, { name: 'Managers', permissions: ['administrator'], position: 9 })];
  harness.discord.setMember(guildId, { id: manager, roles });
  return { guildId, channelId, manager };
}

type Place = { readonly authorId?: string; readonly channelId?: string; readonly guildId?: string; readonly messageId?: string };

const forge = ({ bot }: Pick<Added, 'bot'>, customId: string, place: Place = {}, values?: readonly string[]): string =>
  harness.discord.forgeComponent({
    bot,
    authorId: newMember(),
    ...place,
    data: { custom_id: customId, component_type: values ? MENU : BUTTON, ...(values && { values }) },
  });

/** What the member reads. */
const told = (interactionId: string): Promise<string> =>
  waitFor('an answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return (
      response?.followUps.at(-1)?.content ??
      (response && !response.isDeferred && response.content !== '' ? response.content : undefined)
    );
  });

const query = <T>(sql: string, values: unknown[]): Promise<T[]> => service.app.get(DataSource).query(sql, values);
const say = ({ bot }: Added, content: string) => harness.discord.sendMessage({ bot, content, authorId: newMember() });

async function aTicket(added: Added, memberId = newMember()): Promise<string> {
  await told(forge(added, 'system:support-tickets:subject', { authorId: memberId }));
  const [ticket] = await query<{ id: string }>('select id from runner.ticket where bot_id = $1 and member_id = $2', [
    added.botId,
    memberId,
  ]);
  if (!ticket) throw new Error('no ticket');
  return ticket.id;
}
const ticketState = async (id: string) =>
  (await query<object>('select claimed_by, closed_at from runner.ticket where id = $1', [id]))[0];

async function aDuel({ bot }: Added): Promise<{ id: string; players: [string, string] }> {
  const players: [string, string] = [newMember(), newMember()];
  for (const id of players) harness.discord.setMember(bot.guildId, { id });
  const [authorId, member] = players;
  const id = harness.discord.invokeCommand({ bot, name: 'game', subcommand: 'duel', authorId, options: { member } });
  await told(id);
  return { id, players };
}
const gameState = async (id: string) => (await query<object>('select state, ended_at from runner.game where id = $1', [id]))[0];

async function aRoleMenu({ bot, botId }: Added) {
  const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
  const values = { channel: bot.channelId, text: `Pick ${randomUUID()}`, roles: 'Red', mode: 'menu' };
  const call = { actor, botId, systemId: 'reaction-roles', guildId: bot.guildId, action: 'create', values };
  await harness.runtime.rpc.ask(systemPages.act, call);
  const message = harness.discord.messages(bot.channelId).find(({ content }) => content.startsWith(values.text));
  if (!message) throw new Error('no role message');
  return message;
}

const LONG = 'x'.repeat(5000);
const NOBODY = '00000000-0000-4000-8000-000000000000';
const BROKEN_IDS = [
  '',
  ':',
  'nothing',
  'system',
  'system:',
  'system:nothing:x',
  'system:support-tickets',
  'system:support-tickets:claim',
  'system:support-tickets:claim:1',
  `system:support-tickets:close:${NOBODY}`,
  `system:support-tickets:claim:${LONG}`,
  'system:mini-games:duel:1:0',
  `system:mini-games:duel:${NOBODY}:0`,
  'system:mini-games:trivia:x:NaN',
  'system:mini-games:again:chess',
  `system:mini-games:${LONG}`,
  'system:reaction-roles:',
  'system:reaction-roles:1',
  `system:reaction-roles:${LONG}`,
  'custom:x',
  `custom:${'A'.repeat(22)}:n:x`,
  `custom:${'A'.repeat(22)}:n:${LONG}`,
  'reply:stop:1:1',
  'rating:1',
  'memory:forget:1',
  'memory:page:NaN',
  LONG,
];

describe('an interaction with a component that the companion did not post', () => {
  it('of any form changes nothing, leaves nobody waiting for an answer, and others are answered', async () => {
    const added = await aBot();
    const interactions = BROKEN_IDS.flatMap((customId) => [
      [customId, forge(added, customId)] as const,
      [customId, forge(added, customId, {}, [LONG, NOBODY])] as const,
    ]);
    await harness.discord.waitForReply(say(added, 'are you there?'));
    for (const [customId, id] of interactions) {
      const isOpen = () => harness.discord.responseTo(id)?.isDeferred === true;
      const name = customId.slice(0, 60);
      await waitFor(`the end of ${name}`, () => !isOpen() || (harness.discord.responseTo(id)?.followUps.length ?? 0) > 0);
    }
    const rows = await query(
      'select id::text from runner.ticket where bot_id = $1 union all select id::text from runner.game where bot_id = $1',
      [added.botId],
    );
    expect(rows).toEqual([]);
  }, 30_000);

  it('but of another server or another companion is refused: a ticket, a duel and a role', async () => {
    const [added, other] = [await aBot(), await aBot()];
    const { guildId, channelId, manager } = anotherServer(added);
    const elsewhere = { guildId, channelId, authorId: manager };
    const ticket = await aTicket(added);
    const duel = await aDuel(added);
    const menu = await aRoleMenu(added);
    const before = [await ticketState(ticket), await gameState(duel.id)];
    const team = newMember();
    harness.discord.setMember(other.bot.guildId, { id: team, roles: [other.teamRole] });
    const refused = [
      forge(added, `system:support-tickets:claim:${ticket}`, elsewhere),
      forge(added, `system:support-tickets:close:${ticket}`, elsewhere),
      forge(added, `system:mini-games:duel:${duel.id}:0`, { ...elsewhere, authorId: duel.players[0] }),
      forge(added, 'system:reaction-roles:menu', { ...elsewhere, messageId: menu.id }, [added.redRole]),
      forge(other, `system:support-tickets:claim:${ticket}`, { authorId: team }),
      forge(other, `system:mini-games:duel:${duel.id}:0`, { authorId: duel.players[0] }),
      forge(other, 'system:reaction-roles:menu', { messageId: menu.id, channelId: other.bot.channelId }, [added.redRole]),
    ];
    const texts = await Promise.all(refused.map(told));
    expect(texts.map((text) => /not offered|only in the thread|is over/u.test(text) || text)).toEqual(refused.map(() => true));
    expect([await ticketState(ticket), await gameState(duel.id)]).toEqual(before);
    expect(harness.discord.member(guildId, manager)?.roles).not.toContain(added.redRole);
  });

  it("but of another member's ticket or duel is refused", async () => {
    const added = await aBot();
    const [ticket, duel] = [await aTicket(added), await aDuel(added)];
    const before = [await ticketState(ticket), await gameState(duel.id)];
    const texts = [
      await told(forge(added, `system:support-tickets:claim:${ticket}`)),
      await told(forge(added, `system:support-tickets:close:${ticket}`)),
      await told(forge(added, `system:mini-games:duel:${duel.id}:0`)),
      await told(forge(added, `system:mini-games:duel:${duel.id}:give-up`)),
    ];
    expect(texts.map((text) => /Only the team|two other members/u.test(text) || text)).toEqual(texts.map(() => true));
    expect([await ticketState(ticket), await gameState(duel.id)]).toEqual(before);
  });

  it('or with a value that the role menu does not offer gives no role', async () => {
    const added = await aBot();
    const menu = await aRoleMenu(added);
    const admins = harness.discord.addRole(added.bot.guildId, { name: 'Admins', permissions: ['administrator'], position: 1 });
    const memberId = newMember();
    harness.discord.setMember(added.bot.guildId, { id: memberId });
    const place = { authorId: memberId, messageId: menu.id };
    for (const values of [[admins], ['menu'], [added.teamRole, admins]])
      expect(await told(forge(added, 'system:reaction-roles:menu', place, values))).toContain('not offered any more');
    expect(await told(forge(added, `system:reaction-roles:${admins}`, place))).toContain('not offered any more');
    expect(harness.discord.member(added.bot.guildId, memberId)?.roles).toEqual([]);
    const other = newMember();
    harness.discord.setMember(added.bot.guildId, { id: other });
    await told(forge(added, 'system:reaction-roles:menu', { ...place, authorId: other }, [admins, added.redRole]));
    expect(harness.discord.member(added.bot.guildId, other)?.roles).toEqual([added.redRole]);
  });
});
