const COUNTS = new Intl.NumberFormat('en');

/** A count in a table of a system: 12,345. */
export const countText = (count: number): string => COUNTS.format(count);
