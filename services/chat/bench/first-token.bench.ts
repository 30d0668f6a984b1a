// How much later the first text of a reply comes through the pipeline than from a direct call to the same stand-in, at 1 and 20 replies at a
// time: `npm run bench first-token`. The other services are stand-ins in this process: over Redis, as between containers, where this process does
// their part of the transport too; and called directly, as `npm start` does. The reply itself is a stream, which goes over Redis in both.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chat } from '@kith/proto';
import { OpenAiProvider } from '../src/models/openai.provider.js';
import { aPassage, chatUnderTest, type ChatUnderTest } from '../test/chat-under-test.js';

/** Replies at a time, and how many milliseconds later than directly the median may come. */
const GOALS = [
  { streams: 1, maxMs: 5 },
  { streams: 20, maxMs: 20 },
] as const;
const ROUNDS = 41;
const WARM_UP = 5;
const QUESTION = 'When does the ferry leave on Sundays?';

const standIn = spawn(process.execPath, [fileURLToPath(new URL('stand-in-model.mjs', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = (await once(standIn.stdout, 'data')) as [Buffer];
const baseUrl = `http://127.0.0.1:${String(port).trim()}/v1`;
const provider = new OpenAiProvider({ apiKey: 'stand-in', baseUrl });

const direct = async (): Promise<void> => {
  const messages = [{ role: 'user' as const, content: QUESTION }];
  for await (const part of provider.complete({ model: 'gpt-4o', messages, maxTokens: 200, signal: AbortSignal.timeout(10_000) }))
    if (part.kind === 'text') return;
  throw new Error('no text');
};
/** By stream, of this round. */
const firstTexts = new Map<number, number>();

let isGood = true;
const rows: Record<string, Record<string, string>> = {};
for (const [transport, isDirect] of [
  ['over Redis', false],
  ['in one process', true],
] as const) {
  const kith = await chatUnderTest({ OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: baseUrl }, { isDirect });
  kith.peers.passages = [aPassage('Ferry', 'The ferry leaves at nine from the old pier. '.repeat(10))];
  kith.peers.coverage = 1;
  for (const goal of GOALS) await measure(kith, transport, goal);
  await kith.stop();
}
console.table(rows);
standIn.kill();
process.exit(isGood ? 0 : 1);

async function measure(kith: ChatUnderTest, transport: string, { streams, maxMs }: (typeof GOALS)[number]): Promise<void> {
  const [directly, piped]: [number[], number[]] = [[], []];
  let [cpuOfDirect, cpuOfPiped] = [0, 0];
  // A user may send sixty messages a minute.
  const bots = Array.from({ length: streams }, () => kith.aBot());
  // Taken in turns, so that a busy machine slows both alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    const startCpu = process.cpuUsage();
    const first = await timesOf(streams, direct);
    const directCpu = process.cpuUsage(startCpu);
    const second = await firstTextsOf(kith, bots);
    const wholeCpu = process.cpuUsage(startCpu);
    if (round < WARM_UP) continue;
    cpuOfDirect += msOf(directCpu) / streams;
    cpuOfPiped += (msOf(wholeCpu) - msOf(directCpu)) / streams;
    directly.push(...first);
    piped.push(...second);
  }
  const [base, ours] = [median(directly), median(piped)];
  rows[`${streams} at a time, ${transport}`] = {
    'direct, ms': base.toFixed(1),
    'pipeline, ms': ours.toFixed(1),
    'later by, ms': (ours - base).toFixed(1),
    'at most, ms': String(maxMs),
    // Of this process for one whole reply, whatever else runs on the machine.
    'CPU, ms': ((cpuOfPiped - cpuOfDirect) / (ROUNDS - WARM_UP)).toFixed(2),
  };
  isGood &&= ours - base <= maxMs;
}

/** Milliseconds of each of so many calls at the same time. */
async function timesOf(streams: number, call: () => Promise<void>): Promise<number[]> {
  const startMs = performance.now();
  return Promise.all(Array.from({ length: streams }, () => call().then(() => performance.now() - startMs)));
}

/** Milliseconds to the first text of each of so many replies at the same time; returns when all are complete. */
async function firstTextsOf(kith: ChatUnderTest, bots: readonly ReturnType<ChatUnderTest['aBot']>[]): Promise<number[]> {
  firstTexts.clear();
  const startMs = performance.now();
  await Promise.all(bots.map((bot, stream) => through(kith, bot, stream)));
  return [...firstTexts.values()].map((atMs) => atMs - startMs);
}

async function through(kith: ChatUnderTest, bot: ReturnType<ChatUnderTest['aBot']>, stream: number): Promise<void> {
  for await (const frame of kith.runtime.rpc.stream(chat.say, { ...bot, message: QUESTION, requestId: randomUUID() }))
    if (frame.type === 'delta' && !firstTexts.has(stream)) firstTexts.set(stream, performance.now());
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
