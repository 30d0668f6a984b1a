import { describe, expect, it } from '@jest/globals';
import { quoteFile, receiptOf } from './files.js';

const file = (name: string, text: string | null) => ({ name, text, isCut: false });

describe('quoteFile', () => {
  const ferry = file('ferry.txt', 'Dogs travel free. The ferry to the island leaves at nine. Bring a coat.');

  it('quotes the file that is about the question', () => {
    const cats = file('cats.txt', 'Cats sleep. Cats eat.');
    expect(quoteFile('when does the ferry leave?', [cats, ferry], 1)).toEqual({
      title: 'ferry.txt',
      sentences: ['The ferry to the island leaves at nine.'],
    });
  });

  it.each([
    ['no file is about it', 'what is the capital of France?', [ferry]],
    ['no file has text', 'when does the ferry leave?', [file('ferry.png', null)]],
    ['nothing is asked', 'and?', [ferry]],
    ['there are no files', 'when does the ferry leave?', []],
  ])('quotes nothing when %s', (_what, question, files) => {
    expect(quoteFile(question, files, 2)).toBeUndefined();
  });

  it('is quick with long messages, long files and endless words', () => {
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

describe('receiptOf', () => {
  it('names what came and says what it cannot read', () => {
    expect(receiptOf([])).toBe('');
    expect(receiptOf([file('a_b.txt', 'A')])).toBe('I received “a_b.txt”.');
    expect(receiptOf([file('a.txt', 'A'), file('p.png', null)])).toBe('I received “a.txt”, “p.png”. I cannot read “p.png”.');
  });

  it('pings nobody and formats nothing', () => {
    expect(receiptOf([file('@everyone <b>[x](y)*.txt', 'A')])).toBe('I received “everyone bx(y).txt”.');
  });
});
