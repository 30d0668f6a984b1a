import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobPostponed, RunningCounts } from '@kith/kit';
import { anActor, asActor, waitFor } from '@kith/kit/testing';
import { idAt, moderation } from '@kith/proto';
import { CASE_COUNT } from '../src/moderation/case-count.js';
import { CaseStore } from '../src/moderation/case-store.js';
import type { ViolationJob } from '../src/moderation/violation-job.js';
import { ModerationCaseEntity } from '../src/moderation/moderation-case.entity.js';
import { ModerationWorker } from '../src/moderation/moderation.worker.js';
import { LINK, ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

let kiths: ModeratedBots;
beforeAll(async () => {
  // Jobs are handed to the worker one after the other here, without the queue that tries a postponed one again.
  kiths = await ModeratedBots.open({ isRateLimited: false });
});
afterAll(() => kiths.harness.close());

const attempt = (addedAtMs = Date.now()) => ({ isLastAttempt: false, addedAtMs });
const worker = (): ModerationWorker => kiths.service.app.get(ModerationWorker);

/** The job of a message, as the intake makes it. */
function aJob({ bot, botId, actor }: Moderated, messageId: string): ViolationJob {
  const author = kiths.harness.discord.message(messageId)?.authorId ?? '';
  return {
    ownerId: actor.userId,
    botId,
    guildId: bot.guildId,
    channelId: bot.channelId,
    task: {
      kind: 'violation',
      messageId,
      botName: 'Al',
      ownUserId: bot.applicationId,
      member: { id: author, name: 'Ann', isWebhook: false, roleIds: [] },
      parentId: null,
      rule: 'links',
      isRepeated: false,
      settings: {
        autoDelete: true,
        issueWarnings: true,
        timeoutUsers: false,
        timeoutDuration: 10,
        warningThreshold: 3,
        moderationLogChannelId: '',
        moderationDryRun: false,
      },
    },
  };
}

describe('a job of moderation that is done twice, after a crash for example', () => {
  it('warns once, writes one case and posts one notice', async () => {
    const kith = await kiths.add();
    const job = aJob(kith, kiths.write(kith, 'harmless', newMember(), { channelId: kith.bot.channelId }));
    for (let times = 0; times < 3; times += 1) await worker().handle(job, attempt());
    await Promise.all([worker().handle(job, attempt()), worker().handle(job, attempt())]);
    expect((await kiths.casesOf(kith)).map(({ warnings }) => warnings)).toEqual([1]);
    expect(kiths.textsOf(kith.bot.channelId).filter((text) => text.includes('not allowed'))).toHaveLength(1);
  });

  it('has one case for each source that found a message, and does nothing twice; a dry run keeps nothing from being done', async () => {
    const kith = await kiths.add();
    const job = aJob(kith, kiths.write(kith, 'harmless', newMember(), { channelId: kith.bot.channelId }));
    const { task } = job;
    const dry = { ...job, task: { ...task, settings: { ...task.settings, moderationDryRun: true } } };
    const system = { systemId: 'auto-moderation', detail: 'a rule', timesOutAtOnce: true, isBlocked: false };
    const settings = { ...task.settings, timeoutUsers: true };
    const other = { ...job, task: { ...task, rule: 'auto_moderation' as const, system, settings } };
    for (const one of [dry, job, other, other, dry, job]) await worker().handle(one, attempt());
    const cases = (await kiths.casesOf(kith)).map(({ rule, isDryRun, actions, warnings }) => [
      rule,
      isDryRun,
      warnings,
      ...actions,
    ]);
    expect(cases.toReversed()).toEqual([
      ['links', true, 1, 'delete', 'warn'],
      ['links', false, 1, 'delete', 'warn'],
      ['auto_moderation', false, null, 'timeout'],
    ]);
    expect(kiths.isDeleted(task.messageId)).toBe(true);
  });

  it('counts each of several messages of a member that are judged at the same time', async () => {
    const kith = await kiths.add();
    const author = newMember();
    const jobs = [1, 2, 3, 4].map((n) => aJob(kith, kiths.write(kith, `harmless ${n}`, author)));
    await Promise.all(jobs.map((job) => worker().handle(job, attempt())));
    expect((await kiths.casesOf(kith)).map(({ warnings }) => warnings).toSorted()).toEqual([1, 2, 3, 4]);
  });
});

describe('a message that is changed after moderation made a case of it', () => {
  type Settings = Partial<ViolationJob['task']['settings']>;
  const NOTHING = { autoDelete: false, issueWarnings: false };
  let changes = 0;

  /** The job for a text of the message that a rule with these actions finds. */
  const textOf = (job: ViolationJob, settings: Settings, isFirst = false): ViolationJob => {
    const system = { systemId: 'auto-moderation', detail: 'a rule', timesOutAtOnce: true, isBlocked: false };
    const revision = isFirst ? undefined : idAt(Date.now() + ++changes);
    const { task } = job;
    return {
      ...job,
      task: { ...task, rule: 'auto_moderation', system, revision, settings: { ...task.settings, ...NOTHING, ...settings } },
    };
  };
  const aMessage = async () => {
    const kith = await kiths.add();
    return { kith, job: aJob(kith, kiths.write(kith, 'harmless', newMember(), { channelId: kith.bot.channelId })) };
  };
  const doneIn = async (kith: Moderated) => (await kiths.casesOf(kith)).map(({ actions }) => actions.join(' ')).toReversed();

  it('gets only what goes beyond what was done, once although jobs are repeated and run at the same time', async () => {
    const { kith, job } = await aMessage();
    const first = textOf(job, {}, true);
    const worse = textOf(job, { issueWarnings: true, timeoutUsers: true, timeoutDuration: 5 });
    const longer = textOf(job, { issueWarnings: true, timeoutUsers: true, timeoutDuration: 60 });
    const shorter = textOf(job, { timeoutUsers: true, timeoutDuration: 30 });
    const worst = textOf(job, { autoDelete: true, issueWarnings: true });
    for (const text of [first, worse, worse, longer, first, shorter, textOf(job, {}), worst, worse]) {
      await worker().handle(text, attempt());
      await Promise.all([worker().handle(text, attempt()), worker().handle(text, attempt())]);
    }
    expect(await doneIn(kith)).toEqual(['', 'warn timeout', 'timeout', 'delete']);
    expect(kiths.isDeleted(job.task.messageId)).toBe(true);
    const [, timeout] = await kiths.casesOf(kith);
    const until = Date.parse(timeout?.timeoutUntil ?? '');
    expect(until - Date.now()).toBeGreaterThan(59 * 60_000 - 30_000);
  });

  it('has its own cases in a dry run, which keep nothing from being done', async () => {
    const { kith, job } = await aMessage();
    const dry = { moderationDryRun: true };
    const texts = [
      textOf(job, dry, true),
      textOf(job, { ...dry, autoDelete: true }),
      textOf(job, { ...dry, autoDelete: true }),
      textOf(job, { autoDelete: true }),
    ];
    for (const text of texts) await worker().handle(text, attempt());
    const cases = (await kiths.casesOf(kith)).map(({ isDryRun, actions }) => [isDryRun, ...actions]);
    expect(cases.toReversed()).toEqual([[true], [true, 'delete'], [false, 'delete']]);
  });

  it('counts in the limit of punishments a minute', async () => {
    const { kith, job } = await aMessage();
    await worker().handle(textOf(job, {}, true), attempt());
    for (let count = 1; count <= 10; count += 1) {
      const other = aJob(kith, kiths.write(kith, `harmless ${count}`, newMember(), { channelId: kith.bot.channelId }));
      await worker().handle(textOf(other, { issueWarnings: true }, true), attempt());
    }
    await worker().handle(textOf(job, { autoDelete: true }), attempt());
    expect(kiths.isDeleted(job.task.messageId)).toBe(false);
    const { pauses } = await kiths.ask(moderation.pauses, { actor: kith.actor, botId: kith.botId });
    expect(pauses).toMatchObject([{ guildId: kith.bot.guildId }]);
  });
});

describe('a job of moderation that is repeated after something about its case changed', () => {
  /** A case whose member is timed out, decided by a first attempt that was interrupted before its first effect. */
  const decided = async () => {
    const kith = await kiths.add({ autoDelete: true, issueWarnings: true, timeoutUsers: true, warningThreshold: 1 });
    const first = aJob(kith, kiths.write(kith, 'harmless', newMember(), { channelId: kith.bot.channelId }));
    const log = { moderationLogChannelId: kiths.harness.discord.addChannel(kith.bot, { name: 'log' }).id };
    const settings = { ...first.task.settings, timeoutUsers: true, warningThreshold: 1, ...log };
    const job = { ...first, task: { ...first.task, settings } };
    await kiths.service.app.get(CaseStore).open(job);
    return { kith, job, logChannel: log.moderationLogChannelId };
  };

  const noticesOf = ({ bot }: Moderated) => kiths.textsOf(bot.channelId).filter((text) => text.includes('not allowed'));

  it('does nothing when the owner took the case back', async () => {
    const { kith, job, logChannel } = await decided();
    await kiths.ask(moderation.undo, { actor: kith.actor, botId: kith.botId, caseId: (await kiths.aCase(kith)).id });
    await worker().handle(job, attempt());
    expect(kiths.isDeleted(job.task.messageId)).toBe(false);
    expect([...noticesOf(kith), ...kiths.textsOf(logChannel)]).toEqual([]);
  });

  it('tells the log channel only when it is one of the same server', async () => {
    const { kith, job } = await decided();
    const elsewhere = kiths.harness.addBot().bot;
    kiths.harness.discord.addBotToGuild(kith.bot, { guildId: elsewhere.guildId, permissions: ['administrator'] });
    job.task.settings.moderationLogChannelId = elsewhere.channelId;
    await worker().handle(job, attempt());
    expect(kiths.isDeleted(job.task.messageId)).toBe(true);
    expect(kiths.textsOf(elsewhere.channelId)).toEqual([]);
  });

  it('posts no notice about a member who asked to be forgotten, and names none in the log', async () => {
    const { kith, job, logChannel } = await decided();
    await kiths.service.app.get(CaseStore).forgetMember(kith.botId, job.task.member.id);
    await worker().handle(job, attempt());
    expect(kiths.isDeleted(job.task.messageId)).toBe(true);
    expect(noticesOf(kith)).toEqual([]);
    expect(kiths.textsOf(logChannel)).toEqual([expect.stringMatching(/^A member in <#\d+>: a link\./)]);
  });
});

describe('a permission that the bot lacks in the whole server', () => {
  it('is one problem, whether moderation or a command met it', async () => {
    const { bots } = kiths.harness;
    const { bot, botId } = kiths.harness.addBot();
    await bots.change(botId, { commands: [{ commandId: 'timeout', trigger: '!timeout', custom: null }] });
    await bots.start(botId);
    await bots.waitForState(botId, 'online');
    const kith: Moderated = { bot, botId, actor: { ...anActor(), userId: bots.runnableOf(botId).ownerId } };
    const { discord } = kiths.harness;
    const { guildId } = kith.bot;
    discord.setOverwrites(kith.bot.channelId, [{ id: kith.bot.applicationId, of: 'member', deny: ['moderateMembers'] }]);
    const author = newMember();
    const roles = [discord.addRole(guildId, { name: 'moderators', permissions: ['moderateMembers'], position: 3 })];
    discord.setMember(guildId, { id: author, roles });
    const other = newMember();
    discord.setMember(guildId, { id: other, roles: [] });
    const answer = await discord.waitForReply(kiths.write(kith, `!timeout <@${other}> 10m`, author));
    expect(answer.content).toContain('Time out members');
    expect(await kiths.problemsOf(kith)).toMatchObject([{ guildId, channelId: null, action: 'time-out-members' }]);
  });
});

describe('a job of moderation that has to wait for Discord', () => {
  const waiting = { isModerator: () => Promise.reject(new JobPostponed(5000)) };
  const unused = {} as never;
  const log = { warn: () => undefined };
  const waits = new ModerationWorker(unused, waiting as never, unused, unused, unused, log as never);
  const noted: string[] = [];
  Object.assign(waits, { traces: { notDone: (_job: unknown, _of: string, why: string) => noted.push(why) } });

  it('waits also when the message is old, because it was changed just now; not longer than 15 minutes', async () => {
    const kith = await kiths.add();
    const old = String((BigInt(Date.now() - 86_400_000) - 1_420_070_400_000n) << 22n);
    await expect(waits.handle(aJob(kith, old), attempt())).rejects.toThrow(JobPostponed);
    expect(noted).toEqual([]);
    await expect(waits.handle(aJob(kith, old), attempt(Date.now() - 900_000))).resolves.toBeUndefined();
    expect(noted).toEqual(['Not all was done about a message that breaks a rule. Discord could not be reached.']);
  });

  it('and only could not tell the channel is not noted as if nothing was done', async () => {
    const kith = await kiths.add();
    const told: string[] = [];
    const cases = { open: () => Promise.resolve({ moderationCase: { actions: ['delete'] }, pausedAt: null }) };
    const punishments = { take: () => Promise.resolve('done') };
    const messages = { notify: () => Promise.reject(new Error('away')) };
    const answers = { withdraw: () => Promise.resolve() };
    const access = { isModerator: () => Promise.resolve(false) };
    const parts = [cases, access, punishments, messages, answers, log] as never[];
    const fails = new ModerationWorker(...(parts as unknown as ConstructorParameters<typeof ModerationWorker>));
    Object.assign(fails, { traces: { notDone: (_job: unknown, _of: string, why: string) => told.push(why) } });
    await fails.handle(aJob(kith, '1'), { ...attempt(), isLastAttempt: true });
    expect(told).toEqual(['Not all was done about a message that breaks a rule. Discord could not be reached.']);
  });
});

describe('a job of moderation that comes too late', () => {
  it('ends quietly: the member left, or the bot was removed from the server', async () => {
    const kith = await kiths.add({ autoDelete: true, issueWarnings: true, timeoutUsers: true, warningThreshold: 1 });
    const job = aJob(kith, kiths.write(kith, 'harmless'));
    kiths.harness.discord.removeMember(kith.bot.guildId, job.task.member.id);
    await worker().handle(job, attempt());
    expect((await kiths.casesOf(kith))[0]).toMatchObject({ refused: [] });
    kiths.harness.discord.removeBotFromGuild(kith.bot);
    const later = { ...job, task: { ...job.task, messageId: `${BigInt(job.task.messageId) + 1n}` } };
    await worker().handle(later, attempt());
    expect(await kiths.problemsOf(kith)).toEqual([]);
  });
});

describe('the cases of a bot', () => {
  it('are found by server and by the id or name of a member, page by page', async () => {
    const kith = await kiths.add({ autoDelete: true });
    const authors = [newMember(), newMember(), newMember()];
    for (const author of authors) kiths.write(kith, LINK, author);
    await waitFor('the cases', async () => (await kiths.casesOf(kith)).length === 3);
    expect(await kiths.casesOf(kith, { guildId: kith.bot.guildId })).toHaveLength(3);
    expect(await kiths.casesOf(kith, { guildId: '123456789012345678' })).toEqual([]);
    expect(await kiths.casesOf(kith, { member: authors[1] })).toHaveLength(1);
    expect(await kiths.casesOf(kith, { member: `MEMBER-${authors[1]?.slice(-4)}` })).toHaveLength(1);
    expect(await kiths.casesOf(kith, { member: '%' })).toEqual([]);
    // Of one to four characters, of five and of more.
    const parts = ['-', 'er', 'BER', 'mber', 'EMBER', 'member-'];
    for (const part of parts) expect([part, (await kiths.casesOf(kith, { member: part })).length]).toEqual([part, 3]);
    // Its sequences are all in the names, but not one after the other.
    expect(await kiths.casesOf(kith, { member: 'member-ember-' })).toEqual([]);
    const short = authors.filter((author) => author.slice(-4).includes('7'));
    expect(await kiths.casesOf(kith, { member: '7', guildId: kith.bot.guildId })).toHaveLength(short.length);
    const found = await kiths.ask(moderation.cases, {
      actor: kith.actor,
      botId: kith.botId,
      member: 'EMBER',
      limit: 2,
      offset: 2,
    });
    expect([found.cases.length, found.total, found.isMoreThanTotal, found.next]).toEqual([1, 3, false, null]);
    for (const filter of [{}, { guildId: kith.bot.guildId }, { member: 'EMBER' }]) {
      const list = (cursor?: string | null) =>
        kiths.ask(moderation.cases, { actor: kith.actor, botId: kith.botId, ...filter, limit: 1, ...(cursor ? { cursor } : {}) });
      const pages = [await list()];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await list(next));
      expect(pages.flatMap(({ cases }) => cases)).toEqual(await kiths.casesOf(kith));
      expect((await list(pages[2]?.previous)).cases).toEqual(pages[1]?.cases);
    }
    for (const server of [{}, { guildId: kith.bot.guildId }]) {
      const list = (limit: number, offset: number) =>
        kiths.ask(moderation.cases, { actor: kith.actor, botId: kith.botId, ...server, limit, offset });
      const { cases } = await list(3, 0);
      for (const limit of [1, 2])
        for (const offset of [0, 1, 2, 3])
          expect(await list(limit, offset)).toMatchObject({ cases: cases.slice(offset, offset + limit), total: 3 });
    }
  });

  it('are shown to and changed by their owner only; a foreign bot answers like a missing one [S28, S30]', async () => {
    const kith = await kiths.add({ autoDelete: true });
    kiths.write(kith, LINK);
    const { id } = await kiths.aCase(kith);
    const stranger = await kiths.add();
    for (const [actor, botId] of [
      [stranger.actor, kith.botId],
      [kith.actor, randomUUID()],
    ] as const) {
      for (const asked of [
        kiths.ask(moderation.cases, { actor, botId }),
        kiths.ask(moderation.pauses, { actor, botId }),
        kiths.ask(moderation.undo, { actor, botId, caseId: id }),
        kiths.ask(moderation.resume, { actor, botId, guildId: kith.bot.guildId }),
      ])
        await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const foreign = { actor: stranger.actor, botId: stranger.botId, caseId: id };
    await expect(kiths.ask(moderation.undo, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const rows = kiths.database.getRepository(ModerationCaseEntity);
    expect(await asActor(stranger.actor.userId, () => rows.find())).toEqual([]);
    expect(await asActor(stranger.actor.userId, () => rows.delete({ id }))).toMatchObject({ affected: 0 });
  });

  it('are deleted after 90 days, and with their bot', async () => {
    const kith = await kiths.add({ autoDelete: true });
    for (let count = 0; count < 2; count += 1) kiths.write(kith, `${LINK} ${count}`);
    await waitFor('the cases', async () => (await kiths.casesOf(kith)).length === 2);
    const [, older] = await kiths.casesOf(kith);
    await kiths.database.query(`update runner.moderation_case set created_at = now() - interval '91 days' where id = $1`, [
      older?.id,
    ]);
    await kiths.service.app.get(CaseStore).sweep();
    const counts = kiths.service.app.get(RunningCounts);
    await Promise.all([counts.fold(), counts.fold()]);
    expect(await kiths.ask(moderation.cases, { actor: kith.actor, botId: kith.botId })).toMatchObject({ cases: [{}], total: 1 });
    await kiths.harness.bots.remove(kith.botId);
    await waitFor(
      'the purge',
      async () => (await kiths.database.getRepository(ModerationCaseEntity).countBy({ botId: kith.botId })) === 0,
    );
    await counts.fold();
    const kept = await kiths.database.query('select from runner.case_count where bot_id = $1', [kith.botId]);
    expect([kept, await counts.check(CASE_COUNT)]).toEqual([[], true]);
  });

  it('hold nothing that identifies a member who used /forget-me [S74]', async () => {
    const kith = await kiths.add({ autoDelete: true, issueWarnings: true });
    const author = newMember();
    kiths.write(kith, LINK, author);
    await kiths.aCase(kith);
    await waitFor('the command', () => kiths.harness.discord.commandsOf(kith.bot).some(({ name }) => name === 'forget-me'));
    const used = kiths.harness.discord.invokeCommand({ bot: kith.bot, name: 'forget-me', authorId: author });
    await waitFor('the response', () => kiths.harness.discord.responseTo(used));
    expect(await kiths.casesOf(kith)).toEqual([expect.objectContaining({ memberId: null, memberName: null, rule: 'links' })]);
  });
});
