import { describe, expect, it } from '@jest/globals';
import { FullBots } from './full-bots.js';

const START_MS = Date.UTC(2026, 0, 1);
const idAt = (atMs: number): string => String((BigInt(atMs) - 1_420_070_400_000n) << 22n);
const messageAt = (atMs: number, channelId = '1') => ({ botId: 'b', channelId, messageId: idAt(atMs) });

describe('a bot for which as many messages wait as may', () => {
  it('refuses those of further channels for a tenth of a second, then Redis is asked again', () => {
    const [full, connection] = [new FullBots(), {}];
    const laterMs = START_MS + 5000;
    expect(full.refuses(connection, messageAt(laterMs), laterMs)).toBe(false);
    full.learn(connection, messageAt(START_MS), false, START_MS);
    full.learn(connection, messageAt(laterMs), false, laterMs);
    expect(full.refuses(connection, messageAt(laterMs + 50), laterMs + 99)).toBe(true);
    expect(full.refuses({}, messageAt(laterMs + 50), laterMs + 99)).toBe(false);
    expect(full.refuses(connection, messageAt(laterMs + 50), laterMs + 100)).toBe(false);
  });

  it('refuses none of a channel of which one waits, because the newer one takes its place', () => {
    const [full, connection] = [new FullBots(), {}];
    full.learn(connection, messageAt(START_MS, 'known'), true, START_MS);
    full.learn(connection, messageAt(START_MS), false, START_MS);
    full.learn(connection, messageAt(START_MS + 5000), false, START_MS + 5000);
    expect(full.refuses(connection, messageAt(START_MS + 5000, 'known'), START_MS + 5001)).toBe(false);
    expect(full.refuses(connection, messageAt(START_MS + 5000, 'new'), START_MS + 5001)).toBe(true);
  });

  it('refuses none that another process may have admitted before it lost the bot', () => {
    const [full, connection] = [new FullBots(), {}];
    full.learn(connection, messageAt(START_MS), false, START_MS);
    // Discord delivers these again after a RESUME.
    expect(full.refuses(connection, messageAt(START_MS - 1), START_MS + 1)).toBe(false);
    expect(full.refuses(connection, messageAt(START_MS + 1000), START_MS + 1)).toBe(false);
    expect(full.refuses(connection, messageAt(START_MS + 1001), START_MS + 1)).toBe(true);
  });
});
