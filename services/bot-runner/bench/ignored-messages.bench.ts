// CPU of a message that no setting lets through, beside a raw client that parses it in the same run:
// `npm run bench -w services/bot-runner ignored`
import type { ChildProcess } from 'node:child_process';
import type { DiscordBot } from '@kith/kit/testing';
import { BenchWorld, cpuOf, exitCode, median, pause, report } from './bench-world.js';

const ROUNDS = 5;
const BOTS = 50;
const MESSAGES = 10_000;
const PER_MS = 2;
const IDLE_MS = 10_000;
/** As members write them; none of them breaks a rule, and nobody has to answer one. */
const TEXTS = [
  'A message as members write them, of some words, that nobody has to answer.',
  'lol yes',
  'Did you see the new map? I think the north/south gate is better than the old one, and/or the bridge.',
  'Ich komme später, der Zug hat schon wieder Verspätung und es regnet.',
  'そうですね、明日また話しましょう。',
  'sounds good 👍🎉 see you at 8:30',
  'THE patch notes are at https://docs.example.org/patch/1.2 if anybody needs them',
  'Да, я тоже так думаю. Напишу вечером.',
  'ok so i tried it twice, first with the default settings, then with everything on, and it was about 3x slower... any ideas?',
  'thx!! <:smile:812345678901234567> <@812345678901234568>',
];

const world = await BenchWorld.open();
const { discord } = world.harness;
let members = 0;

/** Microseconds of CPU of the process per message, without those that it takes in the same time when nobody writes. */
async function cpuPerMessage(process: ChildProcess, bots: readonly DiscordBot[], idle: number): Promise<number> {
  const startedAt = performance.now();
  const before = cpuOf(process);
  for (let n = 0; n < MESSAGES; n += 1) {
    const bot = bots[Math.floor(n / TEXTS.length) % bots.length];
    const authorId = String(800_000_000_000_000_000n + BigInt(++members % 5000));
    if (bot) discord.sendMessage({ bot, content: `${TEXTS[n % TEXTS.length]} ${n}`, authorId });
    if (n % (PER_MS * 5) === 0) await pause(5);
  }
  await pause(500);
  return (cpuOf(process) - before - idle * (performance.now() - startedAt)) / MESSAGES;
}

/** Microseconds of CPU that each process takes in a millisecond in which nobody writes. */
async function idleCpu(processes: readonly ChildProcess[]): Promise<number[]> {
  const startedAt = performance.now();
  const before = processes.map(cpuOf);
  await pause(IDLE_MS);
  return processes.map((process, n) => (cpuOf(process) - (before[n] ?? 0)) / (performance.now() - startedAt));
}

try {
  const quiet = { mentionOnly: true };
  const moderated = {
    ...quiet,
    moderationMode: true,
    profanityFilter: true,
    spamDetection: true,
    blockLinks: true,
    allowedLinkHosts: 'example.org',
    blockInvites: true,
    capsFilter: true,
    blockedWords: 'swordfish, free nitro, casino, spoiler, купить',
  };
  const plain = (await world.onlineBots(BOTS, 1, quiet)).map(({ bot }) => bot);
  const withRules = (await world.onlineBots(BOTS, 1, moderated)).map(({ bot }) => bot);
  const raw = world.newBots(BOTS);
  const peer = await world.startPeer('raw-client');
  await peer.connect(raw, 'idle');

  const ratios: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [idlePeer = 0, idleRunner = 0] = await idleCpu([peer.process, world.runner]);
    const parsed = await cpuPerMessage(peer.process, raw, idlePeer);
    const ignored = await cpuPerMessage(world.runner, plain, idleRunner);
    const checked = await cpuPerMessage(world.runner, withRules, idleRunner);
    console.log(`parsed ${parsed.toFixed(1)} µs, ignored ${ignored.toFixed(1)} µs, with moderation ${checked.toFixed(1)} µs`);
    if (round > 0) ratios.push([ignored / parsed, checked / parsed]);
  }
  report('CPU per ignored message, of a raw client', median(ratios.map(([plainRatio]) => plainRatio)), 2, 'x');
  report('with all rules of moderation', median(ratios.map(([, withRulesRatio]) => withRulesRatio)), 4, 'x');
} finally {
  await world.close();
}
process.exit(exitCode());
