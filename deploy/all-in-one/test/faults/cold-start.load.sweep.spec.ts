import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Replica } from '@kith/all-in-one/testing';
import { Keyring } from '@kith/kit';
import { remoteDiscord, testEnvironment, waitFor, type RemoteDiscord, type TestEnvironment } from '@kith/kit/testing';
import { Client } from 'pg';
import { failuresIn, p99, sample, type Outcome, type Repeatable } from '../availability/load.js';

const BOTS = Number(process.env['FAULT_BOTS'] ?? 3000);
const ADDED_AT_ONCE = 100;
/** Of the requests during the start, and how many times that of the same requests afterwards if that is more. */
const MAX_P99_MS = 1000;
const MAX_GROWTH = 5;
const WINDOW_MS = 250;
const REFERENCE_MS = 10_000;
const CONNECTED_MS = 300_000;
const KEY = `k1:${randomBytes(32).toString('base64')}`;
const STAND_IN = fileURLToPath(import.meta.resolve('@kith/kit/testing')).replace(/index\.[jt]s$/, 'discord/main.ts');
const LOADER = new URL('../../../register-swc.mjs', import.meta.url).href;

/** Copies of a bot, each with a Discord application of its own. */
const COPIES = `
  insert into bots.bot (id, owner_id, name, avatar_color, model, response_style, personality, preferences, channel_settings, discord_token,
    token_hint, application_id, desired_online, runtime_state)
  select copy.id, b.owner_id, 'Companion', b.avatar_color, b.model, b.response_style, b.personality, b.preferences, b.channel_settings,
    copy.token, 'hint', copy.application_id, true, 'starting'
  from bots.bot b, unnest($2::uuid[], $3::text[], $4::text[]) as copy (id, token, application_id) where b.id = $1`;

let discordProcess: ChildProcess;
let discord: RemoteDiscord;
let world: TestEnvironment;
let replica: Replica;
let requests: Repeatable[];

beforeAll(async () => {
  // A process of its own, whose work does not delay the requests that are measured.
  discordProcess = spawn(process.execPath, ['--conditions=@kith/source', '--import', LOADER, STAND_IN], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: discordProcess.stdout ?? process.stdin }), 'line')) as [string];
  discord = remoteDiscord(JSON.parse(line) as { apiUrl: string; adminUrl: string });
  await discord.limitIdentifies(2 * BOTS);
  world = await testEnvironment({ APP_KEYRING: KEY, DISCORD_API_URL: discord.apiUrl });
  replica = await startReplica(world.env);
  const { client, token, user } = await new ApiClient(replica.baseUrl).register(`u-${randomUUID().slice(0, 12)}`);
  const { body: bot } = await client.post('/api/bots', { name: 'Amber' });
  await addCopies(String(bot['id']), user.id);
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: '{ me { username } usage { used credits } }' });
  requests = [
    { name: 'user', method: 'GET', path: '/api/auth/user', headers },
    { name: 'usage', method: 'POST', path: '/graphql', headers, body },
    { name: 'bot', method: 'GET', path: `/api/bots/${String(bot['id'])}`, headers },
    { name: 'knowledge', method: 'GET', path: `/api/bots/${String(bot['id'])}/knowledge?limit=20`, headers },
  ];
  await waitFor(
    'a session of each bot',
    async () => (await discord.stats()).identifies >= BOTS && (await areOnline()),
    CONNECTED_MS,
  );
}, 600_000);
afterAll(async () => {
  await replica.end('SIGKILL');
  discordProcess.kill('SIGTERM');
  await world.drop();
}, 60_000);

async function addCopies(botId: string, ownerId: string): Promise<void> {
  const keyring = new Keyring(KEY);
  const database = new Client({ connectionString: world.env['DATABASE_URL'] });
  await database.connect();
  for (let added = 0; added < BOTS; added += ADDED_AT_ONCE) {
    const bots = await Promise.all(Array.from({ length: ADDED_AT_ONCE }, () => discord.addBot({})));
    const ids = bots.map(() => randomUUID());
    const tokens = bots.map(({ token }, at) => keyring.encrypt(token, `bots.bot|discord_token|${ids[at]}|${ownerId}`));
    await database.query(COPIES, [botId, ids, tokens, bots.map(({ applicationId }) => applicationId)]);
  }
  await database.end();
}

/** Whether every bot is known to be online. */
async function areOnline(): Promise<boolean> {
  const database = new Client({ connectionString: world.env['DATABASE_URL'] });
  await database.connect();
  const { rows } = await database.query<{ online: number }>(
    `select count(*)::int as online from bots.bot where runtime_state = 'online'`,
  );
  await database.end();
  return rows[0]?.online === BOTS;
}

it(`a user is answered while everything starts again and ${BOTS} bots connect at once, and no bot needs a new session`, async () => {
  await replica.end('SIGKILL');
  await discord.resetStats();
  replica = await startReplica(world.env);
  const sinceMs = performance.now();
  const during: Outcome[] = [];
  // Discord counts a RESUME that it accepted.
  while ((await discord.stats()).resumed < BOTS && performance.now() - sinceMs < CONNECTED_MS)
    during.push(...(await sample(replica.baseUrl, requests, WINDOW_MS)));
  const connectedMs = performance.now() - sinceMs;
  const { resumed, identifies } = await discord.stats();
  // What the start leaves behind is not part of the reference.
  await sample(replica.baseUrl, requests, WINDOW_MS * 20);
  const reference = p99(await sample(replica.baseUrl, requests, REFERENCE_MS));
  process.stdout.write(
    `${resumed} of ${BOTS} bots resumed ${Math.round(connectedMs)} ms after the start, ${identifies} IDENTIFYs; ` +
      `${during.length} requests meanwhile, p99 ${Math.round(p99(during))} ms, slowest ${Math.round(Math.max(...during.map(({ ms }) => ms)))} ms; ` +
      `p99 afterwards ${Math.round(reference)} ms\n`,
  );
  expect({ resumed, identifies }).toEqual({ resumed: BOTS, identifies: 0 });
  expect(during.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(failuresIn(during)).toEqual([]);
  expect(p99(during)).toBeLessThanOrEqual(Math.max(MAX_P99_MS, MAX_GROWTH * reference));
}, 600_000);
