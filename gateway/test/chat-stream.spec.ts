import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { AppError, auth, events } from '@kith/proto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStreams } from '../src/http/event-streams.js';
import { serverSentEvents } from '../src/http/event-streams.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { open } from './http-client.js';
import { FAIL_MIDWAY, ENDLESS, DELAYED_ENDLESS } from './stubs/values.js';

describe('chat replies', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const path = `/api/bots/${randomUUID()}/chat/stream`;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  const say = (message: string, client = kim) => client.ask('POST', path, { message });
  const listen = (
    message: string,
    headers: Record<string, string> = { authorization: `Bearer ${kim.token}` },
  ): Promise<IncomingMessage> => open(world.baseUrl, 'POST', path, { headers, body: { message } });

  it('are streamed as server-sent events', async () => {
    const answer = await say('When?');
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    const done = { type: 'done', response: 'Built in 1874.', engine: 'builtin', sources: ['Port Amber'], truncated: false };
    const frames = [{ type: 'delta', text: 'Built ' }, { type: 'delta', text: 'in 1874.' }, done];
    expect(answer.text).toBe(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''));
  });

  it('are an ordinary error response when the message is refused before the first event', async () => {
    expect((await say('too many')).body).toMatchObject({ statusCode: 429, code: 'DAILY_LIMIT' });
    expect((await say(' ')).body).toMatchObject({ statusCode: 400, fields: { message: 'Please write a message' } });
    expect((await world.send('POST', path, { body: { message: 'hi' } })).body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('end with an error event when the model fails in the middle', async () => {
    const [first, second] = (await say(FAIL_MIDWAY)).text.split('\n\n');
    expect(first).toContain('Built ');
    expect(second).toMatch(/^event: error\ndata: \{"statusCode":503,"code":"MODEL_UNAVAILABLE"/);
  });

  it('stop being written when the client of a stream disconnects', async () => {
    const before = world.stubs.stopped;
    const response = await listen(ENDLESS);
    await new Promise((resolve) => response.once('data', resolve));
    response.destroy();
    await waitFor('the end of the reply', () => world.stubs.stopped === before + 1);
  });

  it('log no error when the client disconnects before the first event', async () => {
    const before = world.stubs.stopped;
    const leaving = new AbortController();
    const start = performance.now();
    const gone = fetch(new URL(path, world.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${kim.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: DELAYED_ENDLESS }),
      signal: leaving.signal,
    }).catch(() => 'gone');
    // From then on a failure would be sent as an event, not thrown.
    await waitFor('the end of the fail-fast time', () => performance.now() - start > 1300);
    leaving.abort();
    await expect(gone).resolves.toBe('gone');
    world.stubs.isFirstWordAllowed = true;
    await waitFor('the end of the reply', () => world.stubs.stopped === before + 1);
    expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('stop being written when the client of a complete reply disconnects', async () => {
    const before = world.stubs.stopped;
    const asked = () => world.stubs.calls.filter(({ name }) => name === 'chat.say').length;
    const calls = asked();
    const leaving = new AbortController();
    const gone = fetch(new URL(path.replace('/stream', ''), world.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${kim.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: ENDLESS }),
      signal: leaving.signal,
    }).catch(() => 'gone');
    await waitFor('the call', () => asked() > calls);
    leaving.abort();
    await expect(gone).resolves.toBe('gone');
    await waitFor('the end of the reply', () => world.stubs.stopped === before + 1);
  });

  it.each(['bearer', 'cookie'] as const)('stop being streamed when the session of the %s ends', async (kind) => {
    const lou = world.client();
    const other = world.client({ userId: lou.actor.userId });
    const headers: Record<string, string> =
      kind === 'bearer'
        ? { authorization: `Bearer ${lou.token}` }
        : { cookie: `kith=${lou.cookie}`, 'sec-fetch-site': 'same-origin' };
    const response = await listen(ENDLESS, headers);
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = new Promise((resolve) => response.once('end', resolve));
    // The end of another session of the same user must not end this stream.
    await other.ask('POST', '/api/auth/logout');
    const words = text.length;
    await waitFor('more text', () => text.length > words + 200);
    await lou.ask('POST', '/api/auth/logout');
    await ended;
    expect(text).toMatch(/event: error\ndata: \{"statusCode":401,"code":"UNAUTHENTICATED".*\n\n$/);
  });

  it('leave no session listener behind for a client that has already disconnected', async () => {
    const streams = world.gateway.app.get(EventStreams);
    const { actor } = world.client();
    const signalOf = (hash: string, isDisconnected: boolean) => {
      const raw = Object.assign(new EventEmitter(), { destroyed: isDisconnected });
      const request = { actor, credential: { kind: 'bearer', hash } } as unknown as FastifyRequest;
      return streams.abortSignal(request, { raw } as unknown as FastifyReply);
    };
    const [disconnected, connected] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(signalOf(disconnected, true).aborted).toBe(true);
    const signal = signalOf(connected, false);
    await world.runtime.events.publish(events.actorDropped, { userId: actor.userId });
    await waitFor('the abort of the connected one', () => signal.aborted);
    const asked = world.stubs.calls.filter(({ name }) => name === auth.resolve.name).map(({ input }) => input['hash']);
    expect([asked.includes(connected), asked.includes(disconnected)]).toEqual([true, false]);
  });

  it('fail with UNAUTHENTICATED when the session ends before a complete reply', async () => {
    const lou = world.client();
    const asked = () => world.stubs.calls.filter(({ name }) => name === 'chat.say').length;
    const calls = asked();
    const answer = lou.ask('POST', path.replace('/stream', ''), { message: ENDLESS });
    await waitFor('the call', () => asked() > calls);
    await lou.ask('POST', '/api/auth/logout');
    expect([(await answer).status, (await answer).body]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
  });

  it('are produced only as fast as the client reads them', async () => {
    let produced = 0;
    async function* frames() {
      for (;;) {
        produced += 1;
        yield 'x'.repeat(10_000);
      }
    }
    const events = await serverSentEvents(frames(), () => new AppError('INTERNAL'));
    const server = createServer((_request, response) => void Readable.from(events).pipe(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await open(`http://127.0.0.1:${port}`, 'GET', '/');
    response.pause();
    const settled = async () => {
      const before = produced;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return produced === before && produced > 0;
    };
    await waitFor('the buffers to be full', settled);
    // The socket buffers hold fewer; without backpressure it would be hundreds of thousands a second.
    expect(produced).toBeLessThan(5000);
    response.destroy();
    server.close();
  });

  it('send heartbeats while the model has not answered', async () => {
    async function* slow(): AsyncGenerator<string> {
      await waitFor('two heartbeats', () => heartbeats >= 2);
      yield 'now';
    }
    let heartbeats = 0;
    const events = await serverSentEvents(slow(), () => new AppError('INTERNAL'), { heartbeatMs: 10, failFastMs: 10 });
    const texts: string[] = [];
    for await (const text of events) {
      texts.push(text);
      if (text.startsWith(':')) heartbeats += 1;
    }
    expect(texts.slice(0, 2)).toEqual([': waiting\n\n', ': waiting\n\n']);
    expect(texts.at(-1)).toBe('data: "now"\n\n');
  });
});
