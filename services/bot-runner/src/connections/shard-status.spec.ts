import { describe, expect, it } from '@jest/globals';
import { shardOf } from '../leases/shard.js';
import { statusOfAll } from './shard-status.js';
import { failedWith, ONLINE, ONLINE_BY_MENTION, STARTING, type Status } from './status-reporter.js';

const RECONNECTING: Status = { runtimeState: 'reconnecting', code: 'DISCORD_UNREACHABLE', statusReason: 'Away.' };
const FAILED = failedWith('TOKEN_INVALID');

describe('the status of a bot with several shards', () => {
  it.each<[string, [Status, ...(Status | null)[]], Partial<Status>]>([
    ['is online when all are', [ONLINE, ONLINE], ONLINE],
    ['names what one of them lacks', [ONLINE, ONLINE_BY_MENTION, ONLINE], ONLINE_BY_MENTION],
    ['is that of the first while none is online', [RECONNECTING, STARTING, null], RECONNECTING],
    [
      'says how many are online while another one starts',
      [ONLINE, STARTING, ONLINE],
      { runtimeState: 'starting', statusReason: expect.stringContaining('2 of 3 connections') as unknown as string },
    ],
    [
      'says how many are online while nobody holds another one',
      [ONLINE, null],
      { runtimeState: 'reconnecting', statusReason: expect.stringContaining('1 of 2 connections') as unknown as string },
    ],
    ['is failed as soon as one of them is', [ONLINE, FAILED, ONLINE], FAILED],
  ])('%s', (_what, states, expected) => {
    expect(statusOfAll(states)).toMatchObject(expected);
  });
});

describe('the shard of a server', () => {
  it('is the one that Discord documents: bits 22 and above of the id, modulo the number of shards; the first for direct messages', () => {
    expect(shardOf('197038439483310086', 2)).toBe(Number((197038439483310086n >> 22n) % 2n));
    expect([0, 1, 2, 3].map((n) => shardOf(String(BigInt(n) << 22n), 3))).toEqual([0, 1, 2, 0]);
    expect(shardOf(null, 16)).toBe(0);
    expect(shardOf('197038439483310086', 1)).toBe(0);
  });
});
