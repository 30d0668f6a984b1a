import { Module, type DynamicModule } from '@nestjs/common';
import { Audit } from './audit.js';
import { CONFIG } from './config.js';
import { Events } from './events.js';
import { FILES } from './files.js';
import { Health } from './health.js';
import { Keyring } from './keyring.js';
import { LOGGER } from './logger.js';
import { Metrics } from './metrics.js';
import { Queues } from './queues.js';
import { REDIS } from './redis.js';
import { RpcClient } from './rpc/client.js';
import type { Runtime } from './runtime.js';

/** Makes the process's runtime injectable everywhere: RpcClient, Queues, Audit, Events, Keyring, Metrics, Health by class; CONFIG, LOGGER, REDIS, FILES by token. */
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
      { provide: Keyring, useValue: runtime.keyring },
      { provide: Metrics, useValue: runtime.metrics },
      { provide: Health, useValue: runtime.health },
    ];
    return { module: KitModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
