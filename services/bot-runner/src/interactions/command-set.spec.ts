import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, CommandOption, COMMANDS, type RunnableBot, type RunnableCommand } from '@kith/proto';
import { commandSet as commandSetOf, slashCommands } from './command-set.js';

const custom = (trigger: string, description = 'Says hello'): RunnableCommand => ({
  commandId: `custom ${trigger}`,
  trigger,
  custom: { name: 'Greet', description },
});
const catalogue = COMMANDS.map(({ id }): RunnableCommand => ({ commandId: id, trigger: `!${id}`, custom: null }));
const bot = (commands: RunnableCommand[], settings: Partial<ChannelSettings> = {}) => ({
  commands,
  ageRating: 'everyone' as RunnableBot['ageRating'],
  systems: [] as RunnableBot['systems'],
  channelSettings: ChannelSettings.parse(settings),
});
const commandSet = (of: Parameters<typeof commandSetOf>[0], canDraw = false) => commandSetOf(of, canDraw);
const names = (commands: RunnableCommand[], settings?: Partial<ChannelSettings>) =>
  slashCommands(bot(commands, settings)).map(({ name }) => name);

describe('the slash commands of a bot', () => {
  it('are named by their triggers, as Discord accepts names', () => {
    expect(
      names([custom('!Greet'), custom('?hey!'), custom('groß'), custom('!!!'), custom('a.b_c-d')], { customPrefix: '?' }),
    ).toEqual(['greet', 'hey', 'gross', 'a-b_c-d']);
  });

  it('have each name once, and never that of /forget-me', () => {
    expect(names([custom('!a.b'), custom('!a-b'), custom('!forget-me')])).toEqual(['a-b']);
  });

  it('are at most as many as Discord allows beside those that every bot has', () => {
    const set = commandSet(bot(Array.from({ length: 100 }, (_, index) => custom(`!c${index}`))));
    expect(set.length).toBeLessThanOrEqual(100);
    expect(set).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'forget-me' })]));
  });

  it('have the one to draw where the bot can and the owner allows commands, unless a learned one has its name', () => {
    const isOffered = (of: Parameters<typeof commandSetOf>[0]) => commandSet(of, true).some(({ name }) => name === 'generate');
    const full = Array.from({ length: 100 }, (_, index) => custom(`!c${index}`));
    expect([isOffered(bot([])), isOffered(bot([], { allowCommands: false })), isOffered(bot(full))]).toEqual([true, false, true]);
    expect(commandSet(bot(full), true).filter(({ type }) => type === 1).length).toBeLessThanOrEqual(100);
    const named = commandSet(bot([custom('!generate')]), true).filter(({ name }) => name === 'generate');
    expect(named).toMatchObject([{ description: 'Says hello' }]);
    const adult = commandSet({ ...bot([]), ageRating: 'adult' }, true).find(({ name }) => name === 'generate');
    expect(adult).toMatchObject({ nsfw: true, options: [{ name: 'image', options: [{ name: 'description', required: true }] }] });
  });

  it('are only those that every bot has while the owner does not allow commands', () => {
    expect(commandSet(bot(catalogue, { allowCommands: false }))).toEqual(commandSet(bot([])));
  });

  it('of a bot for adults are offered in age-restricted channels only, except those that every bot has and those that moderate', () => {
    const systems = ['leveling-xp', 'auto-moderation'].map((systemId) => ({ systemId, settings: {} }));
    const everyone = { ...bot(catalogue), systems };
    const adult = commandSet({ ...everyone, ageRating: 'adult' });
    const elsewhere = adult.filter(({ nsfw }) => nsfw !== true).map(({ name }) => name);
    const ofEveryBot = commandSet(bot([])).map(({ name }) => name);
    expect(elsewhere.toSorted()).toEqual([...ofEveryBot, 'automod'].toSorted());
    expect(adult.filter(({ nsfw }) => nsfw).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['roll', 'rank', 'Summarize']),
    );
    expect(commandSet(everyone).some(({ nsfw }) => nsfw)).toBe(false);
  });

  it('are within the limits of Discord for names, descriptions and options, whatever the owner wrote', () => {
    const set = commandSet(bot([...catalogue, custom('!long', '\u{1F600}'.repeat(300)), custom('!blank', ' ')]));
    for (const { type, name, description, options } of set) {
      expect(name).toMatch(type === 1 ? /^[-_\p{Ll}\p{N}]{1,32}$/u : /^[\w ]{1,32}$/);
      expect([...description].length).toBeLessThanOrEqual(100);
      expect(description === '').toBe(type === 3);
      expect(options.length).toBeLessThanOrEqual(25);
      const required = options.map((option) => 'required' in option && option.required === true);
      expect(required).toEqual(required.toSorted((one, other) => Number(other) - Number(one)));
      for (const option of options) expect(option.description.length).toBeLessThanOrEqual(100);
    }
  });

  it('have the options that the owner of a custom command defined, and one free text without any', () => {
    const option = (type: CommandOption['type'], fields = {}) =>
      CommandOption.parse({ name: type, type, description: `A ${type}`, ...fields });
    const types = ['integer', 'number', 'boolean', 'member', 'channel', 'role'] as const;
    const options = [option('text', { isRequired: true, choices: ['a', 'b'] }), ...types.map((type) => option(type))];
    const withOptions = (trigger: string, own: CommandOption[]): RunnableCommand => ({
      ...custom(trigger),
      custom: { name: 'Greet', description: 'Says hello', options: own },
    });
    const needsRole = [option('role', { isRequired: true })];
    const set = commandSet(bot([withOptions('!all', options), custom('!free'), withOptions('!role', needsRole)]));
    const found = (wanted: string) => set.find(({ name }) => name === wanted);
    expect(found('all')?.options).toEqual([
      {
        type: 3,
        name: 'text',
        description: 'A text',
        required: true,
        choices: ['a', 'b'].map((one) => ({ name: one, value: one })),
      },
      ...types.map((name, at) => ({ type: [4, 10, 5, 6, 7, 8][at], name, description: `A ${name}`, required: false })),
    ]);
    expect(found('free')?.options).toMatchObject([{ type: 3, name: 'text' }]);
    // Direct messages have no roles to choose.
    expect([found('all')?.contexts, found('role')?.contexts]).toEqual([[0, 1], [0]]);
  });

  it('of moderation are offered in servers, to members with the permission they need', () => {
    const set = commandSet(bot(catalogue));
    expect(set.find(({ name }) => name === 'purge')).toMatchObject({
      contexts: [0],
      default_member_permissions: String(1 << 13),
    });
    expect(set.find(({ name }) => name === 'timeout')).toMatchObject({ default_member_permissions: String(2 ** 40) });
    expect(set.find(({ name }) => name === 'roll')).toMatchObject({ contexts: [0, 1], default_member_permissions: null });
  });
});
