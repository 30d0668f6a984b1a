import { AppError } from '@kith/proto';

const DEFAULT_PREFIX = '!';

/** A command as members call it. */
export interface Called {
  readonly name: string;
  readonly trigger: string;
}

export interface Place {
  /** What stands before a trigger there, besides the default. */
  readonly prefix: string;
  /** For people: where the triggers have to differ. */
  readonly words: string;
}

export const LIBRARY: Place = { prefix: DEFAULT_PREFIX, words: 'your custom commands' };

/** What two triggers have in common when a member calls the same with them: letter case, spelling variants and prefix do not count (decision K2). */
export function triggerKey(trigger: string, prefix: string): string {
  const folded = fold(trigger);
  const start = [fold(prefix), DEFAULT_PREFIX].find((one) => folded.startsWith(one) && folded.length > one.length);
  return start === undefined ? folded : folded.slice(start.length);
}

/** TRIGGER_TAKEN, naming the one of `others` that is called the same way. */
export function refuseTaken(called: Called, others: readonly Called[], place: Place): void {
  const key = triggerKey(called.trigger, place.prefix);
  const other = others.find(({ trigger }) => triggerKey(trigger, place.prefix) === key);
  if (other)
    throw new AppError('TRIGGER_TAKEN', `The trigger ${called.trigger} is already used by '${other.name}' in ${place.words}.`);
}

// Upper case last: it unfolds ß, which ẞ becomes before, and knows one Σ only, wherever it stands.
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
