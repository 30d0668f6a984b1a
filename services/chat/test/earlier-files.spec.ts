import { describe, expect, it } from '@jest/globals';
import { AppError, chat } from '@kith/proto';
import type { StandInModel } from '@kith/kit/testing';
import type { ChatUnderTest } from './chat-under-test.js';
import { chatWithModel } from './chat-with-model.js';

let model: StandInModel;
let kith: ChatUnderTest;
chatWithModel((started) => ({ model, kith } = started));

const LINE = 'The report speaks of weather and wind all day long.\n';
const FACT = 'The larkspur berth costs thirty crowns.';
/** With the fact at character 60,000. */
const LONG = `${LINE.repeat(Math.ceil(60_000 / LINE.length))}${FACT}\n${LINE.repeat(500)}`;
const EARLIER = 'Files from earlier in this conversation';

const promptOf = (index: number): string[] => {
  const body = model.mock.getRequests().at(index)?.body as { messages: { content: string }[] } | undefined;
  return (body?.messages ?? []).map(({ content }) => content);
};

async function attach(bot: ReturnType<ChatUnderTest['aBot']>): Promise<void> {
  model.mock.on({ predicate: () => true }, { content: 'Noted.' });
  const file = await kith.aFile(bot.actor.userId, 'report.txt', LONG);
  await kith.say({ ...bot, message: 'Please keep this.', attachments: [file] });
}

describe('the longest message with files', () => {
  it('does not keep the questions behind it from being answered', async () => {
    const bot = kith.aBot();
    model.mock.on({ predicate: () => true }, { content: 'Noted.' });
    const file = await kith.aFile(bot.actor.userId, 'report.txt', LINE);
    await kith.say({ ...bot, message: 'The berth of the ferry. '.repeat(200).slice(0, 4000), attachments: [file] });
    for (const message of ['tell me more', 'and where does it go?', 'how much?'])
      expect((await kith.say({ ...bot, message })).at(-1)).toMatchObject({ type: 'done', response: 'Noted.' });
    expect(Math.max(...kith.peers.searches.map(({ length }) => length))).toBeLessThanOrEqual(4000);
  });

  it('is answered without knowledge when the search fails on it', async () => {
    const bot = kith.aBot();
    model.mock.on({ predicate: () => true }, { content: 'Noted.' });
    kith.peers.whileSearching = () => Promise.reject(new AppError('BAD_INPUT'));
    try {
      expect((await kith.say({ ...bot, message: 'When does it go?' })).at(-1)).toMatchObject({ response: 'Noted.' });
    } finally {
      kith.peers.whileSearching = () => Promise.resolve();
    }
  });
});

describe('a file of an earlier message', () => {
  it('is read again for a question about any part of it, in the last message alone, and stored encrypted', async () => {
    const bot = kith.aBot();
    await attach(bot);
    for (const message of ['Hello!', 'Good morning!', 'How much for the larkspur berth?']) await kith.say({ ...bot, message });
    const [before, now] = [promptOf(-2), promptOf(-1)];
    expect(now.at(-1)).toContain(EARLIER);
    expect(now.at(-1)).toContain(FACT);
    expect(before.join('\n')).not.toContain(FACT);
    expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    const rows = await kith.query<{ texts: string }>(
      `select file_texts as texts from chat.message where bot_id = $1 and file_texts <> ''`,
      [bot.botId],
    );
    expect(rows.map(({ texts }) => texts.includes('larkspur'))).toEqual([false]);
  });

  it('is read also when its exchange alone is longer than what is read of the conversation', async () => {
    const bot = kith.aBot();
    await attach(bot);
    await kith.query('update chat.message set tokens = 1000000 where bot_id = $1', [bot.botId]);
    for (const message of ['Hello!', 'How much for the larkspur berth?']) await kith.say({ ...bot, message });
    expect(promptOf(-1)).toHaveLength(4);
    expect(promptOf(-1).at(-1)).toContain(FACT);
  });

  it('is read neither in another conversation, nor after a reset, nor where nothing is remembered', async () => {
    const bot = kith.aBot();
    const forgetful = kith.aBot({ preferences: { rememberInteractions: false } });
    await attach(bot);
    await attach(forgetful);
    const message = 'How much for the larkspur berth?';
    for (const each of [kith.aBot(), forgetful]) {
      await kith.say({ ...each, message });
      expect(promptOf(-1).join('\n')).not.toContain(FACT);
    }
    await kith.ask(chat.purge, { botId: bot.botId });
    await kith.say({ ...bot, message });
    expect(promptOf(-1).join('\n')).not.toContain(FACT);
  });

  it('is read however many messages with files came since, and further files are told by name', async () => {
    const bot = kith.aBot();
    await attach(bot);
    for (let at = 0; at < 8; at += 1) {
      const file = await kith.aFile(bot.actor.userId, `minutes-${at}.txt`, `${LINE.repeat(400)}The meeting ${at} was dull.`);
      await kith.say({ ...bot, message: `More minutes, number ${at}.`, attachments: [file] });
    }
    await kith.say({ ...bot, message: 'How much for the larkspur berth?' });
    const last = promptOf(-1).at(-1) ?? '';
    expect(last).toContain(FACT);
    const names = last.slice(last.indexOf('begin names of files'), last.indexOf('end names of files'));
    expect(names).toContain('minutes-7.txt\nminutes-6.txt');
    expect(names).toContain('minutes-0.txt');
    expect(names).not.toContain('report.txt');
  });

  it('is read beside a thousand others, of which no more is read than there is room for', async () => {
    const bot = kith.aBot();
    await attach(bot);
    // None of these can be opened: one that is read fails the reply. The history ends before them, because they are too long for it.
    await kith.query(
      `insert into chat.message select older.* from chat.message m, generate_series(1, 1000) n,
         lateral jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'request_id', 'older-' || n, 'tokens', 1000000,
           'file_texts', repeat('x', case when n = 1 then 4000001 else 1000 end), 'created_at', m.created_at - make_interval(secs => n))) older
       where m.bot_id = $1`,
      [bot.botId],
    );
    await kith.say({ ...bot, message: 'How much for the larkspur berth?' });
    expect(promptOf(-1).at(-1)).toContain(FACT);
  });
});
