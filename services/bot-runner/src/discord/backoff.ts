const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** How long to wait before connection attempt `attempt` (0: the first after a good connection): exponential up to a minute, with jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  if (attempt === 0) return 50 + random() * 250;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return full * (0.5 + random() / 2);
}
