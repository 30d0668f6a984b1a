import { AppError } from '@kith/proto';

const DEFAULT_PREFIX = '!';

/** A command and the trigger with which members call it. */
export interface TriggeredCommand {
  readonly name: string;
  readonly trigger: string;
}

/** Where triggers have to differ: in a bot, or in a library of custom commands. */
export interface TriggerScope {
  /** May precede a trigger, like the default prefix. */
  readonly prefix: string;
  /** For error messages. */
  readonly description: string;
}

export const LIBRARY: TriggerScope = { prefix: DEFAULT_PREFIX, description: 'your custom commands' };

/** Equal for triggers that call the same command: without letter case, Unicode variants and prefix (docs/decisions.md K2). */
export function triggerKey(trigger: string, prefix: string): string {
  const folded = fold(trigger);
  const start = [fold(prefix), DEFAULT_PREFIX].find((one) => folded.startsWith(one) && folded.length > one.length);
  return start === undefined ? folded : folded.slice(start.length);
}

/** Throws TRIGGER_TAKEN, naming the command, when one of `others` has the same trigger key. */
export function refuseTaken(command: TriggeredCommand, others: readonly TriggeredCommand[], scope: TriggerScope): void {
  const key = triggerKey(command.trigger, scope.prefix);
  const other = others.find(({ trigger }) => triggerKey(trigger, scope.prefix) === key);
  if (other)
    throw new AppError(
      'TRIGGER_TAKEN',
      `The trigger ${command.trigger} is already used by '${other.name}' in ${scope.description}.`,
    );
}

// Upper case comes last: it folds ß and ẞ to SS, and both lower-case forms of Σ to one letter.
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
