// Frames per second, longest frame and interaction to next paint of the knowledge brain with 300 nodes, in headless Chromium.
//   npm run build -w @kith/web && node web/bench/brain-frames.mjs [path of a build]
// Without a GPU Chromium renders in software: the worst case, and sensitive to other load. CHROMIUM_PATH names another browser, NODES
// another number of nodes, SECONDS the duration of each measurement. Fails above 100 ms and below LEAST_FPS (57) frames a
// second, unless the machine is busy with something else.
import { clickOn, holdInteractions, observe, pressAll, settle, stepper, watchMachine } from './event-timing.mjs';
import { startMockServer, log } from './mock-server.mjs';

const NODES = Number(process.env.NODES ?? 300);
const SECONDS = Number(process.env.SECONDS ?? 5);
const LEAST_FPS = Number(process.env.LEAST_FPS ?? 57);
const BOT = '00000000-0000-4000-8000-000000000000';
const TYPES = ['text', 'file', 'image', 'url'];

/** Reproducible positions (Park and Miller's minimal standard generator). */
let seed = 7;
const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
const items = Array.from({ length: NODES }, (_none, n) => ({
  __typename: 'KnowledgeItem',
  id: `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
  title: `Lesson ${n + 1}`,
  excerpt: `What members ask on evening ${n + 1}, and what they are told.`,
  type: TYPES[n % 4],
  tags: [`evening ${n % 7}`],
  fileUrl: null,
  position: { __typename: 'Position', x: Math.round(30 + chance() * 640), y: Math.round(30 + chance() * 440) },
  status: n % 20 === 0 ? 'failed' : 'ready',
  statusReason: n % 20 === 0 ? 'The page is gone.' : null,
  createdAt: '2026-11-20T10:00:00.000Z',
}));
const textsOf = ({ title, excerpt, tags }) => [title, excerpt, ...tags];
const OPERATIONS = {
  Knowledge: ({ offset, limit }) => ({
    bot: { __typename: 'Bot', id: BOT, name: 'Juniper' },
    knowledge: { __typename: 'KnowledgeList', total: NODES, items: items.slice(offset, offset + limit) },
  }),
  KnowledgeMatches: ({ search, offset }) => {
    const found = items.filter((item) => textsOf(item).some((text) => text.toLowerCase().includes(search.toLowerCase())));
    const page = found.slice(offset, offset + 200).map(({ __typename, id }) => ({ __typename, id }));
    return { knowledge: { __typename: 'KnowledgeList', total: found.length, items: page } };
  },
  KnowledgeItem: ({ itemId }) => {
    const item = items.find(({ id }) => id === itemId);
    return { knowledgeItem: { ...item, content: item.excerpt } };
  },
  UpdateKnowledge: ({ itemId, input }) => {
    const item = items.find(({ id }) => id === itemId);
    if (input.position) item.position = { ...item.position, ...input.position };
    return { updateKnowledge: item };
  },
};

const product = await startMockServer(OPERATIONS);
try {
  const { page, busyMs } = await open();
  const isQuiet = await watchMachine(product);
  const interactions = [];
  await act(page, stepper(page, busyMs, interactions));
  const watch = watcher(page, busyMs);
  const rates = [
    await watch('floating'),
    await watch('dragging', () => drag(page)),
    await watch('zoomed in', () => page.getByRole('button', { name: 'Zoom in' }).click()),
  ];
  const isHeld = await isQuiet();
  holdInteractions(interactions, isHeld, `${NODES} nodes`);
  const slowest = Math.min(...rates);
  const unless = isHeld ? '' : ', not held on a busy machine';
  log(`slowest: ${slowest.toFixed(1)} frames a second with ${NODES} nodes (at least ${LEAST_FPS}${unless})`);
  if (isHeld && slowest < LEAST_FPS) process.exitCode = 1;
} finally {
  await product.close();
}

async function open() {
  const opened = await product.newPage({ width: 1280, height: 900 });
  const { page } = opened;
  page.on('pageerror', (error) => {
    log(`page error: ${error.message}`);
    process.exitCode = 1;
  });
  await page.addInitScript(countFrames);
  await page.addInitScript(observe);
  await page.goto(`${product.url}/bots/${BOT}/knowledge`);
  await page.getByRole('button', { name: `Lesson ${NODES},` }).waitFor({ state: 'attached' });
  // Until it has found out how many lines this machine can draw in a frame.
  await page.waitForTimeout(3000);
  return opened;
}

/** While all nodes float. */
async function act(page, step) {
  const dialog = page.getByRole('dialog');
  const { x, y } = await placeOfANode(page);
  await step('select by click', () => page.mouse.click(x, y, { delay: 20 }));
  await dialog.waitFor();
  await step('close by key', () => pressAll(page, ['Escape']));
  await dialog.waitFor({ state: 'hidden' });
  const arrows = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight'];
  await step('arrows on the nodes', () => pressAll(page, arrows));
  await step('Home, End and Tab', () => pressAll(page, ['End', 'Home', 'Tab', 'Shift+Tab', 'Tab', 'Shift+Tab']));
  await step('move by Shift and arrows', () => pressAll(page, ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowLeft']));
  await step('select by key', () => pressAll(page, ['Enter']));
  await dialog.waitFor();
  await step('close by click', await clickOn(page, 'Cancel', dialog));
  await dialog.waitFor({ state: 'hidden' });
  await step('zoom in', await clickOn(page, 'Zoom in'));
  await step('zoom out', await clickOn(page, 'Zoom out'));
  await page.getByRole('searchbox', { name: 'Search title, content and tags' }).click();
  await settle(page);
  await step('type into the filter', () => page.keyboard.type('lesson 29', { delay: 30 }));
  await page.getByRole('button', { name: 'Lesson 1,' }).waitFor({ state: 'detached' });
  await step('erase', () =>
    pressAll(
      page,
      Array.from({ length: 9 }, () => 'Backspace'),
    ),
  );
  await page.getByRole('button', { name: 'Lesson 1,' }).waitFor({ state: 'attached' });
}

/** Position of a node in the window. Nodes move, so positions are tried until the page shows a tooltip. */
async function placeOfANode(page) {
  const box = await page.locator('.brain-canvas').boundingBox();
  for (const { position } of items) {
    const place = { x: box.x + (position.x / 700) * box.width, y: box.y + (position.y / 500) * box.height };
    await page.mouse.move(place.x, place.y);
    if (await page.locator('.brain-tip').isVisible()) return place;
  }
  throw new Error('no node is where it was put');
}

/** Gives frames per second while `act` goes on. */
function watcher(page, busyMs) {
  return async (name, act = () => undefined) => {
    await page.evaluate(() => globalThis.frameTimes.startOver());
    const beforeMs = await busyMs();
    await Promise.all([act(), page.waitForTimeout(SECONDS * 1000)]);
    const { frames, fps, longestMs, lateShare } = await page.evaluate(() => globalThis.frameTimes.figures());
    const workMs = ((await busyMs()) - beforeMs) / frames;
    const late = `${(100 * lateShare).toFixed(1)} % of frames above 25 ms`;
    log(`  ${name.padEnd(10)} ${fps.toFixed(1).padStart(5)} frames a second, longest frame ${longestMs.toFixed(1)} ms, ${late},`);
    log(`             ${workMs.toFixed(1)} ms of processor time for each on the main thread (16.7 may be spent)`);
    return fps;
  };
}

async function drag(page) {
  const box = await page.locator('.brain-canvas').boundingBox();
  await placeOfANode(page);
  await page.mouse.down();
  for (let step = 0; step < SECONDS * 20; step += 1) {
    const angle = step / 10;
    await page.mouse.move(box.x + box.width * (0.5 + 0.3 * Math.cos(angle)), box.y + box.height * (0.5 + 0.3 * Math.sin(angle)));
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
}

/** In the page: how long each frame took since `startOver`. */
function countFrames() {
  let frames = [];
  let last;
  const count = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  globalThis.frameTimes = {
    startOver: () => {
      frames = [];
    },
    figures: () => {
      const all = frames.reduce((sum, ms) => sum + ms, 0);
      return {
        frames: frames.length,
        fps: (1000 * frames.length) / all,
        longestMs: Math.max(...frames),
        lateShare: frames.filter((ms) => ms > 25).length / frames.length,
      };
    },
  };
}
