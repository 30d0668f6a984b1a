import { describe, expect, it } from '@jest/globals';
import { readResult } from './results.js';

const OK = { success: true, response: 'x', shouldReply: true };
const read = (result: unknown, replies: unknown[] = []) => readResult({ result, replies });
const many = (count: number, of: (at: number) => unknown) => Array.from({ length: count }, (_value, at) => of(at));
const button = (at: number) => ({ label: `b${at}`, value: `v${at}` });
const options = (count: number) => many(count, (at) => ({ label: `o${at}`, value: `v${at}` }));
const field = (at: number) => ({ name: `f${at}`, label: 'x' });

describe('what a custom command may post', () => {
  it('is everything within the limits of Discord, with defaults filled in and unknown fields left out', () => {
    const result = {
      ...OK,
      embeds: [
        {
          title: 't'.repeat(256),
          description: 'd'.repeat(4096),
          color: 0xffffff,
          fields: [{ name: 'n', value: 'v'.repeat(1024), inline: true, more: 1 }],
          footer: 'f',
          author: 'a',
          url: 'https://example.org/',
          image: 'http://example.org/a.png',
        },
      ],
      buttons: [...many(9, button), { label: 'Site', url: 'https://example.org/', emoji: '👨‍👩‍👧' }],
      selects: many(3, (at) => ({ value: `s${at}`, options: options(25), max: 25 })),
      more: 1,
    };
    const found = read(result);
    expect(found).toMatchObject({
      ...OK,
      posts: [{ content: 'x', embeds: [{ footer: 'f' }], selects: [{ min: 1, max: 25 }, {}, {}] }],
    });
    expect(JSON.stringify(found)).not.toContain('more');
  });

  it('is counted in code points, as Discord counts', () => {
    const emoji = (count: number) => '\u{1F600}'.repeat(count);
    const embed = (count: number) => ({ description: emoji(4096), footer: emoji(count) });
    const read6000 = (count: number) => read({ ...OK, response: emoji(2000), embeds: [embed(count)] });
    expect(read6000(6000 - 4096)).toMatchObject({ posts: [{ content: emoji(2000) }] });
    expect(read6000(6001 - 4096)).toContain('Must have at most 6000 characters together');
    expect(read({ ...OK, response: emoji(2001) })).toBe('The response is longer than 2000 characters');
    expect(read({ ...OK, success: 'yes', response: emoji(2000) })).toBe(
      'The command must return {success, response, shouldReply}',
    );
  });

  it('are the replies in their order and the result after them, five messages at most', () => {
    const replies = ['one', { response: 'two' }, { content: 'three', embeds: [{ title: 'x' }] }];
    const contents = (found: ReturnType<typeof read>) =>
      typeof found === 'string' ? found : found.posts?.map(({ content }) => content);
    expect(contents(read(OK, replies))).toEqual(['one', 'two', 'three', 'x']);
    expect(contents(read({ ...OK, shouldReply: false }, replies))).toEqual(['one', 'two', 'three']);
    expect(contents(read(null, replies))).toEqual(['one', 'two', 'three']);
    expect(
      contents(
        read(
          OK,
          many(5, () => 'x'),
        ),
      ),
    ).toBe('A command posts at most 5 messages');
    expect(read('plain')).toEqual({ success: true, response: 'plain', shouldReply: true });
  });

  it.each<[string, object, string]>([
    ['an embed title of 257 characters', { embeds: [{ title: 'x'.repeat(257) }] }, 'embeds 1, title: '],
    ['an empty embed', { embeds: [{ title: 'x' }, {}] }, 'embeds: Must have a title'],
    ['eleven embeds', { embeds: many(11, () => ({ title: 'x' })) }, 'embeds: '],
    ['26 fields', { embeds: [{ fields: many(26, () => ({ name: 'n', value: 'v' })) }] }, 'embeds 1, fields: '],
    ['a field without a value', { embeds: [{ fields: [{ name: 'n', value: '' }] }] }, 'embeds 1, fields 1, value: '],
    [
      '6,001 characters in two embeds',
      { embeds: many(2, (at) => ({ description: 'x'.repeat(3000 + at) })) },
      'at most 6000 characters',
    ],
    ['a colour above white', { embeds: [{ title: 'x', color: 0x1000000 }] }, 'color: '],
    ['a picture that is a script', { embeds: [{ image: 'javascript:alert(1)' }] }, 'an http or https address'],
    ['a button with neither value nor url', { buttons: [{ label: 'x' }] }, 'either a value or a url'],
    ['a button with both', { buttons: [{ label: 'x', value: 'x', url: 'https://x.test' }] }, 'either a value or a url'],
    ['a label of 81 characters', { buttons: [{ label: 'x'.repeat(81), value: 'x' }] }, 'buttons 1, label: '],
    ['a value of 61 characters', { buttons: [{ label: 'x', value: 'x'.repeat(61) }] }, 'buttons 1, value: '],
    ['two buttons with one value', { buttons: [button(1), button(1)] }, 'values that differ'],
    [
      'a button and a menu with one value',
      { buttons: [button(1)], selects: [{ value: 'v1', options: options(1) }] },
      'values that differ',
    ],
    ['26 buttons', { buttons: many(26, button) }, 'buttons: '],
    [
      'six rows',
      { buttons: many(6, button), selects: many(4, (at) => ({ value: `s${at}`, options: options(1) })) },
      'fit into 5 rows',
    ],
    ['an emoji of a server without its id', { buttons: [{ ...button(1), emoji: '<:party:>' }] }, 'one emoji'],
    ['words for an emoji', { buttons: [{ ...button(1), emoji: 'smile' }] }, 'one emoji'],
    ['a menu of 26 options', { selects: [{ value: 's', options: options(26) }] }, 'options: '],
    ['a menu without options', { selects: [{ value: 's', options: [] }] }, 'options: '],
    ['two options with one value', { selects: [{ value: 's', options: [...options(1), ...options(1)] }] }, 'values that differ'],
    ['more choices than options', { selects: [{ value: 's', options: options(2), max: 3 }] }, 'no more than there are'],
    ['a form of six fields', { form: { title: 'x', value: 'x', fields: many(6, field) } }, 'The form cannot be posted: fields: '],
    ['a form title of 46 characters', { form: { title: 'x'.repeat(46), value: 'x', fields: [field(1)] } }, 'title: '],
    ['a form with one name twice', { form: { title: 'x', value: 'x', fields: [field(1), field(1)] } }, 'names that differ'],
    ['a form as a list', { form: [] }, 'The form cannot be posted'],
    ['embeds as a text', { embeds: 'x' }, 'embeds: '],
  ])('is not %s, and the author reads where it is', (_what, fields, problem) => {
    expect(read({ ...OK, ...fields })).toContain(problem);
  });

  it.each([[[{ content: '' }]], [[{}]], [[5]], [[null]], [[['x']]], [['x'.repeat(2001)]]])(
    'is not the reply %j [S55]',
    (replies) => {
      expect(read(OK, replies)).toMatch(/^The message cannot be posted: /);
    },
  );

  it.each([
    undefined,
    null,
    [],
    {},
    { result: OK },
    { replies: [] },
    { result: OK, replies: {} },
    { result: OK, replies: many(6, () => 'x') },
  ])('is not the forged report %j [S55]', (reported) => {
    expect(readResult(reported)).toBe('The command must return {success, response, shouldReply}');
  });
});
