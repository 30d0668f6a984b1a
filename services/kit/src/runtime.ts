import { Module, type DynamicModule } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Audit } from './audit.js';
import { CONFIG, loadConfig, type Config } from './config.js';
import { Events } from './events.js';
import { FILES, openFileStore, type FileStore } from './files.js';
import { Keyring } from './keyring.js';
import { createLogger, LOGGER, type Logger } from './logger.js';
import { Health, Metrics } from './monitoring.js';
import { Queues } from './queues.js';
import { connectRedis, disconnect, REDIS, redisReady } from './redis.js';
import { RpcClient } from './rpc/client.js';
import { openConnection } from './rpc/connection.js';
import { ServiceKeys } from './service-keys.js';

/** The connections and objects that all services of one process share. */
export interface Runtime {
  readonly config: Config;
  readonly logger: Logger;
  readonly redis: Redis;
  readonly events: Events;
  readonly queues: Queues;
  readonly audit: Audit;
  readonly files: FileStore;
  /** Throws in a process whose services encrypt nothing and that got no APP_KEYRING. */
  readonly keyring: Keyring;
  readonly keys: ServiceKeys;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly rpc: RpcClient;
  close(): Promise<void>;
}

/** Reads the configuration and opens the shared connections. Throws an Error that names what is missing or unreachable. */
export async function openRuntime(env: NodeJS.ProcessEnv, logger?: Logger): Promise<Runtime> {
  const config = loadConfig(env);
  const keyring = config.APP_KEYRING === undefined ? undefined : new Keyring(config.APP_KEYRING);
  const keys = serviceKeysOf(config, keyring);
  const redis = connectRedis(config.REDIS_URL);
  const subscriber = openConnection(config.REDIS_URL);
  await Promise.all([redisReady(redis), redisReady(subscriber)]);
  const log = logger ?? createLogger(config.LOG_LEVEL);
  const rpc = new RpcClient({ redisUrl: config.REDIS_URL, keys, logger: log });
  await rpc.connect();
  const queues = new Queues(config.REDIS_URL, keys);
  const files = openFileStore(config.FILE_STORE);
  await files.closeToOthers();
  const health = new Health();
  health.add('redis', () => redis.ping());
  return {
    config,
    logger: log,
    redis,
    events: new Events(redis, subscriber, log),
    queues,
    audit: new Audit(queues, log),
    files,
    get keyring() {
      if (!keyring) throw new Error('this process has no APP_KEYRING');
      return keyring;
    },
    keys,
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

/** The keys of this process: those of the environment, or all of them derived from the key ring when one process runs everything. */
function serviceKeysOf({ RPC_PRIVATE_KEY, RPC_PUBLIC_KEYS }: Config, keyring: Keyring | undefined): ServiceKeys {
  if (RPC_PRIVATE_KEY !== undefined) return ServiceKeys.parse(RPC_PRIVATE_KEY, RPC_PUBLIC_KEYS ?? '');
  if (!keyring) throw new Error('Configuration is not valid.\n  RPC_PRIVATE_KEY: is missing');
  return ServiceKeys.derive((purpose) => keyring.derive(purpose));
}

/**
 * Makes the runtime injectable in all modules of a service: RpcClient, Queues, Audit, Events, Keyring, Metrics and Health by class; CONFIG,
 * LOGGER, REDIS and FILES by token.
 */
@Module({})
export class KitModule {
  static for(runtime: Runtime, service: string): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: runtime.config },
      { provide: LOGGER, useValue: runtime.logger.child({ service }) },
      { provide: REDIS, useValue: runtime.redis },
      { provide: FILES, useValue: runtime.files },
      { provide: RpcClient, useValue: runtime.rpc },
      { provide: Audit, useValue: runtime.audit },
      { provide: Queues, useValue: runtime.queues },
      { provide: Events, useValue: runtime.events },
      ...(runtime.config.APP_KEYRING !== undefined ? [{ provide: Keyring, useValue: runtime.keyring }] : []),
      { provide: Metrics, useValue: runtime.metrics },
      { provide: Health, useValue: runtime.health },
    ];
    return { module: KitModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
