import { describe, expect, it } from '@jest/globals';
import { SYSTEMS, type System } from '@kith/proto';
import { refuseInvalidSettings } from './system-settings.js';

const SYSTEM = {
  settings: { tone: { type: 'select', label: 'Tone', description: '', default: 'warm', options: ['warm', 'dry'] } },
} as const;

describe('a setting with options', () => {
  it.each(['warm', 'dry'])('accepts its option %j', (tone) => {
    expect(() => refuseInvalidSettings(SYSTEM, { tone })).not.toThrow();
  });

  it.each(['cold', 'Warm', '', 1, true])('refuses %j, which is not one of its options [S38]', (tone) => {
    expect(() => refuseInvalidSettings(SYSTEM, { tone })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', details: { fields: { 'settings.tone': 'Must be one of: warm, dry' } } }),
    );
  });
});

const systemOf = (systemId: string): Pick<System, 'settings'> => ({
  settings: SYSTEMS.find(({ id }) => id === systemId)?.settings ?? {},
});
const refused = (field: string, problem: unknown) =>
  expect.objectContaining({ code: 'BAD_INPUT', details: { fields: { [`settings.${field}`]: problem } } });

const ID = '300000000000000001';

describe('a setting that is a channel or a role', () => {
  const named = SYSTEMS.flatMap(({ id, settings }) =>
    Object.entries(settings).flatMap(([name, setting]) =>
      setting.type === 'text' && ['channel', 'voice-channel', 'role'].includes(setting.format ?? '') ? [[id, name] as const] : [],
    ),
  );

  it.each(named)('of %s, %s, is its id or nothing: another text would silently count as nothing', (systemId, name) => {
    const system = systemOf(systemId);
    for (const value of ['', ID]) expect(() => refuseInvalidSettings(system, { [name]: value })).not.toThrow();
    for (const value of ['general', '#general', '@DJ', '1234', `${ID} `, `<#${ID}>`, `general ${ID}`, ' '])
      expect(() => refuseInvalidSettings(system, { [name]: value })).toThrow(
        refused(
          name,
          expect.stringMatching(/^Must be the Discord ID of a (?:voice )?(?:channel|role) \(17 to 20 digits\), or empty$/),
        ),
      );
  });

  it('stands in the catalogue at least ten times, so that the tests above look at something', () =>
    expect(named.length).toBeGreaterThanOrEqual(10));
});

describe('the roles of levels', () => {
  const save = (roles: string) => () => refuseInvalidSettings(systemOf('leveling-xp'), { roles });

  it.each([
    '',
    '\n \n',
    `5 ${ID}`,
    `5: <@&${ID}>\n\n 10 ${ID}\r\n`,
    Array.from({ length: 20 }, (_, at) => `${at + 1} ${ID}`).join('\n'),
  ])('are accepted as lines with a level and an id: %j', (roles) => expect(save(roles)).not.toThrow());

  it.each([
    ['5 @Regulars', '5 @Regulars'],
    [`5 ${ID}\n10 Veterans\n20 x`, '10 Veterans'],
    [ID, ID],
    [`0 ${ID}`, `0 ${ID}`],
    [`1001 ${ID}`, `1001 ${ID}`],
    [`5 ${ID} @Regulars`, `5 ${ID} @Regulars`],
    [`5 ${'🎉'.repeat(60)}`, `5 ${'🎉'.repeat(48)}”`],
  ])('%j are refused with the line that gives nobody a role, and with how to get the id', (roles, line) => {
    expect(save(roles)).toThrow(refused('roles', expect.stringContaining(`“${line}`)));
    expect(save(roles)).toThrow(refused('roles', expect.stringContaining('Developer Mode')));
  });

  it('are refused when they are more than are given', () => {
    const roles = Array.from({ length: 21 }, (_, at) => `${at + 1} ${ID}`).join('\n');
    expect(save(roles)).toThrow(refused('roles', 'Must have at most 20 lines'));
  });
});
