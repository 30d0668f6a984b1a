// Compares a command in the pool with a bare evaluation of the same engine in this process, round by round: `npm run bench sandbox`, or
// node --conditions=@kith/source --import ./deploy/register-swc.mjs services/sandbox/test/run.bench.ts [rounds]
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createLogger } from '@kith/kit';
import { QuickJS } from 'quickjs-wasi';
import { GuestPool } from '../src/guest-pool.js';
import { asScript } from '../src/source.js';

const ROUND_MS = 500;
/** How many times slower than a bare evaluation a run may be, with process, thread, prelude and limits. */
const GOAL = 1.5;
const CODE = 'export default async ({ args }) => ({ success: true, response: `hi ${args[0]}`, shouldReply: true });';
const CONTEXT = JSON.stringify({ message: '!greet Ada', args: ['Ada'] });

const rounds = Number(process.argv[2] ?? 7);
const wasm = new WebAssembly.Module(
  Uint8Array.from(readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'))),
);
const pool = new GuestPool(createLogger('silent'));
const beginning = { seed: '0123456789abcdef', startedAtMs: Date.now(), rounds: [] };
const job = { kind: 'run' as const, ...asScript(CODE), context: CONTEXT, ...beginning };

const bare = async () => {
  const vm = await QuickJS.create({ wasm });
  vm.evalCode(`${job.script}; ${job.handler}(${CONTEXT}).then((result) => { globalThis.result = JSON.stringify(result) })`);
  vm.executePendingJobs();
  if (!vm.evalCode('result').toString().includes('hi Ada')) throw new Error('the bare evaluation went wrong');
};
const ours = async () => {
  const { status } = await pool.run({ key: 'bench', plan: 'premium' }, job);
  if (status !== 'returned') throw new Error(`the run ended with ${status}`);
};

await perSecond(bare);
await perSecond(ours);
const pairs: [number, number][] = [];
for (let round = 0; round < rounds; round++) pairs.push([await perSecond(bare), await perSecond(ours)]);
await pool.close();

const ratio = median(pairs.map(([limit, reached]) => limit / reached));
const of = (side: 0 | 1) => Math.round(median(pairs.map((pair) => pair[side])));
console.log(`one after the other, ${pairs.length} paired rounds`);
console.log(`  bare evaluation ${of(0)}/s`);
console.log(`  sandbox run     ${of(1)}/s`);
console.log(`  sandbox: ${ratio.toFixed(2)}x the time of a bare evaluation (goal ${GOAL}x: ${ratio <= GOAL ? 'met' : 'MISSED'})`);
const rows = [{ what: 'a run', ratio, 'at most': GOAL }];
if (process.env['BENCH_JSON']) writeFileSync(process.env['BENCH_JSON'], JSON.stringify({ name: 'sandbox', rows }));
process.exit(ratio <= GOAL ? 0 : 1);

async function perSecond(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < ROUND_MS) {
    await run();
    count += 1;
  }
  return (count / (performance.now() - begun)) * 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
