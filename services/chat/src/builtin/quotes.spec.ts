import { describe, expect, it } from '@jest/globals';
import { quoteFile, describeFiles } from './quotes.js';

const file = (name: string, text: string | null) => ({ name, text, isCut: false });

describe('quoteFile', () => {
  const ferry = file('ferry.txt', 'Dogs travel free. The ferry to the island leaves at nine. Bring a coat.');

  it('quotes the file that covers the question', () => {
    const cats = file('cats.txt', 'Cats sleep. Cats eat.');
    expect(quoteFile('when does the ferry leave?', [cats, ferry], 1)).toEqual({
      title: 'ferry.txt',
      sentences: ['The ferry to the island leaves at nine.'],
    });
  });

  it.each([
    ['no file covers the question', 'what is the capital of France?', [ferry]],
    ['no file has text', 'when does the ferry leave?', [file('ferry.png', null)]],
    ['the question has no topic', 'and?', [ferry]],
    ['there are no files', 'when does the ferry leave?', []],
  ])('quotes nothing when %s', (_what, question, files) => {
    expect(quoteFile(question, files, 2)).toBeUndefined();
  });

  it('is fast for long messages, long files and very long words', () => {
    const words = Array.from({ length: 700 }, (_, n) => `word${n}x`).join(' ');
    const startedAt = performance.now();
    quoteFile(words, [file('a.txt', `${words} ${'Tide. '.repeat(400)}`)], 3);
    const endless = (seed: string) => 'a' + seed.repeat(290);
    const terms = ['bc', 'cb', 'bb', 'cc', 'bd', 'db'].map(endless);
    const held = ['bc', 'cb', 'bb', 'cc', 'xd', 'dx', 'ee', 'ef', 'fe', 'ff', 'gg', 'gh'].map(endless);
    quoteFile(
      [...terms, 'tide', 'ebb', 'flood', 'moon'].join(' '),
      [file('b.txt', [...held, 'Tide, ebb, flood, moon.'].join(' \n'))],
      3,
    );
    const long = Array.from({ length: 150 }, (_, n) => `a${'bcdef'.repeat(9)}${'abcdefghijklmno'[n % 15]}${n}`);
    quoteFile(long.slice(0, 80).join(' '), [file('c.txt', long.join(' '))], 3);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe('describeFiles', () => {
  it('lists the received files and those that cannot be read', () => {
    expect(describeFiles([])).toBe('');
    expect(describeFiles([file('a_b.txt', 'A')])).toBe('I received “a_b.txt”.');
    expect(describeFiles([file('a.txt', 'A'), file('p.png', null)])).toBe('I received “a.txt”, “p.png”. I cannot read “p.png”.');
  });

  it('removes mentions and formatting from file names', () => {
    expect(describeFiles([file('@everyone <b>[x](y)*.txt', 'A')])).toBe('I received “everyone bx(y).txt”.');
  });
});
