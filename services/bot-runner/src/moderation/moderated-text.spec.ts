import { describe, expect, it } from '@jest/globals';
import { MAX_MODERATED_CHARS, moderatedTextOf } from './moderated-text.js';

const forwarded = (...messages: unknown[]) => ({ content: '', message_snapshots: messages.map((message) => ({ message })) });
const read = (raw: object): string => moderatedTextOf(raw as Parameters<typeof moderatedTextOf>[0]);

describe('what moderation reads of a message', () => {
  it('is its text, that of what it forwards, and the question and answers of a poll', () => {
    expect(read({ content: 'hello' })).toBe('hello');
    expect(read({ ...forwarded({ content: 'привет' }, { content: 'こんにちは' }), content: 'look' })).toBe(
      'look\nпривет\nこんにちは',
    );
    const answers = [
      { answer_id: 1, poll_media: { text: 'yes' } },
      { answer_id: 2, poll_media: { emoji: { name: '👍' } } },
    ];
    expect(read({ content: '', poll: { question: { text: 'join?' }, answers } })).toBe('join?\nyes');
  });

  it('is what the embeds of a forwarded message say, but no preview of a link', () => {
    const embeds = [
      { type: 'rich', title: 'Free', description: 'coins', url: 'https://evil.test', fields: [{ name: 'at', value: 'here' }] },
      { type: 'rich', title: 'What a site says of itself', url: 'https://good.test/a' },
      { type: 'article', title: 'The same', description: 'again' },
    ];
    expect(read(forwarded({ content: 'see https://good.test/a', embeds }))).toBe(
      'see https://good.test/a\nFree\ncoins\nhttps://evil.test\nat\nhere',
    );
  });

  it('is read from whatever Discord sends, up to a length', () => {
    const wrong = [null, undefined, 0, 'text', [], [null], [{}], [{ message: null }], [{ message: { content: 7, embeds: 'x' } }]];
    for (const value of wrong) {
      expect(read({ content: 'hi', message_snapshots: value })).toBe('hi');
      expect(read({ content: 'hi', poll: value })).toBe('hi');
      expect(read({ content: 'hi', poll: { question: value, answers: value } })).toBe('hi');
    }
    const long = { content: 'x'.repeat(4000) };
    expect(read(forwarded(...Array.from({ length: 10_000 }, () => long)))).toHaveLength(MAX_MODERATED_CHARS);
    expect(read({ ...forwarded({ content: 'last' }), ...long }).endsWith('last')).toBe(true);
  });
});
