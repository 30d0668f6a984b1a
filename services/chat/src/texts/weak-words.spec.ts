import { describe, expect, it } from '@jest/globals';
import { searchTerms } from '@kith/kit';
import { WEAK } from './weak-words.js';

describe('the words of a question that say little', () => {
  it.each([
    ['English', 'Do you know where my parrot is?', 'parrot'],
    ['German', 'Weißt du, wie mein Papagei ist?', 'Papagei'],
    ['German in capitals', 'WEISST DU WIE MEIN PAPAGEI IST', 'papagei'],
    ['Turkish', 'kedim nasıl', 'kedim'],
    ['Turkish without dots', 'kedim nasil ve neden', 'kedim'],
    ['French', 'Où est mon perroquet ?', 'perroquet'],
    ['Russian', 'Где мой попугай?', 'мой попугай'],
    ['Korean', '제 고양이 어디에 있나요', '고양이'],
    ['Chinese', '请问我的公司在哪里？', '公司'],
    ['traditional Chinese', '請問我們公司在哪裡', '公司'],
    ['Japanese', '私の会社は何ですか？', '会社'],
    ['Japanese in Hiragana', '会社はどこでしたっけ', '会社'],
    ['Thai', 'แมวของผมคืออะไรครับ', 'แมว'],
  ])('are left out in %s', (_language, question, left) => {
    expect(searchTerms(question, WEAK)).toEqual(searchTerms(left, { ...WEAK, strongPartsOf: (run) => [run] }));
  });

  it.each(['ぶどう', 'いつも', 'いるか', '目的', '現在のもの', 'ขอนแก่น', '会社', '고양이가'])(
    'leave something of any other word: %s',
    (word) => {
      expect(searchTerms(word, WEAK).length).toBeGreaterThan(0);
    },
  );

  it.each(['请问你是谁吗', 'どこですか', 'อะไรครับ', '어디 언제', 'nasıl', 'weißt du'])(
    'are all used where there are no others: %s',
    (question) => {
      expect(searchTerms(question, WEAK).length).toBeGreaterThan(0);
    },
  );
});
