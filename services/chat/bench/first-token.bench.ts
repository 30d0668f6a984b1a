// How much later the first text of a reply comes through the pipeline than from a direct call to the same stand-in, at 1 and 20 replies at a
// time: `npm run bench first-token`. Both are measured by the same process, in turns, send the model a prompt of about the same size, and read its
// answer to the end. In one process, as with `npm start`, this one runs chat, too; the other services are stand-ins. Over Redis, as between
// containers, chat runs in a process of its own: each of the calls that follow one another costs a hop, so that no limit is set there.
// deploy/all-in-one/src/bench/first-token-http.bench.ts measures the whole product.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chat, type Actor } from '@kith/proto';
import { openRuntime, type RpcClient } from '@kith/kit';
import { anActor, testEnvironment } from '@kith/kit/testing';
import { OpenAiProvider } from '../src/models/openai.provider.js';
import { aPersona } from '../src/testing/a-persona.js';
import { aPassage, chatUnderTest } from '../test/chat-under-test.js';
import { newPeers, startPeers, type PeerServices } from '../test/peer-services.js';

/** Replies at a time, and how many milliseconds later than directly the median may come in one process. */
const GOALS = [
  { streams: 1, maxMs: 5 },
  { streams: 20, maxMs: 20 },
] as const;
/** Before all of them: V8 has compiled then what one reply at a time runs, too, as in a process that has been running for a while. */
const WARM_UP_STREAMS = 20;
/** The first rounds are not counted: V8 compiles what runs often, as in a process that has been running for a minute. */
const [WARM_UP, ROUNDS] = [80, 120];
/** A user may send sixty messages a minute. */
const ROUNDS_PER_BOT = 40;
/** Each message is another one, as those of people are: what is known of a text that was read before costs nothing. */
const questionNumber = (number: number): string => `When does the ferry number ${number} leave on Sundays?`;

interface Bot {
  readonly actor: Actor;
  readonly botId: string;
}

/** The chat service, how it is called, and what the process that runs it has used. */
interface Installation {
  readonly rpc: RpcClient;
  readonly peers: PeerServices;
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

const standIn = spawn(process.execPath, [pathOf('stand-in-model.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(standIn.stdout, 'data')) as [Buffer];
const baseUrl = `http://127.0.0.1:${String(port).trim()}/v1`;
const provider = new OpenAiProvider({ apiKey: 'stand-in', baseUrl });
const env = { OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: baseUrl };

/** Sends as much as the pipeline does: rules and character, the conversation, and the message with the knowledge. */
const direct = async (exchanges: number, onText: () => void): Promise<void> => {
  const before = Array.from({ length: exchanges }, () => [
    { role: 'user' as const, content: questionNumber(1000) },
    { role: 'assistant' as const, content: 'Hello there. The ferry leaves at nine from the old pier.' },
  ]);
  const messages = [
    { role: 'system' as const, content: 'You are a companion. '.repeat(100) },
    ...before.flat(),
    { role: 'user' as const, content: questionNumber(1000).repeat(36) },
  ];
  for await (const part of provider.complete({ model: 'gpt-4o', messages, maxTokens: 200, signal: AbortSignal.timeout(10_000) }))
    if (part.kind === 'text') onText();
};
let asked = 0;
/** By stream, of this round. */
const firstTexts = new Map<number, number>();

const rows: {
  what: string;
  'direct, ms': number;
  'pipeline, ms': number;
  value: number;
  'at most': number | '';
  'CPU, ms': number;
}[] = [];
for (const [where, start] of [
  ['in one process', inOneProcess],
  ['over Redis', overRedis],
] as const) {
  const installation = await start();
  installation.peers.passages = [aPassage('Ferry', 'The ferry leaves at nine from the old pier. '.repeat(10))];
  installation.peers.coverage = 1;
  await timesInRounds(installation, { streams: WARM_UP_STREAMS, rounds: WARM_UP, uncounted: WARM_UP });
  for (const goal of GOALS) await measure(installation, where, goal);
  await installation.stop();
}
console.table(Object.fromEntries(rows.map(({ what, ...row }) => [what, row])));
const { BENCH_JSON } = process.env;
if (BENCH_JSON) writeFileSync(BENCH_JSON, JSON.stringify({ rows }));
standIn.kill();
process.exit(rows.every((row) => row['at most'] === '' || row.value <= row['at most']) ? 0 : 1);

async function measure(installation: Installation, where: string, { streams, maxMs }: (typeof GOALS)[number]): Promise<void> {
  const counted = { streams, rounds: ROUNDS, uncounted: WARM_UP };
  const { directly, piped, cpu } = await timesInRounds(installation, counted);
  const [base, ours] = [median(directly), median(piped)];
  rows.push({
    what: `first text, ${streams} at a time, ${where}: ms later than directly`,
    'direct, ms': rounded(base),
    'pipeline, ms': rounded(ours),
    value: rounded(ours - base),
    'at most': where === 'in one process' ? maxMs : '',
    // Of the process with chat for one whole reply, whatever else runs on the machine.
    'CPU, ms': rounded(cpu / (ROUNDS - WARM_UP)),
  });
}

/** Milliseconds to the first texts, and of CPU for a reply, all counted rounds together. */
async function timesInRounds(
  { rpc, peers, cpuMs }: Installation,
  { streams, rounds, uncounted }: { readonly streams: number; readonly rounds: number; readonly uncounted: number },
): Promise<{ directly: number[]; piped: number[]; cpu: number }> {
  const [directly, piped]: [number[], number[]] = [[], []];
  let cpu = 0;
  let bots: Bot[] = [];
  // Taken in turns, so that a busy machine slows both alike.
  for (let round = 0; round < rounds; round += 1) {
    if (round % ROUNDS_PER_BOT === 0) bots = Array.from({ length: streams }, () => aBotOf(peers));
    const first = await timesOf(streams, (onText) => direct(round % ROUNDS_PER_BOT, onText));
    const before = await cpuMs();
    const second = await firstTextsOf(rpc, bots);
    if (round < uncounted) continue;
    cpu += ((await cpuMs()) - before) / streams;
    directly.push(...first);
    piped.push(...second);
  }
  return { directly, piped, cpu };
}

/** Milliseconds to the first text of each of so many calls at the same time; returns when all are complete. */
async function timesOf(streams: number, call: (onText: () => void) => Promise<void>): Promise<number[]> {
  const startMs = performance.now();
  const one = async (): Promise<number> => {
    let atMs = 0;
    await call(() => (atMs ||= performance.now()));
    return atMs - startMs;
  };
  return Promise.all(Array.from({ length: streams }, one));
}

/** Milliseconds to the first text of each of so many replies at the same time; returns when all are complete. */
async function firstTextsOf(rpc: RpcClient, bots: readonly Bot[]): Promise<number[]> {
  firstTexts.clear();
  const startMs = performance.now();
  await Promise.all(bots.map((bot, stream) => through(rpc, bot, stream)));
  return [...firstTexts.values()].map((atMs) => atMs - startMs);
}

async function through(rpc: RpcClient, bot: Bot, stream: number): Promise<void> {
  for await (const frame of rpc.stream(chat.say, { ...bot, message: questionNumber((asked += 1)), requestId: randomUUID() }))
    if (frame.type === 'delta' && !firstTexts.has(stream)) firstTexts.set(stream, performance.now());
}

async function inOneProcess(): Promise<Installation> {
  const kith = await chatUnderTest(env, { isDirect: true });
  return { rpc: kith.runtime.rpc, peers: kith.peers, cpuMs: () => Promise.resolve(msOf(process.cpuUsage())), stop: kith.stop };
}

async function overRedis(): Promise<Installation> {
  const environment = await testEnvironment(env);
  const runtime = await openRuntime(environment.env);
  const peers = newPeers();
  const fixtures = await Promise.all(startPeers(runtime, peers));
  const container = fork(pathOf('chat-process.ts'), { env: { ...process.env, ...environment.env } });
  await once(container, 'message');
  return {
    rpc: runtime.rpc,
    peers,
    cpuMs: () => cpuMsOf(container),
    stop: async () => {
      container.disconnect();
      await once(container, 'exit');
      await Promise.all(fixtures.map((service) => service.close()));
      await runtime.close();
      await environment.drop();
    },
  };
}

async function cpuMsOf(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message') as Promise<[NodeJS.CpuUsage]>;
  child.send('CPU');
  const [usage] = await answered;
  return msOf(usage);
}

function aBotOf({ personas }: PeerServices): Bot {
  const persona = aPersona();
  personas.set(persona.id, persona);
  return { actor: anActor({ userId: persona.ownerId }), botId: persona.id };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
