import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { BodyPace } from '../src/http/body-pace.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { aForm, FORM_HEADERS } from './http-client.js';
import { ECHO_FILES } from './stubs/values.js';

const MB = 1_048_576;
// 20 KB a second: slow, but above the minimum speed.
const SLOW = 'A'.repeat(2048);
const JSON_HEADERS = { 'content-type': 'application/json' };
const MESSAGE_BEGIN = `{"message":"x","attachments":[{"name":"a.txt","type":"text/plain","data":"data:text/plain;base64,${'AAAA'.repeat(10_000)}`;
const FORM_BEGIN = `--kith\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nHigh`;

describe('request bodies that arrive slowly', () => {
  let world: GatewayUnderTest;
  const open: Socket[] = [];
  const chat = `/api/bots/${randomUUID()}/chat`;
  const upload = `/api/bots/${randomUUID()}/knowledge/upload`;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => world.close());

  /** Sends the beginning of a body of 5 MB and then `drip` ten times a second. */
  function begin(
    path: string,
    headers: Record<string, string>,
    body: string,
    drip = 'A',
  ): { answer: () => string; stop: () => void } {
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1');
    open.push(socket);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    const head = Object.entries({ host: 'kith', 'content-length': String(5 * MB), ...headers }).map((header) =>
      header.join(': '),
    );
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
    const timer = setInterval(() => socket.writable && socket.write(drip), 100);
    socket.once('close', () => clearInterval(timer));
    return { answer: () => answer, stop: () => clearInterval(timer) };
  }
  const of = (client: Client, headers: Record<string, string>) => ({ authorization: `Bearer ${client.token}`, ...headers });
  const aFile = (bytes: number) => ({
    name: 'a.txt',
    type: 'text/plain',
    data: `data:text/plain;base64,${Buffer.alloc(bytes, 65).toString('base64')}`,
  });
  const filesOf = ({ actor }: Client): string[] => {
    const folder = join(world.runtime.config.FILE_STORE.replace('file:', ''), actor.userId);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('of other users do not keep a user from sending files at once [S45]', async () => {
    const [ann, ben, kim] = [world.client(), world.client(), world.client()];
    const slow = [
      begin(chat, of(ann, JSON_HEADERS), MESSAGE_BEGIN, SLOW),
      begin(`${chat}/stream`, of(ann, JSON_HEADERS), MESSAGE_BEGIN, SLOW),
      begin(chat, of(ben, JSON_HEADERS), MESSAGE_BEGIN, SLOW),
      begin(chat, of(ben, FORM_HEADERS), FORM_BEGIN, SLOW),
      begin(upload, of(ben, FORM_HEADERS), FORM_BEGIN, SLOW),
    ];
    await waitFor('the files of the slow messages', () => filesOf(ann).length === 2 && filesOf(ben).length >= 2);
    const attachments = Array.from({ length: 5 }, () => aFile(MB / 2));
    const answer = await kim.ask('POST', chat, { message: ECHO_FILES, attachments });
    expect([answer.status, slow.map((one) => one.answer())]).toEqual([200, ['', '', '', '', '']]);
  }, 30_000);

  it('are two at a time for one user and eight for one network, and their slots are free again afterwards [S45]', async () => {
    const kim = world.client();
    const slow = [begin(chat, of(kim, JSON_HEADERS), MESSAGE_BEGIN), begin(chat, of(kim, JSON_HEADERS), MESSAGE_BEGIN)];
    const send = () => kim.ask('POST', chat, { message: ECHO_FILES, attachments: [aFile(MB)] });
    const refused = await waitFor('a refusal', async () => {
      const answer = await send();
      return answer.status === 429 ? answer : undefined;
    });
    expect([refused.headers['retry-after'], refused.body]).toMatchObject(['3', { code: 'RATE_LIMITED' }]);
    expect((await kim.ask('POST', chat, { message: ECHO_FILES, attachments: [aFile(10)] })).status).toBe(200);
    slow.forEach((one) => one.stop());
    open.splice(0).forEach((socket) => socket.destroy());
    await waitFor('a free slot', async () => (await send()).status === 200);
    await waitFor('no files', () => filesOf(kim).length === 0);
    const office = { ...JSON_HEADERS, 'x-forwarded-for': '203.0.113.7' };
    const many = Array.from({ length: 9 }, () => begin(chat, of(world.client(), office), MESSAGE_BEGIN));
    await waitFor('one refusal', () => many.some((one) => one.answer().includes('RATE_LIMITED')));
    expect(many.filter((one) => one.answer() !== '')).toHaveLength(1);
  }, 30_000);

  it('end with 408 and their connection is closed, on every kind of route, and no file of them is kept [S39]', async () => {
    const kim = world.client();
    const slow = [
      begin(chat, of(kim, JSON_HEADERS), MESSAGE_BEGIN),
      begin(upload, of(kim, FORM_HEADERS), FORM_BEGIN),
      begin('/api/auth/login', { ...JSON_HEADERS, 'content-length': '1000' }, '{"username":"'),
      begin('/graphql', { ...JSON_HEADERS, 'content-length': '1000' }, '{"query":"'),
      begin('/api/webhooks/stripe', { ...JSON_HEADERS, 'content-length': '1000' }, '{'),
    ];
    await waitFor('five answers', () => slow.every((one) => one.answer() !== ''), 20_000);
    for (const one of slow) {
      expect(one.answer()).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/);
      expect(one.answer()).toMatch(/connection: close/i);
    }
    await waitFor('closed connections', () => open.every((socket) => socket.closed));
    await waitFor('no files', () => filesOf(kim).length === 0);
    expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
  }, 40_000);

  it('are taken at the pace of their sender: files, and what is read only to be dropped [S39, S45]', async () => {
    const taken = new Map<string, number>();
    const take = jest.spyOn(BodyPace.prototype, 'take').mockImplementation((sender, bytes) => {
      taken.set(sender, (taken.get(sender) ?? 0) + bytes);
      return Promise.resolve();
    });
    try {
      const [ann, ben, kim] = [world.client(), world.client(), world.client()];
      expect((await ann.ask('POST', chat, { message: ECHO_FILES, attachments: [aFile(2 * MB)] })).status).toBe(200);
      const form = aForm([{ name: 'file', filename: 'a.txt', type: 'text/plain', content: Buffer.alloc(2 * MB, 65) }]);
      expect((await world.send('POST', upload, { headers: of(ben, FORM_HEADERS), body: form })).status).toBe(201);
      expect([ann, ben].map(({ actor }) => taken.get(actor.userId))).toEqual([2 * MB, 2 * MB]);
      // Without a session, and by a route that takes no such body: answered before the body is read.
      const refused = [
        begin('/api/bots', JSON_HEADERS, 'A'.repeat(2 * MB)),
        begin('/api/bots', of(kim, FORM_HEADERS), 'A'.repeat(2 * MB)),
      ];
      await waitFor('the answers', () => refused.every((one) => /^HTTP\/1.1 4\d\d /.test(one.answer())));
      const dropped = (sender: string) => waitFor(`the body of ${sender}`, () => (taken.get(sender) ?? 0) >= 2 * MB);
      await dropped(kim.actor.userId);
      await dropped('127.0.0.1');
    } finally {
      take.mockRestore();
    }
  });
});
