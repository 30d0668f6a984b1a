// Durable debits of credits per second, as the service reserves messages, for one user and for 1,000, beside a bare UPDATE … RETURNING of the same run: `npm run bench debits`.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { ownerDatabase, servicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { database, definition } from '../src/index.js';
import { MeteringService } from '../src/metering/metering.service.js';

const CLIENTS = 8;
const ROUND_MS = 1500;
const ROUNDS = 5;
/** The share of the bare statement's rate that debits must reach. */
const GOAL = 0.5;
const BARE = 'update billing.bench_balance set balance = balance - 1 where user_id = $1 and balance >= 1 returning balance';

const kith = await servicesUnderTest([definition]);
const owner = await ownerDatabase(kith, database);
await requireDurable(owner);
await owner.query(
  'create table billing.bench_balance (user_id uuid primary key, balance bigint not null) with (fillfactor = 50)',
);
await owner.query('grant select, update on billing.bench_balance to public');
const app = kith.services.get('billing')?.app;
if (!app) throw new Error('billing does not run');
const pool = app.get(DataSource);
const metering = app.get(MeteringService);
const users = Array.from({ length: 1000 }, () => randomUUID());
for (const table of ['billing.bench_balance', 'billing.wallet'] as const)
  await owner.query(`insert into ${table} (user_id, balance) select unnest($1::uuid[]), 1000000`, [users]);

// The messages of the day are used up, so that credits pay.
await owner.query(
  `insert into billing.usage_day (user_id, day, used) select unnest($1::uuid[]), (now() at time zone 'utc')::date, 50`,
  [users],
);

const rows: { what: string; ratio: number; 'at least': number }[] = [];
for (const [name, count] of [
  ['one user', 1],
  ['1,000 users', users.length],
] as const) {
  const userOf = (n: number): string => users[(n * 37) % count] ?? '';
  const bare = (n: number) => pool.query(BARE, [userOf(n)]);
  const debit = async (n: number) => {
    const { source } = await metering.reserve({ userId: userOf(n), requestId: randomUUID(), botId: null, caps: [] });
    if (source !== 'credit') throw new Error(`a debit was answered with ${source}`);
  };
  await Promise.all([perSecond(bare), perSecond(debit)]);
  const pairs: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push([await perSecond(bare), await perSecond(debit)]);
  const ratio = median(pairs.map(([most, reached]) => reached / most));
  rows.push({ what: name, ratio, 'at least': GOAL });
  console.log(`${name}, ${CLIENTS} clients, fsync on, ${ROUNDS} paired rounds`);
  console.log(`  bare UPDATE … RETURNING ${Math.round(median(pairs.map(([most]) => most)))}/s`);
  console.log(`  debits                  ${Math.round(median(pairs.map(([, reached]) => reached)))}/s`);
  console.log(`  ratio ${ratio.toFixed(2)} (goal ${GOAL}: ${ratio >= GOAL ? 'met' : 'MISSED'})`);
}
if (process.env['BENCH_JSON']) writeFileSync(process.env['BENCH_JSON'], JSON.stringify({ name: 'debits', rows }));
await owner.destroy();
await kith.stop();
process.exit(rows.every(({ ratio }) => ratio >= GOAL) ? 0 : 1);

/** Debits are measured as they are in production: written to the disk before they are answered. */
async function requireDurable(on: DataSource): Promise<void> {
  const [row] = await on.query<{ fsync: string; commit: string }[]>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  if (row?.fsync !== 'on' || row.commit !== 'on') throw new Error('the server does not write to the disk');
}

async function perSecond(work: (n: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - begun < ROUND_MS) {
        count += 1;
        await work(count);
      }
    }),
  );
  return (count / (performance.now() - begun)) * 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
