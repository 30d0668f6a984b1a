import { expect, it } from '@jest/globals';
import { addMessages } from '../../lib/i18n.js';
import { healthMessages } from '../../lib/messages/en-health.js';
import { rowsOf } from './finding-text.js';

addMessages(healthMessages);

const SERVER = '200000000000000001';
const PAUSED = { check: 'moderation', state: 'problem', serverId: SERVER, inviteUrl: null, missingPermissions: [] };
const rest = { channelId: null, channelName: null, use: null, roleFault: null, modelFault: null, cap: null, members: null };
const bot = { id: 'b', runtimeState: 'online' } as Parameters<typeof rowsOf>[0];

const rows = (findings: readonly object[]) => {
  const found = findings.map((one) => ({ ...PAUSED, ...rest, happenedAt: '2026-01-02T03:04:05.000Z', ...one }));
  const health = { botCheckUp: { findings: found }, chatEngine: { engine: 'builtin', isOwnKey: false }, me: null, usage: {} };
  return rowsOf(bot, health as unknown as Parameters<typeof rowsOf>[1]);
};

it('says in which server moderation is paused, since when and why, and leads to the list of cases', () => {
  const [named, unnamed] = rows([{ serverName: 'Elm Street' }, { serverName: null }]);
  expect(named).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(/paused in Elm Street since .*2026.*: it punished more than 10 times within a minute/),
    action: { kind: 'page', to: '/bots/b/channel?tab=moderation', isOutside: false },
  });
  expect(unnamed?.text).toContain(`paused in ${SERVER} since`);
  expect(rows([{ state: 'ok' }])).toContainEqual(
    expect.objectContaining({ state: 'ok', text: expect.stringContaining('not paused') }),
  );
});
