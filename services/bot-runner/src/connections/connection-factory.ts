import { LOGGER, Metrics, RpcClient, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ConnectionPace } from '../discord/connection-pace.js';
import { RestClients } from '../discord/rest-clients.js';
import { ApplicationCommands } from '../interactions/application-commands.js';
import { LeaseStore, type Claim } from '../leases/lease-store.js';
import { GapFill } from '../messages/gap-fill.js';
import { MessageIntake } from '../messages/message-intake.js';
import { BotConnection } from './bot-connection.js';
import type { ConnectionDependencies } from './connection-dependencies.js';

/** Creates connections with their shared dependencies. */
@Injectable()
export class ConnectionFactory {
  constructor(
    private readonly store: LeaseStore,
    private readonly rpc: RpcClient,
    private readonly clients: RestClients,
    private readonly intake: MessageIntake,
    private readonly gaps: GapFill,
    private readonly pace: ConnectionPace,
    private readonly commands: ApplicationCommands,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  create(
    bot: RunnableBot,
    claim: Claim,
    callbacks: Pick<ConnectionDependencies<BotConnection>, 'onRefused' | 'onSessionChanged' | 'onProgress'>,
  ): BotConnection {
    const { store, rpc, clients, intake, gaps, pace, commands, metrics, logger } = this;
    return new BotConnection(bot, claim, { store, rpc, clients, intake, gaps, pace, commands, metrics, logger, ...callbacks });
  }
}
