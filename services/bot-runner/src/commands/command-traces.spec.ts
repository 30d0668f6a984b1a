import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sentAtMs } from '@kith/proto';
import type { TracedMessage, TraceResult, Traces } from '../traces/traces.service.js';
import { CommandTraces } from './command-traces.js';

const MINUTE_MS = 60_000;
const PLACE = { botId: 'a', ownerId: 'owner', guildId: '1', channelId: '2' };

afterEach(() => {
  jest.restoreAllMocks();
});

function noting() {
  const clock = { nowMs: 30_000_000 * MINUTE_MS + 10_000 };
  jest.spyOn(Date, 'now').mockImplementation(() => clock.nowMs);
  const rows: (TracedMessage & TraceResult)[] = [];
  const record = (message: TracedMessage, result: TraceResult): void => void rows.push({ ...message, ...result });
  return { clock, rows, traces: new CommandTraces({ record } as unknown as Traces) };
}

describe('what a system could not do about an event', () => {
  it('is noted once in a minute, in the minute in which it happened', () => {
    const { clock, rows, traces } = noting();
    for (let time = 0; time < 3; time += 1) traces.notDone(PLACE, 'reaction-roles', 'Nobody was there.');
    expect(rows).toHaveLength(1);
    expect(sentAtMs(rows[0]?.messageId ?? '')).toBe(clock.nowMs - 10_000);
    clock.nowMs += MINUTE_MS + 1;
    traces.notDone(PLACE, 'reaction-roles', 'Nobody was there.');
    expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('is told apart by bot, server, system and reason', () => {
    const { rows, traces } = noting();
    traces.notDone(PLACE, 'reaction-roles', 'Nobody was there.');
    traces.notDone({ ...PLACE, botId: 'b' }, 'reaction-roles', 'Nobody was there.');
    traces.notDone({ ...PLACE, guildId: '9' }, 'reaction-roles', 'Nobody was there.');
    traces.notDone(PLACE, 'music-bot', 'Nobody was there.');
    traces.notDone(PLACE, 'reaction-roles', 'Everybody was there.');
    expect(new Set(rows.map(({ botId, messageId }) => `${botId} ${messageId}`)).size).toBe(5);
  });

  it('names no members, and roles and channels by their ids', () => {
    const { rows, traces } = noting();
    traces.notDone(PLACE, 'reaction-roles', '<@12> and <@!13> did not get <@&14> in <#15>.');
    expect(rows[0]?.detail).toBe('a member and a member did not get the role 14 in the channel 15.');
  });
});
