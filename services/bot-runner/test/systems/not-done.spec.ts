import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, traces, type InstalledSystem, type JobOf, type MessageTrace, type queues } from '@kith/proto';
import { DesiredBotsSource } from '../../src/connections/desired-bots.js';
import { ModerationAccess } from '../../src/moderation/moderation-access.js';
import { ModerationWorker } from '../../src/moderation/moderation.worker.js';
import { Purchases } from '../../src/systems/economy-system/purchases.js';
import { LevelingXp } from '../../src/systems/leveling-xp/leveling-xp.service.js';
import { SystemsWorker } from '../../src/systems/systems.worker.js';
import { MAX_GREETINGS_PER_MINUTE } from '../../src/systems/welcome-messages/welcome-messages.service.js';
import { RunnerHarness } from '../runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(960_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
afterEach(() => {
  jest.restoreAllMocks();
});

type Job = JobOf<typeof queues.systems>;
type Settings = InstalledSystem['settings'];

/** A bot that is online with the systems, and what its owner reads, oldest first. */
async function aBot(systems: Readonly<Record<string, Settings>>) {
  const { bot, botId } = harness.addBot();
  await harness.bots.change(botId, {
    systems: Object.entries(systems).map(([systemId, settings]) => ({ systemId, settings })),
  });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  const { ownerId } = harness.bots.runnableOf(botId);
  const actor = anActor({ userId: ownerId });
  const noted = (count: number): Promise<MessageTrace[]> =>
    waitFor('the traces', async () => {
      const { traces: all } = await harness.runtime.rpc.ask(traces.list, { actor, botId, usedCommands: true, limit: 100 });
      return all.length >= count ? all.toReversed() : undefined;
    });
  const place = { ownerId, botId, guildId: bot.guildId, channelId: bot.guildId };
  const work = (systemId: string, eventId: string, name: string, data: Extract<Job['task'], { kind: 'event' }>['data'] = {}) => {
    const job = { ...place, systemId, eventId, task: { kind: 'event' as const, name, data } };
    return service.app.get(SystemsWorker).work(job, { isLastAttempt: true, addedAtMs: Date.now() });
  };
  return { bot, botId, noted, place, work };
}

async function used(bot: DiscordBot, name: string, options: Record<string, unknown>, subcommand?: string): Promise<string> {
  await waitFor('the command', () => harness.discord.commandsOf(bot).some((one) => one.name === name));
  const how = { bot, name, options, authorId: newMember(), ...(subcommand === undefined ? {} : { subcommand }) };
  const id = harness.discord.invokeCommand(how);
  const { content } = await waitFor('the answer', () => {
    const response = harness.discord.responseTo(id);
    return response && !response.isDeferred ? response : undefined;
  });
  return content;
}

describe('what a system refuses', () => {
  it('by its own rules is noted for the owner in the words that the member read, but no wrong move in a game', async () => {
    const { bot, noted } = await aBot({ 'economy-system': { transfers: false }, 'mini-games': {} });
    const told = [
      await used(bot, 'pay', { member: newMember(), amount: 1 }),
      await used(bot, 'buy', { item: 'A secret of mine' }),
      await used(bot, 'game', {}, 'stop'),
    ];
    await used(bot, 'game', {}, 'word');
    expect(await used(bot, 'game', { answer: '1 2 3' }, 'guess')).toContain('letters, a to z');
    const last = await used(bot, 'game', {}, 'word');
    const found = await noted(4);
    const refused = { outcome: 'command', reason: 'command_refused' };
    expect(found).toMatchObject([
      { ...refused, command: '/pay', detail: told[0] },
      { ...refused, command: '/buy', detail: told[1] },
      { ...refused, command: '/game', detail: told[2] },
      { ...refused, command: '/game', detail: last },
    ]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

describe('what a system cannot do', () => {
  const failed = { outcome: 'command', reason: 'system_failed' };

  it('about an event is noted under the name of the system', async () => {
    const { noted, place, work } = await aBot({ 'leveling-xp': {} });
    const run = jest.spyOn(service.app.get(LevelingXp), 'work').mockRejectedValue(new Error('away'));
    await work('leveling-xp', '1', 'message');
    run.mockRejectedValue(new AppError('BAD_INPUT', 'This cannot be.'));
    await work('leveling-xp', '2', 'message');
    const { guildId, channelId } = place;
    const ofSystem = { ...failed, command: 'Leveling & XP', guildId, channelId };
    expect(await noted(2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...ofSystem, detail: 'Discord could not be reached.' }),
        expect.objectContaining({ ...ofSystem, detail: 'This cannot be.' }),
      ]),
    );
  });

  it('because a server has no channel for it, or too many members come at once, is noted, and all else is done', async () => {
    const { bot, botId, noted, work } = await aBot({});
    const role = harness.discord.addRole(bot.guildId, { name: 'New', position: 1 });
    const systems = [{ systemId: 'welcome-messages', settings: { picture: false, greeting: 'Hi {name}', channel: '', role } }];
    await harness.bots.change(botId, { systems });
    const { version } = harness.bots.runnableOf(botId);
    await waitFor('the settings', () => service.app.get(DesiredBotsSource).bots.get(botId)?.version === version);
    const join = async (): Promise<string> => {
      const memberId = newMember();
      harness.discord.setMember(bot.guildId, { id: memberId, roles: [] });
      const data = { memberId, name: 'Ann', username: 'ann', avatar: null, atMs: 60_000, isPending: false };
      await work('welcome-messages', `joined-${memberId}-1`, 'joined', data);
      return memberId;
    };
    const joined = [];
    for (let count = 0; count <= MAX_GREETINGS_PER_MINUTE; count += 1) joined.push(await join());
    const texts = new Set((await noted(2)).map(({ command, detail }) => `${command}: ${detail}`));
    expect([...texts].toSorted()).toEqual([
      expect.stringMatching(/^Welcome Messages: .*more than 20 did within a minute\.$/),
      expect.stringMatching(/^Welcome Messages: .*the settings name no channel of this server/),
    ]);
    expect(joined.every((id) => harness.discord.member(bot.guildId, id)?.roles.includes(role))).toBe(true);
  });

  it('of a purchase is noted when its price is paid back', async () => {
    const { noted, work } = await aBot({ 'economy-system': {} });
    jest.spyOn(service.app.get(Purchases), 'giveById').mockResolvedValueOnce(false);
    await work('economy-system', 'purchase-1', 'purchase', { purchaseId: '1' });
    expect(await noted(1)).toMatchObject([
      { ...failed, command: 'Economy System', detail: expect.stringContaining('paid back') },
    ]);
  });

  it('about a message that breaks a rule is noted under the name of what found it', async () => {
    const { bot, noted, place } = await aBot({ 'auto-moderation': {} });
    jest.spyOn(service.app.get(ModerationAccess), 'isModerator').mockRejectedValue(new Error('away'));
    const settings = {
      autoDelete: true,
      issueWarnings: false,
      timeoutUsers: false,
      timeoutDuration: 1,
      warningThreshold: 1,
      moderationLogChannelId: '',
      moderationDryRun: false,
    };
    const violation = {
      kind: 'violation' as const,
      messageId: newMember(),
      botName: 'Nova',
      ownUserId: bot.applicationId,
      member: { id: newMember(), name: 'Eve', isWebhook: false, roleIds: [] },
      parentId: null,
      isRepeated: false,
      rule: 'auto_moderation' as const,
      settings,
    };
    const handle = (task: JobOf<typeof queues.moderation>['task']) =>
      service.app.get(ModerationWorker).handle({ ...place, task }, { isLastAttempt: true, addedAtMs: Date.now() });
    await handle({
      ...violation,
      system: { systemId: 'auto-moderation', detail: 'Rule', timesOutAtOnce: true, isBlocked: false },
    });
    await handle(violation);
    const detail = 'Not all was done about a message that breaks a rule. Discord could not be reached.';
    const found = await noted(2);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...failed, command: 'Auto Moderation', detail }),
        expect.objectContaining({ ...failed, command: 'Moderation', detail }),
      ]),
    );
    expect(JSON.stringify(found)).not.toContain('Eve');
  });
});
