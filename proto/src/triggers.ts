export const DEFAULT_PREFIX = '!';

/** Equal for triggers that call the same command: without letter case, Unicode variants and prefix (docs/decisions.md K2). */
export function triggerKey(trigger: string, prefix: string): string {
  const folded = fold(trigger);
  const start = [fold(prefix), DEFAULT_PREFIX].find((one) => folded.startsWith(one) && folded.length > one.length);
  return start === undefined ? folded : folded.slice(start.length);
}

/** The commands of a bot and how they are called. */
export interface CallableCommands<C extends { readonly trigger: string }> {
  /** The prefix of the bot. */
  readonly prefix: string;
  readonly commands: readonly C[];
}

/** A text that calls a command. */
export interface CalledCommand<C> {
  readonly command: C;
  /** What follows the trigger, without white space around it. */
  readonly args: string;
}

/**
 * The command that a text calls, by prefix and trigger; with `isAddressed` (the text was preceded by a mention of the bot) the prefix may be
 * missing. Null for any other text. A prefix alone, followed by the trigger as the next word, calls it too.
 */
export function calledCommand<C extends { readonly trigger: string }>(
  text: string,
  { prefix, commands }: CallableCommands<C>,
  isAddressed: boolean,
): CalledCommand<C> | null {
  if (commands.length === 0) return null;
  const [first, afterFirst] = firstWord(text);
  const foldedPrefix = fold(prefix.trim());
  const folded = fold(first);
  const startsWithPrefix = foldedPrefix !== '' && folded.startsWith(foldedPrefix);
  if (!startsWithPrefix && !isAddressed) return null;
  const byKey = commandsByKey({ prefix, commands });
  if (!startsWithPrefix) return called(byKey.get(folded), afterFirst);
  if (folded !== foldedPrefix) {
    const command = byKey.get(folded.slice(foldedPrefix.length)) ?? (isAddressed ? byKey.get(folded) : undefined);
    return called(command, afterFirst);
  }
  const [second, afterSecond] = firstWord(afterFirst);
  return called(byKey.get(fold(second)), afterSecond);
}

const called = <C>(command: C | undefined, args: string): CalledCommand<C> | null => (command ? { command, args } : null);

/** The first word and what follows it, both without white space around them. */
function firstWord(text: string): [word: string, rest: string] {
  const trimmed = text.trim();
  const end = trimmed.search(/\s/u);
  return end < 0 ? [trimmed, ''] : [trimmed.slice(0, end), trimmed.slice(end).trim()];
}

interface Keyed {
  readonly prefix: string;
  readonly byKey: ReadonlyMap<string, unknown>;
}

/** By the list of commands, which stays the same while the bot does not change: messages are many, changes few. */
const keyedLists = new WeakMap<object, Keyed>();

function commandsByKey<C extends { readonly trigger: string }>({
  prefix,
  commands,
}: CallableCommands<C>): ReadonlyMap<string, C> {
  const known = keyedLists.get(commands);
  if (known?.prefix === prefix) return known.byKey as ReadonlyMap<string, C>;
  const byKey = new Map(commands.map((command) => [triggerKey(command.trigger, prefix), command]));
  keyedLists.set(commands, { prefix, byKey });
  return byKey;
}

// Upper case comes last: it folds ß and ẞ to SS, and both lower-case forms of Σ to one letter.
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
