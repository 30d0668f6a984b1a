import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages, traces, type RunnableCommand } from '@kith/proto';
import { CommandOutcomes } from '../src/commands/command-outcomes.js';
import { RunnerHarness } from './runner-harness.js';

const BUTTON = 2;
const CUSTOM: RunnableCommand = {
  commandId: '5b5b5b5b-0000-4000-8000-000000000001',
  trigger: '!menu',
  custom: { name: 'Menu of the day', description: 'Offers dishes' },
};
const CUSTOM_ID = `custom:${Buffer.from(CUSTOM.commandId.replaceAll('-', ''), 'hex').toString('base64url')}:n:soup`;

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(950_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

async function aBot(change: Parameters<RunnerHarness['bots']['change']>[1] = {}) {
  const added = harness.addBot();
  const { bot, botId } = added;
  await harness.bots.change(botId, change);
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
  const noted = async () =>
    (await harness.runtime.rpc.ask(traces.list, { actor, botId, usedCommands: true })).traces.toReversed();
  return { bot, botId, actor, noted };
}

const use = (bot: DiscordBot, customId: string, authorId = newMember()): string =>
  harness.discord.forgeComponent({ bot, authorId, data: { custom_id: customId, component_type: BUTTON } });
const told = (interactionId: string): Promise<string> =>
  waitFor('an answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return (
      response?.followUps.at(-1)?.content ??
      (response && !response.isDeferred && response.content !== '' ? response.content : undefined)
    );
  });
const notDone = { outcome: 'command', reason: 'command_refused' };

describe('a button, a menu or a form that does nothing', () => {
  it('is noted for the owner with what it belongs to and what the member was told', async () => {
    const { bot, noted } = await aBot();
    const ids = [
      use(bot, CUSTOM_ID),
      use(bot, 'system:support-tickets:open'),
      use(bot, `reply:again:${newMember()}:950000000000000099`, '950000000000000099'),
    ];
    const texts = [];
    for (const id of ids) texts.push(await told(id));
    const found = await waitFor('the traces', async () => {
      const all = await noted();
      return all.length >= 3 ? all : undefined;
    });
    expect(found.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...notDone, command: 'Button', detail: texts[0] }),
        expect.objectContaining({ ...notDone, command: 'Button (Support Tickets)', detail: texts[1] }),
        expect.objectContaining({ ...notDone, command: 'Button (below an answer)', detail: texts[2] }),
      ]),
    );
  });

  it('is noted with the rule that decided, where one did', async () => {
    const { bot, noted } = await aBot({ commands: [CUSTOM], ageRating: 'adult' });
    expect(await told(use(bot, CUSTOM_ID))).toContain('for adults');
    const [found] = await waitFor('the trace', async () => {
      const all = await noted();
      return all.length > 0 ? all : undefined;
    });
    expect(found).toMatchObject({ outcome: 'command', reason: 'not_age_restricted', command: 'Button (Menu of the day)' });
  });

  it('because Discord refuses it to the bot is noted with what the member was told', async () => {
    const { bot, botId, actor, noted } = await aBot({ systems: [{ systemId: 'reaction-roles', settings: { maxRoles: 5 } }] });
    harness.discord.addRole(bot.guildId, { name: 'Red', position: 1 });
    const values = { channel: bot.channelId, text: 'Pick', roles: 'Red', mode: 'buttons' };
    const call = { actor, botId, systemId: 'reaction-roles', guildId: bot.guildId, action: 'create', values };
    await harness.runtime.rpc.ask(systemPages.act, call);
    const message = harness.discord.messages(bot.channelId).find(({ content }) => content.startsWith('Pick'));
    if (!message) throw new Error('no role message');
    const [row] = message.components as { components: { custom_id: string }[] }[];
    const customId = row?.components[0]?.custom_id ?? '';
    harness.discord.rejectRequests({ path: '/roles/', method: 'PUT', status: 403 });
    const authorId = newMember();
    harness.discord.setMember(bot.guildId, { id: authorId, roles: [] });
    const id = harness.discord.pressButton({ bot, messageId: message.id, customId, authorId });
    const text = await told(id);
    harness.discord.acceptRequests();
    const found = await waitFor('the trace', async () => {
      const all = await noted();
      return all.length > 0 ? all : undefined;
    });
    expect(found).toEqual([
      expect.objectContaining({ ...notDone, messageId: id, command: 'Button (Reaction Roles)', detail: text }),
    ]);
  });

  it('of a custom command whose job refuses it is noted, and is a menu or a form by what the member chose or wrote', async () => {
    const { bot, botId, actor, noted } = await aBot({ commands: [CUSTOM] });
    const outcomes = service.app.get(CommandOutcomes);
    const uses: { value: string; values: string[]; fields: Record<string, string>; isUpdate: boolean }[] = [
      { value: 'x', values: ['soup'], fields: {}, isUpdate: false },
      { value: 'x', values: [], fields: { name: 'Ann' }, isUpdate: false },
    ];
    for (const [n, used] of uses.entries())
      outcomes.recordRefused(
        {
          ownerId: actor.userId,
          botId,
          messageId: String(BigInt(harness.discord.sendMessage({ bot, content: 'x', authorId: newMember() })) + BigInt(n)),
          channelId: bot.channelId,
          guildId: bot.guildId,
          interaction: 'sealed',
          task: {
            kind: 'call',
            commandId: CUSTOM.commandId,
            author: { id: newMember(), name: 'Ann' },
            ownUserId: bot.applicationId,
            parentId: null,
            args: '',
            content: '',
            use: used,
          },
        },
        'This is switched off.',
      );
    const found = await waitFor('the traces', async () => {
      const all = await noted();
      return all.length >= 2 ? all : undefined;
    });
    expect(found.map(({ command }) => command)).toEqual(['Menu (Menu of the day)', 'Form (Menu of the day)']);
    expect(JSON.stringify(found)).not.toContain('Ann');
  });
});
