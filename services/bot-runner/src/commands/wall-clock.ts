import { dateFormat } from '@kith/kit';
import { DAY_MS } from '@kith/proto';

/** What a clock and a calendar of the zone show at an instant, as the instant at which those of UTC show it. */
export function wallClockAt(instantMs: number, timeZone: string): number {
  const format = dateFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wholeSeconds = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wholeSeconds + (instantMs % 1000);
}

/**
 * The instant at which the clocks of the zone show `wallMs`, which is as wallClockAt answers it. When clocks go back they show some times twice:
 * then it is the first one after `afterMs`, or the earlier one when both are over. When they go forward they leave some times out: those are read
 * with the clocks as they were before, so that 2:30 becomes 3:30.
 */
export function instantOf(wallMs: number, timeZone: string, afterMs: number): number {
  const offsetAt = (instantMs: number): number => wallClockAt(instantMs, timeZone) - instantMs;
  // No zone is a whole day from UTC, and none changes its clocks twice within two days.
  const [before, after] = [offsetAt(wallMs - DAY_MS), offsetAt(wallMs + DAY_MS)];
  // The larger offset is the earlier instant.
  const instants = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  const shown = instants.filter((instantMs) => wallClockAt(instantMs, timeZone) === wallMs);
  return shown.find((instantMs) => instantMs > afterMs) ?? shown[0] ?? wallMs - before;
}
