import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BotTools, chat, idAt, type JobOf, type queues } from '@kith/proto';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { ForgetMeWorker } from '../src/forget-me/forget-me.worker.js';
import { MessageRetention } from '../src/messages/message-retention.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';
import { aPicture, attached, messagesOf, picturesOf, startFileServer } from './pictures-under-test.js';

const EVE = { id: '400000000000000001', name: 'Eve' };
const BOB = { id: '400000000000000002', name: 'Bob' };
const FACT = 'The larkspur berth costs thirty crowns.';
const LONG = `${'The report speaks of weather and wind.\n'.repeat(1500)}${FACT}\n${'And of the sea.\n'.repeat(500)}`;

let model: StandInModel;
let files: Awaited<ReturnType<typeof startFileServer>>;
let kith: ChatUnderTest;
beforeAll(async () => {
  [model, files] = await Promise.all([startModel(), startFileServer()]);
  kith = await chatUnderTest({ ...model.env, ...files.env, MESSAGE_RETENTION_DAYS: '400' });
});
afterEach(() => void model.mock.reset());
afterAll(async () => {
  await kith.stop();
  await model.stop();
  files.stop();
});

const answering = () => model.mock.on({ predicate: () => true }, { content: 'Noted.' });
const appOf = () => kith.services.get('chat')?.app ?? raise();
/** Sends a message and has its reply delivered. */
async function said(botId: string, content: string, fields: Partial<JobOf<typeof queues.replies>> = {}) {
  const job = aJob(botId, content, fields);
  await kith.processJob(job);
  const request = job.revision === undefined ? job.messageId : `${job.messageId}-${job.revision}`;
  await kith.ask(chat.delivered, { botId, messageId: request });
  return job;
}
const shown = (botId: string, name: string, fields: Partial<JobOf<typeof queues.replies>> = {}) =>
  said(botId, 'Look!', { files: [files.file(`${name}.png`, aPicture(name))], ...fields });
/** Its model may use a command, to which it can pass on what it reads. */
function aBotWithACommand(): string {
  const { botId } = kith.aBot({ tools: { ...BotTools.parse({}), commands: true } });
  const custom = { name: 'Weather', description: 'Tells the weather.' };
  kith.peers.commands.set(botId, [{ commandId: '5d0c7a52-9d0e-4b43-8b5c-0d5f6d0a7f11', trigger: '!weather', custom }]);
  return botId;
}
const keptCount = async (botId: string) =>
  (await kith.query('select 1 from chat.message_picture where bot_id = $1', [botId])).length;
const forget = (botId: string, memberId: string) =>
  appOf().get(ForgetMeWorker).forget({ botId, memberId, before: '2000000000000000000' }, { isLastAttempt: false });

describe('a picture of a Discord member', () => {
  it('is shown with the next messages of its channel, whoever writes them, and in no other channel', async () => {
    answering();
    const { botId } = kith.aBot();
    await shown(botId, 'pier', { author: EVE });
    await said(botId, 'What is on it?', { author: BOB });
    expect(picturesOf(model)).toEqual(['pier']);
    expect(messagesOf(model)[1]?.text).toContain(
      'The pictures that came with this message, in this order:\n> pier.png (image/png)',
    );
    for (const place of [{ channelId: '200000000000000009' }, { channelId: '200000000000000008', guildId: null }]) {
      await said(botId, 'What is on it?', { author: EVE, ...place });
      expect(picturesOf(model)).toEqual([]);
    }
    await said(kith.aBot().botId, 'What is on it?', { author: EVE });
    expect(picturesOf(model)).toEqual([]);
  });

  it('is deleted by /forget-me, with those of others left, also when it is still waiting to be delivered [S74]', async () => {
    answering();
    const { botId } = kith.aBot();
    await shown(botId, 'eve', { author: EVE });
    await shown(botId, 'bob', { author: BOB });
    await kith.processJob(aJob(botId, 'And this?', { author: EVE, files: [files.file('late.png', aPicture('late'))] }));
    expect(await keptCount(botId)).toBe(3);
    await forget(botId, EVE.id);
    expect(await keptCount(botId)).toBe(1);
    await said(botId, 'What did you see?', { author: BOB });
    expect(picturesOf(model)).toEqual(['bob']);
  });

  it('is not stored when its author asks to be forgotten while it is answered [S74]', async () => {
    answering();
    const { botId } = kith.aBot();
    let forgotten: Promise<unknown> = Promise.resolve();
    kith.peers.whileReserving = () => {
      forgotten = forget(botId, EVE.id);
      return Promise.resolve();
    };
    await shown(botId, 'eve', { author: EVE }).catch(() => undefined);
    kith.peers.whileReserving = () => Promise.resolve();
    await forgotten;
    expect(await keptCount(botId)).toBe(0);
  });

  it('is kept neither where no messages are kept, nor where nothing is remembered, nor when another attached it', async () => {
    answering();
    const [bot, forgetful] = [kith.aBot(), kith.aBot({ preferences: { rememberInteractions: false } })];
    const asked = [
      await shown(bot.botId, 'unkept', { isKept: false }),
      await shown(bot.botId, 'of another', { files: [files.file('b.png', aPicture('of another'), { isByAnother: true })] }),
      await shown(forgetful.botId, 'unremembered'),
    ];
    expect(asked.map((_job, at) => picturesOf(model, at))).toEqual([['unkept'], ['of another'], ['unremembered']]);
    expect([await keptCount(bot.botId), await keptCount(forgetful.botId)]).toEqual([0, 0]);
    const rows = await kith.query<{ count: number }>(
      'select sum(picture_count)::int as count from chat.message where bot_id = any ($1)',
      [[bot.botId, forgetful.botId]],
    );
    expect(rows).toEqual([{ count: 0 }]);
    await said(bot.botId, 'What was it?');
    expect(picturesOf(model)).toEqual([]);
  });

  it('takes no place of another that is shown in its stead, where the model can pass on what it reads', async () => {
    answering();
    const botId = aBotWithACommand();
    await shown(botId, 'pier', { author: EVE });
    for (const name of ['b1', 'b2', 'b3']) await shown(botId, name, { author: BOB });
    for (const name of ['b4', 'b5', 'b6']) await said(botId, name, { author: BOB });
    await said(botId, 'What did you see?', { author: EVE });
    expect(picturesOf(model)).toEqual(['pier']);
    for (let n = 0; n < 6; n += 1) await said(botId, 'How are you?', { author: EVE });
    expect(picturesOf(model)).toEqual([]);
    await said(botId, 'What was on the picture?', { author: EVE });
    expect(picturesOf(model)).toEqual(['pier']);
    await said(botId, 'What is on the picture?', {
      author: EVE,
      files: [files.file('c.png', aPicture('of another'), { isByAnother: true })],
    });
    expect(picturesOf(model)).toEqual(['pier']);
  });

  it('is not shown with the question of another member to a model that can pass on what it reads', async () => {
    answering();
    const botId = aBotWithACommand();
    await shown(botId, 'eve', { author: EVE });
    await shown(botId, 'bob', { author: BOB });
    for (const [author, seen] of [
      [EVE, ['eve']],
      [BOB, ['bob']],
    ] as const) {
      await said(botId, 'What did you see?', { author });
      expect(picturesOf(model)).toEqual(seen);
    }
    for (let n = 0; n < 6; n += 1) await said(botId, 'And now?', { author: EVE });
    expect(picturesOf(model)).toEqual([]);
    await said(botId, 'What was in the picture?', { author: EVE });
    expect(picturesOf(model)).toEqual(['eve']);
    expect(messagesOf(model).at(-1)?.text).not.toContain('bob.png');
  });

  it('of a question that was changed is shown once, with its new answer', async () => {
    answering();
    const { botId } = kith.aBot();
    const { messageId } = await shown(botId, 'pier');
    await shown(botId, 'pier', { messageId, content: 'Look again!', revision: idAt(Date.now()) });
    expect(picturesOf(model)).toEqual(['pier']);
    await said(botId, 'What was it?');
    expect(picturesOf(model)).toEqual(['pier']);
    expect(await keptCount(botId)).toBe(1);
  });

  it('goes after 30 days, also where messages are kept longer [S74]', async () => {
    answering();
    const { botId } = kith.aBot();
    await shown(botId, 'old', { channelId: '200000000000000002' });
    await kith.query(`update chat.message_picture set created_at = now() - interval '31 days' where bot_id = $1`, [botId]);
    await shown(botId, 'new');
    const retention = appOf().get(MessageRetention);
    expect(await retention.sweepPictures()).toBe(1);
    expect(await keptCount(botId)).toBe(1);
    await kith.query(`update chat.message set created_at = now() - interval '401 days' where bot_id = $1`, [botId]);
    await retention.sweep();
    expect(await keptCount(botId)).toBe(0);
  });
});

describe('a text file of a Discord member', () => {
  const attach = (botId: string, fields: Partial<JobOf<typeof queues.replies>> = {}) =>
    said(botId, 'Please keep this.', { files: [files.file('report.txt', LONG, { type: 'text/plain' })], ...fields });
  const prompt = () => messagesOf(model).map(({ text }) => text);

  it('is read again for a question about any part of it, in its channel alone', async () => {
    answering();
    const { botId } = kith.aBot();
    await attach(botId, { author: EVE });
    await said(botId, 'How much for the larkspur berth?', { author: BOB });
    expect(prompt().at(-1)).toContain(FACT);
    await said(botId, 'How much for the larkspur berth?', { author: EVE, channelId: '200000000000000009' });
    expect(prompt().join('\n')).not.toContain(FACT);
    const rows = await kith.query<{ texts: string }>(
      `select file_texts as texts from chat.message where bot_id = $1 and file_texts <> ''`,
      [botId],
    );
    expect(rows.map(({ texts }) => texts.includes('larkspur'))).toEqual([false]);
  });

  it('of another member is not read to a model that can pass on what it reads, nor hides one of the same name [S69]', async () => {
    answering();
    const { botId } = kith.aBot({ tools: { ...BotTools.parse({}), commands: true } });
    const custom = { name: 'Weather', description: 'Tells the weather.' };
    const keep = (name: string, fact: string, author: typeof EVE) => {
      const file = files.file(`${idAt(Date.now())}-${name}`, LONG.replace(FACT, fact), { type: 'text/plain' });
      return said(botId, 'Please keep this.', { files: [{ ...file, name }], author });
    };
    await keep('report.txt', FACT, EVE);
    await keep('report.txt', 'The larkspur locker opens with juniper.', BOB);
    await keep('saffron.txt', 'The larkspur spice is in the cellar.', BOB);
    await keep('anise.txt', 'Nothing of that kind.', BOB);
    kith.peers.commands.set(botId, [{ commandId: '5d0c7a52-9d0e-4b43-8b5c-0d5f6d0a7f11', trigger: '!weather', custom }]);
    await said(botId, 'What about the larkspur?', { author: EVE });
    expect(prompt().at(-1)).toContain(FACT);
    expect(prompt().join('\n')).not.toMatch(/juniper|saffron|cellar|anise/);
    // Nothing passes them on where it has no such tool.
    kith.peers.commands.set(botId, []);
    await said(botId, 'And what about the larkspur?', { author: EVE });
    for (const word of ['thirty crowns', 'juniper', 'saffron', 'cellar', 'anise']) expect(prompt().at(-1)).toContain(word);
  });

  it('of another member takes no place of those of who asks, where the model can pass on what it reads', async () => {
    answering();
    const botId = aBotWithACommand();
    const keep = (name: string, text: string, author: typeof EVE) =>
      said(botId, 'Please keep this.', { files: [files.file(name, text, { type: 'text/plain' })], author });
    await keep('own.txt', LONG, EVE);
    const full = 'The larkspur berth is told of in these words, larkspur and berth.\n'.repeat(400);
    for (const name of ['b1.txt', 'b2.txt', 'b3.txt']) await keep(name, full, BOB);
    await said(botId, 'How much for the larkspur berth?', { author: EVE });
    expect(prompt().at(-1)).toContain(FACT);
    expect(prompt().join('\n')).not.toContain('in these words');
  });

  it('is deleted by /forget-me, and kept neither where no messages are kept nor when another attached it [S74]', async () => {
    answering();
    const { botId } = kith.aBot();
    const byAnother = [files.file('report.txt', LONG, { type: 'text/plain', isByAnother: true })];
    for (const fields of [{ author: EVE }, { author: BOB, isKept: false }, { author: BOB, files: byAnother }])
      await attach(botId, fields);
    const stored = () =>
      kith.query<{ author: string }>(`select author from chat.message where bot_id = $1 and (file_texts <> '' or files <> '')`, [
        botId,
      ]);
    expect(await stored()).toEqual([{ author: EVE.id }]);
    await forget(botId, EVE.id);
    expect(await stored()).toEqual([]);
    await said(botId, 'How much for the larkspur berth?', { author: BOB });
    expect(prompt().join('\n')).not.toContain(FACT);
  });
});

describe('a local model', () => {
  const local = { LOCAL_LLM_WINDOW: '8192' };
  const localEnv = (name: string) => ({ ...local, LOCAL_LLM_BASE_URL: model.baseUrl, LOCAL_LLM_MODEL: name });

  it.each([
    ['llava:13b', ['pier']],
    ['llama-3.1:8b', []],
  ])('%s is shown the earlier pictures %j, and has their names and what was read in them in any case', async (name, pictures) => {
    const alone = await chatUnderTest({ ...localEnv(name), ...files.env });
    answering();
    const bot = alone.aBot({ model: 'gpt-4o' });
    const file = await attached(alone, bot.actor.userId, 'pier.png', aPicture('pier'));
    alone.peers.texts.set('pier.png', 'NO SWIMMING');
    await alone.say({ ...bot, message: 'Look!', attachments: [file] });
    await alone.say({ ...bot, message: 'What was on it?' });
    const rows = await alone.query('select 1 from chat.message_picture');
    await alone.stop();
    expect(picturesOf(model)).toEqual(pictures);
    expect(rows).toHaveLength(pictures.length);
    expect(messagesOf(model)[1]?.text).toContain(
      '[Attached: pier.png]\nWhat stood in the files of this message:\n> pier.png\n> NO SWIMMING',
    );
  });
});

const raise = (): never => {
  throw new Error('no entry');
};
