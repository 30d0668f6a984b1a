import type { BotValues } from './bot-values.js';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two forms hold the same; a field without a value is as good as none. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other;
  return Object.keys({ ...one, ...other }).every((key) => isSame(one[key], other[key]));
}

/** What somebody typed, on top of what is stored by now: `start` is what they began with. */
export function rebase(typed: BotValues, start: BotValues, latest: BotValues): BotValues {
  return {
    ...over(typed, start, latest),
    personality: over(typed.personality, start.personality, latest.personality),
    preferences: over(typed.preferences, start.preferences, latest.preferences),
  };
}

function over<T extends object>(typed: T, start: T, latest: T): T {
  const changed = (Object.keys({ ...typed, ...latest }) as (keyof T)[]).filter((key) => !isSame(typed[key], start[key]));
  return { ...latest, ...Object.fromEntries(changed.map((key) => [key, typed[key]])) };
}
