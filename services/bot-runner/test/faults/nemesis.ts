import { setTimeout as sleep } from 'node:timers/promises';
import { queues } from '@kith/proto';
import { Queue } from 'bullmq';
import { waitFor } from '@kith/kit/testing';
import type { FaultCluster } from './fault-cluster.js';
import type { FaultyBot } from './refused-bots.js';
import type { Seeded } from './seeded.js';

export interface Fault {
  readonly name: string;
  readonly inject: (cluster: FaultCluster, random: Seeded) => Promise<void>;
}

/** Longer than the leases of the runners under test. */
const BEYOND_LEASE_MS = 6000;

const aBot = ({ bots }: FaultCluster, random: Seeded): FaultyBot => {
  const found = bots[random.between(0, bots.length)];
  if (!found) throw new Error('no bots');
  return found;
};

/** Idle bots that Discord can refuse now. */
const connectedIdle = ({ idle, refused, harness }: FaultCluster, random: Seeded, count: number): FaultyBot[] =>
  random.sample(
    idle.filter((one) => !refused.has(one) && harness.discord.isConnected(one.bot)),
    count,
  );

export const FAULTS: readonly Fault[] = [
  {
    name: 'Discord closes connections',
    inject: async (cluster, random) => {
      for (let n = 0; n < 4; n += 1)
        cluster.harness.discord.interruptSession(aBot(cluster, random).bot, { code: random.oneOf([4000, 4009, 1000, 1001]) });
    },
  },
  {
    name: 'Discord asks all bots to reconnect',
    inject: async ({ harness, bots }) => {
      for (const { bot } of bots) harness.discord.interruptSession(bot, { op: 7 });
    },
  },
  {
    name: 'Discord drops the session of a bot',
    inject: async (cluster, random) => {
      const { bot } = aBot(cluster, random);
      if (!cluster.harness.discord.hasSession(bot)) return;
      cluster.endedSessions += 1;
      await cluster.harness.allowIdentify(bot).catch(() => undefined);
      cluster.harness.discord.interruptSession(bot, { op: 9 });
    },
  },
  {
    name: 'the network to Discord is down',
    inject: async ({ harness }) => {
      await harness.discord.startOutage();
      await sleep(2000);
      await harness.discord.endOutage();
    },
  },
  {
    name: 'the requests of a bot are refused with 503, or never answered',
    inject: async (cluster, random) => {
      const { applicationId } = aBot(cluster, random).bot;
      const status = random.next() < 0.5 ? 503 : 'none';
      cluster.harness.discord.rejectRequests({ path: '/messages', method: 'POST', applicationId, status, times: 2 });
    },
  },
  {
    name: 'channels are in their rate limit',
    inject: async ({ harness }) => {
      harness.discord.limitChannels({ posts: 1, windowMs: 1000 });
      await sleep(3000);
      harness.discord.limitChannels(null);
    },
  },
  {
    name: 'a connection is half open',
    inject: async (cluster, random) => {
      const { bot } = aBot(cluster, random);
      cluster.harness.discord.muteGateway(bot);
      await sleep(3000);
      cluster.harness.discord.unmuteGateway(bot);
    },
  },
  {
    name: 'a runner is killed',
    inject: async (cluster, random) => {
      await cluster.kill(cluster.aRunner(random));
      await cluster.startRunner();
    },
  },
  {
    name: 'a runner is replaced by a deployment',
    inject: async (cluster, random) => {
      const old = cluster.aRunner(random);
      await cluster.startRunner();
      await cluster.stop(old);
    },
  },
  {
    name: 'all runners are killed',
    inject: async (cluster) => {
      await cluster.killAll();
      await Promise.all([cluster.startRunner(), cluster.startRunner()]);
    },
  },
  {
    name: 'a runner hangs beyond its leases',
    inject: async (cluster, random) => {
      const { process } = cluster.aRunner(random);
      process.kill('SIGSTOP');
      await sleep(BEYOND_LEASE_MS);
      process.kill('SIGCONT');
    },
  },
  {
    name: 'a runner is cut off from Redis',
    inject: async (cluster, random) => {
      const { proxy } = cluster.aRunner(random);
      proxy.cut();
      await sleep(BEYOND_LEASE_MS);
      proxy.heal();
    },
  },
  {
    name: 'Redis loses everything',
    inject: async (cluster) => {
      if (!(await cluster.canRedisLoseData())) return;
      cluster.dataLosses += 1;
      await cluster.harness.redis.kill();
      await sleep(500);
      await cluster.harness.redis.restart();
    },
  },
  {
    name: 'jobs that nobody can work on',
    inject: async ({ harness }) => {
      const connection = harness.runtime.redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
      for (const { name } of [queues.deliveries, queues.commands, queues.moderation]) {
        const queue = new Queue(name, { connection, prefix: 'jobs' });
        await queue.add(name, { forged: true }, { jobId: `forged-${Date.now()}` });
        await queue.close();
      }
      connection.disconnect();
    },
  },
  {
    name: 'Discord refuses the connection of a bot for good',
    inject: async (cluster, random) => {
      const [one] = connectedIdle(cluster, random, 1);
      if (one) await cluster.refused.refuseParameters(one);
    },
  },
  {
    name: 'many tokens become invalid at once',
    inject: (cluster, random) => cluster.refused.revokeTokens(connectedIdle(cluster, random, random.oneOf([1, 8]))),
  },
  {
    name: 'bots without an intent are started',
    inject: async (cluster) => {
      cluster.startIdle(3, { hasMessageContentIntent: false });
      await waitFor('them to be connected', () => cluster.areAllConnected(), 20_000);
    },
  },
  {
    name: 'all runners are killed, and many more bots are started at once',
    inject: async (cluster) => {
      await cluster.killAll();
      cluster.startIdle(40);
      await Promise.all([cluster.startRunner(), cluster.startRunner()]);
      await waitFor('all bots to be connected', () => cluster.areAllConnected(), 30_000);
    },
  },
  {
    name: 'one bot gets sixty messages at once',
    inject: async (cluster, random) => {
      const { bot } = aBot(cluster, random);
      for (let n = 0; n < 60; n += 1)
        cluster.harness.discord.sendMessage({
          bot,
          content: 'noise',
          guildId: null,
          authorId: String(900_000_000_000_000_000n + BigInt(n)),
        });
    },
  },
];
