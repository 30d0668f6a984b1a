import type { Metrics } from '@kith/kit';
import type { ConnectionPace } from '../discord/connection-pace.js';
import type { ApplicationCommands } from '../interactions/application-commands.js';
import type { GapFill } from '../messages/gap-fill.js';
import type { MessageIntake } from '../messages/message-intake.js';
import type { AccessDependencies } from './discord-access.js';

/** What all connections of a runner share, and the callbacks of the supervisor; `C` is the class of a connection. */
export interface ConnectionDependencies<C> extends AccessDependencies {
  readonly intake: MessageIntake;
  readonly gaps: GapFill;
  readonly pace: ConnectionPace;
  readonly commands: ApplicationCommands;
  readonly metrics: Metrics;
  /** Discord refused the bot permanently: this version must not be tried again. */
  readonly onRefused: (connection: C) => void;
  /** A session began or ended: to be saved at once. */
  readonly onSessionChanged: (connection: C) => void;
  /** The processed sequence advanced: to be saved soon. */
  readonly onProgress: (connection: C) => void;
}
