// How much later the first text of a reply comes from the whole product, over HTTP with its real services, than from a direct call to the same
// stand-in for a model, at 1 and 20 replies at a time: `npm run bench first-token-http`. Each reply is of another owner, who taught the companion
// something that is found. The part of chat alone has limits (services/chat/bench/first-token.bench.ts).
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { testEnvironment } from '@kith/kit/testing';
import { ApiClient } from '../testing/client.js';
import { startReplica } from '../testing/replica.js';
import { cpuMicros, median } from './process-stats.js';
import { report } from './report.js';
import { startStandInModel } from './stand-in-model.js';

const AT_A_TIME = [1, 20] as const;
/** The first rounds warm both up. */
const [WARM_UP, ROUNDS] = [60, 100];
/** A user may send sixty messages a minute. */
const ROUNDS_PER_OWNER = 40;
const QUESTION = 'When does the ferry leave on Sundays?';
const TAUGHT = 'The ferry leaves at nine on Sundays, from the old pier. '.repeat(10);
/** As long as the prompt of such a reply. */
const PROMPT = 'You are a companion. '.repeat(250);

interface Owner {
  readonly token: string;
  readonly botId: string;
}

const model = await startStandInModel();
const world = await testEnvironment({ OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: model.url });
const replica = await startReplica(world.env, 'build');
const admin = (await new ApiClient(replica.baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '')).client;
const agent = new Agent({ keepAlive: true });

let registered = 0;
const rows = [];
for (const replies of AT_A_TIME) {
  const [directly, whole]: [number[], number[]] = [[], []];
  let cpuMs = 0;
  let owners: Owner[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % ROUNDS_PER_OWNER === 0)
      owners = await Promise.all(Array.from({ length: replies }, (_, at) => anOwner(`${replies}-${round}-${at}`)));
    // Taken in turns, so that a busy machine slows both alike.
    const first = await Promise.all(owners.map(() => direct()));
    const before = cpuMicros(replica.pid);
    const second = await Promise.all(owners.map((owner) => reply(owner)));
    if (round < WARM_UP) continue;
    cpuMs += (cpuMicros(replica.pid) - before) / 1000 / replies;
    directly.push(...first);
    whole.push(...second);
  }
  rows.push({
    what: `first text, ${replies} at a time, over HTTP: ms later than directly`,
    'direct, ms': median(directly),
    'Kith, ms': median(whole),
    value: median(whole) - median(directly),
    'CPU of a reply, ms': cpuMs / (ROUNDS - WARM_UP),
  });
}
report('first-token-http', ['what', 'direct, ms', 'Kith, ms', 'value', 'CPU of a reply, ms'], rows);
agent.destroy();
await replica.end('SIGTERM');
await world.drop();
model.stop();
process.exit(0);

async function anOwner(name: string): Promise<Owner> {
  registered += 1;
  // Each from a network of its own, as one may register few accounts.
  const from = { 'x-forwarded-for': `198.18.${Math.floor(registered / 250)}.${(registered % 250) + 1}` };
  const { client, token, user } = await new ApiClient(replica.baseUrl, undefined, from).register(`owner-${name}`);
  await admin.patch(`/api/admin/users/${user.id}/subscription`, { plan: 'premium' });
  const bot = await client.post('/api/bots', { name: 'Juniper', description: 'Knows the harbour and its ships' });
  const botId = String(bot.body['id']);
  const item = await client.post(`/api/bots/${botId}/knowledge`, { title: 'Ferry', type: 'text', content: TAUGHT });
  if (bot.status !== 201 || item.status !== 201)
    throw new Error(`a companion was answered ${bot.status}, its knowledge ${item.status}: ${item.text}`);
  return { token, botId };
}

function direct(): Promise<number> {
  return firstText(`${model.url}/chat/completions`, 'stand-in', {
    model: 'gpt-4o',
    stream: true,
    messages: [
      { role: 'system', content: PROMPT },
      { role: 'user', content: QUESTION },
    ],
  });
}

function reply({ token, botId }: Owner): Promise<number> {
  return firstText(`${replica.baseUrl}/api/bots/${botId}/chat/stream`, token, { message: QUESTION });
}

/** Milliseconds until the first data of an answer in server-sent events; returns at its end. */
async function firstText(url: string, token: string, body: object): Promise<number> {
  const startMs = performance.now();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const outgoing = request(url, { method: 'POST', agent, headers });
  outgoing.end(JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  let atMs = 0;
  for await (const chunk of response) {
    text += String(chunk);
    if (atMs === 0 && text.includes('data: {')) atMs = performance.now();
  }
  if (response.statusCode !== 200 || atMs === 0 || text.includes('event: error'))
    throw new Error(`answered ${response.statusCode}: ${text}`);
  return atMs - startMs;
}
