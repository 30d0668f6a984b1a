const SHOWN_FROM = 50;

/** The traits to show as badges: a list, an object of flags or 0-100 values, or one value (section 2; decision M1). */
export function activeTraits(personality: unknown): string[] {
  if (Array.isArray(personality)) return personality.map(traitLabel);
  if (typeof personality === 'object' && personality !== null) {
    return Object.entries(personality)
      .filter(([, value]) => isOn(value))
      .map(([name]) => traitLabel(name));
  }
  return typeof personality === 'string' && personality !== '' ? [traitLabel(personality)] : [];
}

/** A flag that is set, or a value of at least the middle. */
export const isOn = (value: unknown): boolean => value === true || (typeof value === 'number' && value >= SHOWN_FROM);

/** `memoryStrength` as 'Memory Strength'. */
export function traitLabel(name: unknown): string {
  const words = String(name).replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
