// Interaction to next paint by the Event Timing API, and whether other processes kept the machine busy meanwhile.
import { cpus } from 'node:os';
import { log } from './mock-server.mjs';

const MOST_MS = 100;
// With more processor time than this used by other processes, the figures are not conclusive.
const MOST_OF_OTHERS = 0.5;

// Event timings come with the paint that follows.
export const settle = (page) => page.waitForTimeout(600);

/** In the page: the longest interaction and the longest task since `startOver`. */
export function observe() {
  let durations = new Map();
  let longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  }).observe({ type: 'longtask', buffered: true });
  globalThis.interactions = {
    startOver: () => {
      durations = new Map();
      longestTaskMs = 0;
    },
    figures: () => ({
      ms: Math.max(0, ...durations.values()),
      interactions: durations.size,
      longestTaskMs: Math.round(longestTaskMs),
    }),
  };
}

/** Does and prints steps in a page that `observe` was put into; `results` takes the milliseconds of each. */
export function stepper(page, busyMs, results) {
  return async (name, work) => {
    await page.evaluate(() => globalThis.interactions.startOver());
    const beforeMs = await busyMs();
    await work();
    await settle(page);
    const { ms, interactions, longestTaskMs } = await page.evaluate(() => globalThis.interactions.figures());
    results.push(ms);
    const spent = `${Math.round((await busyMs()) - beforeMs)} ms of processor in all`;
    log(
      `  ${name.padEnd(26)} ${String(ms).padStart(4)} ms (${interactions} interactions, longest task ${longestTaskMs} ms, ${spent})`,
    );
  };
}

/** A click on the first of these buttons. It is looked for beforehand: to look through the whole page takes the page itself a while. */
export async function clickOn(page, name, within = page) {
  const { x, y, width, height } = await within.getByRole('button', { name }).first().boundingBox();
  return () => page.mouse.click(x + width / 2, y + height / 2, { delay: 20 });
}

export async function pressAll(page, keys) {
  for (const key of keys) await page.keyboard.press(key, { delay: 20 });
}

/** Prints the slowest, and fails above the limit where `isHeld`. */
export function holdInteractions(results, isHeld, among) {
  const slowest = Math.max(...results);
  const unless = isHeld ? '' : ', not held on a slow or busy machine';
  log(`\nslowest interaction: ${slowest} ms with ${among} (at most ${MOST_MS}${unless})`);
  if (isHeld && slowest > MOST_MS) process.exitCode = 1;
}

/** Starts measuring; the returned function tells whether other processes left the processors to the browser and this one. */
export async function watchMachine(product) {
  const begunAt = Date.now();
  const [beforeMs, ownBeforeMs] = [machineMs(), await ownMs(product)];
  return async () => {
    const ms = machineMs() - beforeMs - ((await ownMs(product)) - ownBeforeMs);
    const others = Math.max(0, ms / (Date.now() - begunAt));
    log(`others used ${others.toFixed(2)} of ${cpus().length} processors (quiet: at most ${MOST_OF_OTHERS})`);
    return others <= MOST_OF_OTHERS;
  };
}

const machineMs = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

async function ownMs(product) {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (await product.browserMs());
}
