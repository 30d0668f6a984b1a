import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onSessionEnd, storeToken } from '../lib/session.js';
import { fakeLive, type FakeSocket } from '../testing/fake-live.js';
import { liveState } from './live-state.js';
import { BOT_STATUS, NOTIFICATIONS_CHANGED, USAGE_CHANGED } from './live.graphql.js';
import { LiveConnection } from './live.js';

const STATUS = { botId: 'b1', status: 'online', runtimeState: 'online', statusReason: null };
const A_DAY_MS = 86_400_000;

describe('the live connection', () => {
  let sockets: FakeSocket[];
  let connection: LiveConnection;
  let statuses: unknown[];
  let usages: unknown[];
  let feeds: unknown[];

  const open = () => {
    statuses = [];
    usages = [];
    feeds = [];
    connection = new LiveConnection({
      onStatus: (status) => statuses.push(status),
      onUsage: (usage) => usages.push(usage),
      onNotifications: (feed) => feeds.push(feed),
    });
  };
  const latest = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no connection was tried');
    return socket;
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    storeToken('token-1');
    sockets = fakeLive();
    open();
  });
  afterEach(() => {
    connection.close();
    jest.useRealTimers();
  });

  it('sends the token in the first message and documents as hashes, and no secret in its URL [S21, S59]', async () => {
    await latest().accept();
    const { url, protocol, received } = latest();
    expect(new URL(url)).toMatchObject({ protocol: 'ws:', pathname: '/graphql', search: '' });
    expect(protocol).toBe('graphql-transport-ws');
    expect(received[0]).toEqual({ type: 'connection_init', payload: { token: 'token-1' } });
    const asked = received.filter(({ type }) => type === 'subscribe').map(({ payload }) => payload);
    expect(asked).toHaveLength(5);
    for (const payload of asked)
      expect(payload).toEqual({ query: '', extensions: { persistedQuery: { version: 1, sha256Hash: expect.any(String) } } });
  });

  it('sends no token when none is stored, so that the cookie is used', async () => {
    connection.close();
    storeToken(null);
    open();
    await latest().accept();
    expect(latest().received[0]).toEqual({ type: 'connection_init', payload: {} });
  });

  it('passes on status, usage and notifications', async () => {
    await latest().accept();
    expect(liveState()).toBe('live');
    await latest().sendValue(BOT_STATUS, { botStatus: STATUS });
    await latest().sendValue(USAGE_CHANGED, { usageChanged: { used: 4 } });
    await latest().sendValue(NOTIFICATIONS_CHANGED, { notificationsChanged: { unread: 1, latest: null } });
    expect([statuses, usages, feeds]).toEqual([[STATUS], [{ used: 4 }], [{ unread: 1, latest: null }]]);
  });

  it('is lost after two seconds without a connection, and recovers by itself', async () => {
    await latest().accept();
    await latest().drop();
    expect(liveState()).toBe('interrupted');
    await pass(600);
    await latest().drop();
    await pass(1500);
    expect(liveState()).toBe('lost');
    await latest().accept();
    expect(liveState()).toBe('live');
    await latest().sendValue(BOT_STATUS, { botStatus: STATUS });
    expect(statuses).toEqual([STATUS]);
  });

  it('is not lost when it recovers within two seconds', async () => {
    await latest().accept();
    await latest().drop(1012);
    await pass(600);
    expect(sockets).toHaveLength(2);
    await latest().accept();
    await pass(5000);
    expect(liveState()).toBe('live');
  });

  it('is never lost in a network without WebSockets, where pages poll instead', async () => {
    await latest().drop();
    await pass(10_000);
    expect(liveState()).toBe('off');
  });

  it('retries with growing delays of at most 30 seconds', async () => {
    const waits: number[] = [];
    await latest().drop();
    for (let round = 0; round < 10; round += 1) {
      const [count, begun] = [sockets.length, Date.now()];
      while (sockets.length === count) await pass(50);
      waits.push(Date.now() - begun);
      await latest().drop();
    }
    expect(waits[0]).toBeLessThanOrEqual(550);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_050);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(15_000);
  });

  it.each([1000, 1001, 1006, 1008, 1011, 4400, 4408, 4500])('reconnects once after close code %i', async (code) => {
    await latest().accept();
    await latest().drop(code);
    await pass(600);
    expect(sockets).toHaveLength(2);
    await latest().accept();
    expect(liveState()).toBe('live');
    await pass(10_000);
    expect(sockets).toHaveLength(2);
  });

  it('reconnects at once when the network or the user is back', async () => {
    await latest().accept();
    await latest().drop();
    for (let round = 0; round < 6; round += 1) {
      await pass(30_000);
      await latest().drop();
    }
    const count = sockets.length;
    dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(count + 1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sockets).toHaveLength(count + 1);
  });

  it('closes at once when the network is gone, and after a missing pong', async () => {
    await latest().accept();
    dispatchEvent(new Event('offline'));
    await pass(0);
    expect(liveState()).toBe('interrupted');
    await pass(600);
    await latest().accept();
    const { received } = latest();
    await pass(20_000);
    expect(received.at(-1)).toEqual({ type: 'ping' });
    latest().say({ type: 'pong' });
    await pass(6000);
    expect(liveState()).toBe('live');
    await pass(20_000);
    await pass(2500);
    expect(liveState()).toBe('lost');
  });

  it('waits before it retries a refused subscription', async () => {
    await latest().accept();
    await latest().refuse(BOT_STATUS, 'RATE_LIMITED');
    expect(liveState()).toBe('interrupted');
    await pass(600);
    await latest().accept();
    await latest().refuse(BOT_STATUS, 'RATE_LIMITED');
    const count = sockets.length;
    await pass(450);
    expect(sockets).toHaveLength(count);
  });

  it('ends the session here when the server has ended it [S13]', async () => {
    let ends = 0;
    const stop = onSessionEnd(() => (ends += 1));
    await latest().accept();
    await latest().drop(4401, 'Please sign in.');
    expect(liveState()).toBe('off');
    await pass(A_DAY_MS);
    expect([ends, sockets.length]).toEqual([1, 1]);
    stop();
  });

  it('reconnects with a newer token after its session has ended', async () => {
    let ends = 0;
    const stop = onSessionEnd(() => (ends += 1));
    await latest().accept();
    storeToken('token-2');
    await latest().drop(4401, 'Please sign in.');
    await pass(1000);
    await latest().accept();
    expect(latest().received[0]).toEqual({ type: 'connection_init', payload: { token: 'token-2' } });
    expect(ends).toBe(0);
    stop();
  });

  it('stays closed after logout [S13]', async () => {
    await latest().accept();
    let ends = 0;
    const stop = onSessionEnd(() => (ends += 1));
    connection.close();
    await pass(0);
    expect(latest().readyState).toBe(3);
    dispatchEvent(new Event('online'));
    await pass(A_DAY_MS);
    expect([sockets.length, ends]).toEqual([1, 0]);
    expect(liveState()).toBe('off');
    stop();
  });

  it('is closed by a logout while it connects [S13]', async () => {
    connection.close();
    await latest().accept();
    expect(liveState()).toBe('off');
    await pass(A_DAY_MS);
    expect([sockets.length, latest().readyState]).toEqual([1, 3]);
    expect(latest().received.filter(({ type }) => type === 'subscribe')).toEqual([]);
  });

  it('shows no loss to a user with too many tabs', async () => {
    await latest().accept();
    await latest().drop();
    await pass(600);
    await latest().drop(4403, 'Too many connections.');
    await pass(2500);
    expect(liveState()).toBe('off');
  });
});
