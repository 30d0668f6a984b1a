import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import {
  ANTHROPIC_MODELS,
  startKeyProviders,
  startModel,
  waitFor,
  type StandInKeyProviders,
  type StandInModel,
} from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { dumpPostgres, dumpRedis } from './dumps.js';
import { createRoleUser, expectDone, impersonate, signInSuperAdmin, type RoleUser } from './matrix/roles.js';
import { onDatabase } from './security/database.js';

const OPERATOR_REPLY = 'Hello from the operator.';
const KEY = 'sk-ant-CANARY-0123456789-abcdefghij';

describe("a user's own API key", () => {
  let operator: StandInModel;
  let providers: StandInKeyProviders;
  let stack: Stack;
  let owner: RoleUser;
  let botId: string;

  beforeAll(async () => {
    [operator, providers] = await Promise.all([startModel(), startKeyProviders()]);
    stack = await startStack({ ...operator.env, ...providers.env });
    operator.mock.on({ predicate: () => true }, { content: OPERATOR_REPLY });
    owner = await createRoleUser(stack);
    botId = String((await expectDone(owner.client.post('/api/bots', { name: 'Amber' }))).body['id']);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    await Promise.all([operator.stop(), providers.stop()]);
  });

  const say = () => owner.client.post(`/api/bots/${botId}/chat`, { message: 'hi' });
  const save = (fields: object) => owner.client.patch('/api/auth/api-settings', fields);
  const apiSettings = async () => (await expectDone(owner.client.get('/api/auth/user'))).body['apiSettings'];
  /** What the owner was charged: messages of today and lines of the ledger. */
  const charged = () =>
    onDatabase(
      stack,
      `select coalesce((select sum(used)::int from billing.usage_day where user_id = $1::uuid), 0) as used,
              (select count(*)::int from billing.ledger_line where account = 'user:' || $1) as lines`,
      [owner.id],
    );

  it('writes the replies from the moment it is saved, charges nothing, and answers at the daily limit', async () => {
    expect((await expectDone(say())).body).toMatchObject({ response: OPERATOR_REPLY });
    providers.keys.set(KEY, 'working');
    const { body } = await expectDone(save({ apiKey: KEY, defaultModelProvider: 'claude' }));
    expect(body['apiSettings']).toMatchObject({ apiKeyHint: 'ghij', apiKeyProvider: 'claude', apiKeyState: 'working' });
    await onDatabase(stack, 'update billing.usage_day set used = 50 where user_id = $1', [owner.id]);
    const before = await charged();
    expect((await expectDone(say())).body).toMatchObject({ response: providers.reply, engine: 'anthropic' });
    expect(await charged()).toEqual(before);
    expect((await expectDone(owner.client.get('/api/models/options'))).body).toMatchObject({ ownModels: ANTHROPIC_MODELS });
  });

  it('cannot be written or removed by the super-admin who acts as its owner', async () => {
    const superAdmin = await signInSuperAdmin(stack);
    const { client } = await impersonate(stack, superAdmin.client, owner.id);
    for (const fields of [{ apiKey: 'sk-ant-another-0123456789' }, { clearApiKey: true }]) {
      const { status, body } = await client.patch('/api/auth/api-settings', fields);
      expect([status, body['code']]).toEqual([403, 'IMPERSONATING']);
    }
    expect(await apiSettings()).toMatchObject({ apiKeyHint: 'ghij' });
  });

  it('that stops working is explained, told to its owner, and replaced by no other key', async () => {
    providers.keys.set(KEY, 'without credit');
    const before = [await charged(), operator.mock.getRequests().length];
    const { status, body } = await say();
    expect([status, body['code']]).toEqual([422, 'OWN_KEY_FAILED']);
    expect(body['message']).toMatch(/Anthropic has no credit or quota left.* Nothing was charged\./);
    expect([await charged(), operator.mock.getRequests().length]).toEqual(before);
    await waitFor('the notification', async () =>
      JSON.stringify((await owner.client.get('/api/notifications')).body).includes('api-key-failed'),
    );
    expect(await apiSettings()).toMatchObject({ apiKeyState: 'out_of_quota' });
  });

  it('is in no table and in no key of Redis in clear [S76]', async () => {
    const redis = new Redis(stack.env['REDIS_URL'] ?? '');
    const dump = `${await dumpPostgres(stack.env['DATABASE_URL'] ?? '')}\n${await dumpRedis(redis)}`;
    redis.disconnect();
    expect(dump).toContain(owner.id);
    expect(dump).not.toContain('CANARY');
  });

  it('that was removed is used no more, and replies are the operator’s again', async () => {
    await onDatabase(stack, 'update billing.usage_day set used = 1 where user_id = $1', [owner.id]);
    await expectDone(save({ clearApiKey: true }));
    await waitFor('a reply of the operator', async () => (await say()).body['response'] === OPERATOR_REPLY);
    expect(await charged()).toEqual([{ used: 2, lines: 0 }]);
  });
});
