// Memory of an idle bot in three servers, beside discord.js with its caches off in the same run: `npm run bench -w services/bot-runner memory`
import { BenchWorld, exitCode, memoryOf, pause, report } from './bench-world.js';

const BOTS = Number(process.env['BENCH_BOTS'] ?? 2000);
const SERVERS = 3;
/** Connected before anything is measured: what a process loads and keeps once, for its first bot, is no memory of the others. */
const FIRST_BOTS = 20;
/** After they connected, bots register their commands; then connections and clients for that are closed, within a minute. */
const IDLE_AFTER_MS = 70_000;

const world = await BenchWorld.open();
try {
  const peer = await world.startPeer('discordjs-client');
  await world.onlineBots(FIRST_BOTS, SERVERS);
  await peer.connect(world.newBots(FIRST_BOTS, SERVERS), 'idle');
  await pause(IDLE_AFTER_MS);
  const before = await memoryOf(world.runner);
  await world.onlineBots(BOTS, SERVERS);
  const peerBefore = await memoryOf(peer.process);
  await peer.connect(world.newBots(BOTS, SERVERS), 'idle');
  await pause(IDLE_AFTER_MS);
  const perBot = ((await memoryOf(world.runner)) - before) / BOTS;
  const perClient = ((await memoryOf(peer.process)) - peerBefore) / BOTS;

  console.log(`${BOTS} bots in ${SERVERS} servers each; discord.js Client: ${perClient.toFixed(1)} KiB per bot`);
  report('memory per idle bot', perBot, 48, 'KiB');
  report('memory per idle bot, of that of discord.js', perBot / perClient, 0.2, 'x');
} finally {
  await world.close();
}
process.exit(exitCode());
