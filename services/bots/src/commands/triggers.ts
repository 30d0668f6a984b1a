import { AppError, DEFAULT_PREFIX, isolated, triggerKey } from '@kith/proto';

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

/** Throws TRIGGER_TAKEN, naming the command, when one of `others` has the same trigger key. */
export function refuseTaken(command: TriggeredCommand, others: readonly TriggeredCommand[], scope: TriggerScope): void {
  const key = triggerKey(command.trigger, scope.prefix);
  const other = others.find(({ trigger }) => triggerKey(trigger, scope.prefix) === key);
  if (other)
    throw new AppError(
      'TRIGGER_TAKEN',
      `The trigger ${isolated(command.trigger)} is already used by '${isolated(other.name)}' in ${scope.description}.`,
    );
}
