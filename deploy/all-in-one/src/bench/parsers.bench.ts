import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startStack } from '../testing/stack.js';
import { ApiClient } from '../testing/client.js';
import { median, threadMs, watchTurns } from './process-stats.js';
import type { Job } from './request-sender.js';
import { worstBodies, worstMessages } from './worst-bodies.js';

const ROUNDS = 7;
const AIM_MS = 60;

const stack = await startStack();
const sender = new Worker(new URL('./request-sender.ts', import.meta.url));
const admin = (await new ApiClient(stack.baseUrl).login(stack.superAdmin.username, stack.superAdmin.password)).client;
const owner = await new ApiClient(stack.baseUrl).register('bench-owner');
await admin.patch(`/api/admin/users/${owner.user.id}/subscription`, { plan: 'premium' });
const botId = String((await owner.client.post('/api/bots', { name: 'Bench' })).body['id']);

process.stdout.write(
  `CPU time of the event loop of all services in one process for the largest body of each shape, median of ${ROUNDS} in ms (aim ${AIM_MS}): the sum; of bodies that are read in pieces the longest turn\n`,
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

function sumSince(start: number): () => number {
  return () => threadMs() - start;
}

async function measure(name: string, job: Job, isStreamed = false): Promise<void> {
  if (!process.argv.slice(2).every((part) => name.includes(part))) return;
  const times: number[] = [];
  let answer = '';
  for (let round = 0; round <= ROUNDS; round += 1) {
    globalThis.gc?.();
    // A user may send one megabyte of large bodies per second; what is refused for that would not be parsed.
    if ('body' in job && !isStreamed) await setTimeout(job.body.length / 900);
    const stop = isStreamed ? watchTurns() : sumSince(threadMs());
    sender.postMessage(job);
    [answer] = (await once(sender, 'message')) as [string];
    // The first round is a warm-up.
    if (round > 0) times.push(stop());
    else stop();
  }
  const time = median(times);
  if (time > AIM_MS) aboveAim += 1;
  const kind = isStreamed ? 'longest turn' : 'sum';
  process.stdout.write(
    `${name.padEnd(72)} ${time.toFixed(1).padStart(8)}  ${kind.padEnd(12)}  ${answer}${time > AIM_MS ? '  ABOVE' : ''}\n`,
  );
}
