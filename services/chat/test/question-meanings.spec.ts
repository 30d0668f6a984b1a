import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Keyring } from '@kith/kit';
import { asActor, type StandInEmbeddings, type StandInModel } from '@kith/kit/testing';
import { chat, quality } from '@kith/proto';
import { DataSource } from 'typeorm';
import { ForgetMeWorker } from '../src/forget-me/forget-me.worker.js';
import { sealed } from '../src/messages/sealed-texts.js';
import { MAX_ASKED } from '../src/quality/question-meanings.js';
import { InboxService } from '../src/quality/inbox.service.js';
import { aJob, type ChatUnderTest } from './chat-under-test.js';
import { chatWithEmbeddings, type ChatWithEmbeddings } from './chat-with-embeddings.js';

// The stand-in takes these words for each other.
const MEANINGS = [
  ['opens', 'opening', 'geöffnet'],
  ['bakery', 'breadshop', 'bäckerei'],
];
let model: StandInModel;
let embeddings: StandInEmbeddings;
let kith: ChatUnderTest;
let stop: ChatWithEmbeddings['stop'];
beforeAll(async () => {
  ({ model, embeddings, kith, stop } = await chatWithEmbeddings(MEANINGS));
});
beforeEach(() => void model.mock.on({ predicate: () => true }, { content: 'I am not sure.' }));
afterEach(() => {
  model.mock.reset();
  embeddings.behaviour = 'working';
  embeddings.delayMs = 0;
  embeddings.requests.length = 0;
});
afterAll(() => stop());

type Bot = ReturnType<ChatUnderTest['aBot']>;
const LEARNING = { preferences: { learningMode: true } };
async function ask({ actor, botId }: Bot, ...messages: string[]): Promise<void> {
  for (const message of messages) await kith.say({ actor, botId, message, requestId: randomUUID() });
}
async function askOnDiscord({ botId }: Bot, content: string) {
  const job = aJob(botId, content);
  await kith.processJob(job);
  await kith.ask(chat.delivered, { botId, messageId: job.messageId });
  return job;
}
const groups = async (bot: Bot) =>
  (await kith.ask(quality.inbox, { ...bot, limit: 100 })).questions.map(({ question, count }) => [question, count]);
const vectors = ({ botId }: Bot) =>
  kith.query<{ model: string; dimension: number; vector: string; message_id: string }>(
    'select * from chat.question_vector where bot_id = $1',
    [botId],
  );
/** Faster than asking them. */
async function insert({ botId, actor }: Bot, questions: readonly string[]): Promise<void> {
  const keyring = kith.services.get('chat')?.app.get(Keyring);
  const rows = questions.map((question) => {
    const requestId = `web-${randomUUID()}`;
    const message = { botId, requestId, authorName: '', question, reply: '', sources: [], citedPassages: '', files: '' };
    return { requestId, question: keyring ? sealed(keyring, message).question : '' };
  });
  await kith.query(
    `insert into chat.message (bot_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
       truncated, tokens, latency_ms, state, owner_id, inbox_cause, created_at)
     select $1, 'web', 'c', r.id, 'a', '', r.question, '', 'openai', '{}', false, 1, 1, 'delivered', $2, 'uncertain',
       now() + r.n * interval '1 ms'
     from unnest($3::text[], $4::text[]) with ordinality r (id, question, n)`,
    [botId, actor.userId, rows.map(({ requestId }) => requestId), rows.map(({ question }) => question)],
  );
}
const ungroupedOf = ({ botId }: Bot) => kith.query('select id from chat.message where bot_id = $1 and inbox_id is null', [botId]);
const texts = () => embeddings.requests.flatMap(({ body }) => body.input);

const OPEN = 'When opens the bakery?';
const SAME = 'Breadshop opening?';
const OTHER = 'What costs the zanzibar lighthouse?';

describe('questions of the inbox, with an embeddings model', () => {
  it('are grouped by meaning where they share no word, and not where they only share words', async () => {
    const bot = kith.aBot();
    await ask(bot, OPEN, SAME, OTHER);
    await ask(bot, 'Ist die Bäckerei geöffnet?');
    expect(await groups(bot)).toEqual([
      ['Ist die Bäckerei geöffnet?', 3],
      [OTHER, 1],
    ]);
    const kept = await vectors(bot);
    expect(kept.map(({ model: id, dimension }) => [id, dimension])).toEqual([
      ['local:stand-in', 256],
      ['local:stand-in', 256],
    ]);
    await ask(bot, SAME);
    expect((await groups(bot))[0]).toEqual([SAME, 4]);
    // Of five words three are the same; the stand-in reads the long ones alone.
    const other = kith.aBot();
    await ask(other, 'ham egg jam zanzibar?', 'ham egg jam lighthouse?');
    expect(await groups(other)).toHaveLength(2);
    embeddings.behaviour = 'down';
    const byWords = kith.aBot();
    await ask(byWords, 'ham egg jam zanzibar?', 'ham egg jam lighthouse?');
    expect(await groups(byWords)).toHaveLength(1);
  });

  it('are asked for once: not those with the words of a group, and not again at the next look', async () => {
    const bot = kith.aBot();
    await ask(bot, OPEN, 'when opens the BAKERY');
    await groups(bot);
    await groups(bot);
    const asked = texts().filter((text) => /bakery/i.test(text));
    expect(asked).toHaveLength(1);
    await ask(bot, OPEN);
    expect(await groups(bot)).toEqual([[OPEN, 3]]);
    expect(texts().filter((text) => /bakery/i.test(text))).toHaveLength(1);
  });

  it.each(['down', 'garbled', 'forgetful', 'refusing'] as const)(
    'are grouped by words while the model is %s',
    async (behaviour) => {
      embeddings.behaviour = behaviour;
      const bot = kith.aBot();
      await ask(bot, OPEN, SAME, 'the bakery opens when?');
      expect(await groups(bot)).toEqual([
        ['the bakery opens when?', 2],
        [SAME, 1],
      ]);
      expect(await vectors(bot)).toEqual([]);
    },
  );

  it('are grouped once by two looks at the same time', async () => {
    const bot = kith.aBot();
    await ask(bot, OPEN, OTHER);
    await Promise.all([groups(bot), groups(bot), ask(bot, SAME).then(() => groups(bot)), groups(bot)]);
    expect((await groups(bot)).map(([, count]) => count).toSorted()).toEqual([1, 2]);
    expect(await vectors(bot)).toHaveLength(2);
  });

  it('leave no vector when their message is deleted, forgotten, taken from the inbox or wiped [S74]', async () => {
    const bot = kith.aBot(LEARNING);
    const job = await askOnDiscord(bot, OPEN);
    await askOnDiscord(bot, SAME);
    expect([(await groups(bot)).length, (await vectors(bot)).length]).toEqual([1, 1]);
    const worker = kith.services.get('chat')?.app.get(ForgetMeWorker);
    await worker?.forget({ botId: bot.botId, memberId: job.author.id, before: '2000000000000000000' }, { isLastAttempt: true });
    expect(await vectors(bot)).toEqual([]);

    const own = kith.aBot();
    await ask(own, OPEN, OTHER);
    await groups(own);
    await kith.query('delete from chat.message where id = $1', [(await vectors(own))[0]?.message_id]);
    expect(await vectors(own)).toHaveLength(1);
    await kith.query(`update chat.message set state = 'replaced' where bot_id = $1`, [own.botId]);
    await kith.services.get('chat')?.app.get(InboxService).sweep();
    expect(await vectors(own)).toEqual([]);

    const wiped = kith.aBot();
    await ask(wiped, OPEN);
    await groups(wiped);
    await kith.ask(chat.purge, { botId: wiped.botId });
    expect(await vectors(wiped)).toEqual([]);
  });

  it('leave no vector when a member takes back the rating by which their question was shown', async () => {
    const bot = kith.aBot();
    const job = await askOnDiscord(bot, OPEN);
    const rate = (isGood: boolean) =>
      kith.ask(chat.rate, { botId: bot.botId, messageId: job.messageId, memberId: job.author.id, isGood, reason: null });
    await rate(false);
    await groups(bot);
    expect(await vectors(bot)).toHaveLength(1);
    await rate(true);
    expect(await vectors(bot)).toEqual([]);
  });

  it('get a new vector when the message that theirs was of is gone, and when the model changes', async () => {
    const bot = kith.aBot();
    await ask(bot, OPEN, SAME);
    await groups(bot);
    const [first] = await vectors(bot);
    await kith.query('delete from chat.message where id = $1', [first?.message_id]);
    await ask(bot, 'bakery opens?', 'breadshop opening');
    await groups(bot);
    await kith.query(`update chat.question_vector set model = 'local:old' where bot_id = $1`, [bot.botId]);
    await ask(bot, OTHER, 'Which bakery opens tomorrow?');
    await groups(bot);
    expect((await vectors(bot)).map(({ model: id }) => id)).not.toContain('local:old');
  });

  it('are stored encrypted, and seen by their owner alone [S28, S74]', async () => {
    const bot = kith.aBot();
    await ask(bot, OPEN);
    await groups(bot);
    const [stored] = await vectors(bot);
    // 256 numbers as bytes in base64 would be 344 characters of A-Z, a-z, 0-9, + and /.
    expect(stored?.vector).not.toMatch(/^[A-Za-z0-9+/=]{344}$/);
    const database = kith.services.get('chat')?.app.get(DataSource);
    const seenBy = (id: string) => asActor(id, () => database?.query('select * from chat.question_vector') ?? Promise.reject());
    expect(await seenBy(randomUUID())).toEqual([]);
    expect(await seenBy(bot.actor.userId)).toHaveLength(1);
  });

  it('are asked for at most so many times in one look, and ten thousand are grouped in bounded time', async () => {
    const bot = kith.aBot();
    // Three hundred different ones, of three words each.
    await insert(
      bot,
      Array.from({ length: 10_000 }, (_, n) => `subject${n % 300} place${(n % 300) % 40} thing${n % 300}`),
    );
    let looks = 0;
    // A call that takes longer than five seconds fails.
    for (; looks < 50 && (await ungroupedOf(bot)).length > 0; looks += 1) await groups(bot);
    expect(looks).toBeLessThan(50);
    expect((await kith.ask(quality.inbox, { ...bot })).total).toBe(300);
    expect(texts().length).toBeLessThanOrEqual(looks * (MAX_ASKED + 16));
    expect((await vectors(bot)).length).toBeGreaterThan(100);
  }, 120_000);

  it('that a slow model does not answer in the time of a look wait for the next one, and no vector is lost', async () => {
    const bot = kith.aBot();
    const different = Array.from({ length: 40 }, (_, n) => `subject${n} place${n} thing${n}`);
    await insert(bot, [...different, ...different]);
    embeddings.delayMs = 750;
    await groups(bot);
    const first = (await vectors(bot)).length;
    expect(first).toBeGreaterThan(0);
    expect(await ungroupedOf(bot)).toHaveLength(80 - first);
    for (let looks = 0; looks < 4 && (await ungroupedOf(bot)).length > 0; looks += 1) await groups(bot);
    expect((await groups(bot)).map(([, count]) => count)).toEqual(different.map(() => 2));
    expect(await vectors(bot)).toHaveLength(40);
  }, 30_000);

  it('are grouped by words when the model answers nothing in all of the time of a look', async () => {
    embeddings.behaviour = 'hanging';
    const bot = kith.aBot();
    await ask(bot, OPEN, SAME);
    expect(await groups(bot)).toHaveLength(2);
  }, 30_000);
});
