import { describe, expect, it } from '@jest/globals';
import {
  checkedOptions,
  CommandOption,
  CommandOptions,
  madeUp,
  OptionProblem,
  optionsUsage,
  usageText,
  writtenOptions,
  type OptionValues,
} from '@kith/proto';

const option = (name: string, fields: object = {}): CommandOption =>
  CommandOption.parse({ name, description: 'About it', type: 'text', ...fields });
const problemWith = (options: unknown) => {
  const { error } = CommandOptions.safeParse(options);
  return error?.issues[0] && `${error.issues[0].path.join('.')}: ${error.issues[0].message}`;
};
const given = (name: unknown, fields: object = {}) => ({ name, description: 'About it', type: 'text', ...fields });

describe('the options of a custom command', () => {
  it.each(['city', 'größe', 'שם', 'مدينة', 'नाम', 'ชื่อ', '城市', 'a-b_c', '7', 'constructor', 'tostring', 'x'.repeat(32)])(
    'may be called %s',
    (name) => {
      expect(problemWith([given(name)])).toBeUndefined();
    },
  );

  it.each([
    ['', 'Please enter a name'],
    ['  ', 'Please enter a name'],
    ['x'.repeat(33), 'Must be at most 32 characters'],
    ['City', 'Must be in lower case'],
    ['ΣΊΣΥΦΟΣ', 'Must be in lower case'],
    ['two words', 'Must be letters, digits, - and _'],
    ['🎉', 'Must be letters, digits, - and _'],
    ['a\u0301', 'Must be letters, digits, - and _'],
    ['a`b', 'Must be letters, digits, - and _'],
    ['<@1>', 'Must be letters, digits, - and _'],
    ['a\u202Eb', 'Must not contain invisible characters or text direction marks'],
    ['\u3164', 'Must not contain invisible characters or text direction marks'],
    ['__proto__', 'This name cannot be used'],
    [7, 'Must be a text'],
    [null, 'Must be a text'],
  ])('may not be called %j', (name, words) => {
    expect(problemWith([given(name)])).toBe(`0.name: ${words}`);
  });

  it.each([
    ['no description', [given('a', { description: ' ' })], '0.description: Please enter a description'],
    ['a long description', [given('a', { description: 'x'.repeat(101) })], '0.description: Must be at most 100 characters'],
    ['an unknown type', [given('a', { type: 'file' })], expect.stringMatching(/^0\.type: Must be one of: text, integer/)],
    ['the same name twice', [given('a'), given('b'), given('a')], '2.name: Another option has this name'],
    ['eleven of them', Array.from({ length: 11 }, (_, at) => given(`o${at}`)), ': Must have at most 10 entries'],
    [
      '26 choices',
      [given('a', { choices: Array.from({ length: 26 }, String) })],
      expect.stringContaining('0.choices: Must have'),
    ],
    ['an empty choice', [given('a', { choices: ['b', ' '] })], '0.choices.1: Please enter a choice'],
    ['a long choice', [given('a', { choices: ['x'.repeat(101)] })], '0.choices.0: Must be at most 100 characters'],
    ['a choice twice', [given('a', { choices: ['Red', 'ｒｅｄ'] })], '0.choices: Must not contain the same choice twice'],
    ['choices of a number', [given('a', { type: 'number', choices: ['1'] })], '0.choices: Only a text has choices'],
    ['no list', 'a', ': Must be a list'],
  ])('are refused with %s', (_what, options, problem) => {
    expect(problemWith(options)).toEqual(problem);
  });

  it('are no larger than Discord takes them together', () => {
    const choices = (count: number) => Array.from({ length: count }, (_, at) => `${at}`.padEnd(100, 'x'));
    expect(problemWith([given('a', { choices: choices(25) }), given('b', { choices: choices(13) })])).toBeUndefined();
    expect(problemWith([given('a', { choices: choices(25) }), given('b', { choices: choices(14) })])).toContain('7,800');
  });

  it('are ordered with the required ones first, and otherwise as they were', () => {
    const sent = [given('a'), given('b', { isRequired: true }), given('c'), given('d', { isRequired: true })];
    expect(CommandOptions.parse(sent).map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c']);
  });
});

describe('options written behind a trigger', () => {
  const all = [
    option('dish', { isRequired: true }),
    option('count', { type: 'integer' }),
    option('weight', { type: 'number' }),
    option('hot', { type: 'boolean' }),
    option('note'),
  ];
  const read = (options: readonly CommandOption[], text: string): OptionValues | string => {
    const values = writtenOptions(options, text);
    return values instanceof OptionProblem ? values.text : values;
  };

  it.each([
    ['pizza', { dish: 'pizza' }],
    ['  pizza\n 2  ', { dish: 'pizza', count: 2 }],
    [
      '"big pizza" -3 1.5 YES with  extra cheese',
      { dish: 'big pizza', count: -3, weight: 1.5, hot: true, note: 'with  extra cheese' },
    ],
    ['„große Pizza“ 2 2 off "a b"', { dish: 'große Pizza', count: 2, weight: 2, hot: false, note: 'a b' }],
    ['pizza "" "" no "a" and "b"', { dish: 'pizza', hot: false, note: '"a" and "b"' }],
    ['"unclosed', { dish: '"unclosed' }],
    ['بيتزا 2', { dish: 'بيتزا', count: 2 }],
  ])('%j are read in their order', (text, values) => {
    expect(read(all, text)).toEqual(values);
  });

  it.each([
    ['', '“dish” must be a text.'],
    ['""', '“dish” must be a text.'],
    ['pizza many', '“count” must be a whole number.'],
    ['pizza 1.5', '“count” must be a whole number.'],
    ['pizza 1e3', '“count” must be a whole number.'],
    ['pizza 9999999999999999', '“count” must be a whole number.'],
    ['pizza 1 NaN', '“weight” must be a number.'],
    ['pizza 1 1,5', '“weight” must be a number.'],
    ['pizza 1 1 maybe', '“hot” must be yes or no.'],
  ])('%j are refused', (text, words) => {
    expect(read(all, text)).toBe(words);
  });

  it('may be no more than the command takes, and any number without options', () => {
    expect(read([option('n', { type: 'integer' })], '1 2')).toBe('There are more words than this command takes.');
    expect(read([], 'any words')).toEqual({});
  });

  it('are one of the choices, as these are written', () => {
    const place = [option('place', { choices: ['New York', 'Paris'] })];
    expect(read(place, 'new york')).toEqual({ place: 'New York' });
    expect(read(place, 'ＰＡＲＩＳ')).toEqual({ place: 'Paris' });
    expect(read(place, 'Rome')).toBe('“place” must be one of: New York, Paris.');
    const many = [option('a', { choices: Array.from({ length: 25 }, (_, at) => `${at}`.padEnd(100, 'x')) })];
    expect(String(read(many, 'none')).length).toBeLessThan(350);
  });

  it('name members, channels and roles by mention or id, and otherwise by what was written', () => {
    const id = '123456789012345678';
    const who = [option('a', { type: 'member' }), option('b', { type: 'channel' }), option('c', { type: 'role' })];
    const known = { id, name: '' };
    expect(read(who, `<@!${id}> <#${id}> <@&${id}>`)).toEqual({ a: known, b: known, c: known });
    expect(read(who, `${id} #general @Team`)).toEqual({ a: known, b: { id: '', name: 'general' }, c: { id: '', name: 'Team' } });
    const values = writtenOptions(who, `${id} #general`);
    expect(values instanceof OptionProblem ? values : madeUp(values)).toEqual({
      a: { id, name: 'someone' },
      b: { id: expect.stringMatching(/^\d{17,20}$/), name: 'general' },
    });
  });

  it('have names that are also those of built-in members, without meaning them', () => {
    const names = [option('constructor', { isRequired: true }), option('tostring')];
    expect(read(names, '')).toBe('“constructor” must be a text.');
    expect(read(names, 'a')).toEqual({ constructor: 'a' });
  });

  it('are read in time whatever was written', () => {
    const startMs = performance.now();
    for (const text of ['"a '.repeat(1300), '«'.repeat(4000), ' '.repeat(4000), `"${'a'.repeat(3990)}`]) read(all, text);
    expect(performance.now() - startMs).toBeLessThan(200);
  });

  it('are shown in one line that keeps its order also with names that are read from right to left', () => {
    expect(optionsUsage(all)).toBe('<dish> [count] [weight] [hot] [note]');
    expect(usageText('!a`b', [option('שם', { isRequired: true })])).toBe("Use it like this: `!a'b <\u2068שם\u2069>`");
    expect(usageText('!a', [])).toBe('Use it like this: `!a`');
  });
});

describe('options that Discord sent by name', () => {
  const options = [
    option('dish', { isRequired: true, choices: ['pizza', 'pasta'] }),
    option('count', { type: 'integer' }),
    option('hot', { type: 'boolean' }),
    option('who', { type: 'member' }),
  ];
  const check = (values: OptionValues): OptionValues | string => {
    const checked = checkedOptions(options, values);
    return checked instanceof OptionProblem ? checked.text : checked;
  };

  it('are taken as they are when they fit', () => {
    const values = { dish: 'pasta', count: 2, hot: false, who: { id: '123456789012345678', name: 'Ann' } };
    expect(check(values)).toEqual(values);
    expect(check({ dish: 'pizza' })).toEqual({ dish: 'pizza' });
  });

  it.each([
    ['an unknown option', { dish: 'pizza', other: 'x' }, 'This command has changed. Please try again.'],
    ['a name of a built-in member', { dish: 'pizza', constructor: 'x' }, 'This command has changed. Please try again.'],
    ['a choice that is not offered', { dish: 'rocks' }, '“dish” must be one of: pizza, pasta.'],
    ['a missing required option', { count: 1 }, '“dish” must be one of: pizza, pasta.'],
    ['a text for a number', { dish: 'pizza', count: '2' }, '“count” must be a whole number.'],
    ['a fraction for a whole number', { dish: 'pizza', count: 1.5 }, '“count” must be a whole number.'],
    ['a text for yes or no', { dish: 'pizza', hot: 'yes' }, '“hot” must be yes or no.'],
    ['a text for a member', { dish: 'pizza', who: '1' }, '“who” must be a member, by mention or ID.'],
  ])('are refused with %s', (_what, values, words) => {
    expect(check(values as OptionValues)).toBe(words);
  });
});
