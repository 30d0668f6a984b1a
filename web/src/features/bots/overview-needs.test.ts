import { describe, expect, it } from '@jest/globals';
import type { Connection } from '../../shared/discord.graphql.js';
import { aConnection, aServer } from '../../testing/fake-server.js';
import { needsOf, type Known } from './overview-needs.js';

const BOT: Known['bot'] = { id: 'b', hasDiscordToken: true, serverId: null, runtimeState: 'online', statusReason: null };
const USAGE: Known['usage'] = { used: 3, dailyLimit: 50, credits: 0, plan: 'free' };
const USED_UP = { ...USAGE, used: 50 };
const connection = (changes: object = {}) => aConnection(changes) as unknown as Connection;
const answering = (engine: object = {}, apiSettings: object | null = null): Known['answering'] => ({
  chatEngine: { engine: 'openai', isOwnKey: false, ...engine },
  me: { id: 'u', apiSettings } as unknown as NonNullable<Known['answering']>['me'],
});
const needs = ({ bot, ...known }: Partial<Omit<Known, 'bot'>> & { readonly bot?: Partial<Known['bot']> } = {}) =>
  needsOf({ connection: connection(), answering: answering(), usage: USAGE, ...known, bot: { ...BOT, ...bot } });
const namesOf = (known: Parameters<typeof needs>[0]) => needs(known).map(({ name }) => name);

describe('what a companion needs from its owner', () => {
  it('is nothing while all is well, and while nothing has been asked yet', () => {
    expect(namesOf({})).toEqual([]);
    expect(namesOf({ connection: undefined, answering: undefined, usage: undefined })).toEqual([]);
  });

  it('is a token, before anything else of Discord', () => {
    expect(namesOf({ bot: { hasDiscordToken: false, runtimeState: 'stopped' }, connection: undefined })).toEqual(['noToken']);
  });

  it.each([
    ['tokenInvalid', { account: null, servers: [], problem: { code: 'TOKEN_INVALID', text: 'x' } }],
    ['unreachable', { account: null, servers: [], problem: { code: 'DISCORD_UNREACHABLE', text: 'x' } }],
    ['noServer', { servers: [] }],
    ['noContent', { account: { ...aConnection().account, hasMessageContent: false } }],
    ['missing', { servers: [aServer({ missingPermissions: ['speak'] })] }],
  ])('is %s', (name, changes) => {
    expect(namesOf({ connection: connection(changes) })).toEqual([name]);
  });

  it('is another server when it is locked to one that it is not in', () => {
    expect(namesOf({ bot: { serverId: '9'.repeat(18) } })).toEqual(['locked']);
    expect(namesOf({ bot: { serverId: aServer().id } })).toEqual([]);
  });

  it.each([
    ['stopped', 'stopped', 'start'],
    ['failed', 'failed', 'start'],
    ['paused_by_plan', 'paused', '/pricing'],
    ['taken_down', 'takenDown', '/terms'],
  ] as const)('is to be brought back when its state is %s', (runtimeState, name, to) => {
    expect(needs({ bot: { runtimeState } })).toMatchObject([{ name, to, state: 'problem' }]);
  });

  it('is told as taken down whatever Discord says of its token', () => {
    const takenDown = { runtimeState: 'taken_down', statusReason: 'x' } as const;
    expect(namesOf({ bot: { ...takenDown, hasDiscordToken: false }, connection: undefined })).toContain('takenDown');
    const refused = connection({ account: null, servers: [], problem: { code: 'TOKEN_INVALID', text: 'x' } });
    expect(namesOf({ bot: takenDown, connection: refused })).toContain('takenDown');
  });

  it('is nothing while it connects', () => {
    expect(namesOf({ bot: { runtimeState: 'starting' } })).toEqual([]);
    expect(namesOf({ bot: { runtimeState: 'reconnecting', statusReason: 'The connection was interrupted.' } })).toEqual([]);
  });

  it('is told once where its state has the same cause as its connection', () => {
    const refused = connection({ account: null, servers: [], problem: { code: 'TOKEN_INVALID', text: 'x' } });
    expect(namesOf({ bot: { runtimeState: 'failed', statusReason: 'x' }, connection: refused })).toEqual(['tokenInvalid']);
    const deaf = connection({ account: { ...aConnection().account, hasMessageContent: false } });
    expect(namesOf({ bot: { statusReason: 'Message Content is off.' }, connection: deaf })).toEqual(['noContent']);
    expect(namesOf({ bot: { statusReason: 'Message Content is off.' } })).toEqual(['impaired']);
  });

  it('is an own key that works, where its answers need one', () => {
    const expired = { apiKeyProvider: 'openai', apiKeyState: 'expired' };
    expect(needs({ answering: answering({ isOwnKey: true }, expired) })).toMatchObject([
      { name: 'ownKey', to: '/settings?tab=api', reason: expect.stringContaining('has expired') },
    ]);
    expect(namesOf({ answering: answering({ isOwnKey: false }, expired) })).toEqual([]);
    expect(namesOf({ answering: answering({ isOwnKey: true }, { ...expired, apiKeyState: 'working' }) })).toEqual([]);
  });

  it('is a higher limit when the day is used up, no credits are left, and its answers cost messages', () => {
    expect(namesOf({ usage: USED_UP })).toEqual(['limit']);
    expect(namesOf({ usage: { ...USED_UP, credits: 1 } })).toEqual([]);
    expect(namesOf({ usage: USED_UP, answering: answering({ engine: 'builtin' }) })).toEqual([]);
    expect(namesOf({ usage: USED_UP, answering: answering({ isOwnKey: true }) })).toEqual([]);
  });

  it('leads to the page that mends it', () => {
    expect(needs({ connection: connection({ servers: [] }) })).toMatchObject([{ to: '/bots/b/connect' }]);
  });
});
