import { describe, expect, it } from '@jest/globals';
import { chat, events, idAt, type Passage } from '@kith/proto';
import { queryAsOwner, waitFor, type StandInModel } from '@kith/kit/testing';
import { database } from '../src/database.js';
import { aJob, aPassage, type ChatUnderTest } from './chat-under-test.js';
import { chatWithModel } from './chat-with-model.js';

let model: StandInModel;
let kith: ChatUnderTest;
chatWithModel((started) => ({ model, kith } = started));

const STORY = 'Once upon a time there was a moon. '.repeat(40);
const answering = (content: string) => model.mock.on({ predicate: () => true }, { content });
/** Takes about eight seconds for the story. */
const answeringSlowly = (content: string) => model.mock.on({ predicate: () => true }, { content }, { latency: 40, chunkSize: 7 });
const chargesOf = (botId: string) => kith.peers.charges.filter((charge) => charge.includes(botId));
const supersede = async (botId: string, messageId: string, before: string): Promise<void> => {
  await kith.runtime.redis.set(`runner:superseded:${botId}-${messageId}`, before);
  await kith.runtime.events.publish(events.replyInterrupted, { botId, messageId, reason: 'superseded', before });
};
const promptOf = (index: number): string => JSON.stringify(model.mock.getRequests().at(index)?.body);
const NEVER = '18446744073709551615';

describe('a question that was deleted', () => {
  it('is not answered, and nothing is charged for it', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'never mind');
    await supersede(botId, job.messageId, NEVER);
    await kith.processJob(job);
    expect([model.mock.getRequests().length, await kith.deliveries(botId)]).toEqual([0, []]);
    expect(chargesOf(botId)).toEqual([`release:${botId}-${job.messageId}`]);
  });

  it('while the model writes ends the writing, stores nothing and gives the charge back', async () => {
    answeringSlowly(STORY);
    const { botId } = kith.aBot();
    const job = aJob(botId, 'tell me a story');
    const answered = kith.processJob(job);
    await waitFor('the request', () => model.mock.getRequests().length > 0);
    await supersede(botId, job.messageId, NEVER);
    await answered;
    expect([await kith.storedMessages(botId), await kith.deliveries(botId)]).toEqual([[], []]);
    expect(chargesOf(botId).at(-1)).toBe(`release:${botId}-${job.messageId}`);
  });
});

describe('a reply that takes long', () => {
  it('is shown while it is written, and when a member stops it, what is written is the reply and is charged', async () => {
    answeringSlowly(STORY);
    const { botId } = kith.aBot();
    const job = aJob(botId, 'tell me a story', { threadName: 'a story' });
    const answered = kith.processJob(job);
    const [first, second] = await waitFor('two beginnings', () => {
      const shown = kith.peers.shown.filter(({ messageId }) => messageId === job.messageId);
      return shown.length >= 2 ? shown : null;
    });
    expect(first).toMatchObject({ channelId: job.channelId, authorId: job.author.id, threadName: 'a story' });
    expect(STORY.startsWith(first?.text ?? '-') && second?.text.startsWith(first?.text ?? '-')).toBe(true);
    await kith.runtime.events.publish(events.replyInterrupted, { botId, messageId: job.messageId, reason: 'stopped' });
    await answered;
    const [delivery] = await kith.deliveries(botId);
    expect(delivery?.text).toMatch(/ …$/);
    expect(STORY.startsWith(delivery?.text.slice(0, -2) ?? '-')).toBe(true);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect(chargesOf(botId).at(-1)).toBe(`settle:${botId}-${job.messageId}`);
  });
});

describe('a reply whose beginning was shown and that cannot be finished', () => {
  it('ends with a notice, however many the channel had just now', async () => {
    const { botId } = kith.aBot();
    const first = aJob(botId, 'first');
    // No model answers.
    await expect(kith.processJob(first, true)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    answeringSlowly(STORY);
    const job = aJob(botId, 'tell me a story', { interaction: 'sealed' });
    const answered = kith.processJob(job, true);
    const beginning = () => kith.peers.shown.find(({ messageId }) => messageId === job.messageId);
    expect(await waitFor('the beginning', beginning)).toMatchObject({ interaction: 'sealed' });
    // The reply cannot be stored.
    await queryAsOwner(kith, database, 'alter table chat.message rename to message_away');
    try {
      await kith.runtime.events.publish(events.replyInterrupted, { botId, messageId: job.messageId, reason: 'stopped' });
      await expect(answered).rejects.toThrow('message');
    } finally {
      await queryAsOwner(kith, database, 'alter table chat.message_away rename to message');
    }
    const notices = (await kith.deliveries(botId)).filter(({ kind }) => kind === 'notice');
    expect(notices.map(({ messageId }) => messageId).toSorted()).toEqual([first.messageId, job.messageId].toSorted());
  });
});

describe('a question that was changed', () => {
  it('is answered without its earlier answer, which is no part of the conversation any more; each answer is charged', async () => {
    answering('The moon is old.');
    const { botId } = kith.aBot();
    const before = aJob(botId, 'hello');
    const job = aJob(botId, 'how old is the moon?');
    for (const one of [before, job]) {
      await kith.processJob(one);
      await kith.ask(chat.delivered, { botId, messageId: one.messageId });
    }
    const revision = idAt(Date.now());
    await supersede(botId, job.messageId, revision);
    await kith.processJob({ ...job, content: 'how old is the sun?', revision });
    expect(promptOf(-1)).toContain('hello');
    expect(promptOf(-1)).not.toContain('how old is the moon?');
    const request = `${job.messageId}-${revision}`;
    expect((await kith.deliveries(botId)).find((one) => one.revision === revision)).toMatchObject({
      jobId: `${botId}-${request}`,
      messageId: job.messageId,
    });
    await kith.ask(chat.delivered, { botId, messageId: request });
    await kith.ask(chat.delivered, { botId, messageId: request });
    const rows = (await kith.storedMessages(botId)).map(({ question, state }) => [question, state]);
    expect(rows).toEqual([
      ['hello', 'delivered'],
      ['how old is the moon?', 'replaced'],
      ['how old is the sun?', 'delivered'],
    ]);
    expect(chargesOf(botId).filter((charge) => charge.startsWith('reserve'))).toHaveLength(3);
    // The job of the question as it was first comes too late.
    await kith.processJob(job);
    expect(model.mock.getRequests()).toHaveLength(3);
  });
});

describe('a reply that a language model wrote from knowledge', () => {
  const TITLES = ['*Tides*\n# big', 'https://port.example/tides?x=1', 'Moon', 'Harbour', '\u200b'];
  const replyTo = async (content: string, known: readonly (string | Passage)[]) => {
    model.mock.reset();
    answering(content);
    const { botId } = kith.aBot();
    kith.peers.passages = known.map((passage) =>
      typeof passage === 'string' ? aPassage(passage, `The tides come twice a day, says ${passage}.`) : passage,
    );
    kith.peers.coverage = 1;
    await kith.processJob(aJob(botId, 'how often?'));
    Object.assign(kith.peers, { passages: [], coverage: 0 });
    return (await kith.deliveries(botId))[0]?.text;
  };

  it('names the sources that it cites in small print, on one line and without effect, and no other', async () => {
    expect(await replyTo('Twice [2], or [1][5]. Never [9].', TITLES)).toBe(
      'Twice [1], or [2][3]. Never.\n-# Sources: [1] port.example, [2] \\*Tides\\* # big, [3] untitled',
    );
  });

  it('names none that has nothing to do with the sentence that cites it', async () => {
    const [tides, kayaks] = ['Tides', 'Kayaks'];
    expect(await replyTo('The tides come twice a day, says Tides [1][2].', [tides, kayaks])).toContain('[1] Tides, [2] Kayaks');
    const passages = [aPassage(tides, 'The tides come twice a day.'), aPassage(kayaks, 'Paddles are lent at the pier.')];
    expect(await replyTo('The tides come twice a day [1][2].', passages)).toBe(
      'The tides come twice a day [1].\n-# Sources: [1] Tides',
    );
  });

  it('names none when it cites none, however well the knowledge fits the question', async () => {
    expect(await replyTo('Twice a day.', TITLES)).toBe('Twice a day.');
    expect(await replyTo('Look at `tides[1]`.', TITLES)).toBe('Look at `tides[1]`.');
  });
});

describe('a rating', () => {
  it('counts once for each answer and member, the last one, and of no other message', async () => {
    answering('The moon is old.');
    const { actor, botId } = kith.aBot();
    const job = aJob(botId, 'how old is the moon?');
    await kith.processJob(job);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    const rating = { botId, messageId: job.messageId, memberId: job.author.id, isGood: true };
    await expect(kith.ask(chat.rate, { ...rating, messageId: '1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await kith.ask(chat.rate, rating);
    await kith.ask(chat.rate, { ...rating, isGood: false });
    expect(await kith.ask(chat.analytics, { actor, botId })).toMatchObject({ ratings: { good: 0, bad: 1, reasons: [] } });
  });
});
