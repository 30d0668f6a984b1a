import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type ApiClient, type Answer, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';
import { aCommand } from '../matrix/fixtures.js';
import { createRoleUser, expectDone, impersonate, signInSuperAdmin, type RoleUser } from '../matrix/roles.js';

const ACTION = 'impersonated_request';

describe('an impersonation', () => {
  let stack: Stack;
  let superAdmin: RoleUser;
  let owner: RoleUser;
  let impersonator: ApiClient;
  let path: string;

  beforeAll(async () => {
    stack = await startStack();
    [superAdmin, owner] = await Promise.all([signInSuperAdmin(stack), createRoleUser(stack)]);
    path = `/api/bots/${await made(owner.client, '/api/bots', { name: 'Amber' })}`;
    ({ client: impersonator } = await impersonate(stack, superAdmin.client, owner.id));
  }, 120_000);
  afterAll(() => stack.stop());

  const made = async (client: ApiClient, to: string, body: object) =>
    String((await expectDone(client.post(to, body))).body['id']);
  const codeOf = ({ status, body }: Answer) => [status, body['code']];

  interface Entry {
    readonly actorId: string;
    readonly actorName: string;
    readonly effectiveUserId: string;
    readonly target: string;
    readonly details: { readonly call: string };
  }
  const entries = async (): Promise<Entry[]> => {
    const { body } = await expectDone(superAdmin.client.get(`/api/admin/audit?action=${ACTION}&limit=100`));
    return body['events'] as Entry[];
  };

  it('cannot delete what the user owns, over REST or GraphQL, while the user can [S36]', async () => {
    const itemId = await made(owner.client, `${path}/knowledge`, { title: 'Tides', content: 'Twice a day.' });
    const learnedId = await made(owner.client, `${path}/commands`, { commandId: 'ping' });
    const commandId = await made(owner.client, '/api/user-commands', aCommand());
    await expectDone(owner.client.post(`${path}/systems`, { systemId: 'reaction-roles' }));
    const owned = [
      `${path}/knowledge/${itemId}`,
      `${path}/commands/${learnedId}`,
      `/api/user-commands/${commandId}`,
      `${path}/systems/reaction-roles`,
    ];
    for (const one of owned) expect(codeOf(await impersonator.delete(one))).toEqual([403, 'IMPERSONATING']);
    for (const one of owned) await expectDone(owner.client.delete(one));
  });

  it('leaves an entry with both identities for each change, and none for reads and for changes by the user [S36, S75]', async () => {
    const before = (await entries()).length;
    await expectDone(impersonator.get(path));
    await expectDone(owner.client.patch(path, { description: 'Of the user.' }));
    const item = await made(impersonator, `${path}/knowledge`, { title: 'Rules', content: 'Be kind.' });
    await expectDone(impersonator.patch(`${path}/knowledge/${item}`, { title: 'House rules' }));
    await expectDone(impersonator.patch(path, { description: 'Of the impersonator.' }));
    await expectDone(impersonator.post(`${path}/chat`, { message: 'Hello' }));
    const seen = await waitFor('the entries', async () => {
      const all = await entries();
      return all.length >= before + 4 ? all.slice(0, all.length - before) : undefined;
    });
    expect(seen.map(({ details }) => details.call).sort()).toEqual([
      'bots.update',
      'chat.say',
      'knowledge.create',
      'knowledge.update',
    ]);
    for (const { actorId, actorName, effectiveUserId } of seen)
      expect([actorId, actorName, effectiveUserId]).toEqual([superAdmin.id, superAdmin.username, owner.id]);
    expect(seen.find(({ details }) => details.call === 'knowledge.update')?.target).toBe(item);
  });
});
