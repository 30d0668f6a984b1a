import { describe, expect, it } from '@jest/globals';
import { newLines } from './new-lines.js';

describe('the lines of a picture that a page does not have', () => {
  it.each([
    ['a line with a new word', 'Open from nine', 'We open daily from eight.', 'Open from nine'],
    ['no line whose words are known, in any case and order', 'NINE, OPEN!', 'Open at nine.', ''],
    ['no line without words', '---', '', ''],
    ['the distance of paragraphs', 'Milk\n\nopen\nTea', 'Open at nine.', 'Milk\n\nTea'],
    ['no word of Chinese that stands within a longer one', '日本山田', '我在日本山田吃饭。', ''],
    ['a word of Chinese that is new', '日本中山', '我在日本山田吃饭。', '日本中山'],
    ['a word of which another one is a part', 'art', 'A party at nine.', 'art'],
    ['nothing of nothing', '', 'Open at nine.', ''],
  ])('have %s', (_what, text, known, lines) => {
    expect(newLines(text, known)).toBe(lines);
  });
});
