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
  needsOf({
    connection: connection(),
    answering: answering(),
    usage: USAGE,
    findings: [],
    questions: { changed: 0, failed: 0 },
    refusals: [],
    ...known,
    bot: { ...BOT, ...bot },
  });
const SERVER = '2'.repeat(18);
const FAULT = {
  check: 'channel',
  state: 'problem',
  channelId: '3'.repeat(18),
  serverId: SERVER,
  serverName: 'Elm Street',
  roleFault: null,
  modelFault: null,
} as const;
const found = (...changes: readonly object[]): Known['findings'] =>
  changes.map((one) => ({ ...FAULT, ...one })) as Known['findings'];
const namesOf = (known: Parameters<typeof needs>[0]) => needs(known).map(({ name }) => name);

describe('what a companion needs from its owner', () => {
  it('is nothing while all is well, and while nothing has been asked yet', () => {
    expect(namesOf({})).toEqual([]);
    expect(
      namesOf({ connection: undefined, answering: undefined, usage: undefined, findings: undefined, questions: undefined }),
    ).toEqual([]);
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

  it.each([
    ['channel', 'channels'],
    ['role', 'roles'],
    ['age_restriction', 'ageRating'],
    ['model', 'model'],
    ['cap', 'cap'],
  ] as const)('is what the check-up finds wrong with %s, each counted', (check, name) => {
    expect(needs({ findings: found({ check }, { check }) })).toEqual([
      { name, to: '/bots/b/health', state: 'problem', count: 2 },
    ]);
    expect(namesOf({ findings: found({ check, state: 'note' }, { check, state: 'ok' }, { check, state: 'unknown' }) })).toEqual(
      [],
    );
  });

  it('is the yes of its owner where moderation is paused, in the server or the number of servers', () => {
    const to = '/bots/b/channel?tab=moderation';
    const paused = { check: 'moderation', channelId: null };
    expect(needs({ findings: found(paused) })).toEqual([
      { name: 'moderation', to, state: 'problem', server: 'Elm Street', count: 1 },
    ]);
    expect(needs({ findings: found({ ...paused, state: 'ok' }, paused, { ...paused, serverName: null }) })).toMatchObject([
      { name: 'moderation', to, count: 2 },
    ]);
    expect(needs({ findings: found({ ...paused, serverName: null }) })).toMatchObject([{ server: SERVER }]);
    expect(namesOf({ findings: found({ ...paused, state: 'ok' }, { ...paused, state: 'unknown' }) })).toEqual([]);
  });

  it('is counted once where Discord refuses something in the channel that the check-up names', () => {
    const refusals = [{ action: 'send-messages', guildId: SERVER, channelId: FAULT.channelId }];
    expect(namesOf({ findings: found({}), refusals })).toEqual([]);
    expect(needs({ findings: found({}, { channelId: '4'.repeat(18) }), refusals })).toMatchObject([
      { name: 'channels', count: 1 },
    ]);
    expect(namesOf({ findings: found({ check: 'age_restriction' }), refusals })).toEqual(['ageRating']);
  });

  it('is counted once where Discord refuses the roles that the check-up names; not those that are gone, nor those of another server', () => {
    const refusals = [{ action: 'manage-roles', guildId: SERVER, channelId: null }];
    const role = { check: 'role', serverId: SERVER, channelId: null, roleFault: 'above' };
    expect(namesOf({ findings: found(role), refusals })).toEqual([]);
    const others = found({ ...role, roleFault: 'gone' }, { ...role, serverId: '7'.repeat(18) }, role);
    expect(needs({ findings: others, refusals })).toMatchObject([{ name: 'roles', count: 2 }]);
    const elsewhere = [{ ...refusals[0], action: 'manage-events' } as (typeof refusals)[number]];
    expect(namesOf({ findings: found(role), refusals: elsewhere })).toEqual(['roles']);
  });

  it('is told once where the check-up finds what is asked anyway', () => {
    const servers = [aServer({ missingPermissions: ['speak'] }), aServer({ id: '7'.repeat(18), missingPermissions: ['speak'] })];
    const findings = found({ check: 'server_permissions' }, { check: 'server_permissions' });
    expect(needs({ connection: connection({ servers }), findings })).toMatchObject([
      { name: 'missing', state: 'problem', count: 2 },
    ]);
    const expired = answering({ isOwnKey: true }, { apiKeyProvider: 'openai', apiKeyState: 'expired' });
    expect(namesOf({ answering: expired, findings: found({ check: 'model', modelFault: 'own_key' }) })).toEqual(['ownKey']);
    const others = found({ check: 'token' }, { check: 'connection' }, { check: 'rate_limit' }, { check: 'servers' });
    expect(namesOf({ findings: others })).toEqual([]);
  });

  it('is a look at the saved questions that find something else since its knowledge changed, which breaks nothing', () => {
    const [to, state] = ['/bots/b/knowledge', 'note'];
    expect(needs({ questions: { changed: 3, failed: 1 } })).toEqual([
      { name: 'failedQuestions', to, state, count: 1 },
      { name: 'questions', to, state, count: 2 },
    ]);
    expect(needs({ questions: { changed: 1, failed: 1 } })).toMatchObject([{ name: 'failedQuestions' }]);
  });

  it('leads to the page that mends it', () => {
    expect(needs({ connection: connection({ servers: [] }) })).toMatchObject([{ to: '/bots/b/connect' }]);
  });
});
