import type { RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { Claim } from '../leases/lease-store.js';
import { BotConnection } from './bot-connection.js';
import { SharedDependencies, type ConnectionCallbacks } from './connection-dependencies.js';

/** Creates connections with their shared dependencies. */
@Injectable()
export class ConnectionFactory {
  constructor(private readonly shared: SharedDependencies) {}

  create(bot: RunnableBot, claim: Claim, callbacks: ConnectionCallbacks<BotConnection>): BotConnection {
    return new BotConnection(bot, claim, this.shared, callbacks);
  }

  /** This process claimed bots that another one may have run: what it put into queues must not be lost with it. */
  adoptJobs(botIds: readonly string[]): Promise<void> {
    return this.shared.accepted.takeOver(botIds);
  }

  /** Where bots were asked lately is needed when Discord drops a session, and lost when Redis loses its data. Never rejects. */
  restoreChannels(bots: readonly RunnableBot[]): Promise<void> {
    return this.shared.gaps.restore(bots);
  }

  /** Adds the messages again that connections of this process accepted, after Redis may have lost its data. */
  restoreMessages(): Promise<void> {
    return this.shared.intake.restore();
  }
}
