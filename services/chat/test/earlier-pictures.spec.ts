import { describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import type { StandInModel } from '@kith/kit/testing';
import { PICTURE_TOKENS } from '../src/models/picture-models.js';
import type { ChatUnderTest } from './chat-under-test.js';
import { chatWithModel } from './chat-with-model.js';
import { aPicture, attached, makeLatestBlind, messagesIn, messagesOf, picturesOf } from './pictures-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
chatWithModel((started) => ({ model, kith } = started));

type Bot = ReturnType<ChatUnderTest['aBot']>;
const MEGABYTE = 1_000_000;
const UNSEEN = '(You cannot see one picture of this message any more,';

const answering = (content = 'Noted.') => model.mock.on({ predicate: () => true }, { content });
const kept = (botId: string) =>
  kith.query<{ bytes: number; content: Buffer; name: string }>(
    'select bytes, content, name from chat.message_picture where bot_id = $1 order by created_at, position',
    [botId],
  );
/** Sends pictures by name; each holds its name. */
async function show(bot: Bot, pictures: Readonly<Record<string, Buffer>>, message = 'Look!', showPrompt = false) {
  const attachments = await Promise.all(
    Object.entries(pictures).map(([name, content]) => attached(kith, bot.actor.userId, name, content)),
  );
  return (await kith.say({ ...bot, message, attachments, showPrompt })).at(-1);
}
const isRefused = (text: string) => (request: unknown) =>
  JSON.stringify(request).includes(aPicture(text).toString('base64').slice(0, 20));
const refusing = { error: { message: 'broken', type: 'invalid_request_error' }, status: 400 };
const ask = (bot: Bot, message = 'What was on it?') => kith.say({ ...bot, message });

describe('a picture of an earlier message', () => {
  it('comes with its message and its name in the next prompts, which begin alike; it is stored encrypted, and its file is gone', async () => {
    answering();
    const bot = kith.aBot();
    const file = await attached(kith, bot.actor.userId, 'pier\nplan.png', aPicture('the pier'));
    await kith.say({ ...bot, message: 'Look!', attachments: [file] });
    expect(await kith.hasFile(file.key)).toBe(false);
    for (const message of ['What was on it?', 'And what colour?']) await ask(bot, message);
    const [first, now] = [messagesOf(model, -2), messagesOf(model, -1)];
    expect(first[1]).toEqual({
      role: 'user',
      text: 'The user wrote:\n> Look!\n> [Attached: pier plan.png]\nThe pictures that came with this message, in this order:\n> pier plan.png',
      pictures: ['the pier'],
    });
    expect(first.at(-1)).toMatchObject({ role: 'user', pictures: [] });
    // What the provider may have kept of the prompt before it.
    expect(now.slice(0, 3)).toEqual(first.slice(0, 3));
    expect(messagesOf(model, -3)[0]).toEqual(now[0]);
    const [row] = await kept(bot.botId);
    expect([row?.content.includes('the pier'), row?.name.includes('pier')]).toEqual([false, false]);
  });

  it('is shown in the five exchanges after its own; then the prompt says that it is seen no more, until a message asks for it', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, { 'pier-plan.png': aPicture('the pier') }, 'Look, the old harbour!');
    for (let n = 1; n <= 5; n += 1) {
      await ask(bot);
      expect([n, picturesOf(model)]).toEqual([n, ['the pier']]);
    }
    await ask(bot);
    expect(picturesOf(model)).toEqual([]);
    expect(messagesOf(model)[1]?.text).toContain(`> [Attached: pier-plan.png]\n${UNSEEN}`);
    for (const message of [
      'What was on the picture?',
      'Was war auf dem Foto?',
      'And the pier plan?',
      '写真には何がありましたか？',
    ]) {
      await ask(bot, message);
      const messages = messagesOf(model);
      expect([message, messages.map(({ pictures }) => pictures.join()).filter(Boolean)]).toEqual([message, ['the pier']]);
      expect(messages.at(-1)?.text).toMatch(
        /come with this message again.+:\n\[(kb-\w+) begin names of pictures\]\npier-plan\.png\n\[\1 end/,
      );
    }
    await ask(bot, 'How are you?');
    expect(picturesOf(model)).toEqual([]);
  });

  it('is found among many by its name and by what was said with it, however long ago; no more than two come at once', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, { 'a1.png': aPicture('a heron') }, 'A heron at the weir');
    await show(bot, { 'red boat.png': aPicture('a boat') }, 'Ours');
    for (const n of [1, 2, 3, 4]) await show(bot, { [`x${n}.png`]: aPicture(`cake ${n}`) }, 'Another cake');
    for (let n = 1; n <= 6; n += 1) await ask(bot);
    const asked = async (message: string) => {
      await ask(bot, message);
      return messagesOf(model).at(-1)?.pictures;
    };
    expect(await asked('Show me the picture of the heron')).toEqual(['a heron']);
    expect(await asked('What does it say on the red boat?')).toEqual(['a boat']);
    expect(await asked('Compare a1.png and red boat.png')).toEqual(['a boat', 'a heron']);
    expect(await asked('Which cake picture is best?')).toEqual(['cake 4', 'cake 3']);
    expect(await asked('Which boat is best?')).toEqual([]);
    // Here it goes by what is seen anyway.
    expect(await asked('What about this image?')).toHaveLength(2);
    await show(bot, { 'new.png': aPicture('new') }, 'What is in this picture?');
    expect(picturesOf(model)).toEqual(['new']);
    expect(await asked('And left of it in the picture?')).toEqual([]);
  });

  it('is one of the three newest ones: older ones are named only', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, { 'a.png': aPicture('a'), 'b.png': aPicture('b') });
    await show(bot, { 'c.png': aPicture('c'), 'd.png': aPicture('d') });
    await ask(bot);
    expect(messagesOf(model).map(({ pictures }) => pictures.join())).toEqual(['', 'a', '', 'c,d', '', '']);
    expect(messagesOf(model)[1]?.text).toContain(`in this order:\n> a.png\n${UNSEEN}`);
    const four = Object.fromEntries(['e', 'f', 'g', 'h'].map((name) => [`${name}.png`, aPicture(name)]));
    await show(bot, four);
    await ask(bot);
    expect(picturesOf(model)).toEqual(['e', 'f', 'g']);
    expect(await kept(bot.botId)).toHaveLength(8);
  });

  it('is shown within four megabytes, the newest first; one that does not fit leaves room for a smaller one', async () => {
    let asked: string[] = [];
    model.mock.on(
      {
        predicate: ({ messages }) => {
          asked = messagesIn(messages).flatMap(({ pictures }) => [...pictures]);
          return true;
        },
      },
      { content: 'Noted.' },
    );
    const bot = kith.aBot();
    await show(bot, { 'a.png': aPicture('a', { bytes: 3 * MEGABYTE }) });
    await show(bot, { 'b.png': aPicture('b', { bytes: 1.5 * MEGABYTE }) });
    await ask(bot);
    expect(asked).toEqual(['b']);
    await show(bot, {
      'c.png': aPicture('c', { bytes: 2.6 * MEGABYTE }),
      'd.png': aPicture('d', { bytes: 1.5 * MEGABYTE }),
      'e.png': aPicture('e', { bytes: 0.6 * MEGABYTE }),
    });
    // All of them are seen with their own message.
    expect(asked).toEqual(['b', 'c', 'd', 'e']);
    await ask(bot);
    expect(asked).toEqual(['c', 'e']);
    expect((await kept(bot.botId)).map(({ bytes }) => bytes / MEGABYTE)).toEqual([3, 1.5, 2.6, 1.5, 0.6]);
    // Twenty megabytes of a conversation are kept.
    await kith.query('update chat.message_picture set bytes = 9000000 where bot_id = $1', [bot.botId]);
    await show(bot, { 'f.png': aPicture('f') });
    expect((await kept(bot.botId)).map(({ bytes }) => bytes)).toEqual([9 * MEGABYTE, 9 * MEGABYTE, 100]);
  });

  it('that is a GIF is kept; one that is too large or only claims to be one is named, as with its own message', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, {
      'wave.gif': aPicture('a wave', { begin: Buffer.from('GIF89a') }),
      'large.png': aPicture('large', { bytes: 3.6 * MEGABYTE }),
      'claims.png': Buffer.from('<svg onload=alert(1)>'),
      'empty.png': Buffer.alloc(0),
    });
    await ask(bot);
    expect(picturesOf(model)).toEqual(['a wave']);
    expect(messagesOf(model)[1]?.text).toContain('[Attached: wave.gif, large.png, claims.png, empty.png]');
    expect(await kept(bot.botId)).toHaveLength(1);
  });

  it('is named to a model that sees none, which is told that it cannot see it, and shown again to one that does', async () => {
    answering();
    await makeLatestBlind(kith);
    const bot = kith.aBot();
    const persona = kith.peers.personas.get(bot.botId) ?? raise();
    await show(bot, { 'pier.png': aPicture('the pier') });
    kith.peers.personas.set(bot.botId, { ...persona, model: 'latest' });
    await ask(bot);
    expect(picturesOf(model)).toEqual([]);
    expect(messagesOf(model)[1]?.text).toContain(UNSEEN);
    // Another model could have answered in its place, so it is kept.
    await show(bot, { 'unseen.png': aPicture('unseen') });
    expect(picturesOf(model)).toEqual([]);
    kith.peers.personas.set(bot.botId, persona);
    await ask(bot);
    expect(picturesOf(model)).toEqual(['the pier', 'unseen']);
  });

  it('is shown in no other conversation, with no other bot, after no reset, and not where nothing is remembered', async () => {
    answering();
    const bot = kith.aBot();
    const forgetful = kith.aBot({ preferences: { rememberInteractions: false } });
    const other = { ...kith.aBot({ ownerId: bot.actor.userId }), actor: bot.actor };
    const stranger = kith.aBot();
    for (const each of [bot, forgetful, stranger]) await show(each, { 'pier.png': aPicture(each === bot ? 'mine' : 'theirs') });
    for (const [each, seen] of [
      [other, []],
      [forgetful, []],
      [stranger, ['theirs']],
      [bot, ['mine']],
    ] as const) {
      await ask(each);
      expect(picturesOf(model)).toEqual(seen);
    }
    expect(await kept(forgetful.botId)).toEqual([]);
    await kith.ask(chat.purge, { botId: bot.botId });
    expect([await kept(bot.botId), (await kept(stranger.botId)).length]).toEqual([[], 1]);
    await ask(bot);
    expect(picturesOf(model)).toEqual([]);
    await kith.ask(chat.purge, { botId: stranger.botId, isDeleted: true });
    expect(await kept(stranger.botId)).toEqual([]);
  });

  it('that was moved to another message, or damaged, is not shown, and the message is answered', async () => {
    answering();
    const [bot, victim] = [kith.aBot(), kith.aBot()];
    for (const each of [bot, victim]) await show(each, { 'pier.png': aPicture(each === bot ? 'mine' : 'theirs') });
    await kith.query(
      `update chat.message_picture mine set content = theirs.content from chat.message_picture theirs
       where mine.bot_id = $1 and theirs.bot_id = $2`,
      [bot.botId, victim.botId],
    );
    await kith.query(`update chat.message_picture set content = '\\x00' where bot_id = $1`, [victim.botId]);
    for (const each of [bot, victim]) {
      await ask(each);
      expect(picturesOf(model)).toEqual([]);
      expect(messagesOf(model)[1]?.text).toContain(UNSEEN);
    }
  });

  it('that the model does not accept is not kept; one that another model refuses later is shown no more, and the reply says so', async () => {
    model.mock.on({ predicate: isRefused('broken') }, refusing);
    answering();
    const bot = kith.aBot();
    await show(bot, { 'pier.png': aPicture('the pier') });
    await show(bot, { 'broken.png': aPicture('broken') });
    await ask(bot);
    expect(picturesOf(model)).toEqual(['the pier']);
    expect(messagesOf(model)[3]?.text).toContain(UNSEEN);
    model.mock.reset();
    model.mock.on({ predicate: isRefused('the pier') }, refusing);
    answering();
    expect((await ask(bot)).at(-1)).toMatchObject({
      response: 'Noted.',
      notes: [expect.stringContaining('did not accept a picture from earlier')],
    });
    expect(await kept(bot.botId)).toEqual([]);
    const before = model.mock.getRequests().length;
    expect((await ask(bot)).at(-1)).not.toHaveProperty('notes');
    expect(model.mock.getRequests()).toHaveLength(before + 1);
  });

  it('that is refused beside a new one does not keep the new one from being seen: the reply says which was refused, and only that one goes', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, { 'pier.png': aPicture('the pier') });
    model.mock.reset();
    model.mock.on({ predicate: isRefused('the pier') }, refusing);
    answering('A ship.');
    const before = model.mock.getRequests().length;
    const shown = await show(bot, { 'ship.png': aPicture('a ship') }, 'Look!', true);
    expect(shown).toMatchObject({
      response: 'A ship.',
      notes: [expect.stringContaining('did not accept a picture from earlier')],
    });
    // Its owner reads what the model was sent last.
    const pictureCounts = shown?.type === 'done' ? shown.prompt?.messages.map(({ pictures }) => pictures) : [];
    expect(pictureCounts).toEqual(messagesOf(model).map(({ pictures }) => pictures.length));
    expect([model.mock.getRequests().length - before, picturesOf(model)]).toEqual([2, ['a ship']]);
    await ask(bot);
    expect(picturesOf(model)).toEqual(['a ship']);
  });

  it('stays where the new one beside it is refused alone, too: the new one is named in the reply, once, and not kept', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, { 'pier.png': aPicture('the pier') });
    model.mock.reset();
    model.mock.on({ predicate: isRefused('broken') }, refusing);
    answering();
    const before = model.mock.getRequests().length;
    const reply = await show(bot, { 'broken.png': aPicture('broken') });
    expect(reply).toMatchObject({ notes: [expect.stringContaining('did not accept the picture and answered')] });
    expect(model.mock.getRequests().length - before).toBe(3);
    expect([-2, -1].map((at) => picturesOf(model, at))).toEqual([['broken'], []]);
    await ask(bot);
    expect(picturesOf(model)).toEqual(['the pier']);
  });

  it('is not blamed where the model answers no request: the failure is told without a note, and all is kept', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, { 'pier.png': aPicture('the pier') });
    model.mock.reset();
    model.mock.on({ predicate: () => true }, refusing);
    await expect(show(bot, { 'ship.png': aPicture('a ship') })).rejects.toHaveProperty('code');
    expect(await kept(bot.botId)).toHaveLength(1);
  });

  it('counts like one of the message itself where a reply breaks off, and the provider does not say what it took', async () => {
    const bot = kith.aBot();
    const plain = kith.aBot();
    answering();
    await show(bot, { 'pier.png': aPicture('the pier') });
    await kith.say({ ...plain, message: 'Look!\n[Attached: pier.png]' });
    model.mock.reset();
    const LONG = 'It is low at six and high at noon. '.repeat(9);
    model.mock.on({ predicate: () => true }, { content: LONG }, { chunkSize: 10, truncateAfterChunks: 12, latency: 5 });
    for (const each of [bot, plain]) await ask(each);
    const [seen, blind] = await Promise.all(
      [bot, plain].map(async ({ botId }) => (await kith.storedMessages(botId)).at(-1)?.promptTokens ?? 0),
    );
    expect((seen ?? 0) - (blind ?? 0)).toBeGreaterThanOrEqual(PICTURE_TOKENS);
    expect((seen ?? 0) - (blind ?? 0)).toBeLessThan(PICTURE_TOKENS + 60);
  });

  it('is not shown with the prompt of another message: one that the model does not answer keeps nothing', async () => {
    model.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 500 });
    const bot = kith.aBot();
    await expect(show(bot, { 'pier.png': aPicture('the pier') })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(await kept(bot.botId)).toEqual([]);
  });
});

describe('pictures that are sent at the same time', () => {
  it('stay within the limits of their conversation, and those of an owner with several bots wait for no ring of locks', async () => {
    answering();
    const bot = kith.aBot();
    const bots = [bot, ...Array.from({ length: 3 }, () => ({ ...kith.aBot({ ownerId: bot.actor.userId }), actor: bot.actor }))];
    // Everything of the owner beyond the limit is deleted with each of them.
    await fill(bot, 1200, 1000);
    await Promise.all(bots.map((each) => show(each, { 'a.png': aPicture('a'), 'b.png': aPicture('b') })));
    for (const n of [0, 3, 6, 9])
      await Promise.all([1, 2, 3].map((m) => show(bot, { [`${n + m}.png`]: aPicture(String(n)), 'x.png': aPicture('x') })));
    for (const each of bots.slice(1)) expect(await kept(each.botId)).toHaveLength(2);
    const rows = await kith.query<{ count: number }>(
      `select count(*)::int as count from chat.message_picture where bot_id = $1 and conversation = $2`,
      [bot.botId, `web-${bot.actor.userId}`],
    );
    expect(rows).toEqual([{ count: 20 }]);
  });

  it('of one owner take at most 100 MB and a thousand of them, the oldest go; those of others stay', async () => {
    answering();
    const [bot, other] = [kith.aBot(), kith.aBot()];
    await show(other, { 'a.png': aPicture('a') });
    await fill(bot, 1005, 10);
    await show(bot, { 'a.png': aPicture('a') });
    expect(await kept(bot.botId)).toHaveLength(1000);
    const greedy = kith.aBot();
    await fill(greedy, 60, 2 * MEGABYTE);
    await show(greedy, { 'a.png': aPicture('a') });
    const bytes = (await kept(greedy.botId)).map((row) => row.bytes);
    expect([bytes.length, bytes.at(-1)]).toEqual([50, 100]);
    expect(await kept(other.botId)).toHaveLength(1);
  });
});

/** Rows of pictures of other conversations with a bot, an hour old. */
async function fill({ botId, actor }: Bot, count: number, bytes: number): Promise<void> {
  await kith.query(
    `with stored as (
       insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
         truncated, tokens, latency_ms, state, created_at)
       select $1::uuid, $2::uuid, 'discord', 'c' || n, 'r' || n, 'u', '', '', '', 'openai', '{}', false, 2, 10, 'delivered', now() - interval '1 hour'
       from generate_series(1, $3::int) as n returning id, conversation, created_at
     ) insert into chat.message_picture (message_id, position, bot_id, owner_id, conversation, name, bytes, content, created_at)
     select id, 0, $1, $2, conversation, '', $4::int, '', created_at from stored`,
    [botId, actor.userId, count, bytes],
  );
}

const raise = (): never => {
  throw new Error('no entry');
};
