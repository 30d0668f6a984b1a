import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { aClient, createRoleUser, expectDone, signInSuperAdmin, type RoleUser } from '../matrix/roles.js';
import { onDatabase } from './database.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const INSIDE =
  /relation|does not exist|bot_away|\bselect\b|insert into|QueryFailed|postgres|pg_|typeorm|node_modules|\.[jt]s\b|\bat \w+/i;

describe('injection', () => {
  let stack: Stack;
  let roleUser: RoleUser;
  let superAdmin: RoleUser;
  let botId: string;

  beforeAll(async () => {
    stack = await startStack();
    [roleUser, superAdmin] = await Promise.all([createRoleUser(stack), signInSuperAdmin(stack)]);
    await expectDone(superAdmin.client.patch(`/api/admin/users/${roleUser.id}/subscription`, { plan: 'premium' }));
    botId = String((await expectDone(roleUser.client.post('/api/bots', { name: 'Amber' }))).body['id']);
    await expectDone(roleUser.client.post(`/api/bots/${botId}/knowledge`, { title: 'Tides', content: 'Twice a day.' }));
  }, 120_000);
  afterAll(() => stack.stop());

  const STATEMENTS = [
    "' or '1'='1",
    "'; drop table bots.bot; --",
    "') union select password_hash from auth.user --",
    '%',
    '_____',
    "\\'; select pg_sleep(40); --",
    '$1',
    ':name',
    '1); delete from auth.user; --',
    "'||(select version())||'",
  ];

  it.each(STATEMENTS)('a search for %j finds these characters only [S40]', async (sought) => {
    const query = new URLSearchParams({ search: sought, query: sought }).toString();
    const startMs = Date.now();
    const [own, users, audit, found] = await Promise.all([
      roleUser.client.get(`/api/bots?${query}`),
      superAdmin.client.get(`/api/admin/users?${query}`),
      superAdmin.client.get(`/api/admin/audit?action=${encodeURIComponent(sought)}&userId=${encodeURIComponent(sought)}`),
      roleUser.client.get(`/api/bots/${botId}/knowledge/search?${query}`),
    ]);
    expect([own.text, users.text]).toEqual(['[]', '[]']);
    expect(audit.status).toBeLessThan(500);
    expect(found.status).toBeLessThan(500);
    expect(Date.now() - startMs).toBeLessThan(20_000);
    expect(own.text + users.text + audit.text + found.text).not.toMatch(/argon2|PostgreSQL \d/);
  });

  it('names that look like SQL are stored unchanged [S40]', async () => {
    for (const name of STATEMENTS.filter((text) => text.length >= 3)) {
      const { body } = await expectDone(roleUser.client.patch(`/api/bots/${botId}`, { name }));
      expect(body['name']).toBe(name);
    }
    expect(await onDatabase(stack, 'select count(*)::int as bots from bots.bot where id = $1', [botId])).toEqual([{ bots: 1 }]);
  });

  it.each([
    'limit=1;drop',
    'limit=-1',
    'limit=1e9',
    'offset=9999999999999999999',
    'order=name;--',
    'sort=(select 1)',
    'orderBy[]=x',
  ])('lists accept %s only as a number or not at all [S40]', async (query) => {
    for (const [client, path] of [
      [roleUser.client, '/api/bots'],
      [roleUser.client, '/api/credits/history'],
      [superAdmin.client, '/api/admin/users'],
      [superAdmin.client, '/api/admin/audit'],
    ] as const)
      expect([200, 400]).toContain((await client.get(`${path}?${query}`)).status);
  });

  it.each([
    { files: { file: { filepath: '/etc/passwd', originalFilename: 'a.txt', mimetype: 'text/plain' } } },
    { file: '/etc/passwd', title: 'x' },
    { file: { path: '/etc/passwd', key: '../../etc/passwd', name: 'a.txt', bytes: 1 } },
  ])('JSON that describes a file is not an upload: %j [S47]', async (body) => {
    const answer = await roleUser.client.post(`/api/bots/${botId}/knowledge/upload`, body);
    expect([answer.status, answer.body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA']);
    expect(answer.text).not.toContain('root:');
  });

  it('a form with another content type, or with a path instead of a file, is not an upload [S47]', async () => {
    const form = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n/etc/passwd\r\n--x--\r\n';
    const path = `/api/bots/${botId}/knowledge/upload`;
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expect([400, 415]).toContain((await roleUser.client.sendBytes('POST', path, form, { 'content-type': type })).status);
    const text = await roleUser.client.sendBytes('POST', path, form, { 'content-type': 'multipart/form-data; boundary=x' });
    expect([text.status, text.body['code']]).toEqual([400, 'BAD_INPUT']);
    expect((await roleUser.client.get(`/api/bots/${botId}/knowledge`)).text).not.toContain('root:');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://evil.example")'])(
    'the name %j is not a formula in the export [S48]',
    async (start) => {
      const username = `${start}${randomUUID().slice(0, 6)}`.slice(0, 32);
      const registration = { username, email: `${randomUUID()}@example.test`, password: 'correct horse' };
      const { status } = await aClient(stack).post('/api/auth/register', registration);
      expect([201, 400]).toContain(status);
      const { text } = await expectDone(superAdmin.client.get('/api/admin/export/users.csv'));
      const cells = text.split('\r\n').flatMap((line) => line.split(','));
      expect(cells.filter((cell) => /^"?[\s\0]*[=+\-@\t\r]/.test(cell))).toEqual([]);
      if (status === 201) expect(text).toContain(`'${start.slice(0, 2)}`);
    },
  );

  describe('when a database statement fails', () => {
    beforeAll(() => onDatabase(stack, 'alter table bots.bot rename to bot_away'));
    afterAll(() => onDatabase(stack, 'alter table bots.bot_away rename to bot'));

    const expectMasked = ({ text }: Answer) => {
      expect(text).toContain('"INTERNAL"');
      expect(text).not.toMatch(INSIDE);
    };

    it.each([
      ['GET', '/api/bots', undefined],
      ['POST', '/api/bots', { name: "O'Amber" }],
      ['GET', '/api/bots/:id', undefined],
      ['POST', '/api/bots/:id/start', undefined],
      ['POST', '/api/bots/:id/chat', { message: 'hello' }],
    ] as const)('%s %s says that something went wrong, and an id to ask with, no more', async (method, path, body) => {
      const answer = await roleUser.client.send(method, path.replace(':id', botId), body);
      expect(answer.status).toBe(500);
      expectMasked(answer);
      expect(answer.headers['x-request-id']).toMatch(/^[\w.:-]+$/);
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'message', 'statusCode']);
    });

    it('GraphQL hides the details too [S61]', async () => {
      const answer = await roleUser.client.graphql('{ bots { total } }');
      expectMasked(answer);
      expect(answer.text).not.toMatch(/stacktrace|exception/i);
    });
  });

  it('the product works as before afterwards [S61]', async () => {
    expect(JSON.parse((await roleUser.client.get('/api/bots')).text)).toHaveLength(1);
  });

  it.each([
    '{',
    '{ nothing }',
    '{ bots { secret } }',
    '{ bot(id: 1, nope: 2) { id } }',
    'mutation { createBot(input: {nmae: "x"}) { bot { id } } }',
  ])('the error for %s suggests no names [S58, S61]', async (query) => {
    const { status, text } = await roleUser.client.graphql(query);
    expect(status).toBe(400);
    expect(text).not.toMatch(/did you mean|node_modules|\.[jt]s:\d|stacktrace/i);
  });

  it('a JSON body that is not an object is refused [S39, S41]', async () => {
    for (const body of ['{"__proto__":null}', '[{"__proto__":{"x":1}}]', '"__proto__"', '{"constructor":1}']) {
      const answer = await roleUser.client.sendBytes('POST', '/api/bots', body, JSON_TYPE);
      expect([answer.status, answer.body['code']]).toEqual([400, expect.stringMatching(/BAD_INPUT|MALFORMED/)]);
    }
  });
});
