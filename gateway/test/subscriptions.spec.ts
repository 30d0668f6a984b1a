import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { events } from '@kith/proto';
import { createClient, type Client as LiveClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';

const STATUS = 'subscription { botStatus { botId status runtimeState statusReason isResetting } }';
const USAGE = 'subscription { usageChanged { used dailyLimit credits plan } }';

interface Received {
  readonly values: Record<string, unknown>[];
  readonly errors: unknown[];
  isComplete: boolean;
}

describe('GraphQL subscriptions', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterEach(() => Promise.all(open.splice(0).map((client) => client.dispose())));
  afterAll(() => world.close());

  const url = () => `${world.baseUrl.replace('http', 'ws')}/graphql`;

  /** Opens a subscription and collects what it receives; `closed` collects the close codes of the server. */
  function subscribe(
    query: string,
    { token, headers }: { token?: string; headers?: Record<string, string> } = { token: kim.token },
    operationName?: string,
  ) {
    const closed: number[] = [];
    const Socket = class extends WebSocket {
      constructor(address: string, protocols?: string | string[]) {
        super(address, protocols, { headers: headers ?? {} });
      }
    };
    const client = createClient({
      url: url(),
      webSocketImpl: Socket,
      retryAttempts: 0,
      lazy: true,
      connectionParams: token === undefined ? {} : { token },
      on: { closed: (event) => closed.push((event as { code: number }).code) },
    });
    open.push(client);
    const received: Received = { values: [], errors: [], isComplete: false };
    client.subscribe<Record<string, unknown>>(
      { query, ...(operationName && { operationName }) },
      {
        next: ({ data, errors }) => {
          if (data) received.values.push(data);
          if (errors) received.errors.push(...errors);
        },
        error: (error) => received.errors.push(error),
        complete: () => (received.isComplete = true),
      },
    );
    return { received, closed, client };
  }

  const publishStatus = (userId: string, botId: string, runtimeState: 'online' | 'failed', statusReason: string | null = null) =>
    world.runtime.events.publish(events.botStatus, { botId, userId, runtimeState, code: null, statusReason, isResetting: true });

  /** Publishes repeatedly, because a subscription takes a moment to be established. */
  async function publishUntilReceived({ received }: { received: Received }, publish: () => Promise<void>): Promise<void> {
    await waitFor('a value', async () => {
      await publish();
      return received.values.length > 0;
    });
  }

  /** What the owner receives of a bot, and which bots somebody else hears of, whose subscription is established too. */
  async function receivedOf(document: string, field: string, publish: (userId: string, botId: string) => Promise<void>) {
    const ben = world.client();
    const [own, other] = [subscribe(document), subscribe(document, { token: ben.token })];
    const [botId, ofBen, last] = [randomUUID(), randomUUID(), randomUUID()];
    const heardOf = ({ received }: { received: Received }): unknown[] =>
      received.values.map((value) => (value[field] as { botId: string }).botId);
    await publishUntilReceived(other, () => publish(ben.actor.userId, ofBen));
    await publishUntilReceived(own, () => publish(kim.actor.userId, botId));
    // Events arrive in order: what was published before it would be there.
    await publish(ben.actor.userId, last);
    await waitFor('the last event', () => heardOf(other).includes(last));
    expect(new Set(heardOf(own))).toEqual(new Set([botId]));
    expect(new Set(heardOf(other))).toEqual(new Set([ofBen, last]));
    return { botId, value: own.received.values[0] };
  }

  it('send the status of a bot to its owner and nobody else [S28]', async () => {
    const { botId, value } = await receivedOf(STATUS, 'botStatus', (userId, id) =>
      publishStatus(userId, id, 'failed', 'Discord refused the token.'),
    );
    expect(value).toEqual({
      botStatus: {
        botId,
        status: 'offline',
        runtimeState: 'failed',
        statusReason: 'Discord refused the token.',
        isResetting: true,
      },
    });
  });

  it('send the servers that a bot joins or leaves to its owner and nobody else [S28]', async () => {
    const change = { change: 'joined' as const, serverId: '200000000000000001', serverName: 'Elm Street' };
    const document = 'subscription { serversChanged { botId change serverId serverName } }';
    const { botId, value } = await receivedOf(document, 'serversChanged', (userId, id) =>
      world.runtime.events.publish(events.serversChanged, { ...change, userId, botId: id }),
    );
    expect(value).toEqual({ serversChanged: { botId, ...change } });
  });

  it('name a bot whose problems changed to its owner and to nobody else [S28]', async () => {
    const document = 'subscription { problemsChanged { botId } }';
    const { botId, value } = await receivedOf(document, 'problemsChanged', (userId, id) =>
      world.runtime.events.publish(events.problemsChanged, { userId, botId: id }),
    );
    expect(value).toEqual({ problemsChanged: { botId } });
  });

  it('send the usage at once and after each change', async () => {
    const { received } = subscribe(USAGE);
    await waitFor('the first value', () => received.values.length === 1);
    expect(received.values[0]).toEqual({ usageChanged: { used: 3, dailyLimit: 50, credits: 12, plan: 'free' } });
    await world.runtime.events.publish(events.usageChanged, { userId: randomUUID() });
    await world.runtime.events.publish(events.usageChanged, { userId: kim.actor.userId });
    await waitFor('the second value', () => received.values.length === 2);
  });

  it('send the unread notifications at once and after each change of their user', async () => {
    const { received } = subscribe('subscription { notificationsChanged { unread latest { content { kind botName } } } }');
    await waitFor('the first value', () => received.values.length === 1);
    expect(received.values[0]).toEqual({
      notificationsChanged: { unread: 1, latest: { content: { kind: 'bot-failed', botName: 'Milo' } } },
    });
    await world.runtime.events.publish(events.notificationsChanged, { userId: randomUUID() });
    await world.runtime.events.publish(events.notificationsChanged, { userId: kim.actor.userId });
    await waitFor('the second value', () => received.values.length === 2);
  });

  it('accept the cookie from our own pages only and refuse pages of other sites [S62]', async () => {
    const cookie = `kith=${kim.cookie}`;
    const own = subscribe(USAGE, { headers: { cookie, origin: world.baseUrl } });
    await waitFor('the first value', () => own.received.values.length === 1);
    for (const token of [undefined, kim.token]) {
      const foreign = subscribe(USAGE, {
        headers: { cookie, origin: 'https://evil.example' },
        ...(token !== undefined && { token }),
      });
      await waitFor('the refusal', () => foreign.received.errors.length === 1);
      expect(foreign.received.values).toEqual([]);
    }
  });

  it.each([undefined, '', 'unknown'])('close the connection with 4401 for the token %j [S62]', async (token) => {
    const { closed, received } = subscribe(USAGE, token === undefined ? {} : { token });
    await waitFor('the end', () => closed.length === 1);
    expect(closed).toEqual([4401]);
    expect(received.values).toEqual([]);
  });

  it('end with the session [S13] [S16]', async () => {
    const leaving = world.client();
    const { received, closed } = subscribe(USAGE, { token: leaving.token });
    await waitFor('the first value', () => received.values.length === 1);
    await leaving.ask('POST', '/api/auth/logout');
    // Announced, not found by the check of expired sessions, which runs after 15 s.
    await waitFor('the end', () => closed.length === 1, 10_000);
    expect(closed).toEqual([4401]);
  });

  it('continue when the user but not the session changes', async () => {
    const { received, closed } = subscribe(USAGE);
    await waitFor('the first value', () => received.values.length === 1);
    await world.runtime.events.publish(events.actorDropped, { userId: kim.actor.userId });
    await waitFor('the second value', () => received.values.length === 2);
    expect(closed).toEqual([]);
  });

  it.each([
    ['{ me { id } }', 'BAD_INPUT', 'Only subscriptions come this way.'],
    ['mutation { deleteBot(id: "x") { message } }', 'BAD_INPUT', 'Only subscriptions come this way.'],
    ['subscription { nothing }', 'BAD_INPUT', expect.not.stringContaining('Did you mean')],
    ['subscription { botStatuses { botId } }', 'BAD_INPUT', expect.not.stringContaining('botStatus"')],
    ['subscription {', 'MALFORMED', expect.any(String)],
    [
      `subscription { ${Array.from({ length: 20 }, (_, at) => `a${at}: usageChanged { used }`).join(' ')} }`,
      'BAD_INPUT',
      expect.any(String),
    ],
  ])('refuse the operation %s', async (query, code, message) => {
    const { received } = subscribe(query);
    await waitFor('the refusal', () => received.errors.length === 1);
    expect(received.errors[0]).toMatchObject([{ message, extensions: { code } }]);
  });

  it.each(['query Q { me { id } }', 'mutation Q { deleteBot(id: "x") { message } }'])(
    'refuse another operation of a document with a subscription: %s [S16]',
    async (other) => {
      const { received } = subscribe(`subscription S { usageChanged { used } } ${other}`, undefined, 'Q');
      await waitFor('the refusal', () => received.errors.length === 1);
      expect(received.errors[0]).toMatchObject([{ message: 'Only subscriptions come this way.' }]);
      expect(received.values).toEqual([]);
    },
  );

  it('are limited per connection, and connections per user', async () => {
    const busy = world.client();
    const { client, received } = subscribe(USAGE, { token: busy.token });
    await waitFor('the first value', () => received.values.length === 1);
    const refused: unknown[] = [];
    for (let at = 0; at < 12; at += 1)
      client.subscribe(
        { query: STATUS },
        { next: () => undefined, error: (error) => refused.push(error), complete: () => undefined },
      );
    await waitFor('the refusals', () => refused.length === 3);
    const many = Array.from({ length: 22 }, () => subscribe(USAGE, { token: busy.token }));
    await waitFor('the refusals', () => many.flatMap(({ closed }) => closed).length === 3);
    expect(many.flatMap(({ closed }) => closed)).toEqual([4403, 4403, 4403]);
  });

  it('are limited per user and minute, as are new connections, also when each connection stays below its own limits [S39]', async () => {
    const busy = world.client();
    const errors: unknown[] = [];
    const codes: number[] = [];
    // One after the other, so that few are open at once.
    for (let at = 0; at < 250 && codes.length === 0; at += 1) {
      const { client, received, closed } = subscribe(USAGE, { token: busy.token });
      for (const _more of [1, 2, 3])
        client.subscribe(
          { query: STATUS },
          { next: () => undefined, error: (error) => errors.push(error), complete: () => undefined },
        );
      await waitFor('an answer', () => received.values.length + received.errors.length + closed.length > 0);
      await client.dispose();
      errors.push(...received.errors);
      codes.push(...closed.filter((code) => code === 1013));
    }
    expect(JSON.stringify(errors)).toContain('RATE_LIMITED');
    expect(codes.length).toBeGreaterThan(0);
    const { received } = subscribe(USAGE);
    await waitFor('the first value of another user', () => received.values.length === 1);
  });

  it.each([
    [
      'a message that is too large',
      (socket: WebSocket) => socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'x'.repeat(70_000) } })),
      1009,
    ],
    ['invalid JSON', (socket: WebSocket) => socket.send('hello'), 4400],
    [
      'a subscription before authentication',
      (socket: WebSocket) => socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: USAGE } })),
      4401,
    ],
  ])('close a connection that sends %s', async (_name, send, code) => {
    const socket = new WebSocket(url(), 'graphql-transport-ws');
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.once('open', () => send(socket));
    expect(await closed).toBe(code);
    // The gateway must keep working.
    expect((await kim.graphql('{ usage { used } }')).body).toMatchObject({ data: { usage: { used: 3 } } });
  });

  it('are served at /graphql only', async () => {
    const socket = new WebSocket(`${world.baseUrl.replace('http', 'ws')}/api/bots`, 'graphql-transport-ws');
    const failed = new Promise<Error>((resolve) => socket.once('error', resolve));
    expect((await failed).message).toContain('404');
  });
});
