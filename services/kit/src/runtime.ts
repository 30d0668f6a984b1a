import type { Redis } from 'ioredis';
import { Audit } from './audit.js';
import { loadConfig, type Config } from './config.js';
import { Events } from './events.js';
import { openFileStore, type FileStore } from './files.js';
import { Health } from './health.js';
import { Keyring } from './keyring.js';
import { createLogger, type Logger } from './logger.js';
import { Metrics } from './metrics.js';
import { Queues } from './queues.js';
import { connectRedis, disconnect, redisReady } from './redis.js';
import { RpcClient } from './rpc/client.js';
import { openConnection } from './rpc/connection.js';

/** What all services of one process share. */
export interface Runtime {
  readonly config: Config;
  readonly logger: Logger;
  readonly redis: Redis;
  readonly events: Events;
  readonly queues: Queues;
  readonly audit: Audit;
  readonly files: FileStore;
  readonly keyring: Keyring;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly rpc: RpcClient;
  close(): Promise<void>;
}

/** Reads the configuration and opens the shared connections. Throws an Error in plain words when something is missing. */
export async function openRuntime(env: NodeJS.ProcessEnv, logger?: Logger): Promise<Runtime> {
  const config = loadConfig(env);
  const redis = connectRedis(config.REDIS_URL);
  const subscriber = openConnection(config.REDIS_URL);
  await Promise.all([redisReady(redis), redisReady(subscriber)]);
  const log = logger ?? createLogger(config.LOG_LEVEL);
  const rpc = new RpcClient({ redisUrl: config.REDIS_URL, logger: log });
  await rpc.connect();
  const queues = new Queues(config.REDIS_URL);
  const health = new Health();
  health.add('redis', () => redis.ping());
  return {
    config,
    logger: log,
    redis,
    events: new Events(redis, subscriber, log),
    queues,
    audit: new Audit(queues, log),
    files: openFileStore(config.FILE_STORE),
    keyring: new Keyring(config.APP_KEYRING),
    metrics: new Metrics(),
    health,
    rpc,
    close: async () => {
      await Promise.all([rpc.close(), queues.close()]);
      disconnect(redis);
      disconnect(subscriber);
    },
  };
}
