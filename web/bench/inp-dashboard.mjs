// Interaction to next paint on both dashboards with 300 bots, in Chromium.
//   npm run build -w @kith/web && node web/bench/inp-dashboard.mjs [path of a build]
// SLOWDOWN=4 makes the processor four times slower. Fails above 100 ms, unless the machine is busy with something else.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clickOn, holdInteractions, observe, pressAll, settle, stepper, watchMachine } from './event-timing.mjs';
import { DIST, startMockServer, log } from './mock-server.mjs';

const BOTS = 300;
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1);
const TRAITS = { friendliness: true, humor: true, helpfulness: true, creativity: true, witty: 80 };

const documents = JSON.parse(await readFile(path.join(DIST, 'trusted-documents.json'), 'utf8'));

const bots = Array.from({ length: BOTS }, (_, n) => ({
  __typename: 'Bot',
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: `Companion ${n}`,
  description: `Looks after table ${n} of a board-game club, knows its rules and reminds everybody of the next evening.`,
  avatarColor: ['#5865F2', '#EB459E', '#57F287', '#FEE75C'][n % 4],
  hasDiscordToken: true,
  personality: TRAITS,
  status: n % 3 === 0 ? 'online' : 'offline',
  runtimeState: n % 3 === 0 ? 'online' : 'stopped',
  statusReason: null,
  messageCount: n * 17,
}));
const setPower = (id, status, runtimeState) => Object.assign(bots.find((bot) => bot.id === id) ?? {}, { status, runtimeState });
const usage = () => ({
  __typename: 'Usage',
  used: 12,
  dailyLimit: 999_999,
  credits: 40,
  plan: 'premium',
  resetsAt: new Date(Date.now() + 3_600_000).toISOString(),
});
const resourceUsage = () => ({
  __typename: 'ResourceUsage',
  system: { __typename: 'SystemUsage', cpuUsage: Math.random() * 100, memoryUsage: 43.2 },
  usage: {
    __typename: 'AccountUsage',
    bots: { __typename: 'BotCounts', total: BOTS, online: bots.filter(({ status }) => status === 'online').length },
    activity: [{ __typename: 'DailyActivity', date: '2026-11-21', count: 12 }],
    tokens: { __typename: 'TokenUsage', used: 12, dailyLimit: 999_999 },
  },
});
const pageOf = (found, offset, limit = 200) => ({
  bots: { __typename: 'BotList', total: found.length, bots: found.slice(offset, offset + limit) },
});
const idsOf = (search) =>
  bots.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())).map(({ id }) => ({ __typename: 'Bot', id }));
const OPERATIONS = {
  DashboardBots: ({ offset, limit }) => pageOf(bots, offset, limit),
  SearchBots: ({ search, offset }) => pageOf(idsOf(search), offset),
  DashboardUsage: () => ({ usage: usage() }),
  ResourceUsage: () => ({ resourceUsage: resourceUsage() }),
  StartBot: ({ id }) => ({ startBot: setPower(id, 'online', 'online') }),
  StopBot: ({ id }) => ({ stopBot: setPower(id, 'offline', 'stopped') }),
};
const isStatus = ({ extensions }) => documents[extensions.persistedQuery.sha256Hash]?.includes('botStatus');

const product = await startMockServer(OPERATIONS);
try {
  const isQuiet = await watchMachine(product);
  const results = [...(await measure('/dashboard', onCurrent)), ...(await measure('/dashboard/classic', onClassic))];
  holdInteractions(results, (await isQuiet()) && SLOWDOWN === 1, `${BOTS} bots`);
} finally {
  await product.close();
}

async function onCurrent(page, step) {
  await step('start', await clickOn(page, 'Start Bot'));
  await page.getByText('Bot Started!').waitFor();
  await step('stop', await clickOn(page, 'Stop Bot'));
  await page.getByText('Bot Stopped').waitFor();
  await step('scroll by wheel', async () => {
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 900);
  });
  await step('scroll by keys', () => pressAll(page, ['End', 'Home', 'PageDown', 'PageDown', 'End', 'Home']));
  await step('move the focus', () =>
    pressAll(
      page,
      Array.from({ length: 20 }, () => 'Tab'),
    ),
  );
  await page.evaluate(() => globalThis.sendStateOfAll('reconnecting'));
  await step('keys in a burst of news', () => pressAll(page, ['Tab', 'Tab', 'Tab', 'Tab']));
  await page.getByText('Reconnecting').first().waitFor();
  await page.evaluate(() => globalThis.sendStateOfAll('online'));
}

async function onClassic(page, step) {
  const search = page.getByPlaceholder('Search your bots...');
  await search.click();
  await step('type', () => page.keyboard.type('companion 29', { delay: 30 }));
  await page.getByText('11 companions found').waitFor();
  await step('erase', () =>
    pressAll(
      page,
      Array.from({ length: 12 }, () => 'Backspace'),
    ),
  );
  await page.waitForFunction((count) => document.querySelectorAll('article').length === count, BOTS);
  // Slowly enough for an answer after each letter, whose cards come while the next one is typed.
  await step('type as answers come', () => page.keyboard.type('companion', { delay: 320 }));
  await page.getByText(`${BOTS} companions found`).waitFor();
  await step('other words as they come', () =>
    page.keyboard.press('Control+A').then(() => page.keyboard.type('299', { delay: 320 })),
  );
  await page.getByText('1 companion found').waitFor();
  await step('clear', () => pressAll(page, ['Backspace', 'Backspace', 'Backspace']));
  await page.waitForFunction((count) => document.querySelectorAll('article').length === count, BOTS);
  await step('stop', await clickOn(page, 'Stop Bot'));
  await page.getByText('Bot Stopped').waitFor();
  await step('scroll by keys', () => pressAll(page, ['Tab', 'End', 'Home', 'End', 'Home']));
}

/** Opens a page, runs `act` there and returns the figures of the Event Timing API. */
async function measure(address, act) {
  let status;
  const { page, task, busyMs } = await product.newPage({ width: 1280, height: 800 }, (subscription) => {
    if (isStatus(subscription.payload)) status = subscription;
  });
  await page.exposeFunction('sendStateOfAll', (runtimeState) => sendStateOfAll(status, runtimeState));
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.addInitScript(observe);
  if (SLOWDOWN > 1) await task.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const begunMs = Date.now();
  await page.goto(product.url + address);
  await page.waitForFunction((count) => document.querySelectorAll('article').length === count, BOTS);
  log(`\n${address}: all ${BOTS} there after ${Date.now() - begunMs} ms`);
  await settle(page);
  const results = [];
  await act(page, stepper(page, busyMs, results));
  await page.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return results;
}

/** Sends this runtime state for all bots over the live connection. */
function sendStateOfAll({ socket, id }, runtimeState) {
  for (const { id: botId } of bots) {
    const status = runtimeState === 'online' ? 'online' : 'offline';
    setPower(botId, status, runtimeState);
    const botStatus = { __typename: 'BotStatus', botId, status, runtimeState, statusReason: null };
    socket.send(JSON.stringify({ type: 'next', id, payload: { data: { botStatus } } }));
  }
}
