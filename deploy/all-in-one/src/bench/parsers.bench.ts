import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startStack } from '../testing/stack.js';
import { ApiClient } from '../testing/client.js';
import { median } from './process-stats.js';
import type { Job } from './request-sender.js';
import { worstBodies, worstMessages } from './worst-bodies.js';

const ROUNDS = 5;
const AIM_MS = 60;

const stack = await startStack();
const sender = new Worker(new URL('./request-sender.ts', import.meta.url));
const admin = (await new ApiClient(stack.baseUrl).login(stack.superAdmin.username, stack.superAdmin.password)).client;
const owner = await new ApiClient(stack.baseUrl).register('bench-owner');
await admin.patch(`/api/admin/users/${owner.user.id}/subscription`, { plan: 'premium' });
const botId = String((await owner.client.post('/api/bots', { name: 'Bench' })).body['id']);

process.stdout.write(
  `Event loop of all services in one process for the largest body of each shape, median of ${ROUNDS}: the sum, and the longest time without a pause (aim ${AIM_MS} ms)\n`,
);
let aboveAim = 0;
for (const { parser, shape, path, headers, body, isStreamed, isAnonymous } of worstBodies(botId)) {
  const sent = isAnonymous ? headers : { ...headers, authorization: `Bearer ${owner.token}` };
  await measure(
    `${parser}: ${shape}`,
    { url: `${stack.baseUrl}${path}`, method: 'POST', headers: sent, body: shared(body) },
    isStreamed,
  );
}
for (const [shape, message] of Object.entries(worstMessages())) {
  const socketUrl = `${stack.baseUrl.replace('http', 'ws')}/graphql?${encodeURIComponent(shape)}`;
  await measure(`subscription message: ${shape}`, { socketUrl, token: owner.token, message });
}
process.stdout.write(aboveAim === 0 ? 'Nothing above the aim.\n' : `${aboveAim} above the aim.\n`);
await sender.terminate();
await stack.stop();
process.exit(0);

/** A copy that the sender's thread reads without another one, which would take time of this thread. */
function shared(bytes: Buffer): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

async function measure(name: string, job: Job, isStreamed = false): Promise<void> {
  const sums: number[] = [];
  const longest: number[] = [];
  let answer = '';
  for (let round = 0; round <= ROUNDS; round += 1) {
    globalThis.gc?.();
    // A user may send one megabyte of large bodies per second; what is refused for that would not be parsed.
    if ('body' in job && !isStreamed) await setTimeout(job.body.length / 900);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const before = performance.eventLoopUtilization();
    sender.postMessage(job);
    [answer] = (await once(sender, 'message')) as [string];
    const { active } = performance.eventLoopUtilization(before);
    delay.disable();
    // The first round is a warm-up.
    if (round === 0) continue;
    sums.push(active);
    longest.push(delay.max / 1e6);
  }
  const counted = median(isStreamed ? longest : sums);
  if (counted > AIM_MS) aboveAim += 1;
  process.stdout.write(
    `${name.padEnd(72)} ${median(sums).toFixed(1).padStart(8)} ${median(longest).toFixed(1).padStart(7)}  ${answer}${counted > AIM_MS ? '  ABOVE' : ''}\n`,
  );
}
