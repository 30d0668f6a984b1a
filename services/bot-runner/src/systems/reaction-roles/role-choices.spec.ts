import { describe, expect, it } from '@jest/globals';
import { emojiKey, parseEmoji, withServerEmoji } from './emoji.js';
import { choiceOf, MAX_CHOICES, parseChoices, withChoice, withEmoji, type RoleChoice } from './role-choices.js';

const ROLES = [
  { id: '900000000000000001', name: 'Red' },
  { id: '900000000000000002', name: 'Dark Blue' },
  { id: '900000000000000003', name: 'Читатель' },
];
const choices = (count: number): RoleChoice[] =>
  Array.from({ length: count }, (_one, index) => ({ roleId: String(index), label: `Role ${index}`, emoji: null }));

describe('an emoji', () => {
  it.each(['🔴', '❤️', '👩‍👩‍👧', '🇩🇪', '1️⃣', '👍🏽'])('of Unicode is read: %s', (text) => {
    expect(parseEmoji(text)).toEqual({ id: null, name: text, animated: false });
  });
  it('of a server is found by its name, exactly before in other letters, and left alone where Discord has written it', () => {
    const known = ['Party', 'party'].map((name, at) => ({ id: `12345678901234567${at}`, name, animated: at === 1 }));
    expect(withServerEmoji(':Party: a\n:party: b\n:PARTY: c\n:none: d\n<:party:999999999999999999> at 10:30:15', known)).toBe(
      '<:Party:123456789012345670> a\n<a:party:123456789012345671> b\n<:Party:123456789012345670> c\n:none: d\n<:party:999999999999999999> at 10:30:15',
    );
  });
  it('of a server is read, animated or not', () => {
    expect(parseEmoji('<:blob:123456789012345678>')).toEqual({ id: '123456789012345678', name: 'blob', animated: false });
    expect(parseEmoji('<a:blob:123456789012345678>')).toMatchObject({ animated: true });
  });
  it.each(['', 'red', '1', '🔴🔴', '<:x:1>', ':red_circle:', '🔴'.repeat(100)])('is none: %j', (text) => {
    expect(parseEmoji(text)).toBeNull();
  });
  it('is the same with and without the variation selector', () => {
    expect(emojiKey({ id: null, name: '❤️' })).toBe(emojiKey({ id: null, name: '❤' }));
  });
});

describe('the lines of roles', () => {
  it('name roles by name, mention or id in any case, with an emoji where wanted', () => {
    const lines = '🔴 red\n\n  @Dark Blue \n<@&900000000000000003>';
    expect(parseChoices(lines, ROLES)).toEqual([
      { roleId: ROLES[0]?.id, label: 'Red', emoji: { id: null, name: '🔴', animated: false } },
      { roleId: ROLES[1]?.id, label: 'Dark Blue', emoji: null },
      { roleId: ROLES[2]?.id, label: 'Читатель', emoji: null },
    ]);
  });
  it.each([
    ['', 'at least one role'],
    ['Green', 'no role “Green”'],
    ['🔴 Green', 'no role “Green”'],
    ['999999999999999999', 'no role “999999999999999999”'],
    ['Red\nred', 'on this message already'],
    ['🔴 Red\n🔴 Dark Blue', 'used for another role'],
    ['Red\n'.repeat(MAX_CHOICES + 1), `at most ${MAX_CHOICES} roles`],
  ])('%j are refused', (lines, reason) => {
    expect(() => parseChoices(lines, ROLES)).toThrow(reason);
  });
});

describe('a further role', () => {
  it('that the server does not have is refused without repeating what a member wrote', () => {
    expect(() => choiceOf('my secret', '', ROLES)).toThrow(/^There is no such role in this server\.$/);
  });
  it('needs an emoji that Discord has, and room', () => {
    expect(() => choiceOf('Red', 'red', ROLES)).toThrow('no emoji');
    expect(() => withChoice(choices(MAX_CHOICES), choiceOf('Red', '', ROLES))).toThrow(`at most ${MAX_CHOICES}`);
    expect(withChoice(choices(1), choiceOf('Red', '🔴', ROLES))).toHaveLength(2);
  });
  it('gets an emoji of its own where members react', () => {
    const [first, second] = withEmoji([choiceOf('Red', '🟠', ROLES), ...choices(MAX_CHOICES - 1)]).map(
      ({ emoji }) => emoji?.name,
    );
    expect([first, second]).toEqual(['🟠', '🔴']);
    expect(new Set(withEmoji(choices(MAX_CHOICES)).map(({ emoji }) => emoji?.name)).size).toBe(MAX_CHOICES);
  });
});
