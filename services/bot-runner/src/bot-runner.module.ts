import { randomUUID } from 'node:crypto';
import { CONFIG, connectRedis, REDIS, type Config } from '@kith/kit';
import { Module, type Provider } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { BotRunnerController } from './bot-runner.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { TokenInspector } from './discord/inspect-token.js';
import { RestClients } from './discord/rest-clients.js';
import { Connections } from './fleet/connections.js';
import { Fleet } from './fleet/fleet.js';
import { DesiredBotsSource } from './fleet/desired-bots-source.js';
import { ApplicationCommands } from './interactions/application-commands.js';
import { ForgetMe } from './interactions/forget-me.js';
import { Interactions } from './interactions/interactions.js';
import { LEASE_MS, LeaseStore } from './leases/lease-store.js';
import { Membership } from './leases/membership.js';
import { LifecycleService } from './lifecycle/lifecycle.service.js';
import { MessageIntake } from './messages/message-intake.js';
import { Threads } from './messages/threads.js';
import { TypingIndicators } from './messages/typing-indicators.js';

/** New with each start: a runner that comes back is another one. */
const RUNNER_ID = Symbol('runner-id');

/** Everything a runner consists of. Tests shorten the time of a lease. */
export function runnerProviders(leaseMs = LEASE_MS): Provider[] {
  return [
    { provide: RUNNER_ID, useFactory: () => randomUUID() },
    {
      provide: LeaseStore,
      inject: [REDIS, RUNNER_ID],
      useFactory: (redis: Redis, runnerId: string) => new LeaseStore(redis, runnerId, leaseMs),
    },
    {
      provide: Membership,
      inject: [REDIS, CONFIG, RUNNER_ID],
      useFactory: (redis: Redis, config: Config, runnerId: string) =>
        new Membership(redis, connectRedis(config.REDIS_URL, 'subscriber'), runnerId, leaseMs),
    },
    RestClients,
    TokenInspector,
    Threads,
    TypingIndicators,
    ForgetMe,
    Interactions,
    MessageIntake,
    ApplicationCommands,
    DesiredBotsSource,
    Connections,
    Fleet,
    DeliveriesService,
    LifecycleService,
  ];
}

@Module({ controllers: [BotRunnerController], providers: runnerProviders() })
export class BotRunnerModule {}
