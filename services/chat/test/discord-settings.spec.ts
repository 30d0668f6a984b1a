import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { chat } from '@kith/proto';
import { FILES, type FileStore } from '@kith/kit';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { MessageRetention } from '../src/messages/message-retention.js';
import { aJob, aMessageId, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let files: Server;
let origin: string;
let kith: ChatUnderTest;
/** What the file server answers by path. */
const served = new Map<string, string | Buffer>();

beforeAll(async () => {
  model = await startModel();
  files = createServer((request, response) => {
    const content = served.get(request.url ?? '');
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  await once(files.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  kith = await chatUnderTest({ ...model.env, DISCORD_API_URL: `${origin}/api` });
});
afterEach(() => void model.mock.reset());
afterAll(async () => {
  await kith.stop();
  await model.stop();
  files.close();
});

const answering = (content: string) => model.mock.on({ predicate: () => true }, { content });
const lastPrompt = (): string => JSON.stringify(model.mock.getRequests().at(-1)?.body);
const rowsOf = async (botId: string) =>
  (await kith.storedMessages(botId)).map(({ question, reply, authorName, state }) => ({ question, reply, authorName, state }));

describe('a message that is not to be kept', () => {
  it('is emptied when its reply is delivered or failed, and is no part of a later prompt', async () => {
    answering('The secret answer');
    const { botId } = kith.aBot();
    const [one, two] = [aJob(botId, 'a secret question', { isKept: false }), aJob(botId, 'another', { isKept: false })];
    await kith.processJob(one);
    await kith.processJob(two);
    expect(lastPrompt()).not.toContain('a secret question');
    await kith.ask(chat.delivered, { botId, messageId: one.messageId });
    await kith.ask(chat.undeliverable, { botId, messageId: two.messageId, reason: 'gone' });
    const empty = { question: '', reply: '', authorName: '' };
    expect(await rowsOf(botId)).toEqual([
      { ...empty, state: 'delivered' },
      { ...empty, state: 'failed' },
    ]);
    expect(await kith.ask(chat.counts, { botIds: [botId] })).toEqual({ counts: { [botId]: 1 } });
    const kept = aJob(botId, 'a kept question');
    await kith.processJob(kept);
    expect(lastPrompt()).not.toContain('secret');
    await kith.ask(chat.delivered, { botId, messageId: kept.messageId });
    expect((await rowsOf(botId)).at(-1)?.reply).not.toBe('');
  });

  it('is emptied after an hour when nobody reports its delivery', async () => {
    answering('Never delivered');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'hello', { isKept: false }));
    await kith.processJob(aJob(botId, 'hello', { isKept: false, messageId: aMessageId() }));
    const database = kith.services.get('chat')?.app.get(DataSource);
    await database?.query(
      `update chat.message set created_at = now() - interval '2 hours' where id = (select id from chat.message where bot_id = $1 limit 1)`,
      [botId],
    );
    expect(await kith.services.get('chat')?.app.get(MessageRetention).emptyUnreported()).toBe(1);
    expect((await rowsOf(botId)).map(({ reply }) => reply === '').toSorted()).toEqual([false, true]);
  });
});

describe('files of Discord members', () => {
  const aFile = (path: string, content: string | Buffer, changes: object = {}) => {
    served.set(path, content);
    return { name: path.slice(1), type: 'text/plain; charset=utf-8', bytes: content.length, url: `${origin}${path}`, ...changes };
  };

  it('reach the model: small text files with their text, all others by name and type', async () => {
    answering('Read.');
    const { botId } = kith.aBot();
    await kith.processJob(
      aJob(botId, 'what do they say?', {
        files: [
          aFile('/tides.txt', 'Twice a day, die Gezeiten, 潮汐.'),
          aFile('/photo.png', 'not read', { type: 'image/png' }),
          aFile('/large.txt', 'x', { bytes: 200_000 }),
          aFile('/lies-about-its-size.txt', 'y'.repeat(150_000), { bytes: 10 }),
          aFile('/broken.txt', Buffer.from([0x66, 0xff, 0xfe])),
          aFile('/elsewhere.txt', 'z', { url: 'http://169.254.169.254/latest' }),
          { name: 'gone.txt', type: 'text/plain', bytes: 5, url: `${origin}/gone` },
        ],
      }),
    );
    const prompt = lastPrompt();
    expect(prompt).toContain('Twice a day, die Gezeiten, 潮汐.');
    for (const name of [
      'photo.png (image/png)',
      'large.txt',
      'lies-about-its-size.txt',
      'broken.txt',
      'elsewhere.txt',
      'gone.txt',
    ])
      expect(prompt).toContain(name);
    expect(prompt).not.toMatch(/not read|yyyy/);
  });

  it('are read by the knowledge service in the turns of their owner, when they are documents or texts in another encoding; none is kept', async () => {
    answering('Read.');
    const { botId, actor } = kith.aBot();
    const { peers } = kith;
    for (const [name, text] of [
      ['plan.pdf', 'The ferry leaves at nine.'],
      ['prices.xlsx', 'A berth costs thirty crowns.'],
      ['tides.txt', '潮は一日に二度満ちる。'],
      ['fourth.docx', 'one document too many'],
    ] as const)
      peers.texts.set(name, text);
    const before = peers.filesRead.length;
    const unknown = { type: 'application/octet-stream' };
    const files = [
      aFile('/plan.pdf', '%PDF-1.7', { type: 'application/pdf' }),
      aFile('/prices.xlsx', 'PK', unknown),
      aFile('/tides.txt', Buffer.from([0x92, 0xaa, 0x82, 0xcd])),
      aFile('/fourth.docx', 'PK', unknown),
      aFile('/huge.pdf', '%PDF-1.7', { type: 'application/pdf', bytes: 6_000_000 }),
      aFile('/program.exe', 'MZ', unknown),
    ];
    await kith.processJob(aJob(botId, 'what do they say?', { files }));
    const prompt = lastPrompt();
    for (const text of ['leaves at nine', 'thirty crowns', '潮は一日に二度']) expect(prompt).toContain(text);
    expect(prompt).not.toContain('too many');
    for (const name of ['fourth.docx', 'huge.pdf', 'program.exe']) expect(prompt).toContain(name);
    const read = peers.filesRead.slice(before);
    expect(read.map(({ userId }) => userId)).toEqual([actor.userId, actor.userId, actor.userId]);
    expect(await Promise.all(read.map(({ key }) => kith.hasFile(key)))).toEqual([false, false, false]);
  });

  it('that cannot be read now leave a message with their names, which is answered', async () => {
    answering('Read.');
    const { botId } = kith.aBot();
    kith.peers.down.add('readAttachment');
    await kith.processJob(
      aJob(botId, 'what does it say?', { files: [aFile('/plan.pdf', '%PDF-1.7', { type: 'application/pdf' })] }),
    );
    kith.peers.down.clear();
    expect(lastPrompt()).toContain('plan.pdf (application/pdf)');
  });

  it('that cannot be stored leave a message with their names, which is answered', async () => {
    answering('Read.');
    const { botId } = kith.aBot();
    const store = kith.services.get('chat')?.app.get<FileStore>(FILES, { strict: false });
    if (!store) throw new Error('no file store');
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const put = jest.spyOn(store, 'put').mockRejectedValue(full);
    await kith.processJob(
      aJob(botId, 'what does it say?', { files: [aFile('/plan.pdf', '%PDF-1.7', { type: 'application/pdf' })] }),
    );
    expect(put).toHaveBeenCalledTimes(1);
    put.mockRestore();
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply', text: 'Read.' }]);
    expect(lastPrompt()).toContain('plan.pdf (application/pdf)');
  });
});

describe('pictures of Discord members', () => {
  const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')]);
  const aPicture = (path: string, content: Buffer) => {
    served.set(path, content);
    return { name: path.slice(1), type: 'image/png', bytes: content.length, url: `${origin}${path}` };
  };
  type Part = { type: string; image_url?: { url: string } };
  const partsOf = (index: number): Part[] => {
    const { messages = [] } = (model.mock.getRequests().at(index)?.body ?? {}) as { messages?: { content: string | Part[] }[] };
    return messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  };

  it('are given to a model that sees them, when they are pictures; to others by name', async () => {
    answering('A harbour.');
    const { botId } = kith.aBot({ model: 'gpt-4o', ownerPlan: 'premium' });
    const files = [aPicture('/harbour.png', PNG), aPicture('/no-picture.png', Buffer.from('<svg onload=alert(1)>'))];
    await kith.processJob(aJob(botId, 'what is this?', { files }));
    expect(partsOf(-1)).toEqual([
      { type: 'text', text: expect.stringContaining('what is this?') },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
    ]);
    expect(lastPrompt()).toContain('no-picture.png (image/png)');
  });

  it('that the model refuses do not leave the message without an answer', async () => {
    const hasPicture = (request: unknown): boolean => JSON.stringify(request).includes('image_url');
    model.mock.on(
      { predicate: hasPicture },
      { error: { message: 'broken picture', type: 'invalid_request_error' }, status: 400 },
    );
    answering('I cannot see it.');
    const { botId } = kith.aBot({ model: 'gpt-4o', ownerPlan: 'premium' });
    await kith.processJob(aJob(botId, 'what is this?', { files: [aPicture('/broken.png', PNG)] }));
    expect(await kith.deliveries(botId)).toMatchObject([
      { kind: 'reply', text: expect.stringMatching(/^I cannot see it\.\n-# The language model did not accept the picture/) },
    ]);
  });
});

describe('a reply with a remark', () => {
  it('is posted with the remark in small print below it, in the thread that is wanted', async () => {
    answering('Hello.');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'hi', { remark: 'I do not read files here.', threadName: 'hi' }));
    expect(await kith.deliveries(botId)).toMatchObject([{ text: 'Hello.\n-# I do not read files here.', threadName: 'hi' }]);
  });
});
