interface Period {
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/** What a change of the monthly price within a period costs at once, as Stripe computes it: the difference for the rest of the period, in cents. */
export function prorationCents({ periodStart, periodEnd }: Period, fromCents: number, toCents: number, at: Date): number {
  const length = periodEnd.getTime() - periodStart.getTime();
  const left = Math.min(length, Math.max(0, periodEnd.getTime() - at.getTime()));
  // Stripe rounds the credit for the old price and the charge for the new one separately.
  const share = (cents: number): number => (length > 0 ? Math.round((cents * left) / length) : 0);
  return Math.max(0, share(toCents) - share(fromCents));
}

/** The same day of the next month, or the last day of a shorter month. */
export function addMonth(date: Date): Date {
  const later = new Date(date);
  later.setUTCMonth(date.getUTCMonth() + 1);
  if (later.getUTCDate() < date.getUTCDate()) later.setUTCDate(0);
  return later;
}
