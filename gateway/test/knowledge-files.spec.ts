import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { contentDisposition } from '../src/http/responses.js';
import { aForm, FORM_HEADERS, type FormPart } from './http-client.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { LOST, REFUSED } from './stubs/knowledge.js';

const MB = 1024 * 1024;
const aFile = (content: string | Buffer = 'Twice a day.', filename = 'tides.txt'): FormPart => ({
  name: 'file',
  filename,
  content,
});

describe('knowledge files', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const botId = randomUUID();
  const path = `/api/bots/${botId}/knowledge/upload`;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  afterAll(() => world.close());

  /** Signs in as a new user, who has no files yet. */
  const newUser = () => (kim = world.client());
  const upload = (parts: readonly FormPart[], headers: Record<string, string> = {}, client = kim) =>
    world.send('POST', path, {
      body: aForm(parts),
      headers: { authorization: `Bearer ${client.token}`, ...FORM_HEADERS, ...headers },
    });
  const lastCall = () => world.stubs.calls.findLast(({ name }) => name === 'knowledge.addFile')?.input;
  const root = () => world.runtime.config.FILE_STORE.replace('file:', '');
  const stored = (client = kim) => {
    const folder = join(root(), client.actor.userId);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('are stored under the id of their owner and passed on by reference with the fields of the form', async () => {
    newUser();
    const answer = await upload([
      { name: 'title', content: ' Tides ' },
      { name: 'tags', content: 'sea, moon,,' },
      aFile(),
      { name: 'tags', content: 'coast' },
      { name: 'x', content: '12.5' },
      { name: 'y', content: '40' },
    ]);
    expect([answer.status, answer.body]).toMatchObject([201, { botId, title: 'Tides', tags: ['sea', 'moon', 'coast'] }]);
    const { file, ...rest } = lastCall() as { file: { key: string } };
    expect(file).toMatchObject({ name: 'tides.txt', bytes: 12, key: `${kim.actor.userId}/${stored()[0]}` });
    expect(rest).toMatchObject({ actor: kim.actor, botId, title: 'Tides', position: { x: 12.5, y: 40 } });
  });

  it('need neither title nor position; the path of a file name is dropped', async () => {
    newUser();
    const answer = await upload([aFile('a', '../../etc/passwd'), { name: 'title', content: '' }]);
    expect([answer.status, answer.body]).toMatchObject([201, { title: 'passwd', tags: [], position: { x: 350, y: 250 } }]);
  });

  it('may have exactly 10 MB; larger ones are refused and not kept', async () => {
    newUser();
    expect((await upload([aFile(Buffer.alloc(10 * MB, 1))])).status).toBe(201);
    const large = await upload([aFile(Buffer.alloc(10 * MB + 1, 2))]);
    expect([large.status, large.body]).toMatchObject([413, { code: 'TOO_LARGE' }]);
    expect((await upload([aFile(Buffer.alloc(30 * MB, 3))])).status).toBe(413);
    expect(stored().length).toBe(1);
  });

  it.each<[string, readonly FormPart[], string]>([
    ['no file', [{ name: 'title', content: 'Tides' }], 'Please choose a file'],
    ['nothing at all', [], 'Please choose a file'],
    ['an empty file input', [aFile('', '')], 'Please choose a file'],
    ['two files', [aFile('one'), aFile('two')], 'Please send at most 1 file.'],
    ['an invalid position', [aFile(), { name: 'x', content: 'left' }], 'Please send both x and y as numbers.'],
    ['an incomplete position', [aFile(), { name: 'x', content: '1' }], 'Please send both x and y as numbers.'],
    ['a title above the field limit', [aFile(), { name: 'title', content: 'x'.repeat(40_000) }], 'This is too long.'],
    [
      'a title above 200 characters',
      [aFile(), { name: 'title', content: 'x'.repeat(201) }],
      'Title must be at most 200 characters',
    ],
    ['a file name above 255 characters', [aFile('a', `${'x'.repeat(300)}.txt`)], 'Name must be at most 255 characters'],
    [
      'many fields',
      [aFile(), ...Array.from({ length: 30 }, (_, at) => ({ name: `f${at}`, content: '' }))],
      'Please send at most 1 file.',
    ],
  ])('are refused with %s and not kept', async (_name, parts, message) => {
    newUser();
    const answer = await upload(parts);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'BAD_INPUT', message }]);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['broken off within the file', (form: Buffer) => form.subarray(0, form.length - 40)],
    ['broken off within a header', () => Buffer.from(`--${'kith'}\r\ncontent-dispo`)],
    ['of another boundary', (form: Buffer) => Buffer.from(form.toString().replaceAll('kith', 'other'))],
    ['that is no form', () => Buffer.from('hello')],
    ['with a field of the prototype', () => aForm([{ name: '__proto__', content: 'x' }, aFile()])],
  ])('are refused in a form %s and not kept', async (_name, change) => {
    newUser();
    const headers = { authorization: `Bearer ${kim.token}`, ...FORM_HEADERS };
    const answer = await world.send('POST', path, { body: change(aForm([aFile()])), headers });
    expect([answer.status, answer.body]).toMatchObject([400, { statusCode: 400 }]);
    expect(stored()).toEqual([]);
    expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('are refused in a form without a boundary', async () => {
    newUser();
    const answer = await upload([aFile()], { 'content-type': 'multipart/form-data' });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'MALFORMED' }]);
  });

  it.each([
    { file: { filepath: '/etc/passwd', filename: 'x.txt' } },
    { files: [{ path: '/etc/passwd' }], file: { key: 'x', bytes: 1, name: 'x' } },
  ])('cannot be addressed by the paths in %j [S47]', async (body) => {
    newUser();
    const calls = world.stubs.calls.length;
    const answer = await kim.ask('POST', path, body);
    expect([answer.status, answer.body]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA' }]);
    const typed = await world.send('POST', path, {
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${kim.token}`, ...FORM_HEADERS },
    });
    expect(typed.status).toBe(400);
    expect(world.stubs.calls.slice(calls).map(({ name }) => name)).not.toContain('knowledge.addFile');
  });

  it('are deleted when the service refuses them and kept when the outcome is unknown', async () => {
    newUser();
    const refused = await upload([aFile(), { name: 'title', content: REFUSED }]);
    expect([refused.status, refused.body, stored()]).toMatchObject([403, { code: 'UPGRADE_REQUIRED' }, []]);
    const lost = await upload([aFile(), { name: 'title', content: LOST }]);
    expect([lost.status, stored().length]).toEqual([502, 1]);
  });

  it('of a system are passed on in the same way, up to 20 MB, and deleted when the service refuses them', async () => {
    newUser();
    const give = (systemId: string, parts: readonly FormPart[]) =>
      world.send('POST', `/api/bots/${botId}/systems/${systemId}/files`, {
        body: aForm(parts),
        headers: { authorization: `Bearer ${kim.token}`, ...FORM_HEADERS },
      });
    const given = await give('music-bot', [{ name: 'title', content: ' Song ' }, aFile(Buffer.alloc(20 * MB, 1), 'a.mp3')]);
    expect([given.status, given.body]).toEqual([201, { message: 'Got: Song' }]);
    const call = world.stubs.calls.findLast(({ name }) => name === 'systemPages.addFile')?.input;
    const file = { name: 'a.mp3', bytes: 20 * MB, key: `${kim.actor.userId}/${stored()[0]}` };
    expect(call).toEqual({ actor: kim.actor, botId, systemId: 'music-bot', title: 'Song', file });
    expect((await give('music-bot', [aFile('a', 'Other song.mp3')])).body).toEqual({ message: 'Got: Other song.mp3' });
    const large = await give('music-bot', [aFile(Buffer.alloc(20 * MB + 1, 2))]);
    expect([large.status, large.body]).toMatchObject([413, { code: 'TOO_LARGE' }]);
    const missing = await give('music-bot', [{ name: 'title', content: 'Song' }]);
    expect([missing.status, missing.body]).toMatchObject([400, { fields: { file: 'Please choose a file' } }]);
    expect(stored().length).toBe(2);
    expect((await give('no-such-system', [aFile()])).status).toBe(404);
    expect(stored().length).toBe(2);
  });

  it('are limited to two uploads at a time per user', async () => {
    newUser();
    const sockets = [openUpload(), openUpload()];
    await waitFor('two uploads under way', () => stored().length === 2);
    const third = await upload([aFile()]);
    expect([third.status, third.headers['retry-after'], third.body]).toMatchObject([429, '5', { code: 'RATE_LIMITED' }]);
    expect((await upload([aFile('lou')], {}, world.client())).status).toBe(201);
    // A client that disconnects during an upload leaves no file and frees its slot.
    for (const socket of sockets) socket.destroy();
    await waitFor('the end of both uploads', () => stored().length === 0);
    expect((await upload([aFile()])).status).toBe(201);
    expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('are not read before authentication', async () => {
    const owners = readdirSync(root());
    const answer = await world.send('POST', path, { body: aForm([aFile(Buffer.alloc(5 * MB))]), headers: FORM_HEADERS });
    expect([answer.status, readdirSync(root())]).toEqual([401, owners]);
    const headers = { ...FORM_HEADERS, cookie: `kith=${kim.cookie}`, origin: 'https://evil.example' };
    expect((await world.send('POST', path, { body: aForm([aFile()]), headers })).body).toMatchObject({ code: 'CROSS_ORIGIN' });
  });

  describe('downloads [S46]', () => {
    const download = async (name: string, content: string) => {
      newUser();
      const { body } = await upload([aFile(content, name)]);
      return kim.ask('GET', (body as { fileUrl: string }).fileUrl);
    };

    it('are attachments with a sandbox policy', async () => {
      const answer = await download('küste 1*.svg', '<svg onload="alert(1)"/>');
      expect([answer.status, answer.text]).toEqual([200, '<svg onload="alert(1)"/>']);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-disposition': `attachment; filename="k_ste 1_.svg"; filename*=UTF-8''k%C3%BCste%201_.svg`,
        'x-content-type-options': 'nosniff',
        'content-length': '24',
        'cache-control': 'no-store',
      });
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
    });

    it('replace a media type that contains a header by a binary one', async () => {
      const answer = await download('a.txt', 'x');
      expect([answer.headers['content-type'], answer.headers['x-evil']]).toEqual(['application/octet-stream', undefined]);
    });

    it('answer NOT_FOUND both without an item and without a file', async () => {
      const gone = await kim.ask('GET', `/api/bots/${botId}/knowledge/${randomUUID()}/file`);
      expect([gone.status, gone.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
      const { body } = await upload([aFile('soon gone')]);
      const key = `${kim.actor.userId}/${stored().find((name) => statSync(join(root(), kim.actor.userId, name)).size === 9)}`;
      await world.runtime.files.remove(key);
      expect((await kim.ask('GET', (body as { fileUrl: string }).fileUrl)).body).toMatchObject({ code: 'NOT_FOUND' });
    });

    it.each([
      ['', `attachment; filename="file"; filename*=UTF-8''file`],
      ['a\r\nset-cookie: x=1', `attachment; filename="a__set-cookie_ x=1"; filename*=UTF-8''a__set-cookie_%20x%3D1`],
      ['a\u202Egnp.exe', `attachment; filename="a_gnp.exe"; filename*=UTF-8''a_gnp.exe`],
      ['../up/%2e;.txt', `attachment; filename=".._up__2e_.txt"; filename*=UTF-8''.._up_%252e%3B.txt`],
      ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''_.txt`],
    ])('escape the file name %j', (name, header) => expect(contentDisposition(name)).toBe(header));
  });

  /** Sends the first half of an upload and leaves the request open. */
  function openUpload() {
    const form = aForm([aFile(Buffer.alloc(MB))]);
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: kith',
      `Authorization: Bearer ${kim.token}`,
      `Content-Type: ${FORM_HEADERS['content-type']}`,
      `Content-Length: ${form.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(form.subarray(0, MB / 2));
    socket.on('error', () => undefined);
    return socket;
  }
});
