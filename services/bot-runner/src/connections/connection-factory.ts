import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { RestClients } from '../discord/rest-clients.js';
import { ApplicationCommands } from '../interactions/application-commands.js';
import { LeaseStore, type Claim } from '../leases/lease-store.js';
import { MessageIntake } from '../messages/message-intake.js';
import { BotConnection, type ConnectionDependencies } from './bot-connection.js';

/** Creates connections with their shared dependencies. */
@Injectable()
export class ConnectionFactory {
  constructor(
    private readonly store: LeaseStore,
    private readonly rpc: RpcClient,
    private readonly clients: RestClients,
    private readonly intake: MessageIntake,
    private readonly commands: ApplicationCommands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  create(
    bot: RunnableBot,
    claim: Claim,
    callbacks: Pick<ConnectionDependencies, 'onRefused' | 'onSessionChanged' | 'onProgress'>,
  ): BotConnection {
    const { store, rpc, clients, intake, commands, logger } = this;
    return new BotConnection(bot, claim, { store, rpc, clients, intake, commands, logger, ...callbacks });
  }
}
