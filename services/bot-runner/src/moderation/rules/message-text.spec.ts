import { describe, expect, it } from '@jest/globals';
import { MAX_MODERATED_CHARS } from '../moderated-text.js';
import { foldText } from './fold-text.js';
import { MessageText } from './message-text.js';
import { forbiddenWordsOf, hasForbiddenWord } from './profanity.js';

describe('a folded text', () => {
  it('is at most four times as long as its text, whatever it is written in', () => {
    const tooLong: string[] = [];
    for (let code = 0; code < 0x30000; code += 1) {
      const char = String.fromCodePoint(code);
      if (char.normalize('NFKD').length > 4 * char.length && foldText(char) !== ' ') tooLong.push(code.toString(16));
      if (foldText(char).length > 4 * char.length) tooLong.push(code.toString(16));
    }
    expect(tooLong).toEqual([]);
  });

  it('has backwards only what is shown so, once', () => {
    const written = `${'VIII '.repeat(100)}\u2167`;
    const { folded } = new MessageText(written);
    expect(new MessageText(`${written}\n\u202Eabc\u202E\n${written}`).folded).toBe(`${folded}\nabc\n${folded}\ncba`);
    const long = `${'\u202E'.repeat(10)}${'\u2167'.repeat(2 * MAX_MODERATED_CHARS)}`;
    expect(new MessageText(long).folded.length).toBeLessThanOrEqual(8 * MAX_MODERATED_CHARS);
  });
});

describe('the words of a text', () => {
  it('are read once, by whatever number of rules, and those that have one spelling are not copied', () => {
    const long = new MessageText(`${'к1'.repeat(5000)} kumqu4t`);
    const found = long.wordSpellings;
    expect(found).toContain('kumquat');
    expect(hasForbiddenWord(long, forbiddenWordsOf('other'))).toBe(false);
    expect(hasForbiddenWord(long, forbiddenWordsOf('kumquat'))).toBe(true);
    expect(long.wordSpellings).toBe(found);
    const plain = new MessageText('an ordinary text');
    expect(plain.wordSpellings).toBe(plain.words);
  });
});
