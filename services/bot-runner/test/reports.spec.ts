import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, queryAsOwner, waitFor, type DiscordBot } from '@kith/kit/testing';
import { reports, type Actor, type InputOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { database as spec } from '../src/index.js';
import { Reports } from '../src/reports/reports.service.js';
import { SYSTEM_DEFINITIONS } from '../src/systems/definitions.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(210_000_000_000_000_000n + BigInt(++members));
const admin = anActor({ role: 'admin' });

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

const list = async (state: InputOf<typeof reports.list>['state'] = 'open', actor: Actor = admin) =>
  (await harness.runtime.rpc.ask(reports.list, { actor, state, limit: 100 })).reports;
const ofBot = async (botId: string, state?: InputOf<typeof reports.list>['state']) =>
  (await list(state)).filter((report) => report.botId === botId);

async function aBotWithCommands(): Promise<{ bot: DiscordBot; botId: string }> {
  const added = await harness.onlineBot();
  await waitFor('the commands', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'report'));
  return added;
}
const answerTo = (interactionId: string) => waitFor('the answer', () => harness.discord.responseTo(interactionId));

describe('what every bot offers its members', () => {
  it('is to read what it stores, by its settings, for the member alone', async () => {
    const { bot, botId } = await aBotWithCommands();
    const ask = () => answerTo(harness.discord.invokeCommand({ bot, name: 'privacy' }));
    const answer = await ask();
    expect(answer.isEphemeral).toBe(true);
    expect(answer.content).toMatch(/30 days[^]*\/forget-me[^]*\/privacy$/);
    expect(answer.content).toContain('models that the operator has set up');
    for (const off of ['Moderation is on', 'Of your files']) expect(answer.content).not.toContain(off);
    const systems = SYSTEM_DEFINITIONS.map(({ systemId }) => ({ systemId, settings: {} }));
    await harness.bots.change(botId, {
      systems,
      learnsFromMembers: true,
      settings: { moderationMode: true, allowFileUploads: true },
    });
    const whole = await waitFor('the systems', async () => {
      const { content } = await ask();
      return content.includes('Moderation is on') ? content : undefined;
    });
    // The address of an installation may be longer.
    expect([...whole].length).toBeLessThanOrEqual(1960);
    for (const kept of ['the last pictures of a channel', 'signed up', 'reactions', 'tickets', 'balance', 'experience'])
      expect(whole).toContain(kept);
  });

  it('is to report it, with a reason and details, which are stored encrypted', async () => {
    const { bot, botId } = await aBotWithCommands();
    const options = { reason: 'spam', details: 'It posts links all day.' };
    const authorId = newMember();
    const answer = await answerTo(harness.discord.invokeCommand({ bot, name: 'report', options, authorId }));
    expect(answer).toMatchObject({ isEphemeral: true, content: expect.stringContaining('Thank you') });
    expect(await ofBot(botId)).toMatchObject([
      { reason: 'spam', text: options.details, messageId: null, reporters: 1, state: 'open' },
    ]);
    const rows = await service.app.get(DataSource).query<object[]>('select * from runner.report where bot_id = $1', [botId]);
    expect(JSON.stringify(rows)).not.toContain('links all day');
    await service.app.get(Reports).forgetMember(botId, authorId);
    expect(await ofBot(botId)).toMatchObject([{ text: null, reporters: 0 }]);
  });

  it('is to report one of its messages; the same message reported by several members is one report', async () => {
    const { bot, botId } = await aBotWithCommands();
    const question = harness.discord.sendMessage({ bot, content: 'hello', authorId: newMember() });
    const reply = await harness.discord.waitForReply(question);
    const [first, second] = [newMember(), newMember()];
    for (const authorId of [first, first, second])
      await answerTo(harness.discord.invokeOnMessage({ bot, name: 'Report to Kith', messageId: reply.id, authorId }));
    expect(await ofBot(botId)).toMatchObject([
      { messageId: reply.id, text: 're: hello', reporters: 2, channelId: bot.channelId },
    ]);
    const foreign = await answerTo(harness.discord.invokeOnMessage({ bot, name: 'Report to Kith', messageId: question }));
    expect(foreign.content).toContain('Only messages of this companion');
    await service.app.get(Reports).forgetMember(botId, first);
    expect(await ofBot(botId)).toMatchObject([{ reporters: 1, text: 're: hello' }]);
  });

  it('is limited to five reports an hour and member', async () => {
    const { bot, botId } = await aBotWithCommands();
    const authorId = newMember();
    for (let n = 0; n < 6; n += 1) {
      const id = harness.discord.invokeCommand({ bot, name: 'report', options: { reason: 'other' }, authorId });
      const { content } = await answerTo(id);
      expect(content).toContain(n < 5 ? 'Thank you' : 'try again in an hour');
    }
    expect(await ofBot(botId)).toHaveLength(5);
  });
});

describe('a report', () => {
  const aReport = async () => {
    const { bot, botId } = await aBotWithCommands();
    await answerTo(harness.discord.invokeCommand({ bot, name: 'report', options: { reason: 'harmful' }, authorId: newMember() }));
    const [report] = await ofBot(botId);
    if (!report) throw new Error('no report');
    return { bot, botId, report };
  };
  const handle = (reportId: string, action: InputOf<typeof reports.handle>['action'], actor: Actor = admin) =>
    harness.runtime.rpc.ask(reports.handle, { actor, reportId, action });

  it('is seen and handled by administrators alone', async () => {
    const { report } = await aReport();
    for (const actor of [anActor(), anActor({ userId: report.ownerId })]) {
      await expect(list('open', actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(handle(report.id, 'dismiss', actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('is dismissed, and opened again when somebody new reports the same', async () => {
    const { bot, botId } = await aBotWithCommands();
    const reply = await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'hi', authorId: newMember() }));
    const reported = (authorId: string) =>
      answerTo(harness.discord.invokeOnMessage({ bot, name: 'Report to Kith', messageId: reply.id, authorId }));
    const first = newMember();
    await reported(first);
    const [report] = await ofBot(botId);
    expect(await handle(report?.id ?? '', 'dismiss')).toMatchObject({ state: 'dismissed', handledAt: expect.any(String) });
    await reported(first);
    expect([await ofBot(botId), await ofBot(botId, 'dismissed')]).toMatchObject([[], [{ id: report?.id }]]);
    await reported(newMember());
    expect(await ofBot(botId)).toMatchObject([{ id: report?.id, reporters: 2, handledAt: null }]);
  });

  it('takes the bot down, with all reports about it, and restores it', async () => {
    const { bot, botId, report } = await aReport();
    await answerTo(harness.discord.invokeCommand({ bot, name: 'report', options: { reason: 'other' }, authorId: newMember() }));
    await handle(report.id, 'take_down');
    expect(harness.bots.takenDown).toContain(botId);
    expect([await ofBot(botId), await ofBot(botId, 'taken_down')]).toMatchObject([[], [{}, {}]]);
    await handle(report.id, 'restore');
    expect(harness.bots.takenDown).not.toContain(botId);
    expect(await ofBot(botId, 'dismissed')).toHaveLength(2);
  });

  it.each(['open', 'dismissed'] as const)('is listed page by page, from both ends, when it is %s', async (state) => {
    await service.app.get(DataSource).query(
      `insert into runner.report (id, bot_id, owner_id, subject, channel_id, reason, reporters, state, created_at, handled_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 's' || n, 'c', 'other', '{}', $1, now() - n / 2 * interval '1 hour',
         case when $1 <> 'open' then now() - n / 2 * interval '1 minute' end
       from generate_series(1, 5) as n`,
      [state],
    );
    const all = await list(state);
    const times = all.map((report) => (state === 'open' ? Date.parse(report.createdAt) : -Date.parse(report.handledAt ?? '')));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const limit of [1, 2])
      for (let offset = 0; offset <= all.length; offset += 1) {
        const page = await harness.runtime.rpc.ask(reports.list, { actor: admin, state, limit, offset });
        expect(page).toMatchObject({ total: all.length, reports: all.slice(offset, offset + limit) });
        if (page.next === null) continue;
        const behind = await harness.runtime.rpc.ask(reports.list, { actor: admin, state, limit, cursor: page.next });
        expect(behind.reports).toEqual(all.slice(offset + limit, offset + 2 * limit));
      }
  });

  it('is not read by the sweep after it has lost its text, nor when it was taken down', async () => {
    const database = service.app.get(DataSource);
    await database.query(
      `insert into runner.report (id, bot_id, owner_id, subject, channel_id, reason, reporters, state, created_at, handled_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 's' || n, 'c', 'other', '{}', 'taken_down',
         now() - interval '200 days', now()
       from generate_series(1, 3000) as n`,
    );
    await queryAsOwner(harness, spec, 'analyze runner.report');
    const logged = jest.spyOn(database.logger, 'logQuery');
    await service.app.get(Reports).sweep();
    const calls = logged.mock.calls.filter(([statement]) => /^\s*(update|delete from) runner\.report /.test(statement));
    logged.mockRestore();
    const plans = await Promise.all(calls.map(([statement, parameters]) => database.query(`explain ${statement}`, parameters)));
    expect(plans.map((plan) => JSON.stringify(plan))).toEqual([
      expect.stringContaining('report_text_age'),
      expect.stringContaining('report_age'),
    ]);
    await database.query(`delete from runner.report where state = 'taken_down' and channel_id = 'c'`);
  });

  it('loses its text after 30 days and is deleted after 180, and with its bot', async () => {
    const { botId } = await aReport();
    const database = service.app.get(DataSource);
    const age = (days: number) =>
      database.query(`update runner.report set created_at = now() - make_interval(days => $2), text = 'x' where bot_id = $1`, [
        botId,
        days,
      ]);
    await age(31);
    await service.app.get(Reports).sweep();
    expect(await ofBot(botId)).toMatchObject([{ text: null }]);
    await age(181);
    await service.app.get(Reports).sweep();
    expect(await ofBot(botId)).toEqual([]);
    const other = await aReport();
    await service.app.get(Reports).purge(other.botId);
    expect(await ofBot(other.botId)).toEqual([]);
    // The companion of a report that was taken down must be restorable later.
    const taken = await aReport();
    await handle(taken.report.id, 'take_down');
    await service.app.get(Reports).purge(taken.botId);
    expect(await ofBot(taken.botId, 'taken_down')).toMatchObject([{ id: taken.report.id, text: null, reporters: 0 }]);
  });
});
