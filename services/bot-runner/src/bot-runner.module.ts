import { randomUUID } from 'node:crypto';
import { CONFIG, connectRedis, REDIS, type Config } from '@kith/kit';
import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { BotRunnerController } from './bot-runner.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { TokenInspector } from './discord/inspect-token.js';
import { RestClients } from './discord/rest-clients.js';
import { Connections } from './fleet/connections.js';
import { Fleet } from './fleet/fleet.js';
import { WantedSource } from './fleet/wanted-source.js';
import { LeaseStore } from './leases/lease-store.js';
import { Membership } from './leases/membership.js';
import { LifecycleService } from './lifecycle/lifecycle.service.js';
import { MessageIntake } from './messages/message-intake.js';
import { Threads } from './messages/threads.js';
import { TypingIndicators } from './messages/typing-indicators.js';

/** New with each start: a runner that comes back is another one. */
const RUNNER_ID = Symbol('runner-id');

@Module({
  controllers: [BotRunnerController],
  providers: [
    { provide: RUNNER_ID, useFactory: () => randomUUID() },
    {
      provide: LeaseStore,
      inject: [REDIS, RUNNER_ID],
      useFactory: (redis: Redis, runnerId: string) => new LeaseStore(redis, runnerId),
    },
    {
      provide: Membership,
      inject: [REDIS, CONFIG, RUNNER_ID],
      useFactory: (redis: Redis, config: Config, runnerId: string) =>
        new Membership(redis, connectRedis(config.REDIS_URL, 'subscriber'), runnerId),
    },
    RestClients,
    TokenInspector,
    Threads,
    TypingIndicators,
    MessageIntake,
    WantedSource,
    Connections,
    Fleet,
    DeliveriesService,
    LifecycleService,
  ],
})
export class BotRunnerModule {}
