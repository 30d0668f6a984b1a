import { hasTrait, type Plan } from '@kith/proto';

/** A trait with a value counts as on from here. */
const MIN_ACTIVE_VALUE = 50;

/**
 * The traits to show as badges: a list, an object of flags or 0-100 values, or one value (docs/decisions.md M1). Those of an object that the
 * plan does not unlock have no effect (docs/decisions.md B14) and are left out.
 */
export function activeTraits(personality: unknown, plan: Plan): string[] {
  if (Array.isArray(personality)) return personality.map(traitLabel);
  if (typeof personality === 'object' && personality !== null) {
    return Object.entries(personality)
      .filter(([name, value]) => isOn(value) && hasTrait(plan, name))
      .map(([name]) => traitLabel(name));
  }
  return typeof personality === 'string' && personality !== '' ? [traitLabel(personality)] : [];
}

/** The names of stored traits that have no effect on this plan: those above it that are on or have a number. */
export function inactiveTraits(personality: unknown, plan: Plan): string[] {
  if (typeof personality !== 'object' || personality === null) return [];
  return Object.entries(personality).flatMap(([name, value]) => (value === false || hasTrait(plan, name) ? [] : [name]));
}

/** A flag that is set, or a value of at least 50. */
export const isOn = (value: unknown): boolean => value === true || (typeof value === 'number' && value >= MIN_ACTIVE_VALUE);

/** `memoryStrength` as 'Memory Strength'. */
export function traitLabel(name: unknown): string {
  const words = String(name).replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
