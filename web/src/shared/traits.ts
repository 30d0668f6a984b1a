/** A trait with a value counts as on from here. */
const MIN_ACTIVE_VALUE = 50;

/** The traits to show as badges: a list, an object of flags or 0-100 values, or one value (docs/decisions.md M1). */
export function activeTraits(personality: unknown): string[] {
  if (Array.isArray(personality)) return personality.map(traitLabel);
  if (typeof personality === 'object' && personality !== null) {
    return Object.entries(personality)
      .filter(([, value]) => isOn(value))
      .map(([name]) => traitLabel(name));
  }
  return typeof personality === 'string' && personality !== '' ? [traitLabel(personality)] : [];
}

/** A flag that is set, or a value of at least 50. */
export const isOn = (value: unknown): boolean => value === true || (typeof value === 'number' && value >= MIN_ACTIVE_VALUE);

/** `memoryStrength` as 'Memory Strength'. */
export function traitLabel(name: unknown): string {
  const words = String(name).replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
