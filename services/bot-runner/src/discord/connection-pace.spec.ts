import { describe, expect, it } from '@jest/globals';
import { CONNECTIONS_PER_SECOND, ConnectionPace } from './connection-pace.js';

describe('new connections to Discord', () => {
  it('are spaced after a burst, which a pause allows again', () => {
    const pace = new ConnectionPace();
    const at = (nowMs: number, count: number) => Array.from({ length: count }, () => pace.reserve(nowMs));
    const startMs = 1_000_000;
    const waits = at(startMs, 100 + CONNECTIONS_PER_SECOND);
    expect(waits.slice(0, 100).every((waitMs) => waitMs === 0)).toBe(true);
    expect(waits.at(-1)).toBeCloseTo(1000);
    expect(waits.slice(101).every((waitMs, n) => waitMs > (waits[100 + n] ?? 0))).toBe(true);
    expect(at(startMs + 60_000, 100).every((waitMs) => waitMs === 0)).toBe(true);
  });
});
