import { FairScheduler, LOGGER, Metrics, RpcClient, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { ConnectionPace } from '../discord/connection-pace.js';
import { RestClients } from '../discord/rest-clients.js';
import { ApplicationCommands } from '../interactions/application-commands.js';
import { LeaseStore } from '../leases/lease-store.js';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import { GapFill } from '../messages/gap-fill.js';
import { HeldEvents } from '../messages/held-events.js';
import { MessageIntake } from '../messages/message-intake.js';
import { Problems } from '../problems/problems.service.js';
import { REPORTS_AT_A_TIME } from './status-reporter.js';

/** What all connections of a runner share. */
@Injectable()
export class SharedDependencies {
  @Inject() readonly store: LeaseStore;
  @Inject() readonly rpc: RpcClient;
  @Inject() readonly clients: RestClients;
  @Inject() readonly intake: MessageIntake;
  @Inject() readonly accepted: AcceptedJobs;
  @Inject() readonly gaps: GapFill;
  @Inject() readonly held: HeldEvents;
  @Inject() readonly pace: ConnectionPace;
  @Inject() readonly commands: ApplicationCommands;
  @Inject() readonly problems: Problems;
  @Inject() readonly metrics: Metrics;
  @Inject(LOGGER) readonly logger: Logger;
  readonly reports = new FairScheduler(REPORTS_AT_A_TIME);
}

/** The callbacks of the supervisor; `C` is the class of a connection. */
export interface ConnectionCallbacks<C> {
  /** Discord refused the bot permanently: this version must not be tried again. */
  readonly onRefused: (connection: C) => void;
  /** A session began or ended: to be saved at once. */
  readonly onSessionChanged: (connection: C) => void;
  /** The processed sequence advanced: to be saved soon. */
  readonly onProgress: (connection: C) => void;
  /** Resolves when the leases of this process are surely its own; the connections whose leases are lost are closed before. */
  readonly untilLeasesHeld: () => Promise<void>;
  /** Whether they are. */
  readonly areLeasesHeld: () => boolean;
}
