import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MINUTE_MS, MISSED_MESSAGES, chat } from '@kith/proto';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { MessageLog } from '../src/messages/message-log.js';
import { aJob, aMessageId, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.down.clear();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const answering = (content: string) => model.mock.on({ predicate: () => true }, { content });
const failing = (status: number) => model.mock.on({ predicate: () => true }, { error: { message: 'no' }, status, retryAfter: 0 });
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const countOf = async (botId: string) => (await kith.ask(chat.counts, { botIds: [botId] })).counts[botId];

describe('while the model or a service is down', () => {
  it('the job is retried; the last attempt releases the charge and posts a notice', async () => {
    failing(503);
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await expect(kith.processJob(job)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(chargesOf(botId)).toEqual(['reserve']);
    expect(await kith.deliveries(botId)).toEqual([]);
    await expect(kith.processJob(job, true)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(chargesOf(botId)).toEqual(['reserve', 'reserve', 'release']);
    expect(await kith.deliveries(botId)).toMatchObject([
      { kind: 'notice', text: 'I cannot reach my language model right now. Please try again in a minute.' },
    ]);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect(await countOf(botId)).toBe(0);
    expect(chargesOf(botId)).not.toContain('settle');
  });

  it('the circuit breaker opens, and further jobs fail at once', async () => {
    const own = await startModel();
    own.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 503 });
    const other = await chatUnderTest(own.env);
    const { botId } = other.aBot();
    const work = () => other.processJob(aJob(botId, 'hello')).catch(() => undefined);
    for (let time = 0; time < 5; time += 1) await work();
    const before = own.mock.getRequests().length;
    await work();
    expect(own.mock.getRequests()).toHaveLength(before);
    await other.stop();
    await own.stop();
  });

  it.each(['search', 'reserve', 'modelAccess'])(
    'a service that fails at "%s" costs no attempt: the job is postponed, and answered once when the service is back',
    async (call) => {
      answering('Here I am.');
      kith.peers.down.add(call);
      const { botId } = kith.aBot();
      const job = aJob(botId, 'Where is the ferry?');
      // Even the last attempt: an outage may last longer than all attempts.
      for (const isLastAttempt of [false, true])
        await expect(kith.processJob(job, isLastAttempt)).rejects.toMatchObject({ name: 'JobPostponed' });
      expect(await kith.deliveries(botId)).toEqual([]);
      expect(chargesOf(botId)).not.toContain('release');
      kith.peers.down.clear();
      await kith.processJob(job, true);
      expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply', text: 'Here I am.' }]);
    },
  );

  it('a database that is away costs no attempt, and after a quarter of an hour one notice per channel says so without it', async () => {
    const log = kith.services.get('chat')?.app.get(MessageLog);
    if (!log) throw new Error('no message log');
    const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const spies = [jest.spyOn(log, 'isForgotten').mockImplementation(away), jest.spyOn(log, 'find').mockImplementation(away)];
    const { botId } = kith.aBot();
    await expect(kith.processJob(aJob(botId, 'hello'), true)).rejects.toMatchObject({ name: 'JobPostponed' });
    const [first, second] = [1, 2].map(() => aJob(botId, 'hello', { messageId: aMessageId(16 * MINUTE_MS) }));
    // The second time as after a crash of the worker.
    for (const job of [first, second, first]) await kith.processJob(job ?? aJob(botId, ''));
    spies.forEach((spy) => spy.mockRestore());
    expect(await kith.deliveries(botId)).toMatchObject([
      { kind: 'notice', messageId: first?.messageId, text: expect.stringContaining('not running') },
    ]);
    expect(await kith.unanswered(botId)).toMatchObject([{ messageId: second?.messageId }]);
    expect(await kith.runtime.redis.ttl(`chat:failure-notice:${botId}:${first?.channelId}`)).toBeLessThanOrEqual(60);
  });

  it('a model that never answers is no outage: its attempts end', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    answering('too late');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'hello'), true).catch(() => undefined);
    timeout.mockRestore();
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'notice', text: expect.stringContaining('language model') }]);
  });
});

describe('after an outage', () => {
  const newest = (job: { botId: string; channelId: string; messageId: string }) =>
    kith.runtime.redis.set(`runner:newest:${job.botId}:${job.channelId}`, job.messageId);

  it('the newest question of each channel is answered, and older ones get one line per channel', async () => {
    answering('Yes.');
    const { botId } = kith.aBot();
    const waited = [5, 4, 3].map((minutes) => aJob(botId, 'hello?', { messageId: aMessageId(minutes * MINUTE_MS) }));
    const elsewhere = aJob(botId, 'hello?', { messageId: aMessageId(5 * MINUTE_MS), channelId: '200000000000000009' });
    const [oldest, , last = elsewhere] = waited;
    await Promise.all([newest(last), newest(elsewhere)]);
    for (const job of [...waited, elsewhere]) await kith.processJob(job);
    const told = (await kith.deliveries(botId)).map(({ messageId, kind, text }) => [messageId, kind, text]);
    expect(told.toSorted()).toEqual(
      [
        [oldest?.messageId, 'notice', expect.stringContaining('missed some messages')],
        [last.messageId, 'reply', 'Yes.'],
        [elsewhere.messageId, 'reply', 'Yes.'],
      ].toSorted(),
    );
    expect(model.mock.getRequests()).toHaveLength(2);
  });

  it('a question of more than ten minutes ago is not answered, and what was reserved for it is released', async () => {
    answering('Yes.');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'hello?', { messageId: aMessageId(11 * MINUTE_MS) }));
    expect(await kith.deliveries(botId)).toMatchObject([
      { kind: 'notice', text: expect.stringContaining('missed some messages') },
    ]);
    expect(chargesOf(botId)).toEqual(['release']);
    expect(model.mock.getRequests()).toHaveLength(0);
  });

  it('no line is posted where the owner does not want it; the newest question is answered', async () => {
    answering('Yes.');
    const { botId } = kith.aBot();
    const asked = (minutes: number) =>
      aJob(botId, 'hello?', { messageId: aMessageId(minutes * MINUTE_MS), missedMessages: 'newest_quietly' });
    const [tooOld, older, last] = [asked(11), asked(5), asked(3)];
    await newest(last);
    for (const job of [tooOld, older, last]) await kith.processJob(job);
    expect(await kith.deliveries(botId)).toMatchObject([{ messageId: last.messageId, kind: 'reply', text: 'Yes.' }]);
    const missed = [tooOld, older].map(({ messageId }) => ({ messageId, noAnswer: 'too_old' }));
    expect(await kith.unanswered(botId)).toMatchObject(missed);
  });

  it('no question is answered that waited for more than two minutes where the owner wants none, and the channel gets the line', async () => {
    answering('Yes.');
    const { botId } = kith.aBot();
    const [last, young] = [3, 1].map((minutes) =>
      aJob(botId, 'hello?', { messageId: aMessageId(minutes * MINUTE_MS), missedMessages: 'none' }),
    );
    for (const job of [last, young]) await kith.processJob(job ?? aJob(botId, ''));
    const told = (await kith.deliveries(botId)).map(({ messageId, kind, text }) => [messageId, kind, text]);
    expect(told.toSorted()).toEqual(
      [
        [last?.messageId, 'notice', expect.stringContaining('missed some messages')],
        [young?.messageId, 'reply', 'Yes.'],
      ].toSorted(),
    );
    expect(chargesOf(botId)).toEqual(['release', 'reserve']);
  });

  it.each(MISSED_MESSAGES)('a command that is too old is told whatever the owner chose: %s', async (missedMessages) => {
    const { botId } = kith.aBot();
    const job = aJob(botId, '/ask', { messageId: aMessageId(11 * MINUTE_MS), interaction: 'sealed', missedMessages });
    await kith.processJob(job);
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'notice', noAnswer: 'too_old', interaction: 'sealed' }]);
  });

  it('a question that was left out in favour of newer ones is not answered, however young it is, and its channel gets the line', async () => {
    answering('Yes.');
    const { botId } = kith.aBot();
    const [left, kept] = [aJob(botId, 'hello?'), aJob(botId, 'hello?')];
    await kith.runtime.redis.set(`runner:missed:${botId}-${left.messageId}`, '1');
    for (const job of [left, kept]) await kith.processJob(job);
    expect((await kith.deliveries(botId)).map(({ messageId, kind }) => [messageId, kind]).toSorted()).toEqual(
      [
        [left.messageId, 'notice'],
        [kept.messageId, 'reply'],
      ].toSorted(),
    );
  });

  it('questions of the last two minutes are all answered', async () => {
    answering('Yes.');
    const { botId } = kith.aBot();
    const jobs = [90, 60, 0].map((seconds) => aJob(botId, 'hello?', { messageId: aMessageId(seconds * 1000) }));
    await newest(jobs[2] ?? aJob(botId, ''));
    for (const job of jobs) await kith.processJob(job);
    expect((await kith.deliveries(botId)).map(({ kind }) => kind)).toEqual(['reply', 'reply', 'reply']);
  });
});
