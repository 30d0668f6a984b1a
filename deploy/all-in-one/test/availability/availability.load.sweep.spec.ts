import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Replica } from '@kith/all-in-one/testing';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';
import { codeOf, failuresIn, loop, p99, pause, sample, type Outcome, type Repeatable } from './load.js';
import {
  documentRequests,
  NOT_REACHED,
  restRequests,
  type Attacker,
  type Attackers,
  type InputTypes,
  type OpenApi,
  type TypeRef,
} from './requests.js';
import { cpuMicros } from '../../src/bench/process-stats.js';
import { openMailbox, type Mailbox } from '../mailbox.js';
import { expectDone } from '../matrix/roles.js';
import { openSlowReaders, openTabs } from './standing-load.js';
import { subscriptionRequests } from './subscriptions.js';

const PARALLEL = 4;
const WINDOW_MS = 400;
/** So much longer for bodies with files, which are taken at a limited pace: some of them must be answered. */
const LONGER_FOR_FILES = 20;
const WARM_UP_MS = 2500;
// The slowest answers depend on what else the machine does: a slow row is measured again, and the medians of its rounds count.
const ROUNDS = 3;
const MAX_GROWTH = 5;
const SESSIONS_TO_END = 20;
/** While another user only keeps much open, and how long the measured times must be at least to be compared. */
const MAX_GROWTH_BESIDE = 1.5;
const FLOOR_BESIDE_MS = 25;
const SETTLE_MS = 40_000;
// Nobody notices less. Measured times below it are noise of the machine.
const FLOOR_MS = 150;

/** Measures only the rows whose names match, to look for the cause of a slow one. */
const ROWS = new RegExp(process.env['AVAILABILITY_ROWS'] ?? '');

const TYPES = `{ __schema { types { name inputFields { name type { ...R } } } } }
  fragment R on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`;

interface Row {
  readonly request: string;
  readonly sent: number;
  readonly statuses: string;
  /** Whether a request was accepted, or refused because there were too many of them. */
  readonly isReached: boolean;
  readonly alone: number;
  readonly under: number;
  readonly failures: readonly string[];
}

describe('a benign user during four loops of the most expensive request', () => {
  let discord: StandInDiscord;
  let mailbox: Mailbox;
  let world: TestEnvironment;
  let replica: Replica;
  let benign: Repeatable[];
  let attackers: Attackers;
  let subscriber: Attacker;
  /** Of users of their own, signed in before the load on the registration uses up its limit. */
  const sessionsToEnd: string[] = [];
  let paths: OpenApi;
  let types: InputTypes['types'];
  let aloneMs: number;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    mailbox = await openMailbox();
    world = await testEnvironment({
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CLIENT_ID: '1'.repeat(18),
      DISCORD_CLIENT_SECRET: 'secret',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'kith@kith.test',
    });
    replica = await startReplica(world.env);
    const admin = await new ApiClient(replica.baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '');
    const passing = await anAttacker();
    // Not one of those who send requests: it ends the sessions of the user whom it administers.
    const watched = await anAttacker();
    const administrator = { bearer: admin.token, ids: watched.ids };
    // To be taken away again.
    await expectDone(admin.client.post(`/api/admin/users/${watched.ids['userId']}/credits`, { credits: 10_000 }));
    const free = { bearer: (await register()).token, ids: passing.ids };
    attackers = { lasting: await anAttacker(), passing, free, administrator };
    subscriber = await anAttacker();
    benign = requestsOf(await anAttacker());
    for (let at = 0; at < SESSIONS_TO_END; at += 1) sessionsToEnd.push((await register()).token);
    paths = (await new ApiClient(replica.baseUrl).get('/api/docs/openapi.json')).body['paths'] as OpenApi;
    types = await inputTypes();
    // The first requests compile code and open connections.
    await sample(replica.baseUrl, benign, WARM_UP_MS);
    aloneMs = await alone();
  }, 180_000);
  afterAll(async () => {
    await replica.end('SIGKILL');
    await discord.close();
    await mailbox.close();
    await world.drop();
  }, 60_000);

  const register = () => new ApiClient(replica.baseUrl).register(`u-${randomUUID().slice(0, 12)}`);

  /** A premium user with a bot that has knowledge, commands and a system. */
  async function anAttacker(): Promise<Attacker> {
    const { client, user, token } = await register();
    const checkout = async (path: string, body: unknown) =>
      String((await expectDone(client.post(path, body))).body['url'])
        .split('/')
        .at(-1) ?? '';
    const pay = async (path: string, body: unknown) =>
      expectDone(client.post(`/api/sandbox/checkout/${await checkout(path, body)}`, { outcome: 'pay' }));
    await pay('/api/subscriptions/upgrade', { plan: 'premium' });
    await waitFor('the plan', async () => (await client.get('/api/auth/user')).body['subscriptionPlan'] === 'premium');
    const made = async (path: string, body: unknown) => String((await expectDone(client.post(path, body))).body['id']);
    const bots = [];
    for (let at = 0; at < 20; at += 1)
      bots.push(await made('/api/bots', { name: `Bot ${at}`, description: 'Knows the coast. '.repeat(50) }));
    const [botId = '', secondBotId = ''] = bots;
    const items = [];
    for (let at = 0; at < 20; at += 1)
      items.push(
        await made(`/api/bots/${botId}/knowledge`, {
          title: `Tides ${at}`,
          content: 'High water at noon, ebb at six. '.repeat(500),
        }),
      );
    const code = 'export default () => { for (;;); };';
    const onDiscord = await discord.addBot();
    await expectDone(client.patch(`/api/bots/${botId}`, { discordToken: onDiscord.token }));
    const file = new FormData();
    file.append('file', new Blob(['High water at noon, ebb at six. '.repeat(5000)], { type: 'text/plain' }), 'tides.txt');
    const ids = {
      botId,
      id: botId,
      secondBotId,
      checkoutId: await checkout('/api/credits/checkout', { packageId: 'credits-100' }),
      fileItemId: await made(`/api/bots/${botId}/knowledge/upload`, file),
      itemId: items[0] ?? '',
      botCommandId: await made(`/api/bots/${botId}/commands`, { commandId: 'ping' }),
      commandId: await made('/api/user-commands', { name: 'Loop', trigger: '!loop', description: 'Never ends', code }),
      systemId: 'reaction-roles',
      guildId: onDiscord.guildId,
      userId: user.id,
      code,
    };
    await expectDone(client.post(`/api/bots/${botId}/systems`, { systemId: 'reaction-roles' }));
    return { bearer: token, ids };
  }

  /** What an open dashboard asks for. */
  function requestsOf({ bearer, ids }: Attacker): Repeatable[] {
    const headers = { authorization: `Bearer ${bearer}` };
    const body = JSON.stringify({ query: '{ me { username } usage { used credits } }' });
    return [
      { name: 'user', method: 'GET', path: '/api/auth/user', headers },
      { name: 'bots', method: 'GET', path: '/api/bots', headers },
      { name: 'usage', method: 'POST', path: '/graphql', headers, body },
      { name: 'knowledge', method: 'GET', path: `/api/bots/${ids['botId']}/knowledge?limit=20`, headers },
    ];
  }

  async function inputTypes(): Promise<InputTypes['types']> {
    const { body } = await new ApiClient(replica.baseUrl).graphql(TYPES);
    const { data } = body as {
      data: { __schema: { types: { name: string; inputFields: { name: string; type: TypeRef }[] | null }[] } };
    };
    return new Map(data.__schema.types.flatMap(({ name, inputFields }) => (inputFields ? [[name, inputFields] as const] : [])));
  }

  /** The median of some measurements without load. */
  async function alone(): Promise<number> {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(p99(await sample(replica.baseUrl, benign, WINDOW_MS)));
    return median(rounds);
  }

  async function underLoad(one: Repeatable, ms: number): Promise<Omit<Row, 'alone'>> {
    const undo = await one.prepare?.(replica.baseUrl);
    const load = loop(replica.baseUrl, one, PARALLEL);
    await pause(100);
    const outcomes = await sample(replica.baseUrl, benign, Buffer.isBuffer(one.body) ? LONGER_FOR_FILES * ms : ms);
    const sent = await load.stop();
    undo?.();
    const ours = failuresIn(outcomes).map((failure) => `benign: ${failure}`);
    return {
      request: one.name,
      sent: sent.length,
      statuses: countStatuses(sent),
      isReached: sent.some(({ status }) => status < 400 || (status === 429 && !Buffer.isBuffer(one.body))),
      under: p99(outcomes),
      failures: [...failuresIn(sent), ...ours],
    };
  }

  const isSlow = ({ alone: before, under }: Row): boolean => under > Math.max(FLOOR_MS, MAX_GROWTH * before);

  function withSession(one: Repeatable): Repeatable {
    const token = one.endsSession ? sessionsToEnd.pop() : undefined;
    return token === undefined ? one : { ...one, headers: { ...one.headers, authorization: `Bearer ${token}` } };
  }

  /** Measured once more, longer, when it is slow or had no answer yet, in rounds, each with its own measurement without load. */
  async function measured(one: Repeatable): Promise<Row> {
    const first: Row = { alone: aloneMs, ...(await underLoad(withSession(one), WINDOW_MS)) };
    if (!isSlow(first) && first.sent > 0) return first;
    const rounds: Row[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // What the load has left behind is not part of the measurement without it.
      await pause(WINDOW_MS);
      const before = p99(await sample(replica.baseUrl, benign, 2 * WINDOW_MS));
      rounds.push({ alone: before, ...(await underLoad(withSession(one), 2 * WINDOW_MS)) });
    }
    return {
      ...first,
      alone: median(rounds.map((row) => row.alone)),
      under: median(rounds.map(({ under }) => under)),
      sent: rounds.reduce((sum, { sent }) => sum + sent, 0),
      isReached: [first, ...rounds].some(({ isReached }) => isReached),
      failures: [first, ...rounds].flatMap(({ failures }) => failures),
    };
  }

  async function sweep(requests: readonly Repeatable[]): Promise<void> {
    const rows: Row[] = [];
    for (const one of requests) if (ROWS.test(one.name)) rows.push(await measured(one));
    print(rows);
    // A largest body of any shape is refused; that is what is measured.
    const unreached = rows.filter(({ request, isReached }) => !isReached && !request.endsWith('(largest body)'));
    expect(unreached.map(({ request, statuses }) => `${request}: ${statuses}`).filter((row) => !reasonOf(row))).toEqual([]);
    expect(
      rows
        .filter(isSlow)
        .map(({ request, alone: before, under }) => `${request}: ${before.toFixed(0)} ms → ${under.toFixed(0)} ms`),
    ).toEqual([]);
    expect(
      rows.filter(({ failures }) => failures.length > 0).map(({ request, failures }) => `${request}: ${failures.join(', ')}`),
    ).toEqual([]);
  }

  it('waits at most five times as long, and nobody gets 5xx: every REST route [S39]', async () => {
    const requests = restRequests(paths, attackers);
    expect(requests.length).toBeGreaterThan(80);
    await sweep(requests);
  }, 400_000);

  it('waits at most five times as long, and nobody gets 5xx: every document of the web app [S39]', async () => {
    const requests = documentRequests(attackers, { types }, paths);
    expect(requests.length).toBeGreaterThan(55);
    await sweep(requests);
  }, 400_000);

  it('waits at most five times as long, and nobody gets 5xx: every subscription of the web app [S39]', async () => {
    const requests = subscriptionRequests(subscriber);
    expect(requests.length).toBeGreaterThanOrEqual(6);
    await sweep(requests);
  }, 200_000);

  it.each([
    ['another user has a hundred tabs open', openTabs],
    ['connections of another user do not read what they asked for', openSlowReaders],
  ] as const)(
    'waits at most 1.5 times as long while %s [S39]',
    async (name, open) => {
      const [before, beside]: [number[], number[]] = [[], []];
      const medianMs = async () => {
        const outcomes = await sample(replica.baseUrl, benign, 5 * WINDOW_MS);
        expect(countStatuses(outcomes)).toMatch(/^200/);
        return median(outcomes.map(({ ms }) => ms));
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        before.push(await medianMs());
        const close = await open(replica.baseUrl, subscriber);
        // What is measured is what stays open, not the requests that open it.
        await waitFor('the end of the requests', () => isIdle(replica.pid), SETTLE_MS);
        beside.push(await medianMs());
        close();
        await pause(WINDOW_MS);
      }
      process.stdout.write(`${name}: ${median(before).toFixed(1)} ms → ${median(beside).toFixed(1)} ms\n`);
      expect(median(beside)).toBeLessThan(Math.max(FLOOR_BESIDE_MS, MAX_GROWTH_BESIDE * median(before)));
    },
    180_000,
  );
});

/** Whether the process uses less than a third of a processor. */
async function isIdle(pid: number): Promise<boolean> {
  const before = cpuMicros(pid);
  await pause(WINDOW_MS);
  return cpuMicros(pid) - before < (WINDOW_MS * 1000) / 3;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function countStatuses(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const code = outcome.status < 400 ? '' : codeOf(outcome);
    const name = `${outcome.status}${code && ` ${code} `}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name}×${count}`).join(' ');
}

const reasonOf = (row: string): string | undefined => NOT_REACHED.find(([rows]) => rows.test(row))?.[1];

function print(rows: readonly Row[]): void {
  const lines = rows.map(
    ({ request, sent, statuses, isReached, alone: before, under }) =>
      `${request.padEnd(70)} ${before.toFixed(0).padStart(5)} ${under.toFixed(0).padStart(6)} ${(under / before).toFixed(1).padStart(6)}x ${String(sent).padStart(6)}  ${statuses}${isReached ? '' : ` (${reasonOf(request) ?? 'refused'})`}`,
  );
  const head = `${'request'.padEnd(70)} alone  under  growth   sent  statuses (p99 of a benign user in ms)`;
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
}
