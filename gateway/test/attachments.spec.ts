import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { attachmentType } from '@kith/proto';
import { aForm, FORM_HEADERS, withCpuTime } from './http-client.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { ECHO_FILES, ENDLESS } from './stubs/values.js';

const MB = 1024 * 1024;
const dataUrl = (content: string | Buffer, type = 'text/plain') =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;
const aNote = (content: string | Buffer = 'Ebb at noon.', name = 'note.txt') => ({
  name,
  type: 'text/plain',
  size: 1,
  data: dataUrl(content),
});

describe('chat messages with files', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const path = `/api/bots/${randomUUID()}/chat`;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  beforeEach(() => {
    kim = world.client();
  });
  afterAll(() => world.close());

  const say = (attachments: unknown, message: unknown = ECHO_FILES) => kim.ask('POST', path, { message, attachments });
  const root = () => world.runtime.config.FILE_STORE.replace('file:', '');
  const filesIn = (folder: string) => (existsSync(join(root(), folder)) ? readdirSync(join(root(), folder)) : []);
  const left = () => filesIn(kim.actor.userId);
  const lastCall = () => world.stubs.calls.findLast(({ name }) => name === 'chat.say')?.input;
  const responseOf = ({ body }: { body: unknown }) => (body as { response: string }).response;

  it('pass the files by reference and delete them after the reply', async () => {
    const picture = { ...aNote(Buffer.alloc(3000, 65), 'p.png'), type: 'image/png' };
    const answer = await say([aNote(), picture]);
    expect([answer.status, responseOf(answer)]).toEqual([
      200,
      `note.txt (text/plain, 12): Ebb at noon.\np.png (image/png, 3000): ${'A'.repeat(100)}`,
    ]);
    expect(lastCall()).toMatchObject({
      actor: kim.actor,
      attachments: [{ key: expect.stringContaining(`${kim.actor.userId}/`) }, {}],
    });
    expect(left()).toEqual([]);
  });

  it('can be answered by a stream', async () => {
    const answer = await kim.ask('POST', `${path}/stream`, { message: ECHO_FILES, attachments: [aNote()], showPrompt: true });
    expect(answer.text).toContain('note.txt (text/plain, 12): Ebb at noon.');
    expect(lastCall()).toMatchObject({ showPrompt: true });
    await waitFor('an empty store', () => left().length === 0);
  });

  it('are accepted as a form with message, request id and the wish to see the prompt', async () => {
    const body = aForm([
      { name: 'message', content: ECHO_FILES },
      { name: 'requestId', content: 'request-1' },
      { name: 'showPrompt', content: 'true' },
      { name: 'files', filename: 'a.md', content: '# Tides' },
      { name: 'files', filename: 'b.csv', type: 'text/csv', content: '1,2' },
    ]);
    const headers = { authorization: `Bearer ${kim.token}`, ...FORM_HEADERS };
    const answer = await world.send('POST', path, { body, headers });
    expect(responseOf(answer)).toBe('a.md (text/markdown, 7): # Tides\nb.csv (text/csv, 3): 1,2');
    expect(lastCall()).toMatchObject({ requestId: 'request-1', showPrompt: true });
    expect(left()).toEqual([]);
    const wrong = aForm([
      { name: 'files', filename: 'a.md', content: 'x' },
      { name: 'files', filename: 'a.exe', content: 'MZ' },
    ]);
    expect((await world.send('POST', path, { body: wrong, headers })).body).toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
    expect(left()).toEqual([]);
  });

  it('may have five files of 10 MB; the actual size counts, not the stated one', async () => {
    const files = Array.from({ length: 5 }, (_, at) => ({ ...aNote(Buffer.alloc(10 * MB, 66), `${at}.txt`), size: -5 }));
    const answer = await say(files);
    expect(answer.status).toBe(200);
    expect(responseOf(answer).match(/10485760/g)).toHaveLength(5);
    expect(left()).toEqual([]);
  });

  it('are refused with a file above 10 MB, a sixth file or a body above 70 MiB', async () => {
    const large = await say([aNote(), aNote(Buffer.alloc(10 * MB + 1))]);
    expect([large.status, large.body]).toMatchObject([413, { code: 'TOO_LARGE', message: 'A file is larger than 10 MB.' }]);
    const many = await say(Array.from({ length: 6 }, () => aNote()));
    expect([many.status, many.body]).toMatchObject([400, { code: 'BAD_INPUT', fields: { attachments: expect.any(String) } }]);
    const none = await kim.ask('POST', path, { message: 'x', attachments: null });
    expect([none.status, none.body]).toMatchObject([400, { code: 'BAD_INPUT', fields: { attachments: expect.any(String) } }]);
    const endless = await kim.ask('POST', path, { message: 'x', attachments: [aNote(Buffer.alloc(54 * MB))] });
    expect([endless.status, endless.body]).toMatchObject([413, { code: 'TOO_LARGE' }]);
    expect(left()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a number', 7],
    ['an object', {}],
    ['a text', 'x'],
    ['files that are texts', ['x']],
    ['files without data', [{ name: 'a.txt', type: 'text/plain' }]],
    ['data that is an object', [{ ...aNote(), data: { path: '/etc/passwd' } }]],
    ['data that is no data URL', [{ ...aNote(), data: 'hello' }]],
    ['an address', [{ ...aNote(), data: 'file:///etc/passwd' }]],
    ['no base64', [{ ...aNote(), data: 'data:text/plain,hello' }]],
    ['broken base64', [{ ...aNote(), data: 'data:text/plain;base64,AAA' }]],
    ['base64 with a hole', [{ ...aNote(), data: 'data:text/plain;base64,AA=A' }]],
    ['letters that are no base64', [{ ...aNote(), data: 'data:text/plain;base64,????' }]],
    [
      'much that is no base64',
      [aNote(), { ...aNote(), data: `data:text/plain;base64,${'AAAA'.repeat(9000)}${'????'.repeat(90_000)}` }],
    ],
    ['no name', [{ ...aNote(), name: '' }]],
    ['an endless name', [{ ...aNote(), name: 'x'.repeat(300) }]],
    ['a name longer than any text', [{ ...aNote(), name: 'x'.repeat(30_000) }]],
  ])('are refused with %s as attachments, and no file is kept', async (_name, attachments) => {
    const answer = await say(attachments);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'BAD_INPUT' }]);
    expect(left()).toEqual([]);
  });

  it.each(['text/html', 'application/x-msdownload', 'application/zip', '../text/plain', ''])(
    'are refused with a file of type %j',
    async (type) => {
      const answer = await say([{ ...aNote('x', 'page.html'), type, data: dataUrl('x', type) }]);
      expect([answer.status, answer.body]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA' }]);
    },
  );

  it.each([
    [40_000, 400],
    [330_000, 413],
  ])('with %d attachments are refused before the attachments are validated', async (count, status) => {
    const { result, cpuMs } = await withCpuTime(() => say(Array.from({ length: count }, () => ({}))));
    expect(result.status).toBe(status);
    expect(cpuMs).toBeLessThan(1000);
  });

  it('derive the type of a file from its name when the browser states none', () => {
    expect(attachmentType({ name: 'NOTES.MD', type: '' })).toBe('text/markdown');
    expect(attachmentType({ name: 'a.pdf', type: 'application/octet-stream' })).toBe('application/pdf');
    expect(attachmentType({ name: 'a.png', type: 'text/html' })).toBeUndefined();
    expect(attachmentType({ name: 'a', type: 'Image/PNG; q=1' })).toBe('image/png');
    expect(attachmentType({ name: 'a', type: 'constructor' })).toBeUndefined();
  });

  it.each([
    ['an endless message', { message: 'x'.repeat(2 * MB) }, 400, 'BAD_INPUT'],
    ['a long message', { message: 'x'.repeat(4001) }, 400, 'BAD_INPUT'],
    ['a message of quotation marks', { message: '"'.repeat(2 * MB) }, 400, 'BAD_INPUT'],
    ['much of something else', { message: 'x', more: Array.from({ length: 300 }, () => 'x'.repeat(5000)) }, 413, 'TOO_LARGE'],
    ['many short texts', { message: 'x', more: Array.from({ length: 300_000 }, () => 'xxxxx') }, 400, 'BAD_INPUT'],
    [
      'endless names',
      Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`some-name-or-other-${at}`, 1])),
      400,
      'BAD_INPUT',
    ],
  ])('are refused with %s', async (_name, body, status, code) => {
    const { result, cpuMs } = await withCpuTime(() => kim.ask('POST', path, body));
    expect([result.status, result.body]).toMatchObject([status, { code }]);
    expect(cpuMs).toBeLessThan(2000);
  });

  it.each(['{', '{"message":"x', '[]', '7', '"x"', 'null', `{"message":${'['.repeat(50_000)}`])(
    'are refused with the body %s',
    async (body) => {
      const headers = { authorization: `Bearer ${kim.token}`, 'content-type': 'application/json' };
      for (const way of ['', '/stream']) expect((await world.send('POST', path + way, { body, headers })).status).toBe(400);
    },
  );

  it('may escape each slash as \\/', async () => {
    const data = dataUrl(Buffer.alloc(30_000, 0xff)).replaceAll('/', '\\/');
    const body = `{"message":"${ECHO_FILES}","attachments":[{"name":"a.txt","type":"text\\/plain","data":"${data}"}]}`;
    const headers = { authorization: `Bearer ${kim.token}`, 'content-type': 'application/json' };
    expect(responseOf(await world.send('POST', path, { body, headers }))).toContain('a.txt (text/plain, 30000)');
  });

  it('that are not attachments of the message are not kept', async () => {
    const file = dataUrl(Buffer.alloc(30_000));
    const answer = await kim.ask('POST', path, { message: ECHO_FILES, attachments: [aNote()], other: file, [file]: 1 });
    expect(responseOf(answer)).toBe('note.txt (text/plain, 12): Ebb at noon.');
    expect(left()).toEqual([]);
  });

  it('are not read before authentication', async () => {
    const body = { message: 'x', attachments: [aNote(Buffer.alloc(5 * MB))] };
    expect((await world.send('POST', path, { body })).status).toBe(401);
    const headers = { cookie: `kith=${kim.cookie}`, origin: 'https://evil.example' };
    expect((await world.send('POST', path, { body, headers })).body).toMatchObject({ code: 'CROSS_ORIGIN' });
  });

  it('delete their files when the client disconnects', async () => {
    const leaving = new AbortController();
    const gone = fetch(new URL(`${path}/stream`, world.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${kim.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: ENDLESS, attachments: [aNote()] }),
      signal: leaving.signal,
    }).then((response) => response.text().catch(() => 'gone'));
    await waitFor('the file', () => filesIn(kim.actor.userId).length === 1);
    await waitFor('the first words', () => lastCall()?.['message'] === ENDLESS);
    leaving.abort();
    await Promise.allSettled([gone]);
    await waitFor('an empty store', () => left().length === 0);
  });
});
