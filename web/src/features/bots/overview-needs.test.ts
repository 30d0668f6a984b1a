import { describe, expect, it } from '@jest/globals';
import type { Connection } from '../../shared/discord.graphql.js';
import { aConnection, aServer } from '../../testing/fake-server.js';
import { needsOf } from './overview-needs.js';

const BOT = { id: 'b', hasDiscordToken: true, serverId: null };
const USAGE = { used: 3, dailyLimit: 50, credits: 0 };
const connection = (changes: object = {}) => aConnection(changes) as unknown as Connection;
const namesOf = (...[bot, found, usage = USAGE]: [typeof BOT | { serverId: string }, Connection | undefined, typeof USAGE?]) =>
  needsOf({ ...BOT, ...bot }, found, usage).map(({ name }) => name);

describe('what a companion needs from its owner', () => {
  it('is nothing while all is well, and while Discord has not been asked yet', () => {
    expect(namesOf(BOT, connection())).toEqual([]);
    expect(namesOf(BOT, undefined)).toEqual([]);
  });

  it('is a token, before anything else of Discord', () => {
    expect(namesOf({ ...BOT, hasDiscordToken: false }, undefined)).toEqual(['noToken']);
  });

  it.each([
    ['tokenInvalid', { account: null, servers: [], problem: { code: 'TOKEN_INVALID', text: 'x' } }],
    ['unreachable', { account: null, servers: [], problem: { code: 'DISCORD_UNREACHABLE', text: 'x' } }],
    ['noServer', { servers: [] }],
    ['noContent', { account: { ...aConnection().account, hasMessageContent: false } }],
    ['missing', { servers: [aServer({ missingPermissions: ['speak'] })] }],
  ])('is %s', (name, changes) => {
    expect(namesOf(BOT, connection(changes))).toEqual([name]);
  });

  it('is another server when it is locked to one that it is not in', () => {
    expect(namesOf({ serverId: '9'.repeat(18) }, connection())).toEqual(['locked']);
    expect(namesOf({ serverId: aServer().id }, connection())).toEqual([]);
  });

  it('is a higher limit when the day is used up and no credits are left', () => {
    expect(namesOf(BOT, connection(), { ...USAGE, used: 50 })).toEqual(['limit']);
    expect(namesOf(BOT, connection(), { ...USAGE, used: 50, credits: 1 })).toEqual([]);
  });

  it('leads to the page that mends it', () => {
    const [need] = needsOf(BOT, connection({ servers: [] }), undefined);
    expect(need?.to).toBe('/bots/b/connect');
  });
});
