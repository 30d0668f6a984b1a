import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { createRoleUser, expectDone, signInSuperAdmin } from '../matrix/roles.js';

/** Records every connection that this process opens, as `host:port`. The process runs the whole product and its tests. */
function watchConnections(): { readonly opened: Set<string>; end(): void } {
  const opened = new Set<string>();
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function watch(this: Socket, ...args: unknown[]) {
    // Arguments are (port, host) or Node's internal array [options, callback].
    const [first, second] = args.flat() as [{ host?: string; port?: number; path?: string } | number | undefined, unknown];
    if (typeof first === 'number') opened.add(`${String(second)}:${first}`);
    else opened.add(first?.path ?? `${first?.host ?? 'localhost'}:${first?.port}`);
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  return { opened, end: () => void (Socket.prototype.connect = connect) };
}

const addressOf = (url: string | undefined): string => {
  const { hostname, port } = new URL(url ?? '');
  return `${hostname}:${port}`;
};

describe('outbound connections', () => {
  let model: StandInModel;
  let stack: Stack;
  let watch: ReturnType<typeof watchConnections>;
  let discordUrl: string;

  beforeAll(async () => {
    watch = watchConnections();
    model = await startModel();
    stack = await startStack(model.env);
    discordUrl = String(stack.env['DISCORD_API_URL']);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    await model.stop();
    watch.end();
  });

  it('lead only to the stores, the model and Discord; URLs of users pass the check of public addresses [S52]', async () => {
    model.mock.on({ predicate: () => true }, { content: 'See http://evil.example/x and ![p](http://127.0.0.1:1/p.png).' });
    const [roleUser, superAdmin] = await Promise.all([createRoleUser(stack), signInSuperAdmin(stack)]);
    await expectDone(superAdmin.client.patch(`/api/admin/users/${roleUser.id}/subscription`, { plan: 'premium' }));
    const onDiscord = await stack.discord.addBot();
    const channelSettings = { dedicatedChannelId: '' };
    const bot = { name: 'Amber', description: 'http://127.0.0.1:2/', discordToken: onDiscord.token, channelSettings };
    const path = `/api/bots/${String((await expectDone(roleUser.client.post('/api/bots', bot))).body['id'])}`;
    for (const fileUrl of [
      'http://127.0.0.1:3/',
      'http://[::1]:4/',
      'http://0x7f000001:5/',
      'http://169.254.169.254/latest/meta-data/',
    ])
      await roleUser.client.post(`${path}/knowledge`, { title: 'Page', type: 'url', fileUrl });
    await roleUser.client.post(`${path}/knowledge`, {
      title: 'Text',
      content: '![x](http://127.0.0.1:6/x.png) <img src=http://127.0.0.1:7/>',
    });
    await expectDone(roleUser.client.post(`${path}/start`));
    const messageId = await stack.discord.sendMessage({ bot: onDiscord, content: 'look at http://127.0.0.1:8/ please' });
    await stack.discord.waitForReply(messageId, 20_000);
    await roleUser.client.post(`${path}/chat`, { message: 'fetch http://127.0.0.1:9/ and file:///etc/passwd' });
    await roleUser.client.post('/api/user-commands/test', {
      code: 'export default async () => ({ success: true, response: String(await fetch("http://127.0.0.1:10/")), shouldReply: true });',
    });
    await roleUser.client.patch('/api/auth/api-settings', { defaultModelProvider: 'local', apiKey: 'http://127.0.0.1:11/' });
    const { DATABASE_URL, REDIS_URL } = stack.env;
    const wanted = [stack.baseUrl, DATABASE_URL, REDIS_URL, model.baseUrl, discordUrl].map(addressOf);
    // Unix sockets stay on this machine.
    expect([...watch.opened].filter((address) => !address.startsWith('/') && !wanted.includes(address))).toEqual([]);
    expect(watch.opened.size).toBeGreaterThanOrEqual(wanted.length);
  }, 120_000);
});
