// How smoothly the knowledge brain moves with 300 nodes: frames per second and the longest frame, in headless Chromium.
//   npm run build -w @kith/web && node web/bench/brain-frames.mjs [path of a build]
// Without a graphics card Chromium draws by processor: this is the worst case, and other work on the machine shows. CHROMIUM_PATH names
// another browser, NODES another number, SECONDS how long each part is watched. LEAST_FPS=55 fails below 55 frames a second.
import { playProduct, say } from './played-product.mjs';

const NODES = Number(process.env.NODES ?? 300);
const SECONDS = Number(process.env.SECONDS ?? 5);
const LEAST_FPS = Number(process.env.LEAST_FPS ?? 0);
const BOT = '00000000-0000-4000-8000-000000000000';
const TYPES = ['text', 'file', 'image', 'url'];

/** The same places each time (Park and Miller's minimal standard generator). */
let seed = 7;
const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
const items = Array.from({ length: NODES }, (_none, n) => ({
  __typename: 'KnowledgeItem',
  id: `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
  title: `Lesson ${n + 1}`,
  content: `What members ask on evening ${n + 1}, and what they are told.`,
  type: TYPES[n % 4],
  tags: [`evening ${n % 7}`],
  fileUrl: null,
  position: { __typename: 'Position', x: Math.round(30 + chance() * 640), y: Math.round(30 + chance() * 440) },
  status: n % 20 === 0 ? 'failed' : 'ready',
  statusReason: n % 20 === 0 ? 'The page is gone.' : null,
  createdAt: '2026-11-20T10:00:00.000Z',
}));
const OPERATIONS = {
  Knowledge: ({ offset, limit }) => ({
    bot: { __typename: 'Bot', id: BOT, name: 'Juniper' },
    knowledge: { __typename: 'KnowledgeList', total: NODES, items: items.slice(offset, offset + limit) },
  }),
  UpdateKnowledge: ({ itemId, input }) => {
    const item = items.find(({ id }) => id === itemId);
    if (input.position) item.position = { ...item.position, ...input.position };
    return { updateKnowledge: item };
  },
};

const product = await playProduct(OPERATIONS);
try {
  const { page, busyMs } = await open();
  const watch = watcher(page, busyMs);
  const results = [
    await watch('floating'),
    await watch('dragging', () => drag(page)),
    await watch('zoomed in', () => page.getByRole('button', { name: 'Zoom in' }).click()),
  ];
  const slowest = Math.min(...results);
  say(`slowest: ${slowest.toFixed(1)} frames a second with ${NODES} nodes`);
  if (slowest < LEAST_FPS) process.exitCode = 1;
} finally {
  await product.close();
}

async function open() {
  const opened = await product.newPage({ width: 1280, height: 900 });
  const { page } = opened;
  page.on('pageerror', (error) => say(`page error: ${error.message}`));
  await page.addInitScript(countFrames);
  await page.goto(`${product.url}/bots/${BOT}/knowledge`);
  await page.getByRole('button', { name: `Lesson ${NODES},` }).waitFor({ state: 'attached' });
  // Until it has found out how many lines this machine can draw in a frame.
  await page.waitForTimeout(3000);
  return opened;
}

/** Gives frames per second while `act` goes on. */
function watcher(page, busyMs) {
  return async (name, act = () => undefined) => {
    await page.evaluate(() => globalThis.startOver());
    const beforeMs = await busyMs();
    await Promise.all([act(), page.waitForTimeout(SECONDS * 1000)]);
    const { frames, fps, longestMs, lateShare } = await page.evaluate(() => globalThis.figures());
    const workMs = ((await busyMs()) - beforeMs) / frames;
    const late = `${(100 * lateShare).toFixed(1)} % of frames above 25 ms`;
    say(`  ${name.padEnd(10)} ${fps.toFixed(1).padStart(5)} frames a second, longest frame ${longestMs.toFixed(1)} ms, ${late},`);
    say(`             ${workMs.toFixed(1)} ms of processor time for each on the main thread (16.7 may be spent)`);
    return fps;
  };
}

async function drag(page) {
  const box = await page.locator('.brain-canvas').boundingBox();
  const { x, y } = items[0].position;
  await page.mouse.move(box.x + (x / 700) * box.width, box.y + (y / 500) * box.height);
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
  globalThis.startOver = () => {
    frames = [];
  };
  globalThis.figures = () => {
    const all = frames.reduce((sum, ms) => sum + ms, 0);
    return {
      frames: frames.length,
      fps: (1000 * frames.length) / all,
      longestMs: Math.max(...frames),
      lateShare: frames.filter((ms) => ms > 25).length / frames.length,
    };
  };
}
