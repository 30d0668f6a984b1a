// Memory of an idle bot in three servers, beside discord.js with its caches off in the same run: `npm run bench -w services/bot-runner memory`
import { BenchWorld, exitCode, memoryOf, report } from './bench-world.js';

const BOTS = Number(process.env['BENCH_BOTS'] ?? 2000);
const SERVERS = 3;

const world = await BenchWorld.open();
try {
  const before = await memoryOf(world.runner);
  await world.onlineBots(BOTS, SERVERS);
  const perBot = ((await memoryOf(world.runner)) - before) / BOTS;

  const peer = await world.startPeer('discordjs-client');
  const peerBefore = await memoryOf(peer.process);
  await peer.connect(world.newBots(BOTS, SERVERS), 'idle');
  const perClient = ((await memoryOf(peer.process)) - peerBefore) / BOTS;

  console.log(`${BOTS} bots in ${SERVERS} servers each; discord.js Client: ${perClient.toFixed(1)} KiB per bot`);
  report('memory per idle bot', perBot, 48, 'KiB');
  report('memory per idle bot, of that of discord.js', perBot / perClient, 0.2, 'x');
} finally {
  await world.close();
}
process.exit(exitCode());
