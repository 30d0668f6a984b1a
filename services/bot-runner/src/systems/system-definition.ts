import type { JobOf, ProblemAction, queues } from '@kith/proto';
import type { CommandDefinition } from '../interactions/command-definition.js';

/** A slash command of a system. */
export interface SystemCommand {
  readonly definition: CommandDefinition;
  /** Whether only the member who uses it sees the answer; by the name of the subcommand where there are some. */
  readonly isPrivate: boolean | ((subcommand: string | null) => boolean);
  /** Whether members use it where the system talks with them, whatever the channels in which the companion answers. */
  readonly isForOwnThreads?: boolean;
}

/** What a system registers with Discord. */
export interface SystemDefinition {
  /** In the catalogue of systems. */
  readonly systemId: string;
  /** The gateway intents that it needs beyond those for messages (GatewayIntentBits). */
  readonly intents: number;
  readonly commands: readonly SystemCommand[];
  /** Whether it moderates, which is done in every channel, also by a companion for adults (docs/decisions.md C40). */
  readonly moderates?: boolean;
  /** What the owner reads when Discord refuses what the system does. */
  readonly problemAction: ProblemAction;
  /**
   * Whether Discord has accepted that action when this task succeeded, so that the problem is over; absent where the system says itself when it is.
   */
  readonly solvesProblem?: (task: JobOf<typeof queues.systems>['task']) => boolean;
  /** What it keeps of a member until they ask to be forgotten, as the member reads it: "your level". */
  readonly keeps?: string;
  /** The same while the owner keeps no messages (docs/decisions.md C21), where it differs. */
  readonly keepsWithoutMessages?: string;
}
