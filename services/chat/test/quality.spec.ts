import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, asActor, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { chat, quality, type InputOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { ForgetMeWorker } from '../src/forget-me/forget-me.worker.js';
import { MessageRetention } from '../src/messages/message-retention.js';
import { MAX_OPEN_QUESTIONS } from '../src/quality/inbox-grouping.js';
import { aJob, aPassage, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.down.clear();
  Object.assign(kith.peers, { passages: [], coverage: 0 });
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

type Bot = ReturnType<ChatUnderTest['aBot']>;
const answering = (content: string) => model.mock.on({ predicate: () => true }, { content });
const LEARNING = { preferences: { learningMode: true } };

/** Asks in the test chat; returns the request id. */
async function ask({ actor, botId }: Bot, message: string): Promise<string> {
  const requestId = randomUUID();
  await kith.say({ actor, botId, message, requestId });
  return requestId;
}
async function askOnDiscord({ botId }: Bot, content: string, fields: Parameters<typeof aJob>[2] = {}) {
  const job = aJob(botId, content, fields);
  await kith.processJob(job);
  await kith.ask(chat.delivered, { botId, messageId: job.messageId });
  return job;
}
const inbox = (bot: Bot, fields: Partial<InputOf<typeof quality.inbox>> = {}) => kith.ask(quality.inbox, { ...bot, ...fields });
const questions = async (bot: Bot, state: InputOf<typeof quality.inbox>['state'] = 'open') =>
  (await inbox(bot, { state })).questions.map(({ question, count, causes }) => ({ question, count, causes }));
const firstOf = async (bot: Bot) => {
  const [found] = (await inbox(bot)).questions;
  if (!found) throw new Error('the inbox is empty');
  return found;
};
const ratingsOf = async (bot: Bot) => (await kith.ask(chat.analytics, bot)).ratings;

describe('a rating', () => {
  it('in the test chat counts once for a reply, can be changed and taken back, and is its owner’s alone', async () => {
    answering('The moon is old.');
    const bot = kith.aBot();
    const requestId = await ask(bot, 'how old is the moon?');
    const rate = (isGood: boolean | null, reason: InputOf<typeof quality.rate>['reason'] = null) =>
      kith.ask(quality.rate, { ...bot, requestId, isGood, reason });
    expect(await rate(true, 'wrong')).toEqual({ isGood: true, reason: null });
    expect(await ratingsOf(bot)).toEqual({ good: 1, bad: 0, reasons: [] });
    await rate(false);
    expect(await rate(false, 'incomplete')).toEqual({ isGood: false, reason: 'incomplete' });
    expect(await ratingsOf(bot)).toEqual({ good: 0, bad: 1, reasons: [{ reason: 'incomplete', count: 1 }] });
    await rate(null);
    expect(await ratingsOf(bot)).toEqual({ good: 0, bad: 0, reasons: [] });
    const foreign = { actor: anActor(), botId: bot.botId, requestId, isGood: true };
    await expect(kith.ask(quality.rate, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const unknown = { ...bot, requestId: requestId.slice(0, 8), isGood: true };
    await expect(kith.ask(quality.rate, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of members counts each of them once, also when they rate at the same time, and goes with who asks to be forgotten [S74]', async () => {
    answering('The moon is old.');
    const bot = kith.aBot();
    const { messageId, botId } = await askOnDiscord(bot, 'how old is the moon?');
    const rate = (memberId: string, isGood: boolean) =>
      kith.ask(chat.rate, { botId, messageId, memberId, isGood, reason: isGood ? null : 'wrong' });
    await Promise.all([rate('41', true), rate('41', false), rate('42', true), rate('42', true)]);
    await rate('41', false);
    expect(await ratingsOf(bot)).toEqual({ good: 1, bad: 1, reasons: [{ reason: 'wrong', count: 1 }] });
    const worker = kith.services.get('chat')?.app.get(ForgetMeWorker);
    await worker?.forget({ botId, memberId: '41', before: '2000000000000000000' }, { isLastAttempt: true });
    expect(await ratingsOf(bot)).toEqual({ good: 1, bad: 0, reasons: [] });
  });

  it('that is delivered again after a later one of the member changes nothing, nor does the same one twice', async () => {
    answering('The moon is old.');
    const bot = kith.aBot();
    const { messageId, botId } = await askOnDiscord(bot, 'how old is the moon?');
    const nowMs = Date.now();
    const rate = (ratedAtMs: number, isGood: boolean, reason: 'wrong' | null = null) =>
      kith.ask(chat.rate, { botId, messageId, memberId: '41', isGood, reason, ratedAtMs });
    await rate(nowMs - 3000, false);
    await rate(nowMs - 2000, false, 'wrong');
    await rate(nowMs - 3000, false);
    expect(await ratingsOf(bot)).toEqual({ good: 0, bad: 1, reasons: [{ reason: 'wrong', count: 1 }] });
    await rate(nowMs - 1000, true);
    await rate(nowMs - 2000, false, 'wrong');
    await rate(nowMs - 1000, true);
    expect(await ratingsOf(bot)).toEqual({ good: 1, bad: 0, reasons: [] });
    // Nor does it come back into the inbox of the owner.
    expect(await questions(bot)).toEqual([]);
  });
});

describe('the inbox', () => {
  it('groups questions by meaning in spaced and unspaced scripts, the latest first, page by page', async () => {
    answering('I am not sure.');
    const bot = kith.aBot();
    for (const question of [
      'When does the shop open on Sundays?',
      '怎么加入服务器？',
      'Shop opening on sunday?',
      '请问怎么加入服务器？',
    ])
      await ask(bot, question);
    await ask(bot, 'How do I leave the server?');
    await ask(bot, 'Hello there');
    expect(await questions(bot)).toEqual([
      { question: 'How do I leave the server?', count: 1, causes: ['uncertain'] },
      { question: '请问怎么加入服务器？', count: 2, causes: ['uncertain'] },
      { question: 'Shop opening on sunday?', count: 2, causes: ['uncertain'] },
    ]);
    const second = await inbox(bot, { limit: 1, offset: 1 });
    expect([second.total, second.questions.map(({ count }) => count)]).toEqual([3, [2]]);
    expect(await inbox(bot, { offset: 9 })).toEqual({ questions: [], total: 3 });
    await Promise.all([ask(bot, 'Is the shop open on sundays?'), ask(bot, 'How can I leave this server?')]);
    await Promise.all([questions(bot), questions(bot), questions(bot)]);
    expect((await questions(bot)).map(({ count }) => count).toSorted()).toEqual([2, 2, 3]);
    const latest = `(select max(created_at) from chat.message where bot_id = $1 and inbox_cause is not null)`;
    await kith.query(`delete from chat.message where bot_id = $1 and created_at = ${latest}`, [bot.botId]);
    await kith.query(`update chat.message set state = 'replaced' where bot_id = $1 and created_at = ${latest}`, [bot.botId]);
    const kept = 'select uncertain, unanswered, disliked, last_at from chat.inbox_question where bot_id = $1 order by id';
    const counted = `
      select (count(*) filter (where inbox_cause = 'uncertain'))::int as uncertain, 0 as unanswered, 0 as disliked, max(m.created_at) as last_at
      from chat.inbox_question q left join chat.message m on m.inbox_id = q.id and m.state = 'delivered' where q.bot_id = $1 group by q.id order by q.id`;
    expect(await kith.query(kept, [bot.botId])).toEqual(await kith.query(counted, [bot.botId]));
  });

  it('holds what a reply knew nothing of, and not what it answered from what was taught', async () => {
    answering('Twice a day.');
    const bot = kith.aBot();
    Object.assign(kith.peers, { passages: [aPassage('Tides', 'The tides come twice a day.')], coverage: 1 });
    await ask(bot, 'How often do the tides come?');
    expect(await questions(bot)).toEqual([]);
  });

  it('shows no question of a member unless its owner switched learning mode on, none of a direct message, and nobody’s name', async () => {
    answering('I am not sure.');
    const [quiet, learning] = [kith.aBot(), kith.aBot(LEARNING)];
    for (const bot of [quiet, learning]) {
      await askOnDiscord(bot, '<@400000000000000001> when does the shop open?');
      await askOnDiscord(bot, 'what does the harbour cost?', { guildId: null });
      await askOnDiscord(bot, 'where is the secret cave?', { isKept: false });
    }
    expect(await questions(quiet)).toEqual([]);
    expect(await questions(learning)).toEqual([{ question: '@… when does the shop open?', count: 1, causes: ['uncertain'] }]);
    expect(JSON.stringify(await inbox(learning))).not.toMatch(/Eve|400000000000000001/);
  });

  it('shows a question whose member rated its answer as not good in a server, and never one of a direct message', async () => {
    answering('At nine.');
    const bot = kith.aBot();
    const rate = ({ messageId, author }: Awaited<ReturnType<typeof askOnDiscord>>, memberId = author.id, isGood = false) =>
      kith.ask(chat.rate, { botId: bot.botId, messageId, memberId, isGood, reason: isGood ? null : 'wrong' });
    await rate(await askOnDiscord(bot, 'my private question', { guildId: null }));
    await rate(await askOnDiscord(bot, 'somebody else disliked this'), '99');
    expect(await questions(bot)).toEqual([]);
    const job = await askOnDiscord(bot, 'opening hours of the shop');
    await rate(job);
    expect(await inbox(bot)).toMatchObject({ questions: [{ reply: 'At nine.', causes: ['disliked'], reasons: ['wrong'] }] });
    await rate(job, job.author.id, true);
    expect(await questions(bot)).toEqual([]);
  });

  it('keeps what was dismissed dismissed, and opens again what was answered and is asked again', async () => {
    answering('I am not sure.');
    const bot = kith.aBot();
    await ask(bot, 'When does the shop open?');
    const { id: questionId } = await firstOf(bot);
    await kith.ask(quality.setState, { ...bot, questionId, state: 'dismissed' });
    await ask(bot, 'When does the shop open?');
    expect([await questions(bot), (await questions(bot, 'dismissed'))[0]?.count]).toEqual([[], 2]);
    await kith.ask(quality.setState, { ...bot, questionId, state: 'answered' });
    await ask(bot, 'When does the shop open?');
    expect((await questions(bot))[0]?.count).toBe(3);
    await kith.ask(chat.purge, { botId: bot.botId });
    expect([await questions(bot), await kith.query('select 1 from chat.inbox_question where bot_id = $1', [bot.botId])]).toEqual([
      [],
      [],
    ]);
  });

  it('is grouped while messages of the same questions are deleted for their age, in whichever order, without a deadlock', async () => {
    answering('I am not sure.');
    const bot = kith.aBot();
    const asked = new Map<string, string>();
    for (const question of ['When does the shop open?', 'Where is the zanzibar lighthouse?'])
      asked.set(`web-${bot.botId}-${await ask(bot, question)}`, question);
    await questions(bot);
    const rows = await kith.query<{ request: string }>(
      `select m.request_id as request from chat.message m join chat.inbox_question q on q.id = m.inbox_id where q.bot_id = $1 order by q.id`,
      [bot.botId],
    );
    const [low = '', high = ''] = rows.map(({ request }) => asked.get(request) ?? '');
    await ask(bot, high);
    const held = await ask(bot, low);
    await ask(bot, low);
    await kith.query(`update chat.message set created_at = created_at - interval '20 years' where bot_id = $1`, [bot.botId]);
    const app = kith.services.get('chat')?.app;
    const database = app?.get(DataSource);
    const waiting = async () =>
      (await kith.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;
    const works: Promise<unknown>[] = [];
    await database?.transaction(async (transaction) => {
      await transaction.query('select 1 from chat.message where request_id = $1 for update', [`web-${bot.botId}-${held}`]);
      works.push(questions(bot));
      await waitFor('the grouping to reach the locked message', async () => (await waiting()) > 0);
      let isSwept = false;
      works.push(
        app
          ?.get(MessageRetention)
          .sweep()
          .finally(() => (isSwept = true)) ?? Promise.reject(),
      );
      await waitFor('the sweep to end, or to wait for a question', async () => isSwept || (await waiting()) > 1);
    });
    expect(await Promise.allSettled(works)).toEqual([
      expect.objectContaining({ status: 'fulfilled' }),
      { status: 'fulfilled', value: 3 },
    ]);
    expect(await questions(bot)).toEqual([low, high].map((question) => ({ question, count: 1, causes: ['uncertain'] })));
  });

  it('stores no word of a question in clear, and ends at a thousand different ones [S74]', async () => {
    answering('I am not sure.');
    const bot = kith.aBot();
    await ask(bot, 'Where is the zanzibar lighthouse?');
    await questions(bot);
    const rows = await kith.query('select * from chat.inbox_question where bot_id = $1', [bot.botId]);
    expect(JSON.stringify(rows)).not.toContain('zanzibar');
    // Groups without a question would be deleted: these belong to the one message.
    await kith.query(
      `insert into chat.inbox_question (bot_id, owner_id, terms) select $1, $2, array[n::text] from generate_series(1, $3) n`,
      [bot.botId, bot.actor.userId, MAX_OPEN_QUESTIONS],
    );
    await kith.query(
      `insert into chat.message (bot_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
         truncated, tokens, latency_ms, state, owner_id, inbox_cause, inbox_id)
       select q.bot_id, 'web', 'c', q.id::text, 'a', '', '', '', 'openai', '{}', false, 1, 1, 'delivered', q.owner_id, 'uncertain', q.id
       from chat.inbox_question q where q.bot_id = $1 and not exists (select 1 from chat.message m where m.inbox_id = q.id)`,
      [bot.botId],
    );
    await ask(bot, 'How high is the other mountain?');
    expect((await inbox(bot)).total).toBe(MAX_OPEN_QUESTIONS + 1);
  });

  it('is its owner’s alone [S28, S30]', async () => {
    answering('I am not sure.');
    const [bot, other] = [kith.aBot(), kith.aBot()];
    await ask(bot, 'When does the shop open?');
    const { id: questionId } = await firstOf(bot);
    const input = { questions: ['When?'], answer: 'Now.' };
    for (const place of [{ actor: anActor(), botId: bot.botId }, other]) {
      const refused = [
        kith.ask(quality.draft, { ...place, questionId }),
        kith.ask(quality.setState, { ...place, questionId, state: 'dismissed' }),
        kith.ask(quality.teach, { ...place, questionId, title: 'When?', content: 'Now.' }),
        kith.ask(quality.pin, { ...place, ...input, questionId }),
      ];
      for (const one of refused) await expect(one).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await questions(bot)).length).toBe(1);
    const database = kith.services.get('chat')?.app.get(DataSource);
    for (const table of ['inbox_question', 'rating', 'pinned_answer', 'pinned_question'])
      expect(await asActor(randomUUID(), () => database?.query(`select * from chat.${table}`) ?? Promise.reject())).toEqual([]);
  });
});

describe('a pinned answer', () => {
  const pin = (bot: Bot, asked: readonly string[], answer: string, questionId?: string) =>
    kith.ask(quality.pin, { ...bot, questions: [...asked], answer, questionId });
  const answerTo = async (bot: Bot, message: string) => {
    const frames = await kith.say({ actor: bot.actor, botId: bot.botId, message });
    const last = frames.at(-1);
    return last?.type === 'done' ? [last.engine, last.response] : [];
  };

  it('is given to the very question word for word, in the test chat and on Discord, without a model and without a charge', async () => {
    answering('The model answers.');
    const bot = kith.aBot();
    await ask(bot, 'How do I join?');
    const { id } = await kith
      .ask(quality.rate, { ...bot, requestId: await ask(bot, 'How do I join?'), isGood: false })
      .then(() => firstOf(bot));
    const before = [model.mock.getRequests().length, kith.peers.charges.length];
    const text = 'Write to us: https://join.example\n**Soon**';
    await pin(bot, ['How do I join?', '怎么加入？'], text, id);
    expect(await answerTo(bot, 'hey Amber, how can I join??')).toEqual(['pinned', text]);
    expect(await answerTo(bot, '请问 怎么加入')).toEqual(['pinned', text]);
    await askOnDiscord(bot, 'how do i join');
    expect((await kith.deliveries(bot.botId)).map((one) => one.text)).toEqual([text]);
    expect([model.mock.getRequests().length, kith.peers.charges.length]).toEqual(before);
    expect((await questions(bot, 'answered')).length).toBe(1);
    expect(await answerTo(bot, 'How do I leave?')).toEqual(['openai', 'The model answers.']);
  });

  it('is given while the model and billing are away', async () => {
    const bot = kith.aBot();
    await pin(bot, ['Are you there?'], 'I am.');
    for (const name of ['reserve', 'modelAccess', 'search']) kith.peers.down.add(name);
    expect(await answerTo(bot, 'are you there')).toEqual(['pinned', 'I am.']);
  });

  it('can be changed, searched and deleted; two never have the same question', async () => {
    answering('The model answers.');
    const bot = kith.aBot();
    const first = await pin(bot, ['How do I join?'], 'By mail.');
    await expect(pin(bot, ['Anything else?', 'how can I join'], 'Never.')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { 'questions.1': expect.stringContaining('Another pinned answer') } },
    });
    await expect(pin(bot, ['?!'], 'Never.')).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const race = await Promise.allSettled([
      pin(bot, ['When?', 'Since when?'], 'Now.'),
      pin(bot, ['Since when?', 'When?'], 'Now.'),
    ]);
    expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const changed = { ...bot, answerId: first.id, questions: ['How do I leave?'], answer: 'By foot.' };
    expect(await kith.ask(quality.changePinned, changed)).toMatchObject({ questions: ['How do I leave?'], isActive: true });
    expect(await answerTo(bot, 'how do I leave')).toEqual(['pinned', 'By foot.']);
    expect(await answerTo(bot, 'how do I join')).toEqual(['openai', 'The model answers.']);
    const found = await kith.ask(quality.pinned, { ...bot, search: 'BY FOOT' });
    expect([found.total, found.answers[0]?.id, (await kith.ask(quality.pinned, bot)).total]).toEqual([1, first.id, 2]);
    const page = async (of: object) => {
      const { answers, total } = await kith.ask(quality.pinned, { ...bot, ...of });
      return [answers.length, total];
    };
    expect([await page({ offset: 2 }), await page({ offset: 1, limit: 1 })]).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect([await page({ offset: 1, search: 'foot' }), await page({ search: 'nowhere' })]).toEqual([
      [0, 1],
      [0, 0],
    ]);
    await kith.ask(quality.unpin, { ...bot, answerId: first.id });
    await expect(kith.ask(quality.unpin, { ...bot, answerId: first.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(quality.changePinned, changed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await answerTo(bot, 'how do I leave')).toEqual(['openai', 'The model answers.']);
  });

  it('stays when the bot is reset and goes when it is deleted', async () => {
    const bot = kith.aBot();
    await pin(bot, ['How do I join?'], 'By mail.');
    await kith.ask(chat.purge, { botId: bot.botId });
    expect(await answerTo(bot, 'how do I join')).toEqual(['pinned', 'By mail.']);
    await kith.ask(chat.purge, { botId: bot.botId, isDeleted: true });
    expect(await kith.query('select 1 from chat.pinned_question where bot_id = $1', [bot.botId])).toEqual([]);
  });

  it('is one of as many as the plan allows, also under parallel requests; after a downgrade the oldest are given [S34, S35]', async () => {
    answering('The model answers.');
    const bot = kith.aBot({ ownerPlan: 'free' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) => pin(bot, [`What is number ${index}?`], `It is ${index}.`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as { code: string }] : []));
    expect(refused?.code).toBe('UPGRADE_REQUIRED');
    const [oldest] = (await kith.ask(quality.pinned, bot)).answers.toReversed();
    await kith.query(
      `insert into chat.pinned_answer (bot_id, owner_id, questions, answer) values ($1, $2, '{newest}', 'Newest.')`,
      [bot.botId, bot.actor.userId],
    );
    await kith.query(
      `insert into chat.pinned_question (bot_id, key, answer_id, owner_id)
       select bot_id, 'newest', id, owner_id from chat.pinned_answer where bot_id = $1 and answer = 'Newest.'`,
      [bot.botId],
    );
    expect((await kith.ask(quality.pinned, bot)).answers.map(({ isActive }) => isActive)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    const found = await kith.ask(quality.pinned, { ...bot, search: 'NEWEST' });
    expect(found.answers.map(({ isActive }) => isActive)).toEqual([false]);
    expect(await answerTo(bot, 'newest')).toEqual(['openai', 'The model answers.']);
    expect((await answerTo(bot, oldest?.questions[0] ?? ''))[0]).toBe('pinned');
  });
});
